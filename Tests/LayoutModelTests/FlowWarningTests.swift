import LayoutModel
import LayoutSyntax
import Testing

/// What is told of flows, grids and texts from data that have no effect, or another one than is meant: what to write.
@Suite("What flows and grids are told") struct FlowWarningTests {
  private func diagnostics(_ text: String) -> [Diagnostic] {
    let tree = parse(SourceText(name: "a", text: text))
    return tree.diagnostics + resolve(tree).diagnostics
  }

  private func fixed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for fix in diagnostics(text).flatMap(\.fixes).sorted(by: { $0.place.span.start > $1.place.span.start }) {
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("hflow f", "justify center"), ("hflow f", "lines center"), ("grid g", "columns min 80"), ("grid g", "rows 2"),
    ("vflow f", "justify spaceBetween lines fill"),
  ])
  func `a view of a component says what its component may say`(_ kind: String, _ clauses: String) {
    let kindWord = kind.split(separator: " ")[0]
    for line in ["tags t fill \(clauses)", "tags t fill { \(clauses) }", "tags t fill { if compact.x { \(clauses) } }"]
    {
      let text = "component tags \(kindWord) { label a \"A\"; label b \"B\" }\nlayout l { \(line) }"
      #expect(diagnostics(text) == [])
    }
    let plain = "component tags { \(kind) { label a \"A\"; label b \"B\" } }\nlayout l { tags t fill \(clauses) }"
    let found = diagnostics(plain)
    #expect(Set(found.map(\.code.rawValue)) == ["E2208"])
    #expect(found[0].notes.map(\.message).last?.contains("`component tags hflow { … }`") == true)
  }

  // 100 and 50 of 200 leave 50, which `justify fill` gives to the one that says `grow`.
  @Test func `a box that grows in a flow is told of justify, and of nothing where the flow has it`() {
    func layout(_ justify: String, _ wish: String) -> String {
      "layout l { hflow f fill \(justify) { box p size 100, 20; box q width >= 50 height 20 \(wish) } }"
    }
    for wish in ["grow", "grow x", "nogrow x", "hug x @300"] {
      #expect(diagnostics(layout("justify fill", wish)) == [])
    }
    let found = diagnostics(layout("", "grow x"))
    #expect(found.map(\.code.rawValue) == ["W2208"])
    #expect(found[0].message == "'grow' has no effect along x in a hflow whose lines leave what they have left")
    #expect(diagnostics(fixed(layout("", "grow x"))) == [])
    // Across the line there is nothing to share.
    #expect(diagnostics(layout("justify fill", "grow y")).map(\.code.rawValue) == ["W2208"])
  }

  @Test(arguments: [
    ("hstack s fill items trailing { box b size 4 }", "hstack s fill items bottom { box b size 4 }"),
    ("hflow f fill { box b size 4 self trailing }", "hflow f fill { box b size 4 self bottom }"),
    ("hflow f fill items leading { box b size 4 }", "hflow f fill items top { box b size 4 }"),
    ("grid g fill items trailing { box b size 4 }", "grid g fill items x trailing { box b size 4 }"),
    ("grid g fill { box b size 4 self leading }", "grid g fill { box b size 4 self x leading }"),
    ("grid g columns 2 fill { box b size 4 center x }", "grid g columns 2 fill { box b size 4 self x center }"),
    ("grid g columns 2 fill { box b x fill height 4 }", "grid g columns 2 fill { box b  height 4 }"),
    (
      "grid g columns 2 fill { box b size 4 center }",
      "grid g columns 2 fill { box b size 4 self x center self center }"
    ),
    ("box grow size 10 center", "box `grow` size 10 center"), ("box auto size 10 center", "box `auto` size 10 center"),
    ("vstack v fill { box hug { fill } }", "vstack v fill { box `hug` { fill } }"),
  ])
  func `what means something else here is told with what was meant`(_ written: String, _ meant: String) {
    let found = diagnostics("layout l { \(written) }")

    #expect(found.count == 1 && ["W2208", "W2211", "E2208"].contains(found[0].code.rawValue))
    #expect(found[0].notes.count == 1)
    #expect(fixed("layout l { \(written) }") == "layout l { \(meant) }")
    #expect(diagnostics("layout l { \(meant) }").filter { $0.severity == .error } == [])
  }

  @Test(arguments: [
    "hstack s auto fill items leading { box b size 4; spacer }",
    "vstack s fill items trailing { box b size 4; spacer }",
    "hstack s auto when compact.x fill items trailing { box b size 4; spacer }",
    "grid g fill items x trailing { box b size 4 self x leading }", "vflow f fill items trailing { box b size 4 }",
    "hflow f y fill leading 0 width 200 lines center { box b size 4 }", "hflow f fill lines center { box b size 4 }",
    "vstack v fill { hflow f lines center { box b size 4 } }",
    "hflow f x fill top 0 lines center { box b size 4 }; box c below f bottom 0",
  ])
  func `what has an effect is told nothing of`(_ written: String) {
    #expect(diagnostics("layout l { \(written) }").filter { ["W2208", "W2211"].contains($0.code.rawValue) } == [])
  }

  @Test(arguments: [
    ("hflow", "trailing 0", "`justify trailing`"), ("hflow", "x trailing", "`justify trailing`"),
    ("hflow", "bottom 4", "`self bottom`"), ("vflow", "center x", "`self trailing`"),
    ("vflow", "bottom 0", "`justify trailing`"),
  ])
  func `a place in all of a flow is told`(_ kind: String, _ place: String, _ help: String) {
    let found = diagnostics("layout l { \(kind) f fill { box a size 4; box b size 4 \(place) } }")

    #expect(found.map(\.code.rawValue) == ["W2211"])
    #expect(found[0].fixes.isEmpty && found[0].notes.count == 1)
    #expect(found[0].notes[0].message.contains(help))
  }

  // The edge of the grid is 10 from the view, and not the edge of its column.
  @Test(arguments: ["trailing 10", "leading == super.leading", "bottom 4", "centerX == super.centerX + 4"])
  func `a place in all of the grid is told where no fix is sure`(_ place: String) {
    let text = "layout l { grid g columns 2 fill { box a height 4; box b width 4 height 4 { \(place) } } }"
    let found = diagnostics(text)

    #expect(found.map(\.code.rawValue) == ["W2211"])
    #expect(found[0].fixes.isEmpty && found[0].notes.count == 1)
  }

  @Test(arguments: [
    ("hflow f x fill top 0 lines center { box b size 4 }", "'lines center' has no effect: this hflow is as high as"),
    ("hflow f top 0 leading 0 justify center { box b size 4 }", "'justify center' has no effect: this hflow is as"),
    ("grid g x fill top 0 lines fill { box b size 4 }", "'lines fill' has no effect: this grid is as high as"),
    ("vflow f y fill leading 0 lines fill { box b size 4 }", "'lines fill' has no effect: this vflow is as wide as"),
  ])
  func `room that nobody gives is told of`(_ written: String, _ words: String) {
    let found = diagnostics("layout l { \(written) }")

    #expect(found.map(\.code.rawValue) == ["W2208"])
    #expect(found[0].message.hasPrefix(words) && found[0].notes.count == 1)
  }

  @Test(arguments: [
    ("box b x fill inset(y: 20) top 0 height 10", true), ("vstack b fill x inset(top: 20) top 0 { box c }", true),
    ("box b y fill inset(x: 20) leading 0 width 10", true), ("box b x fill inset(x: 20) top 0 height 10", false),
    ("box b x fill inset(y: 8, leading: 2) top 0 height 10", false), ("box b x fill inset 20 top 0 height 10", false),
    ("vstack b inset(top: 20) x fill top 0 { box c }", false),
  ])
  func `an inset that names no edge of its placement is told`(_ written: String, _ isTold: Bool) {
    let found = diagnostics("layout l { \(written) }")

    #expect(found.map(\.code.rawValue) == (isTold ? ["W2208"] : []))
  }

  @Test(arguments: [
    ("var n = 3", "label l text: n center", "E2106"), ("var n = 3", "label l text: \"n \" + n center", "E2105"),
    ("var n = 3", "label l \"{n} items\" center", "W2215"), ("var n = 3", "label l \"${n}\" center", "W2215"),
    ("", "list k fill { for m in ms by m.id { label l[m.id] text: m.count } }", "E2106"),
    ("", "list k fill { for m in ms by m.id { label l[m.id] \"{m.count}\" } }", "W2215"),
    ("", "list k fill { for m in ms by m.id { label l[m.id] text: m.count + \" new\" } }", "E2105"),
  ])
  func `a number from outside is told how it is shown`(_ declared: String, _ view: String, _ code: String) {
    let records = "var ms: list(id: text, count: number) = [(id: \"a\", count: 3)]"
    let found = diagnostics("\(records)\n\(declared)\nlayout l { \(view) }")

    #expect(found.map(\.code.rawValue) == [code])
    // No fix makes a text of it.
    #expect(found.flatMap(\.fixes) == [])
    let words = ([found[0].message] + found[0].notes.map(\.message)).joined(separator: " ")
    #expect(words.contains("or a field `shown: text`") || words.contains("what a text takes from outside"))
  }

  @Test func `a number that the file knows is shown, and so is the text of a record`() {
    let text = """
      let k = 5
      var ms: list(id: text, about: text) = [(id: "a", about: "b")]
      layout l {
        label a text: k + " items" center
        list b fill { for m in ms by m.id { label c[m.id] text: m.about } }
      }
      """
    #expect(diagnostics(text) == [])
    let braces = "layout l { let k = 5; label a \"{k} items\" center }"
    #expect(fixed(braces) == "layout l { let k = 5; label a text: k + \" items\" center }")
    #expect(diagnostics(fixed(braces)) == [])
  }
}
