import Frames
import LayoutEngine
import LayoutModel
import Motion
import Testing

@testable import LayoutRuntime

@Suite("Animation") struct AnimationTests {
  /// `a` goes from 0 to 60 in 100 ms, `b` hangs on it, `still` stays.
  static let slide = """
    layout slide size 200, 100 {
      box a top 0 size 10 {
        config main { left 0 }
        config far { left 60 }
      }
      box b size 10 top 20 { left == a.right }
      box still at 0, 50, 10, 10
      transition * 100ms linear
    }
    """

  static let period = Runtime.Options.framePeriod(atRate: 60)

  @Test func `what a changed configuration moves goes to its target frame by frame`() {
    var world = World(serving: ["slide.layout": Self.slide])
    var follower = world.subscribe(Subscription(scene: "slide", mode: .every))
    _ = follower.newMessages(from: &world)
    let layoutRevision = world.layoutRevision(of: "slide")!

    _ = world.apply(.set(.config, of: "a", to: "far"))
    #expect(world.frame(of: "a", in: "slide") == [0, 0, 10, 10])
    while world.wake != nil { world.sleep() }

    let frames = follower.newMessages(from: &world)
    // 100 ms are six periods of a 60th of a second.
    #expect(frames.map(\.time) == (1...6).map { Instant(Self.period * $0) })
    #expect(frames.map(\.isSettled) == [false, false, false, false, false, true])
    let positions = frames.map { $0.delta?.set.map { Double($0.frame.x) / 64 } ?? [] }
    #expect(positions == [[10, 20], [20, 30], [30, 40], [40, 50], [50, 60], [60, 70]])
    #expect(Set(frames.map(\.layoutRevision)) == [layoutRevision.next])
    #expect(frames.map(\.cause) == ["apply", nil, nil, nil, nil, nil])
  }

  /// What is off has a condition that is no branch's. `c` goes from 0 to 9 in 100 ms, and is at 4.5 after half of them;
  /// `w` is as wide as its content when nothing says more, which is nothing.
  @Test func `a constraint goes off while a branch comes`() {
    let text = """
      layout a size 400, 300 {
        box w left 0 top 0 height 10 { width == 21 #w }
        if root.width >= 350 animate 100ms linear { box c size 5 left 0 top 20 } else { box c size 5 left 9 top 20 }
      }
      """
    var world = World(serving: ["a.layout": text])
    _ = world.apply(.set(.active, of: "#w", to: false), .set(.size, to: [300, 300]))
    #expect(world.frame(of: "w", in: "a") == [0, 0, 0, 10])
    world.advance(milliseconds: 50)
    #expect(world.frame(of: "c", in: "a") == [4.5, 20, 5, 5])
    world.advance(milliseconds: 50)
    #expect(world.frame(of: "c", in: "a") == [9, 20, 5, 5])
    // On again, and the branch goes.
    _ = world.apply(.set(.active, of: "#w", to: true), .set(.size, to: [400, 300]))
    world.advance(milliseconds: 100)
    #expect(world.frame(of: "w", in: "a") == [0, 0, 21, 10])
    #expect(world.frame(of: "c", in: "a") == [0, 20, 5, 5])
  }

  @Test func `a configuration that comes back without a timing ends the motion there`() {
    let text = """
      layout slide size 400, 100 {
        box a top 0 size 10 {
          config main { left 0 }
          config far { left 300 }
          transition main -> far 1s linear
        }
        box b size 10 top 20 { left == a.right }
      }
      """
    var world = World(serving: ["slide.layout": text])
    func x(_ view: String) -> Double? { world.frame(of: view, in: "slide")?[0] }
    _ = world.apply(.set(.config, of: "a", to: "far"))
    world.advance(milliseconds: 300)
    #expect(x("a") == 90 && x("b") == 100)

    _ = world.apply(.set(.config, of: "a", to: "main"))
    #expect(x("a") == 0 && x("b") == 10)
    world.advance(milliseconds: 350)
    #expect(x("a") == 0 && x("b") == 10 && world.runtime.scenes["slide"]?.motion.isSettled == true)
  }

