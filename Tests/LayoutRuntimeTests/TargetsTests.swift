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

    _ = world.apply(.configuration(view: "a", name: "far"))
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
    _ = world.apply(.configuration(view: "a", name: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 50)

    _ = world.apply(.configuration(view: "a", name: "main"))

    let messages = follower.newMessages(from: &world)
    let turned = try #require(moves(messages.first))
    #expect(messages.count == 1)
    #expect(messages[0].time == .milliseconds(50))
    #expect(turned.first?.from == frame(30) && turned.first?.to == frame(0))
    #expect(turned.map(\.duration) == [.milliseconds(100), .milliseconds(100)])
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["slide"]?.history.current)
  }

  @Test func `are told at once what is not animated while the rest moves`() throws {
    let text = AnimationTests.slide.replacing(
      "box still at 0, 50, 10, 10", with: "var n = 0; box still at n, 50, 10, 10")
    var world = World(serving: ["slide.layout": text])
    var follower = world.subscribe(Subscription(scene: "slide", wantsTargets: true))
    _ = world.apply(.configuration(view: "a", name: "far"))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 40)

    _ = world.apply(.variable(name: "n", value: 5))

    let messages = follower.newMessages(from: &world)
    #expect(messages.map(\.isSettled) == [false])
    #expect(messages.first?.delta?.set.map(\.frame) == [Frame(x: 320, y: 3200, width: 640, height: 640)])
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["slide"]?.history.current)
    #expect(follower.messages.last?.isSettled == true)
  }

  @Test(arguments: AnimationLawTests.seeds)
  func `end with the same picture as everybody else`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var world = World(serving: ["dance.layout": AnimationLawTests.text])
    var follower = world.subscribe(Subscription(scene: "dance", wantsTargets: true))
    for _ in 1...25 {
      for _ in 0..<Int.random(in: 0..<9, using: &random) { world.sleep() }
      world.advance(milliseconds: Int.random(in: 0..<14, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: _ = world.apply(.flag(name: "open", isSet: random.chance(50)))
      case 1: _ = world.apply(.variable(name: "n", value: Double(Int.random(in: 0..<9, using: &random))))
      default:
        _ = world.apply(.configuration(view: "panel", name: ["main", "far", "low"].randomElement(using: &random)))
      }
      if random.chance(60) { follower.catchUp(with: &world) }
    }
    world.advance(milliseconds: 60_000)
    follower.catchUp(with: &world)

    #expect(follower.picture == world.picture, "seed \(seed)")
    #expect(follower.messages.last?.isSettled == true, "seed \(seed)")
  }
}
