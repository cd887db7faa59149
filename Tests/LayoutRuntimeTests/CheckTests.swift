import LayoutSyntax
import Testing

@testable import LayoutRuntime

@Suite("Checks of files") struct CheckTests {
  @Test func `what is wrong in a preview alone says in which, once`() throws {
    var world = World(serving: [
      "a.layout": """
      layout a size 300, 100 {
        if super.width >= 700 { box c width 10 left 5 right 5 top 0 height 9 }
        preview "narrow" size 400, 100
        preview "wide" size 800, 100
        preview "wider" size 900, 100
      }
      """
    ])

    guard case .checked(let report) = world.call({ .check($0, .path("a.layout")) })?.answer else {
      Issue.record("the check is not answered")
      return
    }

    #expect(report.diagnostics.map(\.code.rawValue) == ["E3001"])
    #expect(report.diagnostics.first?.notes.first?.message == "in preview 'wide'")
  }
}