  /// `b` is sent to 100 by an animated branch, and is to be at 0, or at 20 in a narrow scene, before it is there.
  static let turnedBack = """
    layout page size 300, 100 {
      box b size 10 top 0 {
        left == super.left @low
        if flag(far) animate 400ms linear { left == super.left + 100 @high }
        if flag(near) { left == super.left }
        if root.width < 200 { left == super.left + 20 }
      }
      box c size 10 top 20 { left == b.right }
      box d size 10 top 40 { right == super.right }
    }
    """

  @Test func `a branch without a timing ends the motion where it says`() {
    var world = World(serving: ["page.layout": Self.turnedBack])
    func x(_ view: String) -> Double? { world.frame(of: view, in: "page")?[0] }
    _ = world.apply(.set(.flag, of: "far", to: true))
    world.advance(milliseconds: 200)
    #expect(x("b") == 50 && x("c") == 60)

    _ = world.apply(.set(.flag, of: "near", to: true))
    #expect(x("b") == 0 && x("c") == 10)
    world.advance(milliseconds: 500)
    #expect(x("b") == 0 && x("c") == 10 && world.runtime.scenes["page"]?.motion.isSettled == true)
  }

  @Test func `so does one that turns with the size of the scene, for the views that it says something of`() {
    var world = World(serving: ["page.layout": Self.turnedBack])
    func x(_ view: String) -> Double? { world.frame(of: view, in: "page")?[0] }
    _ = world.apply(.set(.flag, of: "far", to: true))
    world.advance(milliseconds: 200)
    #expect(x("b") == 50)

    _ = world.apply(.set(.size, to: [150, 100]))
    #expect(x("b") == 20 && x("d") == 140)
    world.advance(milliseconds: 500)
    #expect(x("b") == 20)
  }

  @Test func `a branch ends what a call set in motion, though nothing in the file is animated`() {
    let text = """
      layout page size 300, 100 {
        var place = 0
        box b size 10 top 0 {
          left == super.left + place @high
          if flag(near) { left == super.left + 5 }
        }
      }
      """
    var world = World(serving: ["page.layout": text])
    func x() -> Double? { world.frame(of: "b", in: "page")?[0] }
    _ = world.apply(.set(.variable, of: "place", to: 100), animated: true)
    world.advance(milliseconds: 125)
    #expect(x() == 50)

    _ = world.apply(.set(.flag, of: "near", to: true))
    #expect(x() == 5)
    world.advance(milliseconds: 300)
    #expect(x() == 5)
  }

  @Test func `a keyboard brings its own duration and curve along`() {
    let bottom = "layout page size 100, 200 { box bar x fill height 10 { bottom == super.keyboardSafe.bottom } }"
    var world = World(serving: ["page.layout": bottom])
    func y() -> Double? { world.frame(of: "bar", in: "page")?[1] }

    _ = world.apply(.keyboard(80, lasting: .milliseconds(100), curve: "linear")!)
    #expect(y() == 190)
    world.advance(milliseconds: 25)
    #expect(y() == 170)
    world.advance(milliseconds: 75)
    #expect(y() == 110 && world.runtime.scenes["page"]?.motion.isSettled == true)

    // Nothing of it is kept: the next one says itself how it goes.
    _ = world.apply(.set(.keyboard, to: 0))
    #expect(y() == 190)
    _ = world.apply(.keyboard(80, lasting: nil, curve: "linear")!, animated: false)
    world.turn()
    #expect(y() == 110)
  }

  @Test func `what moves for a reason of its own keeps its timing when the keyboard comes`() {
    let text = """
      layout page size 100, 200 {
        box bar x fill height 10 { bottom == super.keyboardSafe.bottom }
        box a top 0 size 10 { config main { left 0 }; config far { left 60 } }
        transition * 400ms linear
      }
      """
    var world = World(serving: ["page.layout": text])

    _ = world.apply(
      .set(.config, of: "a", to: "far"), .keyboard(80, lasting: .milliseconds(100), curve: "linear")!)
    world.advance(milliseconds: 100)

    #expect(world.frame(of: "bar", in: "page") == [0, 110, 100, 10])
    #expect(world.frame(of: "a", in: "page") == [15, 0, 10, 10])
  }

