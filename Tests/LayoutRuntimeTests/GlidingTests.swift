import Frames
import LayoutEngine
import LayoutModel
import Motion
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

/// Contents that are scrolled elsewhere because of what moves, seen in the scene and not in the content.
@Suite("Gliding contents") struct GlidingTests {
  /// Three rows of 50 in 120 points: the content is 150 high, and scrolled by 30 at its end.
  private static let chat = """
    var rows: list(id: text, tall: length) = [(id: "a", tall: 50), (id: "b", tall: 50), (id: "c", tall: 50)]
    layout chat size 200, 120 {
      list feed fill stay: end {
        for r in rows by r.id { box row[r.id] height r.tall { box core size 10 top 0 leading 0 } }
      }
    }
    """
  /// The same where the file says how rows move.
  private static let animated = chat.replacing("by r.id {", with: "by r.id animate 200ms linear {")

  private var world = World(serving: ["chat.layout": animated])

  // MARK: Doing and seeing

  private static func record(_ id: String, tall: Double = 50) -> SettableRecord {
    SettableRecord([("id", .text(id)), ("tall", .number(tall))])
  }

  private static func insert(_ id: String, at index: Int? = nil, tall: Double = 50) -> Operation {
    .records(list: "rows", .insert([record(id, tall: tall)], index.map { .index($0) }))
  }

  private static let linear = AnimationWishes(
    lasting: .milliseconds(200), curve: "linear", delay: .zero, stagger: .zero)!

  private var picture: FrameSet { world.runtime.scenes["chat"]!.published.history.current }

  /// Where a view is seen in the scene, in points.
  private func seen(_ path: String) -> Double? {
    guard let view = picture.views.first(where: { $0.path == path }) else { return nil }
    var top = Int64(view.frame.y)
    var parent = view.parent
    while let around = picture.views.first(where: { $0.id == parent }) {
      top += Int64(around.frame.y) + (around.content.scroll?.origin.y ?? 0)
      parent = around.parent
    }
    return Double(top) / 64
  }

  private func top(_ id: String) -> Double? { seen("feed.row[\"\(id)\"]") }
  private func alpha(_ id: String) -> Double? {
    picture.views.first { $0.path == "feed.row[\"\(id)\"]" }?.content.alpha
  }
  private var offset: Double? {
    picture.views.first { $0.path == "feed" }?.content.scroll.map { Double($0.offsetY) / 64 }
  }
  private var isSettled: Bool { world.runtime.scenes["chat"]!.motion.isSettled }

  // MARK: What comes, goes and moves

  @Test mutating func `a row that comes at the end pushes the others up, and fades in`() {
    _ = world.apply(Self.insert("d"), to: "chat")
    // It is there, below the edge, and nothing has moved yet.
    #expect(top("c") == 70 && top("d") == 120 && alpha("d") == 0 && offset == 30)

    world.advance(milliseconds: 100)
    #expect(top("c") == 45 && top("d") == 95 && alpha("d") == 0.5 && offset == 55)

    world.advance(milliseconds: 100)
    #expect(top("c") == 20 && top("d") == 70 && alpha("d") == 1 && offset == 80 && isSettled)
  }

  @Test mutating func `rows before what is seen come and go without moving it`() {
    _ = world.apply(Self.insert("d", at: 0), to: "chat")
    for _ in 0..<4 {
      #expect(top("a") == -30 && top("c") == 70)
      world.advance(milliseconds: 50)
    }
    #expect(offset == 80 && isSettled)

    _ = world.apply(.records(list: "rows", .delete(["d"])), to: "chat")
    for _ in 0..<4 {
      #expect(top("a") == -30 && top("c") == 70)
      world.advance(milliseconds: 50)
    }
    #expect(offset == 30 && isSettled)
  }

  @Test mutating func `where the last row goes, the others come down`() {
    _ = world.apply(.records(list: "rows", .delete(["c"])), to: "chat")
    #expect(top("c") == nil && top("b") == 20)

    // What is left, 100, is lower than the view.
    world.advance(milliseconds: 100)
    #expect(top("b") == 35 && offset == 15)
    world.advance(milliseconds: 100)
    #expect(top("b") == 50 && offset == 0 && isSettled)
  }

