import Frames
import Geometry
import LayoutModel
import TestSupport
import Testing

@testable import LayoutEngine

/// A scene that says how its views are drawn.
private func drawn(_ text: String, _ change: (inout SceneInputs) -> Void = { _ in }) -> LayoutScene {
  let layout = layout(text)
  var inputs = SceneInputs(of: layout)
  inputs.tellsAppearance = true
  change(&inputs)
  var scene = LayoutScene(layout, inputs: inputs)
  _ = scene.solve(measuring: FixedMetrics())
  return scene
}

extension LayoutScene {
  fileprivate func drawing(of path: String) -> ViewDrawing {
    drawing(of: ViewID(Int32(layout.views.firstIndex { $0.path == path }!)))
  }

  fileprivate func look(of path: String) -> Look { drawing(of: path).look }
}

/// In points.
private func line(
  _ text: String, _ range: Range<Int>, x: Double = 0, baseline: Double, width: Double, isRightToLeft: Bool = false
) -> TextLine {
  TextLine(
    text: text, range: range, x: x.in64ths, baseline: baseline.in64ths, width: width.in64ths,
    isRightToLeft: isRightToLeft)
}

// Numbers: a character is 8 wide, a line 20 high with its baseline 15 below its top.
@Suite("Lines of texts, for those who draw them") struct LineTests {
  private func lines(_ view: String, _ change: (inout SceneInputs) -> Void = { _ in }) -> [TextLine] {
    drawn("layout l { \(view) }", change).drawing(of: "t").lines
  }