  @Test func `the runtime wakes up for frames, and for nothing once everything has arrived`() {
    var world = World(serving: ["slide.layout": Self.slide])
    #expect(world.wake == nil)
    world.advance(milliseconds: 20)

    _ = world.apply(.set(.config, of: "a", to: "far"))
    // The grid of frames, not the instant of the call, says when.
    #expect(world.wake == Instant(Self.period * 2))
    world.sleep()
    #expect(world.wake == Instant(Self.period * 3))
    world.advance(milliseconds: 500)

    #expect(world.wake == nil)
    #expect(world.frame(of: "a", in: "slide") == [60, 0, 10, 10])
  }

  @Test func `a list makes room for a header that grows, in 300 ms`() {
    var world = World(serving: ["feed.layout": Self.feed(clause: "")])

    _ = world.apply(.set(.text, of: "rows.header.title", to: .text(Self.twoLines)))
    world.advance(milliseconds: 290)
    let last = world.frame(of: "rows.row", in: "feed")
    #expect(last?[1] ?? 0 > 30 && last?[1] ?? 60 < 40)
    world.advance(milliseconds: 20)

    #expect(world.frame(of: "rows.row", in: "feed") == [0, 40, 200, 40])
    #expect(world.wake == nil)
  }

  @Test func `a footer that grows does so in 300 ms, too`() {
    let file = """
      layout feed size 200, 400 {
        list rows fill {
          box row height 40
          box footer { label title "One line" x fill y fill }
        }
      }
      """
    var world = World(serving: ["feed.layout": file])

    _ = world.apply(.set(.text, of: "rows.footer.title", to: .text(Self.twoLines)))
    world.advance(milliseconds: 150)
    let half = world.frame(of: "rows.footer", in: "feed")
    world.advance(milliseconds: 160)

    #expect(half == [0, 40, 200, 30])
    #expect(world.frame(of: "rows.footer", in: "feed") == [0, 40, 200, 40])
    #expect(world.wake == nil)
  }

  @Test func `what changes together with a header, elsewhere, changes at once`() {
    let start = "layout feed size 200, 400 {"
    let file = Self.feed(clause: "").replacing(start, with: start + "\n  var v = 10\n  box other at 0, 0, v, 10")
    var world = World(serving: ["feed.layout": file])

    _ = world.apply(.set(.text, of: "rows.header.title", to: .text(Self.twoLines)), .set(.variable, of: "v", to: 50))

    #expect(world.frame(of: "other", in: "feed") == [0, 0, 50, 10])
    #expect(world.frame(of: "rows.row", in: "feed") != [0, 40, 200, 40])
  }

  @Test func `a list that says so makes room at once`() {
    var world = World(serving: ["feed.layout": Self.feed(clause: "animate: false")])

    _ = world.apply(.set(.text, of: "rows.header.title", to: .text(Self.twoLines)))

    #expect(world.frame(of: "rows.row", in: "feed") == [0, 40, 200, 40])
    #expect(world.wake == nil)
  }

  private static func feed(clause: String) -> String {
    """
    layout feed size 200, 400 {
      list rows fill \(clause) {
        box header { label title "One line" x fill y fill }
        box row height 40
      }
    }
    """
  }

  private static let twoLines = "As many words as fill two lines"