  @Test mutating func `a row that moves does so where it is seen`() {
    _ = world.apply(.records(list: "rows", .move(["a"], nil)), to: "chat")
    #expect(top("a") == -30 && top("b") == 20 && top("c") == 70)

    world.advance(milliseconds: 100)
    #expect(top("a") == 20 && top("b") == -5 && top("c") == 45 && alpha("a") == 1)
    world.advance(milliseconds: 100)
    #expect(top("a") == 70 && top("b") == -30 && top("c") == 20 && offset == 30)
  }

  @Test mutating func `a last row that grows keeps its end where it is`() {
    _ = world.apply(.records(list: "rows", .change(key: "c", SettableRecord([("tall", .number(90))]))), to: "chat")
    #expect(top("c") == 70)

    world.advance(milliseconds: 100)
    #expect(top("c") == 50 && world.frame(of: "feed.row[\"c\"]", in: "chat")?[3] == 70 && offset == 50)
    world.advance(milliseconds: 100)
    #expect(top("c") == 30 && world.frame(of: "feed.row[\"c\"]", in: "chat")?[3] == 90 && offset == 70)
  }

  // MARK: Who says that it moves

  @Test mutating func `a call can say it, and can say that nothing moves`() {
    world = World(serving: ["chat.layout": Self.chat])
    _ = world.apply(Self.insert("d"), animated: Self.linear)
    world.advance(milliseconds: 100)
    #expect(top("d") == 95 && alpha("d") == 0.5)
    world.advance(milliseconds: 100)

    _ = world.apply(Self.insert("e"), to: "chat")
    #expect(top("e") == 70 && alpha("e") == 1 && isSettled)

    world = World(serving: ["chat.layout": Self.animated])
    _ = world.apply(Self.insert("d"), animated: false)
    #expect(top("d") == 70 && alpha("d") == 1 && isSettled)
  }

  @Test mutating func `of two lists only what is beside other records moves`() {
    world.save(
      "chat.layout",
      """
      var rows: list(id: text) = [(id: "a")]
      var others: list(id: text) = [(id: "a")]
      layout chat size 200, 120 {
        vstack near top 0 leading 0 width 50 { for r in rows by r.id animate 200ms linear { box row[r.id] height 10 } }
        vstack far top 0 trailing 0 width 50 { for r in others by r.id { box row[r.id] height 10 } }
      }
      """)
    _ = world.apply(
      .records(list: "others", .insert([SettableRecord([("id", .text("b"))])], .index(0))), to: "chat")
    #expect(seen("far.row[\"a\"]") == 10 && isSettled)

    _ = world.apply(.records(list: "rows", .insert([SettableRecord([("id", .text("b"))])], .index(0))), to: "chat")
    world.advance(milliseconds: 100)
    #expect(seen("near.row[\"a\"]") == 5)
  }

  @Test mutating func `a list that stays nowhere glides where its content ends sooner`() {
    world = World(serving: ["chat.layout": Self.animated.replacing(" stay: end", with: "")])
    _ = world.apply(.set(.scroll, of: "feed", to: [0, 30]), to: "chat")
    _ = world.apply(Self.insert("d"), to: "chat")
    #expect(top("c") == 70 && top("d") == 120 && offset == 30)
    world.advance(milliseconds: 200)

    _ = world.apply(.records(list: "rows", .delete(["c", "d"])), to: "chat")
    world.advance(milliseconds: 100)
    #expect(top("b") == 35 && offset == 15)
  }

  // MARK: Scrolling

  @Test mutating func `whoever scrolls on the way is there at once, and the rest of the motion goes on`() {
    _ = world.apply(Self.insert("d"), to: "chat")
    world.advance(milliseconds: 100)

    _ = world.apply(.set(.scroll, of: "feed", to: [0, 10]), to: "chat")
    #expect(offset == 10 && top("c") == 90 && alpha("d") == 0.5)
    world.advance(milliseconds: 50)
    #expect(offset == 10 && top("c") == 90 && abs(alpha("d")! - 0.75) < 1e-9)
    world.advance(milliseconds: 50)
    #expect(offset == 10 && isSettled)
  }

