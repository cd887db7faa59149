import Geometry
import LayoutModel
import Testing

@testable import LayoutEngine

/// A switch lowers what it switches, the first time as well: rows that it does not concern are taken over.
@Suite("Switching for the first time") struct SwitchingTests {
  /// Cards below each other; a flag each makes its icon larger.
  private static let cards = 30
  private static let list =
    "layout list size 320, 480 {\n"
    + (0..<cards).map { index in
      """
        box card\(index) x fill margins \(index == 0 ? "top 8" : "below card\(index - 1) gap 8") {
          box icon size 24 leading 8 top 8
          label title "Some words" top 8 after icon gap 8
          bottom == title.bottom + 8
          if flag(large\(index)) { icon.width == 48 @999  title.height >= 40 }
        }

      """
    }.joined() + "}"

  private func frames(_ scene: LayoutScene) -> [Rect] {
    scene.layout.views.indices.map { scene.frame(of: ViewID(Int32($0))) }
  }

  private func scene(_ text: String) -> LayoutScene { LayoutScene(layout(text), inputs: SceneInputs()) }

  @Test func `a choice within a value is made anew when its flag turns`() {
    var scene = scene(
      "layout a { box b at 0, 0, 9, 9; box c left 4 if flag(on) else 60 top 0 size 20 if flag(on) else 30 }")
    func frame(_ flags: Set<String>) -> Rect {
      scene.inputs.environment.flags = flags
      _ = scene.solve(measuring: FixedMetrics())
      return frames(scene)[2]
    }

    #expect(frame([]) == Rect(x: 60, y: 0, width: 30, height: 30))
    #expect(frame(["on"]) == Rect(x: 4, y: 0, width: 20, height: 20))
    #expect(frame([]) == Rect(x: 60, y: 0, width: 30, height: 30))
  }

  @Test func `a structure that was forgotten is compiled again, and comes to the same`() {
    var scene = scene(Self.list)
    func compilations(_ flags: Set<String>) -> Int { cost(of: flags, in: &scene).compilations }
    #expect(compilations([]) == 1 && !scene.hasSpares)
    #expect(compilations(["large0"]) == 1 && scene.hasSpares)
    let large = frames(scene)
    #expect(compilations([]) == 0 && compilations(["large0"]) == 0)

    scene.forgetSpares()
    #expect(!scene.hasSpares && frames(scene) == large)
    #expect(compilations(["large0"]) == 0 && compilations([]) == 1 && compilations(["large0"]) == 0)
    #expect(frames(scene) == large)
  }

  /// What a switch of flags costs.
  private func cost(of flags: Set<String>, in scene: inout LayoutScene) -> LayoutScene.Statistics {
    let before = scene.statistics
    scene.inputs.environment.flags = flags
    _ = scene.solve(measuring: FixedMetrics())
    var cost = scene.statistics
    cost.compilations -= before.compilations
    cost.loweredEmitters -= before.loweredEmitters
    return cost
  }

  @Test func `a switch lowers the rules of its branch, and no more than follows numbers anyway`() {
    var scene = scene(Self.list)
    let all = cost(of: [], in: &scene).loweredEmitters
    let none = cost(of: ["nothing asks for it"], in: &scene).loweredEmitters
    #expect(none == 0)
    let one = cost(of: ["large3"], in: &scene).loweredEmitters
    let two = cost(of: ["large3", "large4"], in: &scene).loweredEmitters
    #expect(one < all / 4)
    // From one card to two: two rules; each of the 30 cards reads the margins of the scene.
    #expect(two == one)
  }

  @Test func `what comes out is what a new scene comes to`() {
    var scene = scene(Self.list)
    for flags: Set<String> in [[], ["large0"], ["large0", "large29"], ["large17"], [], ["large17", "large18"]] {
      scene.inputs.environment.flags = flags
      _ = scene.solve(measuring: FixedMetrics())
      var fresh = LayoutScene(scene.layout, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      #expect(frames(scene) == frames(fresh))
    }
  }

  @Test func `differences are remembered of solutions that the scene can come back to, and of no others`() {
    var scene = scene(Self.list)
    _ = cost(of: [], in: &scene)
    for width in 1...200 {
      scene.inputs.environment.width = 300 + Double(width)
      _ = scene.solve(measuring: FixedMetrics())
    }
    #expect(scene.differences.count == 0)

    for flags: Set<String> in [["large3"], [], ["large3"], ["large4"], []] { _ = cost(of: flags, in: &scene) }
    // Of three structures there are three pairs; the switch from the second to the third and those to and fro.
    #expect(scene.differences.count == 3)

    var most = 0
    for width in 1...400 {
      scene.inputs.environment.width = 300 + Double(width)
      for flags: Set<String> in [["large3"], []] {
        _ = cost(of: flags, in: &scene)
        most = max(most, scene.differences.count)
      }
    }
    // There is room for 64 pairs in which all 91 views differ. A pair counts for sixteen views besides those that
    // differ, which is one at least.
    #expect(scene.layout.views.count == 91)
    #expect(most <= 64 * (16 + 91) / (16 + 1))
  }

  @Test func `what is tied to something that scrolls follows its padding`() {
    var scene = scene(
      """
      layout pages size 400, 400 {
        vscroll page at 20, 40, 300, 200 {
          box third x fill top 120 height 300
          if flag(roomy) { inset 10 }
        }
        box mark size 10 leading 0 { top == page.third.top }
      }
      """)
    for flags: Set<String> in [[], ["roomy"], []] {
      scene.inputs.environment.flags = flags
      _ = scene.solve(measuring: FixedMetrics())
      var fresh = LayoutScene(scene.layout, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      #expect(frames(scene) == frames(fresh))
    }
  }

  @Test func `boxes that have nothing to do with it decide no tie`() {
    func height(_ more: String) -> Points {
      var scene = scene(
        """
        layout ties size 320, 480 {
          label dot "Hi" leading 0 { bottom <= card.bottom - 30 }
          box card x fill top 0 {
            box c x fill top 8 bottom 8
            box d size 4 leading 0 top 0
            box e size 4 leading 0 top 0
            box f size 4 leading 0 top 0
          }
          \(more)
        }
        """)
      _ = scene.solve(measuring: FixedMetrics())
      return scene.layout.views.indices.first { scene.layout.views[$0].path == "card" }
        .map { scene.frame(of: ViewID(Int32($0))).height } ?? -1
    }
    #expect(height("") == height("box g size 4 leading 0 top 0\nbox h size 4 leading 0 top 0"))
  }
}
