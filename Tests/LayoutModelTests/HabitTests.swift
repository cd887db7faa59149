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

  @Test func `a property behind the end of a view's line is told to be of the root`() {
    let found = diagnostics("layout a { box b fill; background: #fff\n alpha: 0.5 }").map(\.message)

    #expect(found == ["the ';' before it ends the line of a view, so that 'background' is about the root"])
  }

  @Test(arguments: [
    ("box c top == a.botom + 8", "box c top == a.bottom + 8", "E2003", "'a' has no anchor 'botom'"),
    ("box c { widht == 40 }", "box c { width == 40 }", "E2005", "there is no anchor 'widht'"),
    ("box c centerY == super.centery", "box c centerY == super.centerY", "E2003", "'super' has no anchor 'centery'"),
    ("box c top == super.saef.top", "box c top == super.safe.top", "E2003", "'root' has no guide 'saef'"),
    ("box c top == a.saef.top", "box c top == a.safe.top", "E2003", "'a' has no guide 'saef'"),
    ("a.heigth == 3", "a.height == 3", "E2003", "'a' has no anchor 'heigth'"),
    ("if a.widht > 3 { box c fill }", "if a.width > 3 { box c fill }", "E2003", "'a' has no anchor 'widht'"),
    ("if conpact.x { box c fill }", "if compact.x { box c fill }", "E2401", "'conpact.x' is no condition"),
    ("if landscpae { box c fill }", "if landscape { box c fill }", "E2401", "'landscpae' is no condition"),
    // What is nearer is meant, whatever it is.
    ("a.tpo == 3", "a.top == 3", "E2003", "'a' has no anchor 'tpo'"),
    ("a.titel.top == 3", "a.title.top == 3", "E2003", "no view 'titel' in 'a'"),
  ])
  func `a slip in the name of an anchor, a guide or a trait is told with the name that was meant`(
    _ written: String, _ meant: String, _ code: String, _ words: String
  ) throws {
    func layout(_ line: String) -> String { "layout l {\n  box a fill { box title fill }\n  \(line)\n}\n" }
    let found = try #require(diagnostics(layout(written)).first)
    #expect(found.code.rawValue == code)
    #expect(found.message.hasPrefix(words + "; did you mean '"))
    #expect(fixed(layout(written)) == layout(meant))
  }

  @Test(arguments: [
    ("box b span n", "box b span 2"), ("box b height 4 span (n - 1)", "box b height 4 span 1"),
    ("box b cell (0), n", "box b cell 0, 2"), ("box b cell n, 1 span n", "box b cell 2, 1 span 2"),
    // A view may be called so.
    ("box span height 4", "box `span` height 4"), ("label cell text: \"n\"", "label `cell` text: \"n\""),
  ])
  func `what a view takes of a grid may be worked out`(_ written: String, _ plain: String) {
    func layout(_ view: String) -> ResolvedDocument {
      let tree = parse(SourceText(name: "a", text: "let n = 2\nlayout a { grid g columns 4 fill { \(view) } }\n"))
      let (document, diagnostics) = resolve(tree)
      #expect((tree.diagnostics + diagnostics).map(\.message) == [])
      return document
    }
    let (first, second) = (layout(written).layouts[0], layout(plain).layouts[0])
    #expect(first.views.map(\.path) == second.views.map(\.path))
    #expect(first.settings.map(\.setting) == second.settings.map(\.setting))
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
    (
      "layout a { box b fill inset 4, 8; vstack c inset 1, 2, 3 { } }",
      "layout a { box b fill inset (y: 4, x: 8); vstack c inset (top: 1, x: 2, bottom: 3) { } }", ["E2202", "E2202"]
    ),
    ("layout a { box b { if idiom == phone { width 4 } } }", "layout a { box b { if phone { width 4 } } }", ["E2402"]),
    (
      "layout a { box b fill; box c { if b is visible { size 4 } } }",
      "layout a { box b fill; box c { if !(b is hidden) { size 4 } } }", ["E2401"]
    ),
    (
      "layout a { box b fill; test \"t\" { expect b is shown } }",
      "layout a { box b fill; test \"t\" { expect !(b is hidden) } }", ["E2401"]
    ),
    (
      "layout a { box b fill; test \"t\" { expect b is hidden == false } }",
      "layout a { box b fill; test \"t\" { expect !(b is hidden) } }", ["E2402"]
    ),
    ("layout a { box b { if visible { width 4 } } }", "layout a { box b { if !hidden { width 4 } } }", ["E2401"]),
    ("layout a { box b { if dark == true { width 4 } } }", "layout a { box b { if dark { width 4 } } }", ["E2402"]),
    (
      "layout a { box b { if flag(f) == false { width 4 } } }", "layout a { box b { if !flag(f) { width 4 } } }",
      ["E2402"]
    ),
    (
      "layout a { box b { if orientation == \"landscape\" { width 4 } } }",
      "layout a { box b { if landscape { width 4 } } }", ["E2402"]
    ),
    ("layout a { box b fill alpha: 50% }", "layout a { box b fill alpha: 0.5 }", ["E2106"]),
    ("layout a { box b background: rgb(255, 128, 0) }", "layout a { box b background: #ff8000 }", ["E2108"]),
    // Half of 255 is 127.5, and 128 is 80.
    ("layout a { box b background: rgba(0, 0, 10, 0.5) }", "layout a { box b background: #00000a80 }", ["E2108"]),
    ("layout a { label b \"x\" color: \"#f00\" }", "layout a { label b \"x\" color: #f00 }", ["E2106"]),
    ("layout a { label b \"x\" * 1000001 }", "layout a { label b \"x\" * 1000000 }", ["W2212"]),
    // Of three bytes a million has 333333, and one is left.
    ("layout a { label b \"xyz\" * 400000 }", "layout a { label b \"xyz\" * 333333 }", ["W2212"]),
    (
      "layout a { label b \"Hi ${n}!\"; let n = \"Bo\" }",
      "layout a { label b text: \"Hi \" + n + \"!\"; let n = \"Bo\" }",
      ["W2215"]
    ),
    ("layout a { let n = 3; label b \"$n rows\" }", "layout a { let n = 3; label b text: n + \" rows\" }", ["W2215"]),
    ("layout a { box b width screen.width }", "layout a { box b width root.width }", ["E2003"]),
    ("layout a { box b width root.innerWidth }", "layout a { box b width root.width }", ["E2003"]),
    ("layout a { h1 b \"x\" }", "layout a { label b \"x\" }", ["E2002"]),
    ("layout a { let n = 3; label b \"{n} rows\" }", "layout a { let n = 3; label b text: n + \" rows\" }", ["W2215"]),
    ("layout a { var n = \"a\"; label b \"#{n}\" }", "layout a { var n = \"a\"; label b text: n }", ["W2215"]),
    (
      "layout a { let n = \"a\"; label b text: \"{{n}}\\n\" * 2 }",
      "layout a { let n = \"a\"; label b text: (n + \"\\n\") * 2 }", ["W2215"]
    ),
    (
      "component c(t: text) { label l \"<{t}>\" }\nlayout a { c d(t: \"x\") }",
      "component c(t: text) { label l text: \"<\" + t + \">\" }\nlayout a { c d(t: \"x\") }", ["W2215"]
    ),
    (
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] \"{r.id}\" } }",
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] text: r.id } }", ["W2215"]
    ),
    (
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] \"$r.id!\" } }",
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] text: r.id + \"!\" } }",
      ["W2215"]
    ),
    (
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] \"r.id\" } }",
      "var rows: list(id: text) = []\nlayout a { for r in rows by r.id { label l[r.id] text: r.id } }", ["W2215"]
    ),
    (
      "let name = \"a\"\nlayout a { label l \"$name.com\" fill }",
      "let name = \"a\"\nlayout a { label l text: name + \".com\" fill }", ["W2215"]
    ),
    (
      "layout a { vstack s { label b \"x\" center x } }", "layout a { vstack s { label b \"x\" self center } }",
      ["W2208"]
    ),
    (
      "layout a { hstack s { label b \"x\" center y } }", "layout a { hstack s { label b \"x\" self center } }",
      ["W2208"]
    ),
    (
      "layout a { box b fill borderColor: #f00 }", "layout a { box b fill border: 1 borderColor: #f00 }", ["W2208"]
    ),
    (
      "layout a { box b width 120px height 1px left 0.5pt; preview \"p\" scale 2 }",
      "layout a { box b width 120 height 1px left 0.5pt; preview \"p\" scale 2 }", ["W2216"]
    ),
    ("layout a { label b \"x\" align: centre }", "layout a { label b \"x\" align: center }", ["E2106"]),
    ("layout a { label b \"x\" align: \"center\" }", "layout a { label b \"x\" align: center }", ["E2106"]),
    ("layout a { label b \"x\" truncate: end }", "layout a { label b \"x\" truncate: tail }", ["E2106"]),
    (
      "component card(on: bool) { box b { if on { width 4 } } }\nlayout a { card c(on: true) }",
      "component card(on: condition) { box b { if on { width 4 } } }\nlayout a { card c(on: true) }", ["E2019"]
    ),
    ("layout a { box b size 10; top 8 }", "layout a { box b size 10 top 8 }", ["W2208"]),
    (
      "layout a { box b size 10; top 8 leading 4; hidden }", "layout a { box b size 10 top 8 leading 4; hidden }",
      ["W2208"]
    ),
    ("layout a { box b size 10; top 8; leading 4 }", "layout a { box b size 10 top 8 leading 4 }", ["W2208", "W2208"]),
    ("layout a { fill; box b fill }", "layout a { ; box b fill }", ["W2208"]),
    ("layout a { box b \"Hello\" * 2 fill }", "layout a { box b  fill }", ["W2208"]),
    ("layout a { label b \"x\" lines: 1.5 }", "layout a { label b \"x\" lines: 1 }", ["W2212"]),
    ("layout a { box b size 10 #fff }", "layout a { box b size 10 background: #fff }", ["W2213"]),
    ("layout a { label b \"x\" top 4 #f0f0f0 }", "layout a { label b \"x\" top 4 color: #f0f0f0 }", ["W2213"]),
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
    ("label b \"Hi ${x}\"", "W2215", "the text shows '${x}' as it stands, and no value here is called 'x'"),
    (
      "label b text: \"Hi ${x}\" + \"!\"", "W2215",
      "the text shows '${x}' as it stands, and no value here is called 'x'"
    ),
    (
      "var x = 1; label b \"Hi ${x}\"", "W2215",
      "the text shows '${x}' as it stands, and 'x' is no text: what a text takes from outside is one, `var x = \"…\"`"
    ),
    (
      "var x = 1; label b \"No. ${x + 1}\"", "W2215",
      "the text shows '${x + 1}' as it stands: a value goes outside of the quotes"
    ),
    ("label b \"%d items\"", "W2215", "the text shows '%d' as it stands: a value goes outside of the quotes"),
    ("label b \"is %1$s\"", "W2215", "the text shows '%1$s' as it stands: a value goes outside of the quotes"),
    ("label b \"(%.2f)\"", "W2215", "the text shows '%.2f' as it stands: a value goes outside of the quotes"),
    ("label b \"x\" style: bold", "W2202", "'bold' is no style that texts are measured by, but a weight"),
    (
      "box b inset 0", "E2201",
      "'inset' belongs to a placement, a stack, a flow, a grid or a scroll view, and none stands before it"
    ),
    ("box b { config open { } }", "W2208", "this 'config' has no effect: nothing stands in its braces"),
    ("box b { config open when dark { } }", "W2208", "this 'config' has no effect: nothing stands in its braces"),
    ("if dark { }", "W2208", "this 'if' has no effect: nothing stands in its braces"),
    ("if dark { } else if pad { } else { }", "W2208", "this 'if' has no effect: nothing stands in its braces"),
    ("for i in 0..<3 { }", "W2208", "this 'for' has no effect: nothing stands in its braces"),
    ("with gap 4 { }", "W2208", "this 'with' has no effect: nothing stands in its braces"),
  ])
  func `what shows itself or does nothing is told once`(_ body: String, _ code: String, _ message: String) {
    let found = diagnostics("layout a { \(body) }")

    #expect(found.map(\.code.rawValue) == [code])
    #expect(found.map(\.message) == [message])
    #expect(found.flatMap(\.fixes).isEmpty && found.flatMap(\.notes).count == 1)
  }

  @Test(arguments: [
    "label b \"100% sure\"", "label b \"50%s\"", "label b \"%%d\"", "label b \"%\"", "label b \"5 %\"",
    "label b \"%date\"",
    "box b borderColor: #f00 { if dark { border: 1 } }", "box b borderColor: #f00 { config open { border: 1 } }",
    "box b width 120px height 1px left 0", "box b { config open { }; config main { alpha: 1 } }",
    "box b { config open { } }; box c { if b is config open { alpha: 1 } }",
    "box b { config open { } }; test \"t\" { expect b is config open }", "if dark { } else { box b }",
    "if dark { box b } else { }",
  ])
  func `nor is what may be meant by it`(_ body: String) { #expect(diagnostics("layout a { \(body) }") == []) }

  @Test(arguments: [
    "label b \"{n}\"", "let ab = 1; label b \"\\u{ab}\"", "let n = 1; label b \"{ n\"",
    "let n = 1; label b \"n}\"",
    "let n = 1; label b \"{n.x}\"", "let n = 1; image b \"{n}.png\"", "label b \"x\" * 1000000",
    "label b \"x\" * 0.5", "vstack s items leading { label b \"x\" center x }", "vstack s { label b \"x\" center y }",
    "vstack s { label b \"x\" self leading center x }", "vstack s auto { label b \"x\" center x }",
    "vstack s { label b \"x\" center x offset 4, 0 }", "vstack s { label b \"x\" center x @low }",
    "vstack s { label b \"x\" center x in of root }", "vstack s hidden { label b \"x\" center x }",
    "box b margins 8 { box c fill margins }", "box b margins 8 { box c x fill readable }",
    "box b margins 8 { box c { top == super.margins.top } }", "box b margins 8; box c { top == b.margins.bottom }",
    "box b margins 8 { if b.margins.width > 40 { box c fill } }",
    "box b margins 8 fill; test \"t\" { expect b.margins.width < 40 }",
  ])
  func `what has an effect, or may be meant, is not told`(_ body: String) {
    #expect(diagnostics("layout a { \(body) }") == [])
  }

  @Test func `what a text to a component should be is told without a fix`() {
    let found = diagnostics("component c(t: text) { label l text: t }\nlayout a { let n = 3; c d \"{n}\" }")

    #expect(found.map(\.code.rawValue) == ["W2215"] && found.flatMap(\.fixes).isEmpty)
    #expect(found[0].notes.map(\.message) == ["help: as in `text: \"…\" + n`"])
  }

  @Test(arguments: ["add", "face", "decade", "b12", "a", "gap"])
  func `a word in hexadecimal letters is an id like others`(_ name: String) {
    #expect(diagnostics("layout a { box b size 10 #\(name) }") == [])
  }

  @Test(arguments: [
    ("box b float: 4", "'float'", "what goes on in a next line is in an `hflow`"),
    ("box b shadow: 4", "'shadow'", "what a program of yours is to draw begins with 'data_'"),
    ("box b class: big", "'class'", "a view is known by its name"),
    ("box b scale: 2", "'scale'", "nothing here draws that"),
  ])
  func `what nobody here knows is told with what stands for it`(_ clause: String, _ name: String, _ help: String) {
    let found = diagnostics("layout a { \(clause) }")

    #expect(found.map(\.message) == ["nobody here knows \(name), so it has no effect"])
    #expect(found.flatMap(\.fixes).isEmpty && found[0].notes[0].message.contains(help))
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

  @Test(arguments: [
    ("for r in rows by r.id { label l[r.id] text: r.t.count }", "'r' is a record, and no view"),
    ("label l text: rows[0].t", "'rows' is a list of records, and no view"),
    ("label l text: rows.count", "'rows' is a list of records, and no view"),
  ])
  func `records are told from views`(_ body: String, _ message: String) {
    let list = "var rows: list(id: text, t: text, on: flag) = []\n"

    #expect(diagnostics("\(list)layout a { \(body) }").map(\.message).contains(message))
  }

  @Test(arguments: [("r.on == true", "r.on"), ("r.on == false", "!r.on")])
  func `a field that is on or off is a condition by itself`(_ written: String, _ meant: String) {
    func text(_ condition: String) -> String {
      """
      var rows: list(id: text, on: flag) = []
      layout a size 300, 200 {
        vstack v { for r in rows by r.id { box b[r.id] height 4 { if \(condition) { hidden } } } }
      }
      """
    }

    #expect(fixed(text(written)) == text(meant))
  }

  @Test func `a variable that is on or off is told to be a flag`() {
    let complaint = diagnostics("layout a { var failed = false; box b }")

    #expect(complaint.map(\.code.rawValue) == ["E2106"])
    #expect(complaint[0].notes.map(\.message).contains { $0.contains("`flag(name)`") })
  }

  // MARK: Flows and grids

  /// What others have for flows and grids, and what is written here. Nil: a fix writes it.
  private static let arranging: [(written: String, meant: String, hasFix: Bool)] = [
    ("hflow f row-gap: 8 { box b size 2 }", "hflow f gap 0, 8 { box b size 2 }", true),
    ("hflow f { row-gap: 8; box b size 2 }", "hflow f { gap 0, 8; box b size 2 }", true),
    ("hflow f column-gap: 8px { box b size 2 }", "hflow f gap 8, 0 { box b size 2 }", true),
    ("vflow f row-gap: 8 { box b size 2 }", "vflow f gap 8, 0 { box b size 2 }", true),
    ("grid g columns 2 row-gap: 8 column-gap: 4 { box b }", "grid g columns 2 gap 4, 8 { box b }", true),
    ("hflow f gap 4 line-gap 8 { box b size 2 }", "hflow f gap 4, 8 { box b size 2 }", true),
    ("hstack s column-gap: 8 { box b size 2 }", "hstack s gap 8 { box b size 2 }", true),
    ("grid g columns 2 grid-gap: 8 { box b }", "grid g columns 2 gap 8 { box b }", true),
    ("grid g columns 2 gap 4 8 { box b }", "grid g columns 2 gap 4, 8 { box b }", true),
    ("grid g columns 2 gap: 4px 8px { box b }", "grid g columns 2 gap 8, 4 { box b }", true),
    ("hflow f lines space-between { box b size 2 }", "hflow f lines spaceBetween { box b size 2 }", true),
    ("hflow f space-between { box b size 2 }", "hflow f justify spaceBetween { box b size 2 }", true),
    ("hstack h lines space-between { box b size 2 }", "hstack h distribute equalSpacing { box b size 2 }", true),
    ("hflow f align-items: flex-end { box b size 2 }", "hflow f items bottom { box b size 2 }", true),
    (
      "grid g columns 2 place-items: center { box b size 2 }",
      "grid g columns 2 items center items x center { box b size 2 }", true
    ),
    ("hflow f flex-direction: row { box b size 2 }", "hflow f { box b size 2 }", true),
    ("hflow f { box b size 2 order: 2 }", "hflow f { box b size 2  }", true),
    ("hflow f { box b size 2 flex: 1 }", "hflow f { box b size 2  }", true),
    ("hstack h { box b size 2 weight 1 }", "hstack h { box b size 2  }", true),
    ("hstack h { label b \"x\" weight 1 }", "hstack h { label b \"x\" grow x }", true),
    ("hstack h flex-wrap: wrap { box b size 2 }", "hflow h { box b size 2 }", false),
    ("hstack h top 0 wrap { box b size 2 }", "hflow h top 0 { box b size 2 }", false),
    ("view v display: grid { box b size 2 }", "grid v { box b size 2 }", false),
    ("grid g columns 3 { box b span all }", "grid g columns 3 { box b span 3 }", true),
    ("grid g columns 1*, auto { box b { span all } }", "grid g columns 1*, auto { box b { span 2 } }", true),
    ("grid g { columns 3; box b { span full } }", "grid g { columns 3; box b { span 3 } }", true),
    ("grid g columns 3 { box b grid-column: 1 / -1 }", "grid g columns 3 { box b span 3 }", true),
    ("grid g columns 3 { box b span 1 / -1 }", "grid g columns 3 { box b span 3 }", true),
    ("grid g columns 3 { box b grid-column: 1 / 3 }", "grid g columns 3 { box b span 2 }", true),
    ("grid g columns 4 { box b span 1 / 3 }", "grid g columns 4 { box b span 2 }", true),
    ("grid g columns 4 { box b grid-column: 2 / -1 }", "grid g columns 4 { box b cell 1, 0 span 3 }", false),
    ("grid g columns 30% 70% { box b }", "grid g columns 30*, 70* { box b }", true),
    ("grid g columns 25% 1fr 25% { box b }", "grid g columns 25*, 50*, 25* { box b }", true),
    (
      "grid g grid-template-columns: minmax(100px, 1fr) 200px { box b }", "grid g columns 1*, 200 { box b }", true
    ),
    ("grid g columns 3 { box b col-span-full }", "grid g columns 3 { box b span 3 }", true),
    ("hflow f { box b order: -1 size 2 }", "hflow f { box b size 2 }", true),
    ("hflow f flex-direction: row-reverse { box b size 2 }", "hflow f { box b size 2 }", true),
    ("hflow f justify-center { box b size 2 }", "hflow f justify center { box b size 2 }", true),
    ("@media (min-width: 40rem) { box b size 2 }", "if root.width >= 640 { box b size 2 }", true),
    (
      "grid g grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)) { box b }",
      "grid g columns min 240 { box b }", true
    ),
    ("vstack v row-gap: 8 column-gap: 4 { box b size 2 }", "vstack v gap 8 { box b size 2 }", true),
    ("vstack v { box b size 2 align-self: flex-end }", "vstack v { box b size 2 self trailing }", true),
    ("grid g columns 3 { box b grid-column: 2 }", "grid g columns 3 { box b cell 1, 0 }", false),
    ("grid g columns 3 { box b grid-row: 1 / 3 }", "grid g columns 3 { box b span 1, 2 }", true),
    ("grid g columns 3 { box b grid-area: 1 / 2 / 3 / 4 }", "grid g columns 3 { box b cell 1, 0 span 2, 2 }", true),
    ("grid g columns 3 { box b grid-area: header }", "grid g columns 3 { box b cell 0, 0 }", false),
    ("grid g columns 3 { box b row 1 }", "grid g columns 3 { box b cell 0, 1 }", false),
    ("grid g columns 3 { box b row 1 column 2 }", "grid g columns 3 { box b cell 2, 1 }", true),
    ("grid g columns 3 { box b columns 2 }", "grid g columns 3 { box b cell 2, 0 }", false),
    ("grid g columns 3 { box b cell 1 }", "grid g columns 3 { box b cell 1, 0 }", false),
    ("grid g columns 3 { box b gridCellColumns(2) }", "grid g columns 3 { box b span 2 }", true),
    ("grid g columns 3 { box b .gridCellColumns(2) }", "grid g columns 3 { box b span 2 }", true),
    ("grid g columns 3 { box b colspan=2 }", "grid g columns 3 { box b span 2 }", true),
    ("grid g columns 3 { box b columnSpan 2 }", "grid g columns 3 { box b span 2 }", true),
    ("grid g column 2 { box b }", "grid g columns 2 { box b }", true),
    ("grid g columns 33%, 1* { box b }", "grid g columns 33*, 67* { box b }", true),
    ("grid g columns 1*, 25%, 25% { box b }", "grid g columns 50*, 25*, 25* { box b }", true),
    ("grid g columns 30% { box b }", "grid g columns 30*, 70* { box b }", true),
    ("grid g columns 40, 30% { box b }", "grid g columns 40, 1*, 2* { box b }", false),
    ("grid g columns minmax(280, 1fr) { box b }", "grid g columns min 280 { box b }", true),
    ("grid g columns adaptive(280) { box b }", "grid g columns min 280 { box b }", true),
    ("grid g columns auto-fill 280 { box b }", "grid g columns min 280 { box b }", true),
    ("grid g columns min: 280 { box b }", "grid g columns min 280 { box b }", true),
    ("grid g columns >= 280 { box b }", "grid g columns min 280 { box b }", true),
    ("grid g min 280 { box b }", "grid g columns min 280 { box b }", true),
    ("grid g columns 1*, min 80 { box b }", "grid g columns min 80 { box b }", true),
    ("grid g columns fit-content(200) { box b }", "grid g columns auto { box b }", true),
    ("grid g(columns: 3) { box b }", "grid g columns 3 { box b }", false),
    (
      "LazyVGrid(columns: [GridItem(.adaptive(minimum: 280))], spacing: 8) { box b }",
      "grid gap 8 columns min 280 { box b }", true
    ),
    ("LazyVGrid g { box b }", "grid g { box b }", true),
    ("FlexboxLayout f { box b size 2 }", "hflow f { box b size 2 }", true),
    ("HStack(alignment: .top, spacing: 8) { box b size 2 }", "hstack items top gap 8 { box b size 2 }", true),
    ("hstack h { Spacer(); box b size 2 }", "hstack h { spacer; box b size 2 }", true),
    (
      "@media (min-width: 600px) and (max-height: 400px) { box b size 2 }",
      "if root.width >= 600 && root.height <= 400 { box b size 2 }", true
    ),
    (
      "hflow f { ForEach(rows) { row in\nbox b size 2 } }", "hflow f { for row in rows by row.id {\nbox b size 2 } }",
      true
    ),
    (
      "hflow f { ForEach(rows, id: \\.id) { row in\nbox b size 2 } }",
      "hflow f { for row in rows by row.id {\nbox b size 2 } }", true
    ),
    ("hflow f { ForEach(0..<3) { i in box b size 2 } }", "hflow f { for i in 0..<3 { box b size 2 } }", true),
    ("hflow f { for (i in 0..<3) { box b size 2 } }", "hflow f { for i in 0..<3 { box b size 2 } }", true),
    ("vflow f items top { box b size 2 }", "vflow f items leading { box b size 2 }", true),
    ("vstack f items bottom { box b size 2 }", "vstack f items trailing { box b size 2 }", true),
    ("grid g columns 80 { box b }", "grid g columns (80) { box b }", false),
    ("grid g columns 3, 3 { box b }", "grid g columns 3 { box b }", false),
  ]

  private func complaints(_ text: String) -> [Diagnostic] {
    let tree = parse(SourceText(name: "a", text: text))
    return tree.diagnostics + resolve(tree).diagnostics
  }

  @Test(arguments: arranging)
  func `what others write for flows and grids is right once it is mended as told`(
    _ line: (written: String, meant: String, hasFix: Bool)
  ) {
    func file(_ line: String) -> String {
      "var rows: list(id: text) = [(id: \"a\")]\nlayout a size 300, 200 { \(line) }"
    }
    var text = file(line.written)
    #expect(!complaints(text).isEmpty)
    // A fix may uncover the next mistake.
    for _ in 0..<3 where line.hasFix {
      var bytes = Array(text.utf8)
      guard let fix = complaints(text).first?.fixes.first else { break }
      let span = Int(fix.place.span.start)..<Int(fix.place.span.end)
      bytes.replaceSubrange(span, with: Array(fix.replacement.utf8))
      text = String(decoding: bytes, as: UTF8.self)
    }
    if line.hasFix {
      #expect(text == file(line.meant))
    } else {
      // The words to write stand in the help.
      #expect(complaints(text).flatMap(\.fixes).isEmpty)
      #expect(complaints(text).count == 1 && !complaints(text)[0].notes.isEmpty)
    }
    #expect(complaints(file(line.meant)) == [])
  }
}