  @Test func `nothing is measured while views move`() {
    /// Counts what it is asked.
    final class Counting: TextMeasuring {
      var questions = 0
      func measure(_ text: String, _ attributes: TextAttributes, width: Double?) -> TextSize {
        questions += 1
        return FixedMetrics().measure(text, attributes, width: width)
      }
    }
    let file = """
      layout slide size 100, 100 {
        label text "some words that wrap" top 0 height 90 {
          config main { leading 0; width 40 }
          config away animate 200ms linear { leading 60; width 40 }
        }
      }
      """
    var runtime = Runtime(epoch: "e1")
    let measurer = Counting()
    runtime.handle(.request(RequestID(1), .loadText(name: "slide", text: Array(file.utf8))), at: Instant())
    _ = runtime.turn(at: Instant(), measuring: measurer)
    #expect(measurer.questions > 0)
    measurer.questions = 0

    let operation = Operation.set(.config, of: "text", to: "away")
    runtime.handle(.request(RequestID(2), .apply(scene: nil, [operation], ifLayoutRevision: nil)), at: Instant())
    for frame in 0...12 { _ = runtime.turn(at: Instant(.milliseconds(17 * frame)), measuring: measurer) }

    #expect(runtime.scenes["slide"]?.published.history.current.views.last?.frame.rect.x == 60)
    #expect(runtime.counters.revisions > 8)
    #expect(measurer.questions == 0)
  }

  @Test func `frames come at the rate that was set`() {
    var options = Runtime.Options()
    options.framePeriod = Runtime.Options.framePeriod(atRate: 240)
    var world = World(options: options)
    world.disk = ["slide.layout": Self.slide]
    world.serve()
    let before = world.revision(of: "slide")!.value

    _ = world.apply(.set(.config, of: "a", to: "far"))
    #expect(world.runtime.nextFrame == Instant(options.framePeriod))
    while world.wake != nil { world.sleep() }

    // 100 ms, the first of them not shown.
    #expect(world.revision(of: "slide")!.value - before == 24)
    #expect(world.runtime.nextFrame == nil)
  }

  @Test func `another input does not make frames come faster`() {
    var world = World(serving: ["slide.layout": Self.slide, "other.layout": "layout other { var n = 1 }"])
    _ = world.apply(.set(.config, of: "a", to: "far"), to: "slide")
    world.advance(milliseconds: 20)
    let revision = world.revision(of: "slide")

    for _ in 0..<5 {
      world.advance(milliseconds: 1)
      _ = world.apply(.set(.variable, of: "n", to: 2), to: "other")
    }

    #expect(world.revision(of: "slide") == revision)
  }

  private static let wide = """
    layout wide size 200, 100 {
      box a top 0 size 10 { if super.width >= 300 animate 100ms linear { left 60 } else { left 0 } }
      box b top 20 size 10 trailing 0
      box c top 40 size 10 { config far when root.width >= 300 { left 60 } config main { left 0 } }
      transition * on c 100ms linear
    }
    """

  @Test func `a new size of the scene is not animated, unless somebody asks`() {
    var world = World(serving: ["wide.layout": Self.wide])
    func x(_ path: String) -> Double? { world.frame(of: path, in: "wide")?[0] }

    _ = world.apply(.set(.size, to: [250, 100]))
    #expect(x("b") == 240 && world.wake == nil)

    _ = world.apply(.set(.size, to: [200, 100]), animated: true)
    #expect(x("b") == 240)
    world.advance(milliseconds: 125)
    #expect(x("b") == 215 && world.frame(of: "root", in: "wide") == [0, 0, 225, 100])
    world.advance(milliseconds: 125)
    #expect(x("b") == 190 && world.wake == nil)
  }

  @Test func `a branch that flips because of a new size is animated, what else moves is not`() {
    var world = World(serving: ["wide.layout": Self.wide])
    func x(_ path: String) -> Double? { world.frame(of: path, in: "wide")?[0] }

    _ = world.apply(.set(.size, to: [400, 100]))
    #expect(x("a") == 0 && x("b") == 390 && x("c") == 60)
    #expect(world.frame(of: "root", in: "wide") == [0, 0, 400, 100])
    world.advance(milliseconds: 50)
    #expect(x("a") == 30)
    world.advance(milliseconds: 50)
    #expect(x("a") == 60 && world.wake == nil)

    // Asked for, all moves, in the time that the branch has.
    _ = world.apply(.set(.size, to: [200, 100]), animated: true)
    world.advance(milliseconds: 50)
    #expect(x("a") == 30 && x("b") == 290 && x("c") == 30)
    world.advance(milliseconds: 50)
    #expect(x("a") == 0 && x("b") == 190 && x("c") == 0 && world.wake == nil)
  }