  @Test mutating func `who scrolls with an animation glides there, also from the way`() {
    _ = world.apply(.set(.scroll, of: "feed", to: [0, 10]), animated: Self.linear)
    world.advance(milliseconds: 100)
    #expect(offset == 20)

    _ = world.apply(.set(.scroll, of: "feed", to: [0, 0]), animated: Self.linear)
    #expect(offset == 20)
    world.advance(milliseconds: 100)
    #expect(offset == 10)
    world.advance(milliseconds: 100)
    #expect(offset == 0 && isSettled)
  }

  @Test mutating func `who scrolls while something else is animated is there at once`() {
    _ = world.call(
      .apply(
        scene: nil, [Self.insert("d"), .set(.scroll, of: "feed", to: [0, 10])], ifLayoutRevision: nil,
        animated: AnimationWishes(each: [true, nil])))
    #expect(offset == 10 && alpha("d") == 0 && !isSettled)
  }

  @Test mutating func `who scrolls is there at once while somebody else scrolls with an animation`() {
    let content = "fill { box c fill height 300 } }"
    world = World(serving: [
      "chat.layout": """
      layout chat size 200, 100 {
        box west size 100 leading 0 top 0 { vscroll one \(content)
        box east size 100 trailing 0 top 0 { vscroll other \(content)
      }
      """
    ])
    func offset(_ path: String) -> Double? {
      picture.views.first { $0.path == path }?.content.scroll.map { Double($0.offsetY) / 64 }
    }
    let far = SettableValue.numbers([0, 100])
    let call = world.apply(
      .set(.scroll, of: "one", to: far), .set(.scroll, of: "east.other", to: far),
      animated: AnimationWishes(each: [nil, true]))
    #expect(world.replies[call]?.failure == nil)
    #expect(offset("west.one") == 100 && offset("east.other") == 0)
    world.advance(milliseconds: 1000)
    #expect(offset("east.other") == 100)
  }

  @Test mutating func `what nothing animates is at once where it should be, whatever records do meanwhile`() {
    world = World(serving: [
      "chat.layout": Self.animated.replacing(
        "list feed", with: "box panel size 10 top 0 left 0 @high { config wide { left 90 } }\n  list feed")
    ])
    _ = world.call(
      .apply(scene: "chat", [Self.insert("d"), .set(.config, of: "panel", to: "wide")], ifLayoutRevision: nil))
    #expect(seen("feed.row[\"d\"]") == 120)
    #expect(world.frame(of: "panel", in: "chat")?[0] == 90)
  }

  @Test mutating func `what is held in view stays there on the way, and when somebody scrolls`() {
    world.save(
      "chat.layout",
      """
      var more = 0
      layout chat size 200, 120 {
        vscroll feed fill stay: end {
          box tall fill x top 0 bottom 0 height 200 + more
          box bar fill x height 10  top == super.scrollFrame.top
        }
      }
      """)
    #expect(offset == 80 && seen("feed.bar") == 0)

    _ = world.apply(.set(.variable, of: "more", to: 100), animated: Self.linear)
    world.advance(milliseconds: 100)
    #expect(offset == 130 && seen("feed.bar") == 0)

    _ = world.apply(.set(.scroll, of: "feed", to: [0, 40]), to: "chat")
    #expect(offset == 40 && seen("feed.bar") == 0)
    world.advance(milliseconds: 50)
    #expect(offset == 40 && seen("feed.bar") == 0)
  }

