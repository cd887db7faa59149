import Geometry
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("What is solved and yet probably not meant") struct FindingTests {
  /// The codes and the places of what is found in a scene of 300 × 200, as `W4011 text of the place`.
  private func findings(_ body: String) -> [String] {
    let text = "layout a size 300, 200 { \(body) }"
    let source = SourceText(name: "test.layout", text: text)
    return diagnostics(body).map { "\($0.code.rawValue) \(source.text(in: $0.place!.span))" }
  }

  private func diagnostics(_ body: String) -> [Diagnostic] {
    let layout = layout("layout a size 300, 200 { \(body) }")
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    _ = scene.solve(measuring: FixedMetrics())
    return scene.findings()
  }

  // MARK: No size

  @Test func `a view with content and no size is told, the outermost of several`() {
    #expect(findings("box a top 0 leading 0 width 50 { label b \"abc\" top 0 leading 0 }") == ["W4011 box a"])
    #expect(
      findings("box a top 0 leading 0 { box b top 0 leading 0 { label c \"abc\" top 0 leading 0 } }")
        == ["W4011 box a"])
    #expect(
      findings("hstack r width 50 top 0 leading 0 { box b width 50; label l \"abc\" shrink x }") == ["W4011 label l"])
  }

  @Test(arguments: [
    "box a top 0 leading 0", "box a top 0 leading 0 height 0 { label b \"abc\" top 0 leading 0 }",
    "box a top 0 leading 0 hidden { label b \"abc\" top 0 leading 0 }",
    "box a top 0 leading 0 alpha: 0 { label b \"abc\" top 0 leading 0 }", "label a top 0 leading 0",
    "box a size 50 top 0 leading 0 { label b \"abc\" top 0 leading 0 }",
    "vscroll a x fill top 200 bottom 0 { label b \"abc\" top 0 leading 0 bottom 0 }",
  ])
  func `one without content, or that is meant, is not`(_ body: String) {
    #expect(findings(body) == [])
  }

  // MARK: Overlaps

  @Test func `texts that cover each other are told, with both places`() {
    let body = "label one \"Hello\" top 10 leading 10; label two \"World\" top 25 leading 40"

    #expect(findings(body) == ["W4012 label two"])
    #expect(diagnostics(body)[0].notes[0].place != nil)
    #expect(
      findings("vstack v top 0 leading 0 { label a \"abc\"; label b \"abc\" }; button c \"ab\" top 30 leading 5")
        == ["W4012 button c"])
  }

  @Test(arguments: [
    // Beside each other, by a point.
    "label one \"Hello\" top 10 leading 10; label two \"World\" top 29 leading 40",
    // Tied to each other, directly or by way of another.
    "label one \"Hello\" top 10 leading 10; label two \"World\" leading 40 { top == one.top + 5 }",
    "label a \"abc\" top 0 leading 0; box b leading 0 size 5 { top == a.top }; label c \"abc\" leading 0 { top == b.top }",
    // The letters are apart, though the views are not.
    "label one \"Hello\" top 10 x fill; button two \"World\" top 10 trailing 0",
    "label one \"Hello\" top 10 x fill align: trailing; button two \"World\" top 10 leading 0",
    // Behind and before each other.
    "box one fill; label two \"World\" top 10 leading 0",
    "label one \"Hello\" top 10 leading 10; box sheet fill { label two \"World\" top 10 leading 10 }",
    // One of them is not seen.
    "label one \"Hello\" top 10 leading 10 alpha: 0; label two \"World\" top 10 leading 10",
    "label one \"Hello\" top 10 leading 10 hidden; label two \"World\" top 10 leading 10",
  ])
  func `others are not`(_ body: String) {
    #expect(findings(body) == [])
  }

  // MARK: Scrolling

  @Test func `what stands before the beginning of a content is told`() {
    let bottom = "label end \"abc\" leading 0 bottom 0"

    #expect(
      findings("vscroll s fill { label up \"abc\" leading 0 { bottom == super.top + 19 }; \(bottom) }")
        == ["W4013 label up"])
    #expect(
      findings(
        "hscroll s fill { label up \"abc\" top 0 { right == super.left + 23 }; label end \"abc\" bottom 0 trailing 0 }")
        == ["W4013 label up"])
    #expect(findings("vscroll s fill { label up \"abc\" leading 0 top 0; \(bottom) }") == [])
    #expect(findings("box s fill { label up \"abc\" leading 0 { bottom == super.top + 19 } }") == [])
  }

  // MARK: Wishes

  @Test func `a strong wish that is missed is told, with how much is missing`() {
    let body = "box b top 0 leading 0 height 9 { width == 50 @high; width == 60 @800 }"

    #expect(findings(body) == ["W4014 width == 50 @high"])
    #expect(diagnostics(body)[0].message == "'b.width == 50' is missed by 10")
    #expect(diagnostics(body)[0].notes[0].message.contains("`framewire explain b`"))
  }

  @Test func `of a stack's width the view is told that decides it`() {
    let form = "vstack form top 0 leading 0 { width == 50 @high; image logo size 30; input email }"

    #expect(findings(form) == ["W4014 width == 50 @high"])
    #expect(
      diagnostics(form)[0].notes.map(\.message)
        == ["help: 'form.logo' makes 'form' 30 wide; put it into a `view` of its own, or say `items center`"])
    #expect(
      findings(
        form.replacing("image logo", with: "view { image logo top 0 bottom 0 center x").replacing(
          "; input", with: " }; input")) == [])
    #expect(findings(form.replacing("top 0", with: "top 0 items center")) == ["W4011 input email"])
  }

  @Test(arguments: [
    "box b top 0 leading 0 height 9 { width == 50 @749; width == 60 @800 }",
    "box b top 0 leading 0 height 9 { width == 50 @high; width >= 60 }",
    "box b top 0 center x height 9 { width == super.width - 24 @high; width <= 200 }",
    "box b top 0 leading 0 height 9 { width == 50 @high }",
    "box b top 0 leading 0 height 9 { width <= 50 @high; width == 50.4 }",
    "box b top 0 leading 0 width 90 { aspect 1 @high; height <= 20 }",
  ])
  func `a weak one, one that comes true and one with a limit are not`(_ body: String) {
    #expect(findings(body) == [])
  }

  // MARK: Squeezing

  @Test func `the view that makes a column too narrow for another is told`() {
    let body = "vstack form center { image logo size 40; button b \"Sign in\" }"

    #expect(findings(body) == ["W4015 size 40"])
    #expect(diagnostics(body)[0].message == "'form.logo' makes 'form' 40 wide, and 'form.b' asks for 56")
    #expect(findings("hstack form center { box line width 1 height 12; button b \"Sign in\" }") == ["W4015 height 12"])
  }

  /// A row around it decides nothing about a column's width, and a limit is no size.
  @Test(arguments: [
    "hstack row fill { vstack form { image logo size 40; button b \"Sign in\" }; spacer }",
    "vstack page items leading fill { vstack form { image logo size 40; button b \"Sign in\" }; spacer }",
    "vstack form x center top 0 { image logo size 40; button b \"Sign in\" }",
  ])
  func `so is one in a stack that leaves it its width, or centred between limits`(_ body: String) {
    #expect(findings(body) == ["W4015 size 40"])
  }

  @Test(arguments: [
    "vstack form items center center { image logo size 40; button b \"Sign in\" }",
    "vstack form center width 40 { image logo size 40; button b \"Sign in\" }",
    "vstack form top 0 x fill inset 130 { image logo size 40; button b \"Sign in\" }",
    "vstack form center { image logo size 80; button b \"Sign in\" }",
    "vstack page x fill top 0 { vstack form { image logo size 40; button b \"Sign in\" } }",
  ])
  func `a column that fits, or whose width is said, is not`(_ body: String) {
    #expect(findings(body) == [])
  }

  @Test func `the explanation of the column names the cause`() {
    let text = "layout a { vstack form center { image logo size 40; button b \"Sign in\" } }"
    let source = SourceText(name: "test.layout", text: text)
    let layout = layout(text)
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    _ = scene.solve(measuring: FixedMetrics())

    let told = scene.explanation(of: ViewID(1), attribute: .width) { source.text(in: $0.span) }
    #expect(told?.attributes[0].because.first?.source == "size 40")
    #expect(told?.attributes[0].because.first?.meaning == "form.logo.width == 40")
  }

  // MARK: Spacers

  @Test(arguments: [
    ("spacer; label t \"x\"; spacer", "spacer room; label t \"x\"; spacer width == room.width"),
    ("spacer left1; label t \"x\"; spacer two", "spacer left1; label t \"x\"; spacer two width == left1.width"),
  ])
  func `two equal spacers are told how to share`(_ written: String, _ meant: String) {
    func row(_ views: String) -> String { "layout a { hstack r x fill top 0 { \(views) } }" }
    let layout = layout(row(written))
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    _ = scene.solve(measuring: FixedMetrics())
    var bytes = Array(row(written).utf8)
    for fix in scene.diagnostics.flatMap(\.fixes).reversed() {
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == row(meant))

    let mended = LayoutEngineTests.layout(row(meant))
    var other = LayoutScene(mended, inputs: SceneInputs(of: mended))
    _ = other.solve(measuring: FixedMetrics())
    #expect(other.diagnostics == [])
    // 390 less a letter of 8.
    #expect(other.frame(of: ViewID(2)).width == 191)
    #expect(other.frame(of: ViewID(4)).width == 191)
  }

  // MARK: No false alarm

  @Test(arguments: Corpus.layouts(below: "Layouts"))
  func `there is nothing to find in the layouts of this repository`(_ document: Corpus.Document) {
    let all = Corpus.layouts(below: "Layouts").map { other in
      (other.path, parse(SourceText(name: other.path, bytes: other.bytes)))
    }
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    for layout in resolve(tree, imports: Dictionary(uniqueKeysWithValues: all)).document.layouts {
      for inputs in [SceneInputs(of: layout)]
        + layout.previews.map({ SceneInputs(of: layout, preview: $0.environment) })
      {
        var scene = LayoutScene(layout, inputs: inputs)
        _ = scene.solve(measuring: FixedMetrics())
        #expect(scene.findings().map(\.message) == [])
      }
    }
  }

  @Test func `the sign-in of the tour as it was is told of`() {
    let body = """
      input user center x width 80% top == super.centerY height 8%
      input pass center x width 80% below user gap 10 height 8%
      button login "Log in" center x width 80% below pass gap 10 height 8%
      button forgot "Forgot password?" center x width 60% below login gap 30 height 30
      button create "Create account" center x width 60% bottom 20 height 30
      """
    let layout = layout("layout login size 844, 390 {\n\(body)\n}")
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    _ = scene.solve(measuring: FixedMetrics())

    #expect(scene.findings().map(\.code.rawValue) == ["W4012"])
  }

  @Test func `every code is in a test here`() {
    #expect(
      SceneFindingCode.allCases.map(\.rawValue) == [
        "W4011", "W4012", "W4013", "W4014", "W4015", "W4016", "W4017", "W4018",
      ])
  }

  // MARK: Room that went to the wrong one

  /// The scene is 200 high. The label and the button are 20 high, so 160 are left to the row or to the scroll view.
  static let page = "hstack row items center { button b \"ab\" }"

  @Test(arguments: [
    "vstack v fill { vscroll s { label l \"abc\" fill }; \(page) }",
    "vscroll s x fill top 0 { label l \"abc\" fill }; \(page.replacing("row", with: "row x fill bottom 0 below s"))",
  ])
  func `a row that grows because the scroll view beside it does not is told`(_ body: String) throws {
    #expect(findings(body).map { $0.prefix(16) } == ["W4016 hstack row"])
    let scroll = body.hasPrefix("vstack") ? "v.s" : "s"
    #expect(
      diagnostics(body)[0].message.contains("is 180 high and what is in it 20: it has the room that '\(scroll)' leaves")
    )
  }

  @Test(arguments: [
    // As the help says.
    "vstack v fill { vscroll s { vstack c fill { label l \"abc\"; spacer } }; \(page) }",
    "vstack v fill { vscroll s { label l \"abc\" x fill top 0 }; \(page) }",
    "vstack v fill { vscroll s { label l \"abc\" fill }; \(page.replacing("center", with: "center height 50")) }",
    // It is high because what is in it is.
    "vstack v fill { vscroll s { label l \"abc\" fill }; hstack row items center { box b size 90, 160 } }",
    // The scroll view has the room, and the row its 60 of inset and the 20 of the button.
    "vstack v fill { vscroll s { label l \"abc\" fill height 400 }; \(page.replacing("items", with: "inset 30 items")) }",
    // Nothing ties the two.
    "vscroll s x fill top 0 height 20 { label l \"abc\" fill }; \(page.replacing("row", with: "row left 0 y fill"))",
  ])
  func `one that is meant is not`(_ body: String) { #expect(findings(body) == []) }

  // MARK: Behind the end

  /// The content is as high as the scroll view, 200; the view ends at 240.
  @Test(arguments: [
    "vscroll s fill { box b x fill top 20 height 220 }", "vscroll s fill inset 10 { box b x fill top 20 height 220 }",
    "hscroll s fill { box b left 20 width 320 y fill }",
    "vscroll s fill { vstack v x fill top 40 { box b height 200 } }",
  ])
  func `what ends where nobody can scroll to is told`(_ body: String) {
    #expect(findings(body).map { $0.prefix(5) } == ["W4018"])
  }

  @Test(arguments: [
    "vscroll s fill { box b x fill top 20 height 220 bottom 0 }",
    "vscroll s fill { vstack v x fill top 40 { box b height 200; bottom <= super.bottom } }",
    "vscroll s fill { box b x fill top 20 height 180 }", "list l fill { box b height 400 }",
    "vscroll s fill inset 10 { box b x fill top 20 height 220 bottom 0 }",
    "vscroll s fill { box b x fill top 20 height 220 hidden }",
  ])
  func `what can be scrolled to is not`(_ body: String) { #expect(findings(body) == []) }

  // MARK: Texts of which nothing is left

  @Test func `a text that its neighbours leave no room is told`() {
    let row = "hstack r leading 0 top 0 width 104 { button a \"0123456789ab\"; button b \"0123456789\" }"

    #expect(findings(row).map { $0.prefix(5) } == ["W4011"])
    #expect(diagnostics(row)[0].message == "'r.b' shows 8 of its text's 80")
    #expect(findings("label l \"Word\" leading 0 top 0 height 5").map { $0.prefix(5) } == ["W4011"])
    #expect(findings(row.replacing("104", with: "140")) == [])
  }

  // MARK: The edge of the scene

  @Test(arguments: [
    "button b \"abc\" leading 290 top 0", "label l \"abc\" leading -4 top 0", "input i leading 0 top 190 size 40, 20",
    "box around at 280, 0, 10, 10 { label l \"abc\" at 0, 0 }",
  ])
  func `a text of which the edge cuts off a part is told`(_ body: String) {
    #expect(findings(body).map { $0.prefix(5) } == ["W4017"])
  }

  @Test(arguments: [
    // Parked beyond it, scrolled to, no text, and no letters there.
    "button b \"abc\" leading 300 top 0", "vscroll s fill { button b \"abc\" leading 290 top 0 bottom 0 }",
    "box b at 290, 0, 20, 20", "label l \"abc\" at 250, 0, 100, 20", "button b \"abc\" leading 276.5 top 0",
    "button b \"abc\" leading 290 top 0 hidden",
    // A page that is pushed aside takes what is on it along.
    "view page at -90, 0, 300, 200 { button b \"abc\" leading 80 top 0 }",
  ])
  func `what is beyond it as a whole, or can be scrolled to, is not`(_ body: String) { #expect(findings(body) == []) }

  /// Seven rows of 40 and no gap are 280 high, and the scene 200.
  static let rows = (0..<7).map { "box r\($0) height 40\n" }.joined()

  @Test(arguments: [
    "vstack v x fill top 0 { \(rows) }", "grid v columns 1 fill { \(rows) }",
    "grid v columns 1 x fill top 20 { \(rows) }",
    "hflow v x fill top 0 { \(rows.replacing("height 40", with: "size 200, 40")) }",
    "box around at 0, 0, 100, 150 clips: true { vstack v x fill top 0 { \(rows) } }",
  ])
  func `rows that go on below the edge are told once`(_ body: String) {
    #expect(findings(body).map { $0.prefix(5) } == ["W4017"])
    #expect(diagnostics(body)[0].message.contains("goes on"))
  }

  @Test func `it is told how far they go on, and below what`() {
    #expect(
      diagnostics("grid v columns 1 x fill top 20 { \(Self.rows) }").map(\.message)
        == ["'v' goes on 100 below the scene, where nobody sees it"])
    #expect(
      diagnostics("box card at 0, 10, 100, 150 clips: true { vstack v x fill top 0 { \(Self.rows) } }").map(\.message)
        == ["'card.v' goes on 130 below 'card', which clips, where nobody sees it"])
  }

  @Test(arguments: [
    // Scrolled to, a sheet that is mostly below, one that is wholly there, and rows that fit.
    "vscroll s fill { vstack v x fill top 0 bottom 0 { \(rows) } }",
    "vstack v x fill top 150 { box a height 40; box b height 40 }", "vstack v x fill top 200 { \(rows) }",
    "vstack v x fill top 0 { box a height 100; box b height 100 }", "vstack v x fill top 0 hidden { \(rows) }",
  ])
  func `rows that have room, or that may come up, are not`(_ body: String) { #expect(findings(body) == []) }

  // MARK: Wishes across an aspect

  @Test func `a limit of the height explains a wish for a width, where an aspect ties them`() {
    let image = "box i left 0 top 0 aspect 2 { width == super.width @high; height <= 100 }"
    #expect(findings(image) == [])
    #expect(findings(image.replacing("height <= 100", with: "height == 100")).map { $0.prefix(5) } == ["W4014"])
  }
}