  @Test func `a text is broken where it was measured to break`() {
    #expect(
      lines(#"label t "aaaa bbbb cccc" width 72"#) == [
        line("aaaa bbbb", 0..<9, baseline: 15, width: 72), line("cccc", 10..<14, baseline: 35, width: 32),
      ])
  }

  @Test func `paragraphs begin lines, an empty one too`() {
    #expect(
      lines(#"label t "ab\n\ncd""#) == [
        line("ab", 0..<2, baseline: 15, width: 16), line("", 3..<3, baseline: 35, width: 0),
        line("cd", 4..<6, baseline: 55, width: 16),
      ])
  }

  @Test func `places in the text are bytes`() {
    #expect(
      lines(#"label t "äö üß" width 16"#) == [
        line("äö", 0..<4, baseline: 15, width: 16), line("üß", 5..<9, baseline: 35, width: 16),
      ])
  }

  @Test(arguments: [("leading", 0.0), ("center", 42), ("trailing", 84)])
  func `lines stand where 'align' says`(align: String, x: Double) {
    #expect(lines("label t \"ab\" width 100 align: \(align)") == [line("ab", 0..<2, x: x, baseline: 15, width: 16)])
  }

  @Test(arguments: [("leading", 84.0), ("center", 42), ("trailing", 0)])
  func `from right to left they stand on the other side`(align: String, x: Double) {
    let lines = lines("label t \"ab\" width 100 align: \(align)") { $0.environment.traits["direction"] = "rtl" }
    #expect(lines == [line("ab", 0..<2, x: x, baseline: 15, width: 16)])
  }

  @Test func `a line goes by the first letter of its paragraph, wherever that stands`() {
    #expect(
      lines(#"label t "12 שלום abc\nabc שלום" width 64"#) == [
        line("12 שלום", 0..<11, baseline: 15, width: 56, isRightToLeft: true),
        line("abc", 12..<15, baseline: 35, width: 24, isRightToLeft: true),
        line("abc שלום", 16..<28, baseline: 55, width: 64),
      ])
  }

  @Test func `without a letter it goes by others, and by the scene where there are none`() {
    #expect(lines(#"label t "1\nabc\n2\nא\n3""#).map(\.isRightToLeft) == [false, false, false, true, true])
    #expect(lines(#"label t "1\nא""#).map(\.isRightToLeft) == [true, true])
    #expect(lines(#"label t "1...""#).map(\.isRightToLeft) == [false])
    #expect(
      lines(#"label t "1...""#) { $0.environment.traits["direction"] = "rtl" }
        == [line("1...", 0..<4, baseline: 15, width: 32, isRightToLeft: true)])
  }

  @Test func `a line that is cut goes like the paragraph it is of`() {
    #expect(
      lines(#"label t "שלום abc def" width 48 lines: 2"#).map(\.isRightToLeft) == [true, true])
  }

  @Test func `a button's text stands in the middle`() {
    #expect(lines(#"button t "OK" size 100, 44"#) == [line("OK", 0..<2, x: 42, baseline: 27, width: 16)])
  }

  @Test(arguments: [("tail", "aaaa…"), ("head", "…bbbb"), ("middle", "aa…bb"), ("clip", "aaaa ")])
  func `a line that is cut reads as it is shown`(truncation: String, shown: String) {
    #expect(
      lines("label t \"aaaa bbbb\" width 40 lines: 1 truncate: \(truncation)") == [
        line(shown, 0..<9, baseline: 15, width: 40)
      ])
  }

  @Test func `lines for which there is no room are cut off like those beyond 'lines'`() {
    #expect(
      lines(#"label t "aaaa bbbb cccc" size 40, 45"#) == [
        line("aaaa", 0..<4, baseline: 15, width: 32), line("bbbb…", 5..<14, baseline: 35, width: 40),
      ])
  }

  @Test func `a single line is shown however low the view is`() {
    #expect(lines(#"label t "ab" height 3"#) == [line("ab", 0..<2, baseline: 15, width: 16)])
  }

  @Test func `an input without text shows its placeholder`() {
    #expect(
      lines(#"input t placeholder: "Name" width 100"#) == [line("Name", 0..<4, baseline: 15, width: 32)])
  }

  @Test func `a hidden text has no lines, and has them when it is shown`() {
    var scene = drawn(#"layout l { label t "ab"; box b 1, 1 { } }"#.replacing("1, 1 { }", with: "size 1, 1")) {
      $0.hidden["t"] = true
    }
    #expect(scene.drawing(of: "t").lines.isEmpty)
    scene.inputs.hidden = [:]
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.drawing(of: "t").lines == [line("ab", 0..<2, baseline: 15, width: 16)])
  }

  @Test func `a resize breaks the lines anew, and names the view`() {
    var scene = drawn(#"layout l size 200, 100 { label t "aaaa bbbb" leading 0 top 0 { trailing <= super.trailing } }"#)
    #expect(scene.drawing(of: "t").lines.count == 1)
    scene.inputs.environment.width = 50
    let changed = scene.solve(measuring: FixedMetrics())
    #expect(changed.map(\.index).contains(1))
    #expect(scene.drawing(of: "t").lines.map(\.text) == ["aaaa", "bbbb"])
  }

  /// A word of random texts is seldom as long as the widest line.
  @Test(arguments: UInt64(1)...40) func `there are as many lines as were measured, and as wide`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 1...50 {
      let words = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        String(
          repeating: ["a", "é", "字"].randomElement(using: &generator)!, count: Int.random(in: 0...9, using: &generator))
      }
      let text = words.joined(separator: generator.chance(20) ? "\n" : " ")
      let attributes = TextAttributes(
        lines: Int.random(in: 0...3, using: &generator),
        truncation: TextTruncation.allCases.randomElement(using: &generator)!)
      let width = Double(Int.random(in: 1...120, using: &generator))
      let size = FixedMetrics().measure(text, attributes, width: width)
      let lines = FixedMetrics().lines(of: text, attributes, width: width)
      #expect(lines.count == size.lines, "seed \(seed): \(text.debugDescription), \(attributes), \(width)")
      #expect(lines.map(\.width).max() == size.width, "seed \(seed): \(text.debugDescription), \(attributes), \(width)")
      #expect(lines.reduce(0) { $0 + $1.height } == size.height)
      for line in lines.dropLast(size.isCut ? 1 : 0) {
        let bytes = Array(text.utf8)[line.range]
        #expect(String(decoding: bytes, as: UTF8.self) == line.text)
      }
    }
  }
}

