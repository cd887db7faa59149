import Frames
import Testing

@Suite("What changed since a revision") struct FrameHistoryTests {
  @Test(arguments: UInt64(1)...80)
  func `a client of any age is brought up to date, under any filter`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: Int(seed % 50) + 2)
    var history = FrameHistory()
    var published: [(Revision, FrameSet)] = []
    var filters = [FrameFilter.everything, FrameFilter(fields: .all)]

    for _ in 1...15 {
      if history.publish(scene.frames, drawn: scene.drawings) != nil {
        published.append((history.revision, history.current))
      }
      filters.append(scene.filter())
      scene.edit()
    }

    for (revision, older) in published {
      for filter in filters {
        let diff = history.changes(since: revision, under: filter)
        #expect(
          diff.map { older.filtered(by: filter).applying($0) } == history.current.filtered(by: filter),
          "seed \(seed), since \(revision.value) of \(history.revision.value), \(filter)")
      }
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `publishing updates is publishing the whole picture`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: 30)
    var whole = FrameHistory()
    var drawings = scene.drawings
    _ = whole.publish(scene.frames, drawn: drawings)
    var updated = whole

    for step in 1...10 {
      var next = whole.current
      var updates = FrameHistory.Updates()
      for position in next.views.indices where scene.generator.chance(20) {
        if scene.generator.chance(70) { next.views[position].frame.x &+= Int32(scene.generator.chance(50) ? 1 : 0) }
        if scene.generator.chance(30) { next.views[position].content.text = "step \(step)" }
        if scene.generator.chance(50) {
          drawings[position].look.radius = Int32.random(in: 0...2, using: &scene.generator)
        }
        updates.frames.append((position, next.views[position].frame))
        // A view that fades has nothing else new in it.
        if step.isMultiple(of: 2) {
          next.views[position].content = whole.current.views[position].content
          next.views[position].content.alpha = scene.generator.chance(50) ? 0.5 : 1
          updates.alphas.append((position, next.views[position].content.alpha))
        } else {
          updates.contents.append((position, next.views[position].content))
        }
        updates.drawings.append((position, drawings[position]))
      }
      #expect(updated.publish(updates) == whole.publish(next, drawn: drawings), "seed \(seed), step \(step)")
      #expect(updated.current == whole.current && updated.revision == whole.revision, "seed \(seed), step \(step)")
      let since = Revision(1)
      let filter = FrameFilter(space: .scene)
      #expect(
        updated.changes(since: since, under: filter) == whole.changes(since: since, under: filter),
        "seed \(seed), step \(step)")
    }
  }

  @Test func `the same picture is not published again`() {
    let scene = RandomScene(seed: 3, views: 10)
    var history = FrameHistory()
    _ = history.publish(scene.frames)

    #expect(history.publish(scene.frames) == nil)
    #expect(history.publish(FrameHistory.Updates()) == nil)
    #expect(history.revision == Revision(1))
  }

  @Test func `the first picture is published even when it is empty`() {
    var history = FrameHistory(after: Revision(41))

    #expect(history.publish(FrameSet()) == FrameDiff())
    #expect(history.revision == Revision(42))
  }

  @Test func `a revision from before the first, or from the future, cannot be continued`() {
    var history = FrameHistory(after: Revision(41))
    _ = history.publish(RandomScene(seed: 3, views: 10).frames)

    #expect(history.changes(since: Revision(41), under: .everything) == nil)
    #expect(history.changes(since: Revision(43), under: .everything) == nil)
    #expect(history.changes(since: Revision(42), under: .everything) == FrameDiff())
  }

  @Test func `a view that came and went is not mentioned`() {
    var scene = FrameSet([RandomScene(seed: 3, views: 2).frames.views[0]])
    let root = scene.views[0]
    var history = FrameHistory()
    _ = history.publish(scene)
    scene.views.append(
      ViewRecord(id: StreamID(9), path: "guest", kind: "box", parent: root.id, index: 0, frame: .zero))
    _ = history.publish(scene)
    scene.views.removeLast()
    _ = history.publish(scene)

    #expect(history.changes(since: Revision(1), under: .everything) == FrameDiff())
    #expect(history.changes(since: Revision(2), under: .everything)?.removed == [StreamID(9)])
    #expect(history.changes(since: Revision(2), under: FrameFilter(root: "other"))?.removed == [])
  }

  @Test func `too many removals cut the history short, and it says so`() {
    let root = RandomScene(seed: 3, views: 2).frames.views[0]
    var history = FrameHistory(removalLimit: 4)
    for id in UInt32(1)...20 {
      let view = ViewRecord(id: StreamID(id), path: "v\(id)", kind: "box", parent: root.id, index: 0, frame: .zero)
      _ = history.publish(FrameSet([root, view]))
    }

    #expect(history.changes(since: Revision(1), under: .everything) == nil)
    #expect(history.oldest! > Revision(1))
    #expect(history.changes(since: history.oldest!, under: .everything) != nil)
  }

  @Test func `of views that come and go no more are remembered than there are, twice over`() {
    let root = RandomScene(seed: 3, views: 2).frames.views[0]
    func picture(from first: UInt32, _ count: UInt32) -> FrameSet {
      FrameSet(
        [root]
          + (first..<first + count).map { id in
            ViewRecord(id: StreamID(id), path: "v\(id)", kind: "box", parent: root.id, index: 0, frame: .zero)
          })
    }
    var history = FrameHistory()
    for round in 1...UInt32(1000) { _ = history.publish(picture(from: 10 * round, 1)) }
    #expect((32...64).contains(history.removalCount))

    // 100 views and the root, of which 99 have gone each time.
    for round in 1...UInt32(20) { _ = history.publish(picture(from: 100_000 + 99 * round, 100)) }
    #expect((101...202).contains(history.removalCount))
    // All of the last exchange is there, so it can be told as a difference.
    #expect(history.changes(since: Revision(1019), under: .everything)?.removed.count == 99)
  }

  @Test(arguments: [(7, 3, 3), (4, 3, 0), (3, 3, 0), (2, 3, 0), (UInt64.max, 0, Int.max)] as [(UInt64, UInt64, Int)])
  func `how many revisions nobody saw is a number from 0, whichever is the older`(
    _ revision: UInt64, _ older: UInt64, _ skipped: Int
  ) {
    #expect(Revision(revision).skipped(since: Revision(older)) == skipped)
  }

  @Test func `a moved parent is told to those who see the scene's space, not to the others`() {
    var scene = FrameSet([
      RandomScene(seed: 3, views: 2).frames.views[0],
      ViewRecord(id: StreamID(1), path: "a", kind: "box", parent: StreamID(0), index: 0, frame: .zero),
      ViewRecord(id: StreamID(2), path: "a.b", kind: "box", parent: StreamID(1), index: 0, frame: .zero),
    ])
    var history = FrameHistory()
    _ = history.publish(scene)
    scene.views[1].frame.x = 64
    _ = history.publish(scene)

    #expect(history.changes(since: Revision(1), under: FrameFilter(root: "a.b"))?.isEmpty == true)
    #expect(
      history.changes(since: Revision(1), under: FrameFilter(root: "a.b", space: .scene))?.set
        == [FrameDiff.Move(id: StreamID(2), frame: Frame(x: 64, y: 0, width: 0, height: 0))])
  }
}
