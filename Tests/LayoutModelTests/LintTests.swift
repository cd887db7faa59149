import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@Suite("Lint") struct LintTests {
  static let fixtures = Fixture.all(in: "lint")

  static func findings(in fixture: Fixture) -> [Diagnostic] {
    let tree = parse(fixture.source)
    return lint(
      tree, imports: Fixture.loading(tree).imports, asksForIdentifiers: fixture.name.hasSuffix("/ids.layout"))
  }

  @Test(arguments: fixtures)
  func `a document has exactly the findings written in it`(_ fixture: Fixture) {
    let found = fixture.reported(Self.findings(in: fixture))

    #expect(fixture.says(found), "\(found)")
  }

  @Test func `every code of lint occurs in a fixture`() {
    let found = Set(Self.fixtures.flatMap { Self.findings(in: $0).map(\.code) })

    #expect(LintCode.allCases.filter { !found.contains($0.code) } == [])
  }

  @Test(arguments: Corpus.layouts(below: "Layouts"))
  func `there is nothing to say about the layouts of this repository`(_ document: Corpus.Document) {
    let imports = Corpus.layouts(below: "Layouts").map { other in
      (other.path, parse(SourceText(name: other.path, bytes: other.bytes)))
    }
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))

    #expect(
      DiagnosticRenderer(sources: [tree.source]).render(
        lint(tree, imports: Dictionary(uniqueKeysWithValues: imports))) == "")
  }

  @Test(arguments: Corpus.documents)
  func `any document can be asked`(_ document: Corpus.Document) {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))

    for finding in lint(tree) {
      #expect(finding.severity == .warning)
      #expect(finding.place.map { $0.span.start < $0.span.end } == true)
    }
  }
}