  @Test func `whoever asks for no animation gets none`() {
    var world = World(serving: ["slide.layout": Self.slide])
    _ = world.apply(.set(.config, of: "a", to: "far"), animated: false)
    #expect(world.frame(of: "a", in: "slide") == [60, 0, 10, 10])
    _ = world.apply(.set(.config, of: "a", to: "main"))
    world.advance(milliseconds: 50)
    #expect(world.frame(of: "a", in: "slide") == [30, 0, 10, 10])

    _ = world.apply(.set(.config, of: "a", to: "far"), animated: false)

    #expect(world.frame(of: "a", in: "slide") == [60, 0, 10, 10])
    #expect(world.frame(of: "b", in: "slide") == [70, 20, 10, 10])
    #expect(world.wake == nil)
  }

  @Test func `an edit is not animated, and what moves goes on to the new target`() {
    var world = World(serving: ["slide.layout": Self.slide])
    world.save("slide.layout", Self.slide.replacing("left 0 ", with: "left 4 "))
    #expect(world.frame(of: "a", in: "slide") == [4, 0, 10, 10])
    #expect(world.wake == nil)

    _ = world.apply(.set(.config, of: "a", to: "far"))
    world.advance(milliseconds: 50)
    #expect(world.frame(of: "a", in: "slide") == [32, 0, 10, 10])
    world.save("slide.layout", Self.slide.replacing("left 60 ", with: "left 100 "))
    #expect(world.frame(of: "a", in: "slide") == [72, 0, 10, 10])
    world.advance(milliseconds: 50)

    #expect(world.frame(of: "a", in: "slide") == [100, 0, 10, 10])
    #expect(world.wake == nil)
  }

  @Test func `an animated branch moves what it moves, in both directions`() {
    let text = """
      layout branch size 200, 100 {
        box a top 0 size 10 { if flag(open) animate 100ms linear delay 20ms { left 50 } else { left 0 } }
      }
      """
    var world = World(serving: ["branch.layout": text])

    for (isSet, places) in [(true, [0.0, 25, 50]), (false, [50, 25, 0])] {
      _ = world.apply(.set(.flag, of: "open", to: .truth(isSet)))
      world.advance(milliseconds: 20)
      #expect(world.frame(of: "a", in: "branch")?[0] == places[0])
      world.advance(milliseconds: 50)
      #expect(world.frame(of: "a", in: "branch")?[0] == places[1])
      world.advance(milliseconds: 50)
      #expect(world.frame(of: "a", in: "branch")?[0] == places[2])
      #expect(world.wake == nil)
    }
  }

  @Test func `each view takes the timing of the nearest change`() {
    let text = """
      layout near size 200, 100 {
        box a top 0 size 10 {
          config main { left 0 }
          config far { left 60 }
        }
        box b top 20 size 10 {
          config main { left 0 }
          config far animate 200ms linear { left 60 }
        }
        box c top 40 size 10 {
          config main { left 0 }
          config far { left 60 }
        }
        transition * on a 100ms linear
      }
      """
    var world = World(serving: ["near.layout": text])

    _ = world.apply(.set(.config, to: "far"))
    #expect(["a", "b", "c"].map { world.frame(of: $0, in: "near")![0] } == [0, 0, 60])
    world.advance(milliseconds: 50)
    #expect(["a", "b", "c"].map { world.frame(of: $0, in: "near")![0] } == [30, 15, 60])
    world.advance(milliseconds: 50)
    #expect(["a", "b", "c"].map { world.frame(of: $0, in: "near")![0] } == [60, 30, 60])
  }

