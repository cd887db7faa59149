import Framewire
import Geometry
import LayoutEngine
import Testing

/// A program's layout is built without a text; what is told of it takes its words and places from one.
///
/// A letter is 11 wide here and a line 30 high, where the fixed metrics have 8 and 20.
@Suite("What a scene tells of a layout without a text") struct ToldOnDemandTests {
  private struct Wide: TextMeasuring {
    func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
      TextSize(width: Points(Double(11 * text.count)), height: 30, firstBaseline: 24, lastBaseline: 6)
    }
  }

  private let title = Label("title", text: "Hello")
  private let box = Box("box")
  private var layout: Layout {
    Layout("told") {
      title(.top(0), .leading(0))
      box(.below(title, gap: 4), .leading(0), .size(10))
    }
  }

  @Test func `texts are explained as they were measured`() throws {
    var scene = Scene(layout, size: Size(width: 200, height: 100))
    _ = scene.turn(at: .zero, measuring: Wide())
    #expect(scene[title] == Rect(x: 0, y: 0, width: 55, height: 30))

    let explained = try #require(scene.explain(title, .width))
    #expect(explained.attributes.first?.value == 55)
    let below = try #require(scene.explain(box, .top)?.attributes.first)
    #expect(below.value == 34)
    #expect(below.because.contains { $0.site.line == 21 })
  }

  /// The text is longer by two letters, so what is told is told of a scene that goes on.
  @Test func `explaining changes nothing of the scene`() throws {
    var scene = Scene(layout, size: Size(width: 200, height: 100))
    _ = scene.turn(at: .zero, measuring: Wide())
    _ = scene.explain(title)
    try scene.setText("Hello 2", of: title)
    #expect(scene.turn(at: .zero, measuring: Wide()).changed.count == 1)
    #expect(scene[title].width == 77)
  }

  /// 55 is no 40, and both are required: it is told with its line, and what is set from then on is solved as before.
  @Test func `what is wrong once a scene is solved has its line`() throws {
    let wrong = Layout("wrong") {
      title(.top(0), .leading(0))
      title.width == 40
      title.width == title.height * 2
    }
    var scene = Scene(wrong, size: Size(width: 200, height: 100))
    _ = scene.turn(at: .zero, measuring: Wide())
    #expect(scene.diagnostics.map(\.code) == [])
    #expect(scene[title].height == 20)
    let broken = Layout("broken") {
      title(.top(0), .leading(0))
      title.width == 40
      title.width == 50
    }
    scene.layout = broken
    _ = scene.turn(at: .zero, measuring: Wide())
    let told = try #require(scene.diagnostics.first)
    #expect(told.code == "E3001" && [60, 61].contains(told.site.line))
    #expect(scene[title].height == 30)
  }
}
