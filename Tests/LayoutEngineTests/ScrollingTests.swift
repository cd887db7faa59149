import Frames
import Geometry
import LayoutModel
import Testing

@testable import LayoutEngine

@Suite("Scrolling") struct ScrollingTests {
  private static let text = """
    layout reader size 300, 200 {
      vscroll page inset 10, 0, 20, 0 {
        fill
        box story x fill y fill height 500
        box bar x fill height 12 { top == super.scrollFrame.top }
      }
      box foot size 10 { top == page.bottom }
    }
    """
  private static let page = ViewID(1)
  private static let bar = ViewID(3)

  private var scene = LayoutScene(layout(text), inputs: SceneInputs(of: layout(text)))

  init() { _ = scene.solve(measuring: FixedMetrics()) }

  private mutating func scroll(to y: Points) -> [String] {
    scene.inputs.scrollOffsets["page"] = Point(x: 0, y: y)
    return scene.solve(measuring: FixedMetrics()).map { scene.layout.views[Int($0.index)].path }
  }

  private var offset: Points? { scene.content(of: Self.page).scroll.map { Double($0.offsetY) / 64 } }

  @Test mutating func `only what is tied to the visible part moves over the content`() {
    #expect(scene.frame(of: Self.bar).y == -10)

    #expect(scroll(to: 120) == ["page", "page.bar"])
    #expect(scene.frame(of: Self.bar).y == 110)
    #expect(offset == 120)
    #expect(scene.statistics.compilations == 1)
  }

  @Test mutating func `an offset beyond the content stops at its end, and one before it at its beginning`() {
    _ = scroll(to: 10_000)
    // Padding above and below around 500, in 200.
    #expect(offset == 330)
    #expect(scene.frame(of: Self.bar).y == 320)

    _ = scroll(to: -5)
    #expect(offset == 0)
  }

  @Test mutating func `the wish is kept: a content that grows again is scrolled as far again`() {
    _ = scroll(to: 300)
    scene.inputs.environment.height = 480
    _ = scene.solve(measuring: FixedMetrics())
    #expect(offset == 50)

    scene.inputs.environment.height = 200
    _ = scene.solve(measuring: FixedMetrics())
    #expect(offset == 300)
  }

  /// Rows of 64 in 200, with 10 above and below: five end at 20 + 320 - 200, six 64 further down.
  @Test func `what stays at the end opens there, and is there again when the content grows`() {
    func scene(
      _ rows: Int, _ kind: String = "list", _ inputs: (inout SceneInputs) -> Void = { _ in }
    ) -> [Points] {
      let views = "for _i in 0..<\(rows) { box row \(kind == "list" ? "height" : "width") 64 }"
      let layout = layout(
        """
        layout chat size 300, 200 {
          \(kind) rows inset 10 stay: end { fill; \(kind == "list" ? views : "hstack line fill { \(views) }") }
        }
        """)
      var wanted = SceneInputs(of: layout)
      inputs(&wanted)
      var scene = LayoutScene(layout, inputs: wanted)
      _ = scene.solve(measuring: FixedMetrics())
      let scroll = scene.content(of: ViewID(1)).scroll!
      return [Points(scroll.offsetX) / 64, Points(scroll.offsetY) / 64]
    }

    #expect(scene(5) == [0, 140])
    #expect(scene(6) == [0, 204])
    #expect(scene(2) == [0, 0])
    // Scrolled away, be it to the beginning, it stays where it is.
    #expect(scene(6) { $0.scrollOffsets["rows"] = .zero } == [0, 0])
    #expect(scene(6) { $0.scrollOffsets["rows"] = Point(x: 0, y: 40) } == [0, 40])
    // A larger view shows the end as well, and so does one of which a notch covers 30 at each end of its axis: its
    // padding is 60 more.
    #expect(scene(6) { $0.environment.height = 300 } == [0, 104])
    #expect(scene(6) { $0.environment.safe = EdgeInsets(top: 30, left: 0, bottom: 30, right: 0) } == [0, 264])
    // To the sides: 20 + 384 - 300; what reads right to left ends on the left, where offsets begin.
    #expect(scene(6, "hscroll") == [104, 0])
    #expect(scene(6, "hscroll") { $0.environment.traits["direction"] = "rtl" } == [0, 0])
  }

  @Test func `the safe area of what is scrolled follows what is seen`() {
    let text = """
      layout reader size 300, 200 safe(top: 30) {
        vscroll page fill {
          box story x fill y fill height 500
          box card at 0, 100, 300, 100 { box inner fill safe }
        }
      }
      """
    var inputs = SceneInputs(of: layout(text))
    var heights: [Points] = []
    // The content begins below the bar, at 30: the card is seen at 100 and at 10.
    for offset in [30.0, 120] {
      inputs.scrollOffsets["page"] = Point(x: 0, y: offset)
      var scene = LayoutScene(layout(text), inputs: inputs)
      _ = scene.solve(measuring: FixedMetrics())
      heights.append(scene.frame(of: ViewID(4)).height)
    }

    #expect(heights == [100, 100 - 20])
  }

  /// The keyboard's top is at 540, so that is where the last points are when the content is scrolled to its end: 34 of
  /// the inset are the safe area's, the rest is what the keyboard covers besides.
  @Test func `what avoids the keyboard can be scrolled clear of it to the last point`() {
    let text = """
      layout form size 400, 800 safe(bottom: 34) {
        vscroll page fill avoid: keyboard { box long x fill y fill height 900; box send x fill height 40 bottom 0 }
      }
      """
    var inputs = SceneInputs(of: layout(text))
    inputs.scrollOffsets["page"] = Point(x: 0, y: 9999)
    var offsets: [Points] = []
    for keyboard in [Keyboard.docked(260), .floating(Rect(x: 30, y: 540, width: 100, height: 100)), .away] {
      inputs.environment.keyboard = keyboard
      var scene = LayoutScene(layout(text), inputs: inputs)
      _ = scene.solve(measuring: FixedMetrics())
      offsets.append(Double(scene.content(of: ViewID(1)).scroll!.offsetY) / 64)
      #expect(scene.frame(of: ViewID(3)) == Rect(x: 0, y: 860, width: 400, height: 40))
    }

    // 860 less the offset is 500; 766 - 40 without a keyboard.
    #expect(offsets == [360, 360, 134])
  }

  @Test mutating func `a scroll view in another one stays as it is while that is scrolled`() {
    let text = """
      layout reader size 300, 200 safe(top: 30) {
        vscroll page fill {
          box story x fill y fill height 500
          hscroll row at 0, 100, 300, 100 { box wide intrinsic 600, _ x fill y fill }
        }
      }
      """
    var inputs = SceneInputs(of: layout(text))
    var scene = LayoutScene(layout(text), inputs: inputs)
    _ = scene.solve(measuring: FixedMetrics())
    inputs.scrollOffsets["page"] = Point(x: 0, y: 120)
    scene.inputs = inputs
    _ = scene.solve(measuring: FixedMetrics())

    #expect(scene.frame(of: ViewID(4)) == Rect(x: 0, y: 0, width: 600, height: 100))
  }
}