  @Test func `a stagger lets views set out one after the other, in document order`() {
    let text = """
      layout list size 200, 100 {
        box a top 0 size 10 { config main { left 0 }; config far { left 60 } }
        box b top 20 size 10 { config main { left 0 }; config far { left 60 } }
        box c top 40 size 10 { config main { left 0 }; config far { left 60 } }
        transition * 100ms linear stagger 50ms
      }
      """
    var world = World(serving: ["list.layout": text])

    _ = world.apply(.set(.config, to: "far"))
    world.advance(milliseconds: 100)

    #expect(["a", "b", "c"].map { world.frame(of: $0, in: "list")![0] } == [60, 30, 0])
    world.advance(milliseconds: 100)
    #expect(world.frame(of: "c", in: "list")?[0] == 60)
    #expect(world.wake == nil)
  }

  @Test func `alpha moves like a frame`() {
    let text = "layout fade { var shown = 1; box a at 0, 0, 10, 10 alpha: shown }"
    var world = World(serving: ["fade.layout": text])
    func alpha(_ world: World) -> Double? {
      world.runtime.scenes["fade"]?.published.history.current.views.first { $0.path == "a" }?.content.alpha
    }

    _ = world.apply(.set(.variable, of: "shown", to: 0), animated: true)
    #expect(alpha(world) == 1)
    world.advance(milliseconds: 125)
    #expect(abs(alpha(world)! - 0.5) < 1e-9)
    world.advance(milliseconds: 125)

    #expect(alpha(world) == 0)
    #expect(world.wake == nil)
  }

  @Test func `a configuration may fade what it moves`() {
    let text = """
      layout fade size 100, 100 {
        box a size 10 top 0 alpha: 0.2 {
          config main { left 0 }
          config shown { left 80; alpha: 1 }
        }
        transition * 100ms linear
      }
      """
    var world = World(serving: ["fade.layout": text])
    var follower = world.subscribe(Subscription(scene: "fade"))
    func alpha() -> Double {
      follower.catchUp(with: &world)
      return follower.picture.views.first { $0.path == "a" }!.content.alpha
    }
    #expect(alpha() == 0.2)

    _ = world.apply(.set(.config, of: "a", to: "shown"))
    world.advance(milliseconds: 50)
    #expect(abs(alpha() - 0.6) < 1e-9)
    _ = world.apply(.set(.config, of: "a", to: "main"))
    world.advance(milliseconds: 50)
    #expect(abs(alpha() - 0.4) < 1e-9)
    world.advance(milliseconds: 50)

    #expect(alpha() == 0.2)
    #expect(world.frame(of: "a", in: "fade") == [0, 0, 10, 10])
  }

  @Test func `a view that was hidden appears where it should be`() {
    let text = """
      layout show size 100, 100 {
        vstack s at 0, 0, 100, 100 {
          box a height 10
          box b height 20 { if flag(gone) animate 100ms linear { hidden } }
          box c height 30
        }
      }
      """
    var world = World(serving: ["show.layout": text])
    _ = world.apply(.set(.flag, of: "gone", to: true), animated: false)

    _ = world.apply(.set(.flag, of: "gone", to: false))

    let appeared = world.frame(of: "s.b", in: "show")
    let moving = world.frame(of: "s.c", in: "show")
    world.advance(milliseconds: 100)
    #expect(appeared == world.frame(of: "s.b", in: "show"))
    #expect(moving != world.frame(of: "s.c", in: "show"))
  }

  @Test func `apply and sync can wait until nothing moves`() {
    var world = World(serving: ["slide.layout": Self.slide])

    let applied = world.apply(.set(.config, of: "a", to: "far"), animated: nil, awaitingRest: true)
    let synced = world.send(.sync(scene: nil, timeout: .seconds(5), awaitingRest: true))
    let impatient = world.send(.sync(scene: nil, timeout: .milliseconds(40), awaitingRest: true))
    let solved = world.call(.sync(scene: nil, timeout: .seconds(5)))
    #expect(solved != nil)
    world.advance(milliseconds: 50)
    #expect(world.replies[applied] == nil && world.replies[synced] == nil)
    #expect(world.replies[impatient] == .failed(.timedOut(after: .milliseconds(50))))
    world.advance(milliseconds: 60)

    let revision = SceneRevision(
      scene: "slide", revision: world.revision(of: "slide")!, layoutRevision: world.layoutRevision(of: "slide")!)
    #expect(world.replies[applied] == .done(.applied(revision, warnings: [])))
    #expect(world.replies[synced]?.failure == nil && world.replies[synced] != nil)
  }

