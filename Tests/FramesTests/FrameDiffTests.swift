import Frames
import Testing

@Suite("Frames and the diffs between them") struct FrameDiffTests {
  static let seeds = UInt64(1)...150

  @Test(arguments: seeds) func `applying the diff to the older picture gives the newer one`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: Int(seed % 40) + 2)
    var older = scene.picture

    for step in 1...20 {
      scene.edit()
      let newer = scene.picture
      #expect(older.applying(newer.diff(from: older)) == newer, "seed \(seed), step \(step)")
      older = newer
    }
  }

  @Test(arguments: seeds) func `two diffs in a row become one with the same effect`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: Int(seed % 40) + 2)
    let first = scene.picture
    var squashed = FrameDiff()
    var last = first

    for step in 1...12 {
      scene.edit()
      let newer = scene.picture
      squashed = squashed.squashed(with: newer.diff(from: last))
      last = newer
      #expect(first.applying(squashed) == newer, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: seeds) func `in a squashed diff parents stand before their children`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: 20)
    var squashed = FrameDiff()
    for _ in 1...8 {
      let older = scene.picture
      scene.edit()
      squashed = squashed.squashed(with: scene.picture.diff(from: older))
    }

    var later = Set(squashed.views.map(\.id))
    for view in squashed.views {
      later.remove(view.id)
      #expect(view.parent.map { !later.contains($0) } ?? true, "seed \(seed), view \(view.path)")
    }
  }

  @Test(arguments: seeds) func `a diff may be applied in any order of its entries`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: 25)
    let older = scene.picture
    scene.edit()
    let newer = scene.picture
    var diff = newer.diff(from: older)

    diff.views.reverse()
    diff.set.reverse()
    diff.changed.reverse()

    #expect(older.applying(diff) == newer, "seed \(seed)")
  }

  @Test(arguments: [false, true]) func `a picture says which views a diff to it is about`(isReversed: Bool) {
    let picture = RandomScene(seed: 3, views: 12).frames
    var newer = picture
    for position in [2, 5, 11] { newer.views[position].frame.x += 64 }
    let moved = newer.diff(from: picture)
    for position in [0, 5] { newer.views[position].content.text = "news" }
    newer.views[8].kind = "news"
    var diff = newer.diff(from: picture)
    diff.set.append(FrameDiff.Move(id: StreamID(9_999), frame: .zero))
    if isReversed { diff.set.reverse() }

    #expect(newer.positions(of: moved) == [2, 5, 11])
    #expect(newer.positions(of: diff) == [0, 2, 5, 8, 11])
  }

  @Test func `the same picture differs in nothing`() {
    var scene = RandomScene(seed: 7, views: 30)

    #expect(scene.picture.diff(from: scene.picture).isEmpty)
  }

  @Test func `a view that only moved is sent as its frame, one that changed its text as its content`() {
    var newer = FrameSet([root, label])
    newer.views[1].frame.x = 128
    newer.views[0].content.text = "Hi"

    let diff = newer.diff(from: FrameSet([root, label]))

    #expect(diff.set == [FrameDiff.Move(id: label.id, frame: newer.views[1].frame)])
    #expect(diff.changed == [FrameDiff.Change(id: root.id, content: newer.views[0].content)])
    #expect(diff.views.isEmpty && diff.removed.isEmpty)
  }

  @Test func `siblings that change places are sent whole`() {
    var second = label
    second.id = StreamID(2)
    second.path = "sub"
    second.index = 1
    let older = FrameSet([root, label, second])
    var (a, b) = (second, label)
    a.index = 0
    b.index = 1

    let diff = FrameSet([root, a, b]).diff(from: older)

    #expect(diff.views == [a, b])
    #expect(diff.removed.isEmpty)
  }

  @Test func `of a first picture all is sent, and where all is gone the numbers ascending`() {
    var second = label
    second.id = StreamID(2)
    second.path = "sub"
    second.index = 1
    let picture = FrameSet(
      [root, label, second].map { view in
        // Whoever is shown first may have the largest number.
        var view = view
        view.id = StreamID(9 - view.id.value)
        view.parent = view.parent.map { StreamID(9 - $0.value) }
        return view
      })

    #expect(picture.diff(from: FrameSet()).views == picture.views)
    #expect(picture.diff(from: FrameSet()).removed == [])
    #expect(FrameSet().diff(from: picture).removed == [StreamID(7), StreamID(8), StreamID(9)])
    #expect(FrameSet().diff(from: picture).views == [])
  }

  @Test func `a diff that names a view the set never had changes nothing else`() {
    var diff = FrameDiff()
    diff.removed = [StreamID(9)]
    diff.set = [FrameDiff.Move(id: StreamID(8), frame: .zero), FrameDiff.Move(id: label.id, frame: .zero)]
    var expected = FrameSet([root, label])
    expected.views[1].frame = .zero

    #expect(FrameSet([root, label]).applying(diff) == expected)
  }

  private let root = ViewRecord(
    id: StreamID(0), path: "root", kind: "view", parent: nil, index: 0,
    frame: Frame(x: 0, y: 0, width: 640, height: 640))
  private let label = ViewRecord(
    id: StreamID(1), path: "title", kind: "label", parent: StreamID(0), index: 0,
    frame: Frame(x: 64, y: 64, width: 320, height: 64))
}