  @Test mutating func `contents of contents glide together`() {
    world.save(
      "chat.layout",
      """
      var rows: list(id: text, tall: length) = [(id: "a", tall: 50), (id: "b", tall: 50), (id: "c", tall: 50)]
      layout chat size 200, 120 {
        vscroll page fill stay: end {
          vstack all fill {
            list feed height 60 stay: end { for r in rows by r.id animate 200ms linear { box row[r.id] height r.tall } }
            for r in rows by r.id animate 200ms linear { box under[r.id] height r.tall }
          }
        }
      }
      """)
    // The page is 60 + 150 high and scrolled by 90, the list by 90.
    #expect(seen("page.all.feed.row[\"c\"]") == -80 && seen("page.all.under[\"c\"]") == 70)

    _ = world.apply(Self.insert("d"), to: "chat")
    world.advance(milliseconds: 100)
    // Each content has moved by half of 50.
    #expect(seen("page.all.feed.row[\"c\"]") == -130 && seen("page.all.under[\"c\"]") == 45)
  }

  @Test mutating func `a content that is kept clear of something comes down with it`() {
    world = World(serving: ["chat.layout": Self.chat.replacing(" stay: end", with: "")])
    _ = world.apply(.set(.safe, to: [20, 0, 0, 0]), animated: Self.linear)
    #expect(top("a") == 0)
    world.advance(milliseconds: 100)
    #expect(top("a") == 10)
    world.advance(milliseconds: 100)
    #expect(top("a") == 20 && offset == 0 && isSettled)
  }

  @Test mutating func `a row that comes while the scene gets another size moves as the file says`() {
    _ = world.call(
      .apply(scene: "chat", [.set(.size, to: [220, 120]), Self.insert("d")], ifLayoutRevision: nil))
    #expect(top("c") == 70 && top("d") == 120 && alpha("d") == 0)
    world.advance(milliseconds: 100)
    #expect(top("c") == 45 && top("d") == 95 && alpha("d") == 0.5)
    world.advance(milliseconds: 100)
    #expect(top("d") == 70 && isSettled)
    // And another size alone is there at once.
    _ = world.apply(.set(.size, to: [240, 120]), to: "chat")
    #expect(world.frame(of: "feed.row[\"d\"]", in: "chat")?[2] == 240 && isSettled)
  }

  @Test mutating func `what is held in view stays there when somebody scrolls while a row comes`() {
    // Rows of 50 below each other, and a bar over them at the upper edge.
    world.save(
      "chat.layout",
      Self.animated.replacing(
        "list feed fill stay: end {", with: "vscroll feed fill { vstack all x fill top 0 bottom 0 {"
      )
      .replacing("leading 0 } }", with: "leading 0 } } }\n box bar fill x height 10  top == super.scrollFrame.top"))
    #expect(offset == 0 && seen("feed.bar") == 0 && seen("feed.all.row[\"c\"]") == 100)

    _ = world.call(
      .apply(
        scene: "chat", [.set(.scroll, of: "feed", to: [0, 30]), Self.insert("d", at: 0)], ifLayoutRevision: nil))
    // The content has jumped by 30, and in it the rows are on the way from where they were.
    #expect(offset == 30 && seen("feed.bar") == 0 && seen("feed.all.row[\"c\"]") == 70)
    world.advance(milliseconds: 100)
    #expect(offset == 30 && seen("feed.bar") == 0 && seen("feed.all.row[\"c\"]") == 95)
    world.advance(milliseconds: 100)
    #expect(seen("feed.bar") == 0 && seen("feed.all.row[\"c\"]") == 120 && isSettled)
  }

  // MARK: Streams

