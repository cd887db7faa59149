import LayoutSyntax
import Testing

@testable import LayoutRuntime

@Suite("Views that complaints are about") struct DiagnosedViewTests {
  /// By code, in the order told: the paths of the views.
  private func told(_ text: String, _ change: (inout World) -> Void = { _ in }) -> [String] {
    var world = World(serving: ["card.layout": text])
    change(&world)
    let diagnostics = world.runtime.scenes["card"]?.published.report.content.diagnostics ?? []
    return diagnostics.map { "\($0.code.rawValue) \($0.view ?? "-")" }
  }

  @Test func `a contradiction is about the view whose constraint gave way`() {
    let text = """
      layout card size 100, 100 {
        box panel fill { box a left 0 top 0 height 1 width 200 right 0 }
        box b left 0 top 0 height 1 width 5; box c left 0 top 0 size 1
      }
      """
    #expect(told(text) == ["E3001 panel.a"])
  }

  @Test func `of copies that contradict each other in the same words the first is told`() {
    let text = """
      layout card size 100, 100 {
        for _i in 0..<3 { box cell left 0 top 0 height 1 width 200 right 0 }
      }
      """
    #expect(told(text) == ["E3001 cell[0]"])
  }

  @Test func `what nothing decides is about the first view of its sort`() {
    #expect(told("layout card size 100, 100 { box panel fill { box a top 0 left 0 height 5 } }") == ["W3002 panel.a"])
  }

  @Test func `a picture that is missing is about its image`() {
    let text = "layout card size 100, 100 { box panel fill { image logo \"no.png\" left 0 top 0 } }"
    #expect(told(text) == ["W3010 panel.logo"])
  }

  @Test func `a warning about a clause is about the view that has it, as long as the file is good`() {
    let text = """
      layout card size 100, 100 {
        box panel fill { box room lines: 2 left 0 top 0 size 1 }
      }
      """
    #expect(told(text) == ["W2208 panel.room"])
    #expect(
      told(text) {
        $0.save("card.layout", text.replacing("fill", with: "fil")); $0.advance(milliseconds: 99)
      }
      .allSatisfy { $0.hasSuffix(" -") })
  }

  @Test func `a view that was arranged into a stack that is none any more is told`() {
    let text = "layout card size 100, 100 { vstack row at 0, 0, 9, 9 { }\n box b size 5 at 0, 0 }"
    let said = told(text) { world in
      _ = world.apply(.append(["b"], to: "row", index: nil))
      world.save("card.layout", text.replacing("vstack row", with: "box row"))
    }
    #expect(said.filter { $0.hasPrefix("W2909") } == ["W2909 b"])
  }
}
