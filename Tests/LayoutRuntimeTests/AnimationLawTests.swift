import Frames
import LayoutEngine
import LayoutModel
import TestSupport
import Testing

@testable import LayoutRuntime

/// Random changes at random instants, most of them while something still moves.
@Suite("The laws of animation") struct AnimationLawTests {
  static let seeds = UInt64(1)...40

  @Test(arguments: seeds)
  func `an interruption never jumps`(seed: UInt64) {
    var story = Story(seed: seed)
    for step in 1...30 {
      story.pass()
      // The same world at the same instant, where nothing is asked.
      var uninterrupted = story.world
      _ = uninterrupted.clock(.step(.zero))
      story.change(animated: nil)
      var interrupted = story.world
      _ = interrupted.clock(.step(.zero))

      let isSame = interrupted.picture == uninterrupted.picture
      #expect(isSame, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: seeds)
  func `whatever happens on the way, it ends where it would have ended at once`(seed: UInt64) throws {
    var story = Story(seed: seed)
    var followers = [
      story.world.subscribe(Subscription(scene: "dance")),
      story.world.subscribe(Subscription(scene: "dance", mode: .every)),
    ]
    for _ in 1...30 {
      story.pass()
      story.change(animated: AnimationWishes([nil, nil, true, false].randomElement(using: &story.generator)!))
      if story.generator.chance(30) { followers[0].catchUp(with: &story.world) }
      followers[1].catchUp(with: &story.world)
    }
    story.world.advance(milliseconds: 60_000)
    for index in followers.indices { followers[index].catchUp(with: &story.world) }

    let scene = try #require(story.world.runtime.scenes["dance"])
    var fresh = LayoutScene(try #require(scene.live).value.layout, inputs: scene.inputs)
    _ = fresh.solve(measuring: FixedMetrics())
    let solved = fresh.layout.views.indices.map { Frame(fresh.frame(of: ViewID(Int32($0)))) }
    #expect(scene.published.history.current.views.map(\.frame) == solved, "seed \(seed)")
    #expect(scene.motion.isSettled && story.world.wake == nil, "seed \(seed)")
    for follower in followers {
      #expect(follower.picture == scene.published.history.current, "seed \(seed)")
      #expect(follower.messages.last?.isSettled == true, "seed \(seed)")
    }
    #expect(followers[1].messages.contains { !$0.isSettled }, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `views that no change touches are never sent`(seed: UInt64) {
    var story = Story(seed: seed)
    var follower = story.world.subscribe(Subscription(scene: "dance", mode: .every))
    _ = follower.newMessages(from: &story.world)
    let still = story.world.picture.views.filter { ["root", "panel.inner", "still"].contains($0.path) }.map(\.id)
    for _ in 1...20 {
      story.pass()
      story.change(animated: nil)
    }
    story.world.advance(milliseconds: 60_000)

    for message in follower.newMessages(from: &story.world) {
      let sent = (message.delta?.set.map(\.id) ?? []) + (message.delta?.changed.map(\.id) ?? [])
      #expect(Set(sent).isDisjoint(with: still), "seed \(seed)")
      #expect(message.isSnapshot == false, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `the same events at the same instants lead to the same frames`(seed: UInt64) {
    func messages() -> [Publication] {
      var story = Story(seed: seed)
      var follower = story.world.subscribe(Subscription(scene: "dance", mode: .every))
      for _ in 1...15 {
        story.pass()
        story.change(animated: nil)
        follower.catchUp(with: &story.world)
      }
      return follower.messages
    }

    let isSame = messages() == messages()
    #expect(isSame, "seed \(seed)")
  }

  /// Frames come when the runtime wants to be woken; changes come at any instant.
  private struct Story {
    var generator: SeededGenerator
    var world = World(serving: ["dance.layout": SampleLayouts.dance])

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Some time passes, with all frames in it.
    mutating func pass() {
      for _ in 0..<Int.random(in: 0..<12, using: &generator) { world.sleep() }
      world.advance(milliseconds: Int.random(in: 0..<14, using: &generator))
    }

    mutating func change(animated: AnimationWishes) {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: _ = world.apply(.set(.flag, of: "open", to: .truth(generator.chance(50))), animated: animated)
      default:
        let name = ["main", "far", "low"].randomElement(using: &generator)!
        _ = world.apply(.set(.config, of: "panel", to: .text(name)), animated: animated)
      }
    }
  }
}

extension World {
  var picture: FrameSet { runtime.scenes["dance"]!.published.history.current }
}