  @Test mutating func `who draws what moves is told where the content goes, with the rows`() throws {
    var follower = world.subscribe(Subscription(scene: "chat", wantsTargets: true))
    _ = follower.newMessages(from: &world)

    _ = world.apply(Self.insert("d"), to: "chat")
    let messages = follower.newMessages(from: &world)
    let moves = messages.compactMap { message -> [ViewMove]? in
      if case .transition(let moves) = message.content { moves } else { nil }
    }.flatMap(\.self)
    let feed = try #require(picture.views.first { $0.path == "feed" }).id
    #expect(
      moves.first { $0.id == feed }?.scroll
        == ViewMove.Scroll(from: ViewMove.Offset(.init(x: 0, y: 30)), to: ViewMove.Offset(.init(x: 0, y: 80))))
    #expect(moves.compactMap(\.alpha) == [ViewMove.Alpha(from: 0, to: 1)])
    #expect(moves.map(\.duration) == [.milliseconds(200), .milliseconds(200)])
    // The way is told once, and the content when it has arrived.
    #expect(messages.allSatisfy { $0.delta?.changed.contains { $0.id == feed } != true })
    while world.wake != nil { world.sleep() }
    let last = follower.newMessages(from: &world).last?.delta?.changed
    let scrolled = try #require(last?.first { $0.id == feed }?.content.scroll)
    #expect(scrolled.offsetY == 80 * 64)
    #expect(follower.picture == picture)
  }

  @Test(arguments: UInt64(1)...30)
  mutating func `nothing jumps that is animated, and it ends where it would be at once`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var follower = world.subscribe(Subscription(scene: "chat", mode: .every))
    let letters = (0..<12).map { "r\($0)" }
    for step in 1...25 {
      world.advance(milliseconds: Int.random(in: 0..<150, using: &generator))
      let known = world.runtime.scenes["chat"]!.live!.value.layout.views.filter { $0.path.hasSuffix("]") }.map(\.path)
      let ids = known.map { String($0.dropFirst("feed.row[\"".count).dropLast(2)) }
      let id = ids.randomElement(using: &generator)
      let operation: Operation
      switch (Int.random(in: 0..<5, using: &generator), id) {
      case (1, let id?): operation = .records(list: "rows", .delete([id]))
      case (2, let id?): operation = .records(list: "rows", .move([id], .index(0)))
      case (3, let id?):
        let tall = Double(Int.random(in: 5..<120, using: &generator))
        operation = .records(list: "rows", .change(key: id, SettableRecord([("tall", .number(tall))])))
      case (4, _) where generator.chance(20):
        operation = .set(.scroll, of: "feed", to: .numbers([0, Double(Int.random(in: 0..<200, using: &generator))]))
      default:
        guard let new = letters.first(where: { !ids.contains($0) }) else { continue }
        operation = Self.insert(new, at: Int.random(in: 0...ids.count, using: &generator), tall: 20)
      }
      // The same instant without the call.
      var undisturbed = world
      _ = undisturbed.clock(.step(.zero))
      var isScrolling = false
      if case .set = operation { isScrolling = true }
      _ = world.apply(operation, to: "chat")
      var disturbed = world
      _ = disturbed.clock(.step(.zero))
      follower.catchUp(with: &world)
      if isScrolling { continue }
      let before = Self.tops(undisturbed.runtime.scenes["chat"]!.published.history.current)
      let after = Self.tops(disturbed.runtime.scenes["chat"]!.published.history.current)
      for (path, top) in before where after[path] != nil {
        #expect(abs(after[path]! - top) <= 2.0 / 64, "seed \(seed), step \(step), \(path)")
      }
    }
    world.advance(milliseconds: 1000)
    follower.catchUp(with: &world)
    let scene = try #require(world.runtime.scenes["chat"])
    var fresh = LayoutScene(try #require(scene.live).value.layout, inputs: scene.inputs)
    _ = fresh.solve(measuring: FixedMetrics())
    for (position, view) in picture.views.enumerated() {
      let id = ViewID(Int32(position))
      #expect(view.frame == Frame(fresh.frame(of: id)) && view.content == fresh.content(of: id), "seed \(seed)")
    }
    #expect(isSettled && follower.picture == picture, "seed \(seed)")
  }

  private static func tops(_ picture: FrameSet) -> [String: Double] {
    var origins: [StreamID: Int64] = [:]
    var tops: [String: Double] = [:]
    for view in picture.views {
      let top = (view.parent.flatMap { origins[$0] } ?? 0) + Int64(view.frame.y)
      origins[view.id] = top + (view.content.scroll?.origin.y ?? 0)
      tops[view.path] = Double(top) / 64
    }
    return tops
  }
}
