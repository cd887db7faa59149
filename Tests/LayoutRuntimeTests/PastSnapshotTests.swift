import Frames
import LayoutModel
import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("Snapshots of what was") struct PastSnapshotTests {
  private func snapshot(
    of scene: String, at revision: Revision?, _ filter: FrameFilter = .everything, in world: inout World
  ) -> Reply? {
    world.call(.snapshot(scene: scene, filter: filter, at: revision))
  }

  private func picture(_ reply: Reply?) -> FrameSet? {
    guard case .snapshot(let publication)? = reply?.answer, case .snapshot(let picture, false) = publication.content
    else { return nil }
    return picture
  }

  @Test(arguments: UInt64(1)...12)
  func `each revision can be asked for as it was published`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var world = World(serving: ["dance.layout": SampleLayouts.dance])
    var follower = world.subscribe(Subscription(scene: "dance"))
    var published: [(Publication, FrameSet)] = []
    func take() { for message in follower.newMessages(from: &world) { published.append((message, follower.picture)) } }
    take()
    for step in 1...30 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: _ = world.apply(.set(.flag, of: "open", to: .truth(random.chance(50))))
      case 1: _ = world.apply(.set(.variable, of: "n", to: .number(Double(Int.random(in: 0..<9, using: &random)))))
      case 2:
        let extra = random.chance(50) ? "box extra size \(step) pin center; transition *" : "transition *"
        world.save("dance.layout", SampleLayouts.dance.replacing("transition *", with: extra))
      default: world.advance(milliseconds: 17)
      }
      take()
    }
    while world.wake != nil {
      world.sleep()
      take()
    }

    for (message, picture) in published {
      guard case .done(.snapshot(let past))? = snapshot(of: "dance", at: message.revision, in: &world) else {
        Issue.record("seed \(seed): revision \(message.revision.value) is gone")
        continue
      }
      #expect(past.content == .snapshot(picture, isReset: false), "seed \(seed), revision \(message.revision.value)")
      #expect(past.revision == message.revision && past.layoutRevision == message.layoutRevision, "seed \(seed)")
      #expect(past.time == message.time && past.isSettled == message.isSettled, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 1, 3, 4, 1 << 63, UInt64.max])
  func `no other number is that of a revision that is kept`(_ number: UInt64) {
    var ring = RevisionRing()
    #expect(ring[Revision(number)] == nil)
    for kept in [2, 3] as [UInt64] {
      ring.append(RevisionRing.Entry(revision: Revision(kept), layoutRevision: .none, time: Instant()))
    }

    #expect((ring[Revision(number)] != nil) == (number == 3))
    #expect((ring.stepsBack(to: Revision(number)) != nil) == (number == 3))
  }

  @Test func `texts count in what the past may cost`() {
    var world = World(serving: ["note.layout": "layout note size 100, 100 {\n  label note\n}\n"])
    for number in 0..<40 {
      let text = String(repeating: number % 2 == 0 ? "x" : "y", count: 10_000)
      _ = world.apply(.set(.text, of: "note", to: .text(text)))
    }

    let ring = world.runtime.scenes[world.sceneNames[0]]?.published.ring
    let kept = ring?.oldest.flatMap { ring?.stepsBack(to: $0) }?.count ?? 0
    #expect((5...13).contains(kept), "\(kept) revisions of 20 KB each in a quarter of a megabyte")
  }

  @Test func `so do those that only who draws knows, and the lines of texts`() {
    func kept(_ view: String) -> Int {
      var world = World(serving: ["note.layout": "layout note size 100, 100 {\n  var note = \"\"\n  \(view)\n}\n"])
      _ = world.subscribe(Subscription(filter: FrameFilter(fields: .all)))
      for number in 0..<40 {
        let text = String(repeating: number % 2 == 0 ? "x" : "y", count: 10_000)
        _ = world.apply(.set(.variable, of: "note", to: .text(text)))
      }
      let ring = world.runtime.scenes["note"]?.published.ring
      return ring?.oldest.flatMap { ring?.stepsBack(to: $0) }?.count ?? 0
    }

    // Of a box the ways there and back hold a text each, of a label its lines as well.
    #expect((5...13).contains(kept("box b data_note: note")))
    #expect((1...6).contains(kept("label b text: note width 100")))
  }

  @Test func `under a filter too`() throws {
    var world = World(serving: ["card.layout": SampleLayouts.moving])
    _ = world.apply(.set(.variable, of: "n", to: 7))
    _ = world.apply(.set(.variable, of: "n", to: 9))
    let filter = FrameFilter(root: "a.inner", space: .scene)

    let past = try #require(picture(snapshot(of: "card", at: Revision(2), filter, in: &world)))

    #expect(past.views.map(\.frame.x) == [8 * 64])
  }

  @Test func `one that is gone or not there yet is refused, with those that can be asked for`() {
    var options = Runtime.Options()
    options.maxRevisions = 3
    var world = World(options: options)
    world.disk["card.layout"] = SampleLayouts.moving
    world.serve()
    _ = world.subscribe(Subscription(mode: .every))
    for value in 1...9 { _ = world.apply(.set(.variable, of: "n", to: .number(Double(value)))) }

    let gone = RequestFailure.revisionGone(oldest: Revision(8), newest: Revision(10))
    #expect(snapshot(of: "card", at: Revision(7), in: &world)?.failure == gone)
    #expect(snapshot(of: "card", at: Revision(11), in: &world)?.failure == gone)
    for revision in UInt64(8)...10 {
      #expect(picture(snapshot(of: "card", at: Revision(revision), in: &world))?.views.count == 4)
    }
  }

  @Test func `of many small changes more than a thousand are kept, of large ones a few`() throws {
    var world = World(serving: ["card.layout": SampleLayouts.moving])
    for value in 1...1500 { _ = world.apply(.set(.variable, of: "n", to: .number(Double(value % 7)))) }
    let small = try #require(world.runtime.scenes["card"]?.published.ring)
    #expect(small.oldest == Revision(1501 - 1023))

    let views = (0..<2000).map { "box v\($0) at n, \($0), 9, 1\n" }.joined()
    world.save("card.layout", "layout card { var n = 0\n\(views) }")
    for value in 1...20 { _ = world.apply(.set(.variable, of: "n", to: .number(Double(value)))) }
    let large = try #require(world.runtime.scenes["card"]?.published.ring)
    let oldest = try #require(large.oldest)

    #expect((3...5).contains(1501 + 1 + 20 - oldest.value + 1))
  }
}

