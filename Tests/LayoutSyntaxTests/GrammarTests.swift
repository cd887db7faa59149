import Fuzzing
import LayoutSyntax
import Testing

@Suite("Reading documents") struct GrammarTests {
  static let fixtures = Fixture.all(in: "samples") + Fixture.all(in: "grammar")

  @Test(arguments: fixtures)
  func `a correct document has no complaints and the tree beside it`(_ fixture: Fixture) {
    let tree = parse(fixture.source)

    #expect(DiagnosticRenderer(sources: [fixture.source]).render(tree.diagnostics) == "")
    #expect(!fixture.source.bytes.isEmpty)
    #expect(fixture.difference(of: tree.dump(), from: ".tree") == nil)
  }

  @Test(arguments: fixtures + Fixture.all(in: "diagnostics"))
  func `tokens and what lies between them are the document, byte by byte`(_ fixture: Fixture) {
    let tree = parse(fixture.source)

    #expect(TreeInvariants.violations(of: tree) == [])
    #expect(TreeInvariants.rebuilt(tree) == fixture.source.bytes)
  }

  @Test func `every construct of the grammar occurs in a fixture`() {
    var missing = Set(SyntaxKind.allCases)
    for fixture in Self.fixtures + Fixture.all(in: "diagnostics") {
      let tree = parse(fixture.source)
      for index in 0..<tree.nodeCount { missing.remove(tree.node(at: Int32(index)).kind) }
    }

    #expect(missing.map { "\($0)" }.sorted() == [])
  }

  @Test(arguments: SyntaxKind.allCases)
  func `every clause has a role, and nothing else has one`(_ kind: SyntaxKind) {
    #expect(kind.clauseRole.isEmpty == !kind.isClause)
    #expect(kind.clauseRole.contains(.setting) != kind.clauseRole.contains(.rule) || !kind.isClause)
  }
}
