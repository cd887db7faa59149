import LayoutSyntax
import Testing

@Suite("Printing complaints") struct RendererTests {
  private func diagnostic(
    _ source: SourceText, _ marked: String, message: String = "wrong", notes: [(String, String?)] = [],
    fixes: [String] = []
  ) -> Diagnostic {
    let place = Diagnostic.Place(file: source.name, span: span(of: marked, in: source))
    return Diagnostic(
      DiagnosticCode(rawValue: "E2101"), .error, message, at: place,
      notes: notes.map { note in
        Diagnostic.Note(note.0, at: note.1.map { Diagnostic.Place(file: source.name, span: span(of: $0, in: source)) })
      },
      fixes: fixes.map { Diagnostic.Fix($0, replace: place, by: "") })
  }

  private func span(of text: String, in source: SourceText) -> SourceSpan {
    let wanted = Array(text.utf8)
    let start = source.bytes.indices.first { source.bytes[$0...].starts(with: wanted) } ?? 0
    return SourceSpan(start: Int32(start), end: Int32(start + wanted.count))
  }

  @Test func `the line stands under the place, carets under the text, the fix last`() {
    let source = SourceText(name: "example.layout", text: "layout a {\n  label t { top == super.centerX }\n}\n")
    let shown = DiagnosticRenderer(sources: [source]).render(
      diagnostic(
        source, "super.centerX", message: "'top' is vertical but 'centerX' is horizontal",
        notes: [("horizontal position", "super.centerX"), ("", "top")], fixes: ["use super.centerY"]))

    #expect(
      shown == """
        error[E2101]: 'top' is vertical but 'centerX' is horizontal
          --> example.layout:2:20
           2 |   label t { top == super.centerX }
             |             ---    ^^^^^^^^^^^^^ horizontal position
          fix: use super.centerY
        """)
  }

  @Test func `several places are shown line by line, with their words`() {
    let source = SourceText(name: "a.layout", text: "width 100\nheight 2\nleading 10; trailing 10\n")
    let shown = DiagnosticRenderer(sources: [source]).render(
      diagnostic(
        source, "width 100", notes: [("and this", "leading 10"), ("and that", "trailing 10"), ("help: lower one", nil)])
    )

    #expect(
      shown == """
        error[E2101]: wrong
          --> a.layout:1:1
           1 | width 100
             | ^^^^^^^^^
           3 | leading 10; trailing 10
             | ----------  ----------- and that
             | and this
          help: lower one
        """)
  }

  @Test func `tabs, wide characters and marks that combine keep carets in place`() {
    let source = SourceText(name: "a", text: "\tlabel \"日本e\u{301}\" oops\n")
    let shown = DiagnosticRenderer(sources: [source]).render(diagnostic(source, "oops"))

    #expect(
      shown == """
        error[E2101]: wrong
          --> a:1:15
           1 |     label "日本e\u{301}" oops
             |                   ^^^^
        """)
  }

  @Test func `a place in a text nobody has is named without its line`() {
    let source = SourceText(name: "a", text: "x")

    #expect(DiagnosticRenderer(sources: []).render(diagnostic(source, "x")) == "error[E2101]: wrong\n  --> a")
  }

  @Test func `colour is put on only when it is asked for`() {
    let source = SourceText(name: "a", text: "x")

    #expect(!DiagnosticRenderer(sources: [source]).render(diagnostic(source, "x")).contains("\u{1B}"))
    #expect(
      DiagnosticRenderer(sources: [source], usesColour: true).render(diagnostic(source, "x"))
        .hasPrefix("\u{1B}[1;31merror[E2101]:\u{1B}[0m wrong"))
  }

  @Test func `of a line that is longer than any screen what is around the place is shown`() {
    let blanks = String(repeating: "ä", count: 300)
    let source = SourceText(name: "a.layout", text: "\(blanks) here \(blanks)")
    let shown = DiagnosticRenderer(sources: [source]).render(diagnostic(source, "here"))

    // 100 bytes before the place: a blank, half an ä that is left out, and 49 of them. 200 from it on: `here`, a blank,
    // 97 of them and a half.
    let (before, after) = (String(repeating: "ä", count: 49), String(repeating: "ä", count: 97))
    #expect(
      shown == """
        error[E2101]: wrong
          --> a.layout:1:302
           1 | …\(before) here \(after)…
             | \(String(repeating: " ", count: 51))^^^^
        """)
  }

  @Test func `a place at the end of such a line is shown too`() {
    let source = SourceText(name: "a.layout", text: String(repeating: "x", count: 1000) + "end")
    let shown = DiagnosticRenderer(sources: [source]).render(diagnostic(source, "end"))

    #expect(
      shown.hasSuffix("1 | …\(String(repeating: "x", count: 100))end\n     | \(String(repeating: " ", count: 101))^^^"))
  }
}
