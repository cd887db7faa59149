import Frames
import Geometry
import LayoutModel
import LayoutSyntax
import Testing

@testable import LayoutEngine

/// Where lines break depends on sizes, and sizes on where lines break.
@Suite("Flows and grids") struct FlowTests {
  private func solved(_ body: String, width: Points = 100, height: Points = 100) -> LayoutScene {
    var inputs = SceneInputs()
    inputs.environment.width = width
    inputs.environment.height = height
    var scene = LayoutScene(layout("layout a { \(body) }"), inputs: inputs)
    scene.solve(measuring: FixedMetrics())
    return scene
  }

  private func frame(of path: String, in scene: LayoutScene) -> Rect {
    let index = scene.layout.views.firstIndex { $0.path == path }!
    return scene.frame(of: ViewID(Int32(index)))
  }

  @Test func `a flow that is wide with two lines and narrow with one says so and comes to rest`() {
    // One line is 20 high, so the flow is 80 wide, and 100 have no room; two are 40 high, and 100 have room.
    let scene = solved("hflow f leading 0 top 0 { width == 60 + f.height; box a size 50, 20; box b size 50, 20 }")

    #expect(
      scene.diagnostics.map(\.message) == ["'f' goes back and forth between 2 lines and 1 line; it has 2"])
    #expect(frame(of: "f", in: scene) == Rect(x: 0, y: 0, width: 100, height: 40))
  }

  @Test func `a grid that has as many columns as fit ends with what has room`() {
    // 3 columns have room in 340, and two rows are 40 high, which says nothing of the width.
    let scene = solved("grid g columns min 100 gap 10 x fill { for i in 0..<6 { box b height 20 } }", width: 340)

    #expect(scene.diagnostics.filter { $0.code.rawValue == "W3007" }.isEmpty)
    #expect(abs(frame(of: "g.b[2]", in: scene).x - 2 * (320.0 / 3 + 10)) < 1e-9)
    #expect(frame(of: "g.b[3]", in: scene).y == 30)
  }

  @Test func `to go to a width and back takes no new compilation`() {
    var scene = solved("hflow f x fill { for i in 0..<9 { box b size 30, 10 } }", width: 100)
    for width in [61.0, 100, 61] {
      scene.inputs.environment.width = width
      scene.solve(measuring: FixedMetrics())
    }
    let compiled = scene.statistics.compilations
    for width in [100.0, 61, 100] {
      scene.inputs.environment.width = width
      scene.solve(measuring: FixedMetrics())
    }

    #expect(scene.statistics.compilations == compiled)
    #expect(frame(of: "f.b[8]", in: scene) == Rect(x: 60, y: 20, width: 30, height: 10))
  }

  /// Of 320 two gaps of 10 leave 300: 100 each, whether they may be shorter, or say nothing; of two one gap leaves 155
  /// each. Of 600 four gaps leave 560, 112 each. One that may be no longer than 80 leaves 220 to the other two.
  @Test(
    arguments: [
      ("for i in 0..<3 { box b width >= 80 height 20 }", 320, [100, 100, 100]),
      ("for i in 0..<3 { box b width 80...200 height 20 }", 320, [100, 100, 100]),
      ("for i in 0..<2 { box b height 20 }", 320, [155, 155]),
      ("for i in 0..<5 { box b width >= 80 height 20 }", 600, [112, 112, 112, 112, 112]),
      ("for i in 0..<3 { box b height 20 { if i == 0 { width 50...80 } else { width >= 50 } } }", 320, [80, 110, 110]),
    ] as [(String, Points, [Points])])
  func `what has no length shares a line that is the only one`(_ views: String, _ width: Points, _ lengths: [Points]) {
    let scene = solved("hflow f gap 10 justify fill x fill { \(views) }", width: width)

    for (index, length) in lengths.enumerated() {
      #expect(abs(frame(of: "f.b[\(index)]", in: scene).width - length) < 1e-9)
    }
  }

  @Test func `views that are put into a flow from outside begin lines as others do`() {
    var scene = solved("hflow f x fill { box a size 60, 10; box b size 30, 10 }; box c size 40, 10 top 50")
    scene.inputs.arrangement.places["c"] = .arranged(in: "f", index: 1, isLast: false)
    scene.solve(measuring: FixedMetrics())

    #expect(frame(of: "f.a", in: scene) == Rect(x: 0, y: 0, width: 60, height: 10))
    #expect(frame(of: "c", in: scene) == Rect(x: 60, y: 0, width: 40, height: 10))
    #expect(frame(of: "f.b", in: scene) == Rect(x: 0, y: 10, width: 30, height: 10))
  }

  @Test(arguments: ["trailing", "center", "spaceBetween", "leading"])
  func `what has no length takes nothing of a line`(_ justify: String) {
    let scene = solved("hflow f justify \(justify) x fill top 0 { box a size 50, 20; spacer }", width: 300)

    // The spacer is behind it, and 0 wide.
    let x: Points = ["trailing": 250, "center": 125][justify] ?? 0
    #expect(frame(of: "f.a", in: scene) == Rect(x: x, y: 0, width: 50, height: 20))
    #expect(frame(of: "f.spacer[1]", in: scene).width == 0)
    #expect(scene.diagnostics.map(\.code.rawValue).filter { $0.hasPrefix("W30") } == [])
  }

  // MARK: Columns with too little room

  /// Of 33 characters, so 264 wide, and of 10, so 80.
  private static let (long, short) = ("label a \"A long text of several words here\"", "label b \"Short word\"")

  private func widths(_ body: String) -> [Points] {
    let scene = solved("grid g \(body)", width: 200)
    return scene.layout.views.filter { $0.path.hasSuffix(".a") || $0.path.hasSuffix(".b") }.map {
      frame(of: $0.path, in: scene).width
    }
  }

  @Test func `automatic columns with too little room grow alike, and no further than they ask`() {
    // CSS: 56 and 40 are the longest words, 104 are left; 40 for each, and the short one has all it asks for.
    for list in ["auto, auto", "auto, auto, 1*"] {
      #expect(widths("columns \(list) x fill { \(Self.long); \(Self.short); box c height 5 }") == [120, 80])
      #expect(widths("columns \(list) x fill { \(Self.short); \(Self.long); box c height 5 }") == [80, 120])
    }
    // In other views they are columns all the same.
    #expect(widths("columns auto, auto x fill { vstack { \(Self.long) }; \(Self.short) }") == [120, 80])
    // Two that ask for more than a half have a half.
    #expect(widths("columns auto, auto x fill { \(Self.long); label b \"Another one that is long\" }") == [100, 100])
  }

  @Test func `what cannot wrap is where they grow from`() {
    // 60 for the box and nothing for the text beside it leave 140, a half of which is for each.
    #expect(
      widths("columns auto, auto x fill { \(Self.long); label b \"Another one that is long\"; box c size 60, 4 }")
        == [130, 70])
    #expect(widths("columns auto, auto x fill { \(Self.long); \(Self.short) noshrink x }") == [120, 80])
    #expect(
      widths("columns 50, auto, auto gap 5 x fill { box c; \(Self.long); \(Self.short) noshrink x }") == [60, 80])
    // Who says so gives way first.
    #expect(widths("columns auto, auto x fill { \(Self.long); \(Self.short) shrink x }") == [200, 0])
  }

  @Test func `a text in a share wraps before automatic columns beside it give way`() {
    // CSS: the automatic ones are 24 and 80, and the share has the rest.
    for text in ["\(Self.long)", "vstack { \(Self.long) }", "hstack { \(Self.long); spacer }"] {
      #expect(widths("columns auto, 1*, auto x fill { label d \"Day\"; \(text); \(Self.short) }") == [96, 80])
      // What does not reach the share does not yield.
      #expect(widths("columns 1*, auto x fill { box d span 2; \(text); \(Self.short) }") == [120, 80])
    }
    let cut = "label a \"A longer text than that\" lines: 1"
    #expect(widths("columns auto, 1* x fill { \(Self.short); \(cut) }") == [80, 120])
    // Its longest word has room first, wherever the share stands: `Short` is 40.
    #expect(widths("columns auto, 1* x fill { \(Self.long); \(Self.short) }") == [160, 40])
    #expect(widths("columns 1*, auto x fill { \(Self.short); \(Self.long) }") == [40, 160])
    #expect(widths("columns 1*, auto x fill { label b \"Unbreakable\"; \(Self.long) }") == [88, 112])
    #expect(widths("columns 1*, auto x fill { label b \"字字字字字字\"; \(Self.long) }") == [8, 192])
    // Who says how firmly it holds has its way, and what cannot wrap is where the share begins.
    #expect(widths("columns auto, 1* x fill { \(Self.short) noshrink x; \(Self.long) noshrink x }") == [80, 264])
    #expect(widths("columns auto, 1* x fill { \(Self.long); box c size 60, 4 }") == [140])
  }

  @Test func `shares leave their parts for a word before automatic columns give way`() {
    func columns(_ list: String, _ texts: String..., width: Points) -> [Points] {
      let labels = texts.enumerated().map { "label l\($0) \"\($1)\"" }.joined(separator: "; ")
      let scene = solved("grid g columns \(list) x fill { \(labels) }", width: width)
      return texts.indices.map { frame(of: "g.l\($0)", in: scene).width }
    }
    // CSS: 144 are left for four parts, 36 each; `elephant` needs 64, and 80 are left for three parts.
    #expect(columns("auto, 3*, 1*", "Ship to", "x", "elephant", width: 200) == [56, 80, 64])
    #expect(
      columns("auto, 2*, 1*", "Shipping address", "12 St James Square", "Unsubscribe", width: 320) == [128, 104, 88])
    #expect(columns("1*, 2* gap 8", "elephant", "ab", width: 160) == [64, 88])
    #expect(columns("1*, 1*", "extraordinary", "or so", width: 160) == [104, 56])
    // Equal ones stay equal, and what has room in its part is as others are.
    #expect(columns("2", "extraordinary", "or so", width: 160) == [80, 80])
    #expect(columns("1*, 1*", "some words in a line", "a", width: 160) == [80, 80])
  }

  @Test func `a grid decides before those in its cells do`() {
    let inner = "grid i columns auto, 1* { label d \"Day\"; LABEL }"
    // 200 less 80, less 24 in the inner one.
    #expect(
      widths("columns auto, 1* x fill { \(Self.short); \(inner.replacing("LABEL", with: Self.long)) }") == [80, 96])
    // The inner one has all that it asks for, 24 and 80.
    #expect(
      widths("columns 1*, auto x fill { \(Self.long); \(inner.replacing("LABEL", with: Self.short)) }") == [96, 80])
  }

  @Test func `a text that comes into a share yields there`() {
    let body = "columns auto, 1* x fill { \(Self.short); \(Self.long) { if root.width < 150 { cell 0, 0 } } }"
    func widths(in scene: LayoutScene) -> [Points] { ["g.a", "g.b"].map { frame(of: $0, in: scene).width } }
    var scene = solved("grid g \(body)", width: 200)
    #expect(widths(in: scene) == [120, 80])

    // The long one is in the automatic column, and the short one in the share, with its longest word.
    scene.inputs.environment.width = 100
    scene.solve(measuring: FixedMetrics())
    #expect(widths(in: scene) == [60, 40])

    scene.inputs.environment.width = 200
    scene.solve(measuring: FixedMetrics())
    #expect(widths(in: scene) == [120, 80])
  }

  @Test func `columns with too little room say so`() {
    let scene = solved("grid g columns auto, auto x fill { \(Self.long); \(Self.short) }", width: 200)
    let told = scene.explanation(of: ViewID(2), attribute: .width) { _ in "" }?.attributes[0].because.map(\.source)

    #expect(told?.last == "column 0 of 'g' is 120 wide: its part of the room, where what is in it would be 264")
  }

  @Test func `to go there and back takes no new compilation`() {
    var scene = solved("grid g columns auto, auto x fill { \(Self.long); \(Self.short) }", width: 200)
    var compiled = 0
    for width in [400.0, 200, 400, 200, 400, 200] {
      scene.inputs.environment.width = width
      scene.solve(measuring: FixedMetrics())
      if width == 400, compiled == 0 { compiled = scene.statistics.compilations }
    }

    #expect(scene.statistics.compilations == compiled)
    #expect(frame(of: "g.a", in: scene).width == 120)
  }

  // MARK: What asks for much

  @Test(
    arguments: [
      "grid g columns 100 { for i in 0..<5000 { box b span 100, 100 } }",
      "grid g columns 100 { for i in 0..<5000 { box b cell 99, 99 } }", "for i in 0..<5000 { grid g rows 100 }",
    ])
  func `tracks that copies make are counted before they are made`(_ body: String) {
    let tree = parse(SourceText(name: "a", text: "layout a size 100, 100 { \(body) }"))

    #expect(resolve(tree, imports: [:]).diagnostics.map(\.code.rawValue) == ["E2303"])
  }

  @Test(arguments: [
    "grid g columns min 0.001 x fill { for i in 0..<300 { box b size 1 } }",
    "grid g columns min 0 x fill { for i in 0..<300 { box b size 1 } }",
    "grid g columns 2 x fill { for i in 0..<30 { box b span 100, 100 } }",
    "hflow f x fill { for i in 0..<500 { box b size i, 1 } }",
  ])
  func `a few words that ask for many tracks are answered`(_ body: String) {
    let scene = solved(body)

    #expect(scene.hasFrames)
    #expect(scene.diagnostics.filter { $0.code.rawValue == "E3013" }.isEmpty)
  }
}
