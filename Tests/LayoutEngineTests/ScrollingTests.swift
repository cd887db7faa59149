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
    for offset in [0.0, 90] {
      inputs.scrollOffsets["page"] = Point(x: 0, y: offset)
      var scene = LayoutScene(layout(text), inputs: inputs)
      _ = scene.solve(measuring: FixedMetrics())
      heights.append(scene.frame(of: ViewID(4)).height)
    }

    #expect(heights == [100, 100 - 20])
  }
}