  @Test func `a subscriber that sees nothing of it learns all the same that it is over`() {
    var world = World(serving: ["slide.layout": Self.slide])
    _ = world.apply(.set(.config, of: "a", to: "far"))
    world.advance(milliseconds: 20)
    var early = world.subscribe(Subscription(scene: "slide", filter: FrameFilter(root: "still")))
    var every = world.subscribe(Subscription(scene: "slide", filter: FrameFilter(root: "still"), mode: .every))
    #expect(early.newMessages(from: &world).map(\.isSettled) == [false])
    #expect(every.newMessages(from: &world).map(\.isSettled) == [false])

    while world.wake != nil { world.sleep() }

    #expect(early.newMessages(from: &world).map(\.isSettled) == [true])
    #expect(every.newMessages(from: &world).map(\.isSettled) == [true])
  }
}

@Suite("The clock of scenes") struct ClockTests {
  @Test func `stepped by hand, every frame is exact`() {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    #expect(world.clock(.pause) == .done(.clock(Instant(), isRunning: false)))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    world.advance(milliseconds: 1000)
    #expect(world.frame(of: "a", in: "slide")?[0] == 0)
    #expect(world.wake == nil)

    #expect(world.clock(.step(.milliseconds(25))) == .done(.clock(.milliseconds(25), isRunning: false)))
    #expect(world.frame(of: "a", in: "slide")?[0] == 15)
    _ = world.clock(.seek(.milliseconds(75)))
    #expect(world.frame(of: "a", in: "slide")?[0] == 45)
    world.advance(milliseconds: 1000)
    #expect(world.clock(.run) == .done(.clock(.milliseconds(75), isRunning: true)))
    world.advance(milliseconds: 10)
    #expect(world.clock(.pause) == .done(.clock(.milliseconds(85), isRunning: false)))
    #expect(world.frame(of: "a", in: "slide")?[0] == 51)
    _ = world.clock(.step(.seconds(1)))
    #expect(world.frame(of: "a", in: "slide")?[0] == 60)
  }

  @Test func `events carry the time of this clock`() {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    var follower = world.subscribe(Subscription(scene: "slide", mode: .every))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 500)
    _ = world.clock(.pause)
    world.advance(milliseconds: 500)

    _ = world.apply(.set(.config, of: "a", to: "far"))
    _ = world.clock(.step(.milliseconds(50)))
    _ = world.clock(.step(.milliseconds(50)))

