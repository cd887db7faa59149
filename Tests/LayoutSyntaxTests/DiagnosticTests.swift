import LayoutSyntax
import Testing

@Suite("Complaining") struct DiagnosticTests {
  static let fixtures = Fixture.all(in: "diagnostics")

  @Test(arguments: fixtures)
  func `a document reports exactly the diagnostics written in it`(_ fixture: Fixture) {
    let tree = parse(fixture.source)

    #expect(fixture.document.markers(of: tree.diagnostics) == fixture.document.markers)
    #expect(!fixture.document.markers.isEmpty)
  }

  @Test(arguments: fixtures)
  func `what is printed is the text beside the document`(_ fixture: Fixture) {
    let text = DiagnosticRenderer(sources: [fixture.source]).render(parse(fixture.source).diagnostics)

    #expect(fixture.difference(of: text, from: ".txt") == nil)
  }

  @Test(arguments: fixtures)
  func `doing what a fix says removes the complaint`(_ fixture: Fixture) {
    for diagnostic in parse(fixture.source).diagnostics {
      guard let fix = diagnostic.fixes.first, let place = diagnostic.place else { continue }
      var bytes = fixture.source.bytes
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))

      let mended = parse(SourceText(name: fixture.name, bytes: bytes)).diagnostics

      #expect(!mended.contains { $0.code == diagnostic.code && $0.place?.span.start == place.span.start }, "\(fix)")
    }
  }

  @Test func `every code of the catalogue occurs in a fixture`() {
    // A file above 16 MiB is made by a test of its own, and JSON has no comments to write expectations in: see
    // ProjectionTests.
    var missing = Set(SyntaxCode.allCases.map(\.rawValue)).subtracting(["E1017", "E1034"])
    for fixture in Self.fixtures { for marker in fixture.document.markers { missing.remove(code(in: marker.message)) } }

    #expect(missing.sorted() == [])
  }

  private func code(in message: String) -> String {
    String(message.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
  }

  @Test(arguments: [
    ("heigth", "height"), ("topp", "top"), ("centerx", "centerX"), ("laeding", "leading"), ("sbtitle", "subtitle"),
  ])
  func `a misspelt word finds the one that was meant`(_ written: String, _ meant: String) {
    let names = ["width", "height", "top", "leading", "trailing", "centerX", "centerY", "subtitle", "title"]

    #expect(nearestName(to: written, in: names) == meant)
  }

  @Test(arguments: ["x", "abcdef", "", "wholly"])
  func `a word like no other finds nothing`(_ written: String) {
    #expect(nearestName(to: written, in: ["width", "height", "top", "leading"]) == nil)
  }
}
