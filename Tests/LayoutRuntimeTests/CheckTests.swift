import LayoutEngine
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

    guard case .checked(let report) = world.call(.check(.path("a.layout")))?.answer else {
      Issue.record("the check is not answered")
      return
    }

    #expect(report.diagnostics.map(\.code.rawValue) == ["E3001"])
    #expect(report.diagnostics.first?.notes.first?.message == "in preview 'wide'")
  }

  /// What the check of a layout with so many previews finds, where a solve may take 20,000 operations.
  private static func check(previews count: Int) -> [Diagnostic]? {
    var options = Runtime.Options()
    options.workLimit = SolveBudget(operations: 20_000)
    var world = World(options: options)
    let previews = (0..<count).map { "preview \"p\($0)\" size \(400 + $0), 100" }
    let text =
      "layout a size 300, 100 {\nbox c width 10 left 5 top 0 height 9\n\(previews.joined(separator: "\n"))\n}\n"
    let answer = world.call(.check(.text(name: "a.layout", Array(text.utf8))))?.answer
    guard case .checked(let report) = answer else { return nil }
    return report.diagnostics
  }

  @Test func `all previews of a file together take no more than a few layouts may`() throws {
    #expect(Self.check(previews: 5) == [])

    // Each has eight unknowns at least and as many rows, for each of which 16 operations are taken: 256 of 80,000.
    let found = try #require(Self.check(previews: 400))
    #expect(found.map(\.code.rawValue) == ["E2911"])
    #expect(found.first?.message.hasSuffix("of a file together take more than 80000 operations") == true)
    #expect(found.first?.message.hasPrefix("preview 'p") == true)
  }
}