    #expect(follower.newMessages(from: &world).map(\.time) == [.milliseconds(550), .milliseconds(600)])
  }

  @Test func `it does not go back`() {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    _ = world.clock(.seek(.milliseconds(100)))

    #expect(world.clock(.seek(.milliseconds(99)))?.failure != nil)
    #expect(world.clock(.step(.milliseconds(-1)))?.failure != nil)
    #expect(world.clock(.pause) == .done(.clock(.milliseconds(100), isRunning: false)))
  }

  // MARK: Of one scene

  static let two = [
    "slide.layout": AnimationTests.slide,
    "other.layout": AnimationTests.slide.replacing("layout slide", with: "layout other"),
  ]

  static func slide(_ scene: String, of world: inout World) {
    _ = world.apply(.set(.config, of: "a", to: "far"), to: scene)
  }

  @Test func `a scene can be stopped, stepped and sent on while the others go on`() {
    var world = World(serving: Self.two)
    func x(_ scene: String) -> Double? { world.frame(of: "a", in: scene)?[0] }
    world.advance(milliseconds: 10)
    #expect(world.clock(.pause, in: "slide") == .done(.clock(.milliseconds(10), isRunning: false)))
    Self.slide("slide", of: &world)
    Self.slide("other", of: &world)

    world.advance(milliseconds: 50)
    #expect(x("slide") == 0 && x("other") == 30)
    #expect(world.clock(.step(.milliseconds(25)), in: "slide") == .done(.clock(.milliseconds(35), isRunning: false)))
    #expect(x("slide") == 15 && x("other") == 30)
    _ = world.clock(.seek(.milliseconds(60)), in: "slide")
    #expect(x("slide") == 30)

    // It runs, and 40 ms later than the others would be at 100, it is at 100.
    world.advance(milliseconds: 40)
    #expect(x("other") == 54)
    #expect(world.clock(.run, in: "slide") == .done(.clock(.milliseconds(60), isRunning: true)))
    while world.wake != nil { world.sleep() }
    #expect(x("slide") == 60 && world.runtime.sceneTimes.count == 2)
  }

  @Test func `events of a scene carry the time of its clock`() {
    var world = World(serving: Self.two)
    var follower = world.subscribe(Subscription(scene: "slide", mode: .every))
    _ = follower.newMessages(from: &world)
    _ = world.clock(.pause, in: "slide")
    world.advance(milliseconds: 500)
    Self.slide("slide", of: &world)
    _ = world.clock(.step(.milliseconds(50)), in: "slide")

    #expect(follower.newMessages(from: &world).map(\.time) == [.milliseconds(50)])
    #expect(world.runtime.sceneTime(of: follower.id, at: world.now) == .milliseconds(50))
  }

  @Test func `what is said of all clocks is said of those that scenes have for themselves, too`() {
    var world = World(serving: Self.two)
    _ = world.clock(.pause, in: "slide")
    world.advance(milliseconds: 30)

    _ = world.clock(.pause)
    #expect(world.clock(.step(.milliseconds(10))) == .done(.clock(.milliseconds(40), isRunning: false)))
    #expect(world.clock(.step(.zero), in: "slide") == .done(.clock(.milliseconds(10), isRunning: false)))
    _ = world.clock(.run)
    world.advance(milliseconds: 5)
    #expect(world.clock(.pause, in: "slide") == .done(.clock(.milliseconds(15), isRunning: false)))
    _ = world.clock(.step(.seconds(1)), in: "slide")

    // It is ahead now, and stays there; what all are sent to later brings them together.
    _ = world.clock(.seek(.milliseconds(100)))
    #expect(world.clock(.step(.zero), in: "slide") == .done(.clock(.milliseconds(1015), isRunning: false)))
    _ = world.clock(.pause)
    _ = world.clock(.seek(.milliseconds(2000)))
    #expect(world.runtime.scenes.clocked.isEmpty)
  }

  @Test func `a scene's clock does not go back, ends with the scene, and is not that of a scene which is not there`() {
    var world = World(serving: Self.two)
    _ = world.clock(.step(.milliseconds(20)), in: "slide")

    #expect(world.clock(.seek(.milliseconds(19)), in: "slide")?.failure != nil)
    guard case .failed(.unknownScene("slid", _))? = world.clock(.pause, in: "slid") else {
      Issue.record("another answer")
      return
    }
    _ = world.call(.close(scene: "slide"))
    #expect(world.runtime.scenes.clocked.isEmpty)
  }

  @Test func `what was asked before a step begins before it, in one turn too`() {
    func run(turningAfterEach: Bool) -> FrameSet {
      var world = World(serving: ["slide.layout": AnimationTests.slide])
      let demands: [Demand] = [
        .clock(.pause),
        .apply(scene: nil, [.set(.config, of: "a", to: "far")], ifLayoutRevision: nil),
        .clock(.step(.milliseconds(40))),
        .apply(scene: nil, [.set(.config, of: "a", to: "main")], ifLayoutRevision: nil),
        .clock(.step(.milliseconds(30))),
      ]
      for demand in demands {
        _ = world.send(demand)
        if turningAfterEach { world.turn() }
      }
      world.turn()
      return world.runtime.scenes["slide"]!.published.history.current
    }

    #expect(run(turningAfterEach: true) == run(turningAfterEach: false))
  }
}
