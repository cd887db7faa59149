import Testing
import Wire

@Suite("What an error says to a person") struct WireErrorTextTests {
  @Test func `a layout with mistakes is said with the place of the first`() {
    let span = WireSpan(file: "ui/card.layout", line: 3, column: 7, endLine: 3, endColumn: 10)
    let diagnostic = WireDiagnostic(code: "E1003", severity: .error, message: "'siz' is no clause", span: span)

    #expect(
      WireError.layoutFailed([diagnostic, diagnostic]).description
        == "the layout has mistakes: ui/card.layout:3:7: 'siz' is no clause (and 1 more)")
    #expect(WireError.layoutFailed([]).description == "the layout has mistakes")
    var warning = diagnostic
    (warning.severity, warning.message) = (.warning, "not said")
    #expect(
      WireError.layoutFailed([warning, diagnostic]).description
        == WireError.layoutFailed([diagnostic, warning]).description)
  }
}
