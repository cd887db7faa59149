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
