import LayoutModel
import LayoutSyntax
import Testing

/// What people write who know other languages, as far as only the meaning of the file tells it. Doing what the fix says
/// is the layout that they meant.
@Suite("Habits in what is meant") struct HabitTests {
  private func diagnostics(_ text: String) -> [Diagnostic] {
    let tree = parse(SourceText(name: "a", text: text))
    #expect(tree.diagnostics == [])
    return resolve(tree).diagnostics
  }

  /// The document after the fixes of its diagnostics, from the last to the first.
  private func fixed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for fix in diagnostics(text).flatMap(\.fixes).sorted(by: { $0.place.span.start > $1.place.span.start }) {
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (
      "layout a { box b width calc(100% - 20) height 4 }", "layout a { box b width (100% - 20) height 4 }", ["E2108"]
    ),
    (
      "layout a { box b fill; if b.hidden { box c fill } }", "layout a { box b fill; if b is hidden { box c fill } }",
      ["E2401"]
    ),
    (
      "component card(style: caption) { label l \"x\" style: style }\nlayout a { card c(style: \"title\") }",
      "component card(style: text = \"caption\") { label l \"x\" style: style }\nlayout a { card c(style: \"title\") }",
      ["E2019"]
    ),
    (
      "component card(style: text) { label l \"x\" style: style }\nlayout a { card c(style: title) }",
      "component card(style: text) { label l \"x\" style: style }\nlayout a { card c(style: \"title\") }", ["E2005"]
    ),
    (
      "layout a { box b fill { config open { box c fill }; if config opne { box d fill } } }",
      "layout a { box b fill { config open { box c fill }; if config open { box d fill } } }", ["W2209"]
    ),
    (
      "layout a { box b initial hidden; box c { if b is config hiden { width 4 } } }",
      "layout a { box b initial hidden; box c { if b is config hidden { width 4 } } }", ["W2209"]
    ),
    ("layout a { box b { bottom == 16 } }", "layout a { box b { bottom == super.bottom - 16 } }", ["E2102"]),
    ("layout a { box b { right == 4 + 4 } }", "layout a { box b { right == super.right - (4 + 4) } }", ["E2102"]),
    ("layout a { box b { trailing <= -16 } }", "layout a { box b { trailing <= super.trailing -16 } }", ["E2102"]),
  ])
  func `each is told with the fix that was meant`(_ written: String, _ meant: String, _ codes: [String]) {
    #expect(diagnostics(written).map(\.code.rawValue) == codes)
    #expect(fixed(written) == meant)
    #expect(diagnostics(meant) == [])
  }

  @Test(arguments: [
    "layout a { box b { if config foo { width 4 } } }",
    "layout a { box b { config open { width 4 }; if config closed { width 5 } } }",
    "layout a { box b { config open { width 4 }; if config opne { width 5 }; if config opne { height 5 } } }",
    "layout a { box b { config open { width 4 }; if config opens { width 5 } }; preview \"p\" config b: opens }",
    "layout a { box b { if config open { width 4 } else { width 5 }; if config opens { height 4 } } }",
  ])
  func `a configuration that is asked for is one, unless it looks like a slip`(_ text: String) {
    #expect(diagnostics(text) == [])
  }

  @Test func `the parser knows every property that is no word of the language, to tell one without its colon`() {
    let names = PropertyDescription.catalogue.map(\.name).filter { Word(rawValue: $0) == nil }

    // `lines` is a property of texts and a clause of flows.
    #expect(WordsOfOthers.properties == Set(names + ["lines"]))
  }

  @Test func `a variable that is on or off is told to be a flag`() {
    let complaint = diagnostics("layout a { var failed = false; box b }")

    #expect(complaint.map(\.code.rawValue) == ["E2106"])
    #expect(complaint[0].notes.map(\.message).contains { $0.contains("`flag(name)`") })
  }
}
