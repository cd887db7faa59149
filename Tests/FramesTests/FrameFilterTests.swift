import Frames
import Testing

@Suite("Names in paths") struct PathTests {
  @Test(arguments: [
    ("root", "root"), ("card.bar.ok", "ok"), (#"list.row["1.5"]"#, #"row["1.5"]"#), (#"row["a.b"].title"#, "title"),
    (#"row["a\".b"]"#, #"row["a\".b"]"#), (#"row["a\\"].b"#, "b"), ("", ""), ("a.", ""),
  ])
  func `the last name may be the view of a record whose key has points`(path: String, name: String) {
    #expect(path.lastNameOfPath == name)
  }
}

@Suite("Filters") struct FrameFilterTests {
  @Test func `the whole scene is kept as it is`() {
    #expect(card.filtered(by: .everything) == card)
  }

  @Test func `a root keeps its subtree and reveals nothing outside of it`() {
    let seen = card.filtered(by: FrameFilter(root: "card"))

    #expect(paths(seen) == ["card", "card.bar", "card.bar.ok"])
    #expect(seen.views[0].parent == nil)
    #expect(seen.views[0].index == 0)
    #expect(seen.views[0].frame == card.views[2].frame)
    #expect(seen.views[1].parent == StreamID(2))
  }

  @Test func `a name that begins like the root's is not in its subtree`() {
    #expect(!FrameFilter(root: "card").keeps(lineage: ["cardinal.x", "cardinal", "root"], kind: "box"))
  }

  @Test func `a root that does not exist yet shows an empty picture`() {
    #expect(card.filtered(by: FrameFilter(root: "later")).views.isEmpty)
  }

  @Test(arguments: [(0, ["card"]), (1, ["card", "card.bar"]), (2, ["card", "card.bar", "card.bar.ok"])])
  func `depth counts the levels below the root`(depth: Int, expected: [String]) {
    #expect(paths(card.filtered(by: FrameFilter(root: "card", depth: depth))) == expected)
  }

  @Test func `depth from the scene's root counts from it`() {
    #expect(paths(card.filtered(by: FrameFilter(depth: 1))) == ["root", "title", "card"])
    #expect(paths(card.filtered(by: FrameFilter(root: "root", depth: 0))) == ["root"])
  }

  @Test func `content may be scrolled as far as numbers go`() {
    let far = ViewContent.Scroll(
      offsetX: .min, offsetY: .max, contentWidth: 0, contentHeight: 0, insetTop: .min, insetLeft: .max, insetBottom: 0,
      insetRight: 0)
    var scrolled = card.views
    scrolled[2].content.scroll = far

    #expect(Int64(far.origin.x) == 4_294_967_295)
    #expect(Int64(far.origin.y) == -4_294_967_295)
    #expect(FrameSet(scrolled).filtered(by: FrameFilter(space: .scene)).views.count == scrolled.count)
  }

  @Test func `what is in a scroll view is seen at its insets less its offset`() {
    let ok = Frame(x: 17, y: 29, width: 4, height: 4)
    var scrolled = card.views
    scrolled[2].content.scroll = ViewContent.Scroll(
      offsetX: 0, offsetY: 50, contentWidth: 100, contentHeight: 500, insetTop: 8, insetLeft: 3, insetBottom: 0,
      insetRight: 0)
    let set = FrameSet(scrolled)

    let inScene = set.filtered(by: FrameFilter(root: "card.bar.ok", space: .scene)).views[0].frame
    #expect(inScene == Frame(x: ok.x + 3, y: ok.y + 8 - 50, width: 4, height: 4))
    // Who sees the scroll view reckons with its offset; who does not gets frames with it.
    #expect(set.filtered(by: .everything).views[3].frame == card.views[3].frame)
    let buttons = FrameFilter(root: "card", kinds: ["button"])
    let hidden = card.filtered(by: buttons).views[0].frame
    #expect(set.filtered(by: buttons).views[0].frame.y == hidden.y + 8 - 50)
  }

  @Test func `frames in the scene's space add up`() {
    let seen = card.filtered(by: FrameFilter(root: "card.bar.ok", space: .scene))

    #expect(seen.views.map(\.frame) == [Frame(x: 10 + 5 + 2, y: 20 + 6 + 3, width: 4, height: 4)])
  }

  @Test func `views of other kinds are left out, and what was in them belongs to the next view above`() {
    let seen = card.filtered(by: FrameFilter(kinds: ["view", "button"]))

    #expect(paths(seen) == ["root", "card.bar.ok"])
    #expect(seen.views[1].parent == StreamID(0))
    #expect(seen.views[1].index == 0)
    #expect(seen.views[1].frame == Frame(x: 17, y: 29, width: 4, height: 4))
  }

  @Test func `fields that are not wanted have their defaults`() {
    var cut = card
    cut.views[1].content.truncation = .tail
    let seen = cut.filtered(by: FrameFilter(root: "title", fields: [.text]))

    #expect(seen.views[0].frame == .zero)
    #expect(seen.views[0].content.text == "Hello")
    #expect(seen.views[0].content.truncation == .tail)
    #expect(cut.filtered(by: FrameFilter(root: "title", fields: [.alpha])).views[0].content.truncation == nil)
    #expect(!seen.views[0].content.isHidden)
  }

  @Test(arguments: UInt64(1)...100) func `what is kept follows from lineage and kind alone`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: 30)
    let filter = scene.filter()
    let frames = scene.picture

    let byID = Dictionary(uniqueKeysWithValues: frames.views.map { ($0.id, $0) })
    func lineage(of view: ViewRecord) -> [String] {
      sequence(first: view) { $0.parent.map { byID[$0]! } }.map(\.path)
    }
    let expected = frames.views.filter { filter.keeps(lineage: lineage(of: $0), kind: $0.kind) }.map(\.path)

    #expect(paths(frames.filtered(by: filter)) == expected, "seed \(seed), \(filter)")
  }

