import Frames
import Motion
import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("Subscribers that draw what moves by themselves") struct TargetsTests {
  private func moves(_ publication: Publication?) -> [ViewMove]? {
    if case .transition(let moves)? = publication?.content { return moves }
    return nil
  }

  private func frame(_ x: Int32) -> Frame { Frame(x: x * 64, y: 0, width: 640, height: 640) }

  @Test func `get one message when views set out and one delta when all have arrived`() throws {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    var follower = world.subscribe(
      Subscription(scene: "slide", filter: FrameFilter(root: "a"), wantsTargets: true))
    #expect(follower.newMessages(from: &world).map(\.isSnapshot) == [true])

    _ = world.apply(.set(.config, of: "a", to: "far"))
    let first = follower.newMessages(from: &world)
    let move = try #require(moves(first.first)?.first)
    #expect(first.count == 1 && moves(first[0])?.count == 1)
    #expect(move.from == frame(0) && move.to == frame(60))
    #expect(move.delay == .zero && move.duration == .milliseconds(100) && move.curve == .linear(.milliseconds(100)))
    for _ in 0..<5 { world.sleep() }
    #expect(follower.newMessages(from: &world) == [])
    world.sleep()

    let last = follower.newMessages(from: &world)
    #expect(last.map(\.isSettled) == [true])
    #expect(last.first?.delta?.set.map(\.frame) == [frame(60)])
  }

  @Test func `learn of an interruption from where the view is shown`() throws {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    var follower = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 50)

    _ = world.apply(.set(.config, of: "a", to: "main"))

    let messages = follower.newMessages(from: &world)
    let turned = try #require(moves(messages.first))
    #expect(messages.count == 1)
    #expect(messages[0].time == .milliseconds(50))
    #expect(turned.first?.from == frame(30) && turned.first?.to == frame(0))
    #expect(turned.map(\.duration) == [.milliseconds(100), .milliseconds(100)])
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["slide"]?.published.history.current)
  }

  @Test func `are told at once what is not animated while the rest moves`() throws {
    let text = AnimationTests.slide.replacing(
      "box still at 0, 50, 10, 10", with: "var n = 0; box still at n, 50, 10, 10")
    var world = World(serving: ["slide.layout": text])
    var follower = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 40)

    _ = world.apply(.set(.variable, of: "n", to: 5))

    let messages = follower.newMessages(from: &world)
    #expect(messages.map(\.isSettled) == [false])
    #expect(messages.first?.delta?.set.map(\.frame) == [Frame(x: 320, y: 3200, width: 640, height: 640)])
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["slide"]?.published.history.current)
    #expect(follower.messages.last?.isSettled == true)
  }

  private static let fading = """
    layout fade size 100, 100 {
      label a "Hi" at 0, 0, 10, 10 alpha: 0.2 { if flag(shown) animate 100ms linear { alpha: 1 } }
      box b size 10 top 50 alpha: 0.5 { if flag(far) animate 100ms linear { left 60 } else { left 0 } }
      box c size 10 top 80 { if flag(both) animate 100ms linear { left 60; alpha: 0 } else { left 0 } }
    }
    """

  @Test func `are told of opacities as of frames`() throws {
    var world = World(serving: ["fade.layout": Self.fading])
    var follower = world.subscribe(Subscription(scene: "fade", wantsTargets: true))
    _ = follower.newMessages(from: &world)

    _ = world.apply(.set(.flag, of: "shown", to: true))

    let fade = try #require(moves(follower.newMessages(from: &world).first)?.first)
    #expect(fade.from == fade.to)
    #expect(fade.alpha == ViewMove.Alpha(from: 0.2, to: 1))
    #expect(fade.duration == .milliseconds(100) && fade.curve == .linear(.milliseconds(100)))

    world.advance(milliseconds: 50)
    _ = world.apply(.set(.flag, of: "shown", to: false))

    let back = try #require(moves(follower.newMessages(from: &world).first)?.first?.alpha)
    #expect(abs(back.from - 0.6) < 1e-9 && back.to == 0.2)
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["fade"]?.published.history.current)
  }

  @Test func `get one move of a view that goes and fades, and no opacity of one that only goes`() throws {
    var world = World(serving: ["fade.layout": Self.fading])
    var follower = world.subscribe(Subscription(scene: "fade", wantsTargets: true))
    _ = follower.newMessages(from: &world)

    _ = world.apply(.set(.flag, of: "far", to: true), .set(.flag, of: "both", to: true))

    let both = try #require(moves(follower.newMessages(from: &world).first))
    #expect(both.count == 2)
    #expect(both.map(\.alpha) == [nil, ViewMove.Alpha(from: 1, to: 0)])
    #expect(both.map(\.to.x) == [60 * 64, 60 * 64])
  }

  @Test func `are told of what they want to see alone`() throws {
    var world = World(serving: ["fade.layout": Self.fading])
    var frames = world.subscribe(
      Subscription(scene: "fade", filter: FrameFilter(fields: [.frame]), wantsTargets: true))
    var opacities = world.subscribe(
      Subscription(scene: "fade", filter: FrameFilter(fields: [.alpha]), wantsTargets: true))
    _ = (frames.newMessages(from: &world), opacities.newMessages(from: &world))

    _ = world.apply(.set(.flag, of: "shown", to: true), .set(.flag, of: "both", to: true))

    let moved = try #require(moves(frames.newMessages(from: &world).first))
    #expect(moved.map(\.to.x) == [60 * 64] && moved.map(\.alpha) == [nil])
    let faded = try #require(moves(opacities.newMessages(from: &world).first))
    #expect(faded.map(\.to) == [.zero, .zero] && faded.compactMap(\.alpha?.to) == [1, 0])
  }

  @Test func `learn at once that a view on its way says something else`() throws {
    var world = World(serving: [
      "go.layout": """
      layout go size 100, 100 {
        label a "Hi" size 10 top 0 { if flag(far) animate 100ms linear { left 60 } else { left 0 } }
      }
      """
    ])
    var follower = world.subscribe(Subscription(scene: "go", wantsTargets: true))
    _ = world.apply(.set(.flag, of: "far", to: true))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 50)

    _ = world.apply(.set(.text, of: "a", to: "There"))

    let delta = try #require(follower.newMessages(from: &world).first?.delta)
    #expect(delta.changed.map(\.content.text) == ["There"])
    #expect(delta.set == [])
  }

  @Test(arguments: [
    Subscription(mode: .every, wantsTargets: true),
    Subscription(filter: FrameFilter(space: .scene), wantsTargets: true),
    Subscription(filter: FrameFilter(kinds: ["box"]), wantsTargets: true),
  ])
  func `are refused where a frame is not one view's way in its parent`(_ subscription: Subscription) {
    var world = World(serving: ["fade.layout": Self.fading])

    let failure = world.call(.subscribe(SubscriberID(1), subscription))?.failure

    guard case .impossibleSubscription(let reason)? = failure else {
      Issue.record("it is served: \(subscription)")
      return
    }
    #expect(reason.hasPrefix("targets are told"))
    #expect(world.messages(for: SubscriberID(1)) == [])
  }

  @Test func `share a message with those alone who have seen the same`() throws {
    let text = AnimationTests.slide.replacing(
      "box still at 0, 50, 10, 10",
      with: "var n = 0; var m = 0; box still at n, 50, 10, 10; box other at m, 70, 10, 10")
    var world = World(serving: ["slide.layout": text])
    var early = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    early.catchUp(with: &world)
    _ = world.apply(.set(.config, of: "a", to: "far"))
    early.catchUp(with: &world)
    world.advance(milliseconds: 40)
    _ = world.apply(.set(.variable, of: "n", to: 5))
    early.catchUp(with: &world)
    var late = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    late.catchUp(with: &world)
    #expect(early.revision == late.revision)

    _ = world.apply(.set(.variable, of: "m", to: 7))
    for id in [early.id, late.id] { world.runtime.markFree(id) }

    let deliveries = world.runtime.nextDeliveries(at: world.now)
    #expect(deliveries.map(\.recipients) == [[early.id], [late.id]])
    #expect(deliveries.map { $0.publication.delta?.set.count } == [2, 1])
  }

  @Test func `lose a view that came and went while another was on its way`() throws {
    var world = World(serving: ["slide.layout": Self.withRow])
    _ = world.apply(.remove(.these(["row.one"], from: nil)))
    var follower = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 20)
    _ = world.apply(.append(["row.one"], to: "row", index: 0))
    let came = follower.newMessages(from: &world)
    #expect(came.first?.delta?.views.map(\.path) == ["row.one", "row.two"])
    let one = try #require(came.first?.delta?.views.first?.id)
    world.advance(milliseconds: 20)

    _ = world.apply(.remove(.these(["row.one"], from: nil)))

    let went = follower.newMessages(from: &world)
    #expect(went.first?.isSettled == false)
    #expect(went.first?.delta?.removed == [one])
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["slide"]?.published.history.current)
  }

  @Test func `lose a view when all have arrived that came while one was on its way`() throws {
    var world = World(serving: ["slide.layout": Self.withRow])
    _ = world.apply(.remove(.these(["row.one"], from: nil)))
    var follower = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 20)
    _ = world.apply(.append(["row.one"], to: "row", index: 0))
    let one = try #require(follower.newMessages(from: &world).first?.delta?.views.first?.id)
    world.advance(milliseconds: 20)

    _ = world.apply(.remove(.these(["row.one"], from: nil)))
    while world.wake != nil { world.sleep() }

    let last = follower.newMessages(from: &world)
    #expect(last.map(\.isSettled) == [true])
    #expect(last.first?.delta?.removed == [one])
    #expect(follower.picture == world.runtime.scenes["slide"]?.published.history.current)
  }

  private static let springing = """
    layout go size 200, 100 {
      var n = 0
      box a size 10 top 0 { if flag(far) animate spring(1, 300ms) { left 60 } else { left 0 } }
      box still at n, 50, 10, 10
    }
    """

  @Test func `begin anew when they come back to a picture in which something moved`() throws {
    var world = World(serving: ["go.layout": Self.springing])
    var follower = world.subscribe(Subscription(scene: "go", wantsTargets: true))
    follower.catchUp(with: &world)
    _ = world.apply(.set(.flag, of: "far", to: true))
    follower.catchUp(with: &world)
    // It is shown at its target before it counts as at rest: nothing more will be told of it.
    while try shown(in: world).views[1].frame != frame(60) { world.sleep() }
    _ = world.apply(.set(.variable, of: "n", to: 5))
    let change = try #require(follower.newMessages(from: &world).last)
    #expect(change.delta?.set.map(\.frame.x) == [5 * 64] && !change.isSettled)

    var again = world.subscribe(
      Subscription(scene: "go", wantsTargets: true, since: (epoch: "e1", revision: change.revision)))

    #expect(again.newMessages(from: &world).first?.isSnapshot == true)
    while world.wake != nil { world.sleep() }
    again.catchUp(with: &world)
    #expect(try again.picture == shown(in: world))
  }

  @Test func `go on from a picture at rest while something moves`() throws {
    var world = World(serving: ["go.layout": Self.springing])
    var follower = world.subscribe(Subscription(scene: "go", wantsTargets: true))
    follower.catchUp(with: &world)
    _ = world.apply(.set(.flag, of: "far", to: true))
    world.advance(milliseconds: 100)

    var again = world.subscribe(
      Subscription(scene: "go", wantsTargets: true, since: (epoch: "e1", revision: try #require(follower.revision))))

    #expect(moves(again.newMessages(from: &world).last)?.count == 1)
    while world.wake != nil { world.sleep() }
    again.catchUp(with: &world)
    #expect(again.messages.allSatisfy { !$0.isSnapshot })
    #expect(again.messages.last?.delta?.set.map(\.frame) == [frame(60)])
  }

  private func shown(in world: World) throws -> FrameSet {
    try #require(world.runtime.scenes["go"]).published.history.current
  }

  /// A view that moves, and a stack that views come to and leave.
  private static let withRow = AnimationTests.slide.replacing(
    "box still at 0, 50, 10, 10", with: "hstack row at 0, 50, 40, 10 { box one width 5; box two width 6 }")

  /// What dances, beside stacks that views come to and leave.
  private static let comingAndGoing = SampleLayouts.dance.replacing(
    "box still at 280, 180, 10, 10",
    with: """
      hstack row at 0, 160, 120, 20 { box one width 10; box two { width 20; if flag(open) { remove width } }; box three }
      vstack column at 150, 0, 40, 90 { box four height 7 { box five at 1, 1, 2, 2 } }
      """)

  @Test(arguments: AnimationLawTests.seeds)
  func `end with the same picture as everybody else`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var world = World(serving: ["dance.layout": Self.comingAndGoing])
    var filters = [FrameFilter.everything, FrameFilter(root: "row"), FrameFilter(root: "column", depth: 1)]
    filters.append(FrameFilter(fields: [.frame]))
    var followers = filters.map { world.subscribe(Subscription(scene: "dance", filter: $0, wantsTargets: true)) }
    let guests = ["row.one", "row.two", "row.three", "column.four", "other"]
    for _ in 1...25 {
      for _ in 0..<Int.random(in: 0..<9, using: &random) { world.sleep() }
      world.advance(milliseconds: Int.random(in: 0..<14, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: _ = world.apply(.set(.flag, of: "open", to: .truth(random.chance(50))))
      case 1: _ = world.apply(.set(.variable, of: "n", to: .number(Double(Int.random(in: 0..<9, using: &random)))))
      case 2, 3:
        let guest = guests.randomElement(using: &random)!
        let stack = ["row", "column"].randomElement(using: &random)!
        _ = world.apply(.append([guest], to: stack, index: Int.random(in: 0..<3, using: &random)))
      case 4, 5: _ = world.apply(.remove(.these([guests.randomElement(using: &random)!], from: nil)))
      default:
        _ = world.apply(.set(.config, of: "panel", to: .text(["main", "far", "low"].randomElement(using: &random)!)))
      }
      for index in followers.indices where random.chance(60) { followers[index].catchUp(with: &world) }
    }
    world.advance(milliseconds: 60_000)

    for index in followers.indices {
      followers[index].catchUp(with: &world)
      let (follower, filter) = (followers[index], filters[index])
      #expect(follower.picture == world.picture.filtered(by: filter), "seed \(seed), \(filter)")
      #expect(follower.messages.last?.isSettled == true, "seed \(seed), \(filter)")
    }
  }
}
