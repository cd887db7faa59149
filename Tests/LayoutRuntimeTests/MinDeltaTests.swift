import Frames
import LayoutModel
import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("Moves too small to be told") struct MinDeltaTests {
  /// `a` moves 10 points a frame, `b` 1, for six frames.
  static let text = """
    layout slow size 200, 100 {
      box a top 0 size 10 { config main { left 0 }; config far { left 60 } }
      box b top 20 size 10 { config main { left 0 }; config far { left 6 } }
      transition * 100ms linear
    }
    """

  private func positions(_ messages: [Publication]) -> [[Double]] {
    messages.map { $0.delta?.set.map { Double($0.frame.x) / 64 } ?? [] }
  }

  @Test(arguments: [Subscription.Mode.latest, .every])
  func `steps add up until the sum is worth a message, and the end always is`(mode: Subscription.Mode) {
    var world = World(serving: ["slow.layout": Self.text])
    let filter = FrameFilter(root: "b")
    var coarse = world.subscribe(Subscription(scene: "slow", filter: filter, minDelta: 2.5, mode: mode))
    var patient = world.subscribe(Subscription(scene: "slow", filter: filter, minDelta: 1000, mode: mode))
    var whole = world.subscribe(Subscription(scene: "slow", minDelta: 10, mode: mode))
    for follower in [coarse, patient, whole] {
      var follower = follower
      follower.catchUp(with: &world)
    }
    coarse = Follower(id: coarse.id, revision: world.revision(of: "slow"))
    patient = Follower(id: patient.id, revision: world.revision(of: "slow"))
    whole = Follower(id: whole.id, revision: world.revision(of: "slow"))

    _ = world.apply(.set(.config, to: "far"))
    while world.wake != nil {
      world.sleep()
      coarse.catchUp(with: &world)
      patient.catchUp(with: &world)
      whole.catchUp(with: &world)
    }

    #expect(positions(coarse.messages) == [[3], [6]])
    #expect(coarse.messages.map(\.isSettled) == [false, true])
    #expect(positions(patient.messages) == [[6]])
    // One view that moves far enough takes the others along.
    #expect(positions(whole.messages) == [[10, 1], [20, 2], [30, 3], [40, 4], [50, 5], [60, 6]])
  }

  @Test func `what has no length is told at once`() {
    let text = "layout fade size 100, 100 { var n = 1; box a at 0, 0, 10 * n, 10 alpha: n }"
    var world = World(serving: ["fade.layout": text])
    var follower = world.subscribe(Subscription(scene: "fade", minDelta: 1000))
    _ = follower.newMessages(from: &world)

    _ = world.apply(.set(.variable, of: "n", to: 0), animated: true)
    world.sleep()

    #expect(follower.newMessages(from: &world).count == 1)
  }

  @Test(arguments: AnimationLawTests.seeds)
  func `a coarse follower is never further off than it asked for, and right in the end`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var world = World(serving: ["dance.layout": SampleLayouts.dance])
    let minDelta = Double.random(in: 0.5...20, using: &generator)
    var followers = [Subscription.Mode.latest, .every].map {
      world.subscribe(Subscription(scene: "dance", minDelta: minDelta, mode: $0))
    }
    var exact = world.subscribe(Subscription(scene: "dance"))
    for _ in 1...60 {
      if generator.chance(20) {
        let name = ["main", "far", "low"].randomElement(using: &generator)!
        _ = world.apply(.set(.config, of: "panel", to: .text(name)))
      }
      world.sleep()
      exact.catchUp(with: &world)
      for index in followers.indices {
        followers[index].catchUp(with: &world)
        #expect(followers[index].picture.distance(to: exact.picture) < minDelta, "seed \(seed)")
      }
    }
    world.advance(milliseconds: 60_000)

    exact.catchUp(with: &world)
    for index in followers.indices {
      followers[index].catchUp(with: &world)
      #expect(followers[index].picture == exact.picture, "seed \(seed)")
      #expect(followers[index].messages.count <= exact.messages.count, "seed \(seed)")
    }
  }
}

extension FrameSet {
  /// The largest difference of a coordinate or a length, in points.
  fileprivate func distance(to other: FrameSet) -> Double {
    zip(views, other.views).map { one, another in
      [
        one.frame.x - another.frame.x, one.frame.y - another.frame.y, one.frame.width - another.frame.width,
        one.frame.height - another.frame.height,
      ].map { Double(abs($0)) / 64 }.max()!
    }.max() ?? 0
  }
}