@Suite("The list of revisions") struct RevisionListTests {
  private func revisions(_ world: inout World, most: Int = 100, of scene: String? = nil) -> [RevisionSummary]? {
    guard case .revisions(let revisions)? = world.call(.revisions(scene: scene, most: most))?.answer else {
      return nil
    }
    return revisions
  }

  @Test func `each has its number, its time, what brought it about, and how many views changed`() {
    var world = World(serving: ["slide.layout": AnimationTests.slide])
    world.advance(milliseconds: 10)
    _ = world.apply(.set(.config, of: "a", to: "far"))
    while world.wake != nil { world.sleep() }
    world.save("slide.layout", AnimationTests.slide.replacing("box still at 0, 50, 10, 10", with: ""))

    // What 'b' hangs on takes it along. The frames of 100 ms that begin at 10 ms: at 16.7, 33.3, … and the last at
    // 116.7.
    let list = revisions(&world) ?? []
    #expect(list.map(\.revision) == (1...9).map { Revision(UInt64($0)) })
    #expect(list.map(\.layoutRevision.value) == [1, 2, 2, 2, 2, 2, 2, 2, 3])
    #expect(list.map(\.views) == [nil, 2, 2, 2, 2, 2, 2, 2, 1])
    let cause = "file:slide.layout"
    #expect(list.map(\.cause) == [cause, "apply", nil, nil, nil, nil, nil, nil, cause])
    #expect(list.map(\.isSettled) == [true, false, false, false, false, false, false, true, true])
    #expect(list[1].time == Instant(AnimationTests.period))
  }

  @Test func `the last ones are told, as many as somebody asks for and as are kept`() {
    var world = World(serving: ["card.layout": SampleLayouts.card])
    for width in 1...5 { world.save("card.layout", SampleLayouts.card.replacing("100", with: "\(width)")) }

    #expect(revisions(&world, most: 2)?.map(\.revision.value) == [5, 6])
    #expect(revisions(&world, most: 4096)?.count == 6)
    world.runtime.scenes[open: "card"].published.keepRevisions(RevisionRing.Limits(revisions: 3, bytes: 1 << 20))
    #expect(revisions(&world)?.map(\.revision.value) == [4, 5, 6])
    #expect(revisions(&world, of: "crad") == nil)
  }
}