  @Test(arguments: UInt64(1)...150)
  func `filtering and applying may change places`(seed: UInt64) {
    var scene = RandomScene(seed: seed, views: 30)
    let filter = scene.filter()
    var older = scene.picture
    for step in 1...12 {
      scene.edit()
      let newer = scene.picture
      let diff = newer.filtered(by: filter).diff(from: older.filtered(by: filter))
      #expect(
        older.filtered(by: filter).applying(diff) == older.applying(newer.diff(from: older)).filtered(by: filter),
        "seed \(seed), step \(step), \(filter)")
      older = newer
    }
  }

  private func paths(_ set: FrameSet) -> [String] { set.views.map(\.path) }

  /// root { title, card { bar { ok } } }
  private let card: FrameSet = {
    func view(_ id: UInt32, _ path: String, _ kind: String, in parent: UInt32?, _ index: Int, _ frame: Frame)
      -> ViewRecord
    {
      ViewRecord(
        id: StreamID(id), path: path, kind: kind, parent: parent.map { StreamID($0) }, index: index, frame: frame)
    }
    var set = FrameSet([
      view(0, "root", "view", in: nil, 0, Frame(x: 0, y: 0, width: 100, height: 100)),
      view(1, "title", "label", in: 0, 0, Frame(x: 1, y: 1, width: 50, height: 10)),
      view(2, "card", "box", in: 0, 1, Frame(x: 10, y: 20, width: 60, height: 60)),
      view(3, "card.bar", "box", in: 2, 0, Frame(x: 5, y: 6, width: 30, height: 30)),
      view(4, "card.bar.ok", "button", in: 3, 0, Frame(x: 2, y: 3, width: 4, height: 4)),
    ])
    set.views[1].content.text = "Hello"
    set.views[1].content.isHidden = true
    return set
  }()
}
