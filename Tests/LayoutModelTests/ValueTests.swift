import LayoutModel
import LayoutSyntax
import Testing

/// Looks at single rules where a golden file would say too little.
@Suite("Fixes and notes") struct ValueTests {
  private func diagnostics(_ body: String) -> [Diagnostic] {
    resolve(parse(SourceText(name: "a", text: "layout a {\n\(body)\n}\n"))).diagnostics
  }

  @Test func `a wrong axis offers the counterpart and points at the left side`() {
    let found = diagnostics("label t { top == super.centerX }")

    #expect(found.map(\.message) == ["'top' is vertical but 'centerX' is horizontal"])
    #expect(found[0].fixes.map(\.replacement) == ["super.centerY"])
    #expect(found[0].notes.map(\.message) == ["vertical position"])
    #expect(found[0].notes[0].place?.span == SourceSpan(start: 21, end: 24))
  }

  @Test func `a length for a position offers super's anchor`() {
    #expect(diagnostics("label t { top == 8 }")[0].fixes.map(\.replacement) == ["super.top + 8"])
  }

  @Test func `a misspelt name offers the nearest one`() {
    let found = diagnostics("label subtitle\nlabel t { top == sbtitle.top }")

    #expect(found.map(\.message) == ["no view 'sbtitle' here; did you mean 'subtitle'?"])
    #expect(found[0].fixes.map(\.replacement) == ["subtitle"])
  }

  @Test func `an id counts the numbers that are written`() {
    let source = "layout a { box b fill #one inset 1, 2, 3, 4; box c fill inset 5 #two }"
    let layout = resolve(parse(SourceText(name: "a", text: source))).document.layouts[0]

    #expect(layout.identifiers.map(\.name) == ["one", "two"])
    #expect(layout.identifiers.map(\.written.count) == [4, 1])
    #expect(layout.rules.last?.constant == -.identified(1, component: 0, written: .literal(5)))
  }
}