@Suite("How views look, for those who draw them") struct LookTests {
  @Test func `nobody is told who does not ask`() {
    let scene = drawn(#"layout l { box b size 1, 1 background: #ff0000 }"#) { $0.tellsAppearance = false }
    #expect(scene.look(of: "b") == Look())
  }

  @Test func `a box looks as its properties say`() {
    let scene = drawn(
      """
      layout l {
        box b size 1, 1 background: #102030 radius: 12 border: 1.5 borderColor: accent role: card data_tilt: 0.25 {
          data_badge: "new"; data_open: true; data_tint: #00ff0080
        }
      }
      """)
    var look = Look()
    look.background = .colour(0x102030FF)
    look.radius = 12 * 64
    look.border = 96
    look.borderColor = .named("accent")
    look.role = "card"
    look.data = [
      Look.Datum(name: "badge", value: .text("new")), Look.Datum(name: "open", value: .truth(true)),
      Look.Datum(name: "tilt", value: .number(0.25)), Look.Datum(name: "tint", value: .text("#00ff0080")),
    ]
    #expect(scene.look(of: "b") == look)
    #expect(scene.look(of: "root") == Look())
  }

  @Test func `a text says how it is set`() {
    let scene = drawn(#"layout l { label t "x" style: headline color: #fff align: center }"#)
    var look = Look()
    look.color = .colour(0xFFFF_FFFF)
    look.align = .center
    look.style = "headline"
    // A headline has body's 17 points, semibold.
    look.font = Look.Font(size: 17 * 64, weight: 600, lines: 0, isRightToLeft: false)
    #expect(scene.look(of: "t") == look)
  }

  @Test func `a text is as large as the content size makes it`() {
    var scene = drawn(#"layout l { label t "x" }"#)
    scene.inputs.environment.traits = ["contentSize": "extraExtraExtraLarge", "direction": "rtl"]
    _ = scene.solve(measuring: FixedMetrics())
    // Body text has 23 points at extraExtraExtraLarge.
    #expect(scene.look(of: "t").font == Look.Font(size: 23 * 64, weight: 400, lines: 0, isRightToLeft: true))
  }

  @Test func `a branch that holds goes before what is said without one, wherever it stands`() {
    var scene = drawn(
      """
      layout l {
        box b size 1, 1 { if dark { background: #000 }; background: #fff; if flag(round) { radius: 4 } }
        box c size 1, 1 background: #fff
      }
      """)
    #expect(scene.look(of: "b").background == .colour(0xFFFF_FFFF))
    scene.inputs.environment.traits["style"] = "dark"
    scene.inputs.environment.flags = ["round"]
    let changed = scene.solve(measuring: FixedMetrics())
    #expect(scene.look(of: "b").background == .colour(0x0000_00FF))
    #expect(scene.look(of: "b").radius == 4 * 64)
    #expect(changed.map(\.index) == [1])
  }

  @Test func `colours and lengths follow their variables`() {
    var scene = drawn(
      "layout l { var accent = #ff0000; var round = 2; box b size 1, 1 background: accent radius: round * 2 }")
    #expect(scene.look(of: "b").background == .colour(0xFF00_00FF))
    #expect(scene.look(of: "b").radius == 4 * 64)
    scene.inputs.variables["round"] = 3
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.look(of: "b").radius == 6 * 64)
    scene.inputs.values["accent"] = .colour(0x00FF_00FF)
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.look(of: "b").background == .colour(0x00FF_00FF))
  }

  @Test func `an image says its picture, and shows no text`() {
    let scene = drawn(#"layout l { image i "a/logo.png" }"#) {
      $0.pictures["a/logo.png"] = .size(width: 20, height: 10, version: 3)
    }
    #expect(scene.look(of: "i").image == Look.Image(path: "a/logo.png", width: 20 * 64, height: 10 * 64, version: 3))
    #expect(scene.content(of: ViewID(1)).text == nil)
  }

  @Test func `an edit of a colour is a change of the view`() {
    let text = "layout l { box b size 1, 1 background: #ff0000; box c size 1, 1 }"
    var scene = drawn(text)
    let edited = layout(text.replacing("#ff0000", with: "#00ff00"))
    _ = scene.edit(to: edited, inputs: scene.inputs)
    #expect(scene.solve(measuring: FixedMetrics()).contains(ViewID(1)))
    #expect(scene.look(of: "b").background == .colour(0x00FF_00FF))
  }
}
