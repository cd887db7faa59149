import LayoutModel
import LayoutSyntax
import Testing

@Suite("Components") struct ComponentTests {
  private func resolved(
    _ text: String, imports: [String: String] = [:]
  ) -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    var trees: [String: SyntaxTree] = [:]
    for (name, text) in imports { trees[name] = parse(SourceText(name: name, text: text)) }
    let tree = parse(SourceText(name: "a", text: text))
    let (document, diagnostics) = resolve(tree, imports: trees)
    return (document, tree.diagnostics + diagnostics)
  }

  /// What the source says at a place.
  private func text(_ place: Diagnostic.Place?, in source: String) -> String? {
    place.map { String(decoding: Array(source.utf8)[Int($0.span.start)..<Int($0.span.end)], as: UTF8.self) }
  }

  @Test func `a mistake in a component is shown there, once, with a note where it is first used`() throws {
    let source = "component c { box p top == nope.top }\nlayout l { c one; c two }\n"
    let found = resolved(source).diagnostics

    try #require(found.map(\.message) == ["no view 'nope' here"])
    #expect(text(found[0].place, in: source) == "nope")
    #expect(found[0].notes.map(\.message) == ["used here"])
    #expect(text(found[0].notes[0].place, in: source) == "c one")
  }

  @Test func `uses inside of uses are all noted, innermost first`() {
    let source = "component c { box p top == nope.top }\ncomponent d { c inner }\nlayout l { d outer }\n"
    let found = resolved(source).diagnostics

    #expect(found.map { $0.notes.map { text($0.place, in: source) } } == [["c inner", "d outer"]])
  }

  @Test func `a mistake in an imported component names its file`() throws {
    let source = "import \"parts\" as p\nlayout l { p.c one }\n"
    let found = resolved(source, imports: ["parts": "component c { box p top == nope.top }\n"]).diagnostics

    try #require(found.map { $0.place?.file } == ["parts"])
    #expect(found[0].notes.map { $0.place?.file } == ["a"])
  }

  @Test func `a mistake in an argument is the user's, in what is done with it the component's`() {
    let source = "component c(w: length, t) { box p width w + t }\nlayout l { c one(nope, 2); c two(1, \"x\") }\n"
    let found = resolved(source).diagnostics

    #expect(
      found.map { text($0.place, in: source) } == ["nope", "w + t"],
      "\(found.map(\.message))")
    #expect(found.map { $0.notes.count } == [0, 1])
  }

  @Test(arguments: [
    "(phone)", "flag(a)", "config a", "(width >= 5)", "(!phone)", "(phone && hidden)", "(phone || hidden)", "hidden",
    "p is hidden",
  ])
  func `every condition can have a name`(_ condition: String) {
    let source =
      "layout l { let off = \(condition); box p { if off { width 5 } }; box q { if off { config a { } } } }\n"

    #expect(resolved(source).diagnostics.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func `components of an imported file are there under its name, without one like the file's own`() {
    let parts = "component c { slot; d inside }\ncomponent d { }\n"
    let named = resolved("import \"parts\" as p\nlayout l { p.c one { box p } }\n", imports: ["parts": parts])
    let open = resolved("import \"parts\"\nlayout l { c one { box p } }\n", imports: ["parts": parts])

    #expect(named.diagnostics == [])
    #expect(named.document.layouts[0].views.map(\.path) == ["root", "one", "one.p", "one.inside"])
    #expect(open.document.layouts[0].views.map(\.path) == named.document.layouts[0].views.map(\.path))
  }

  @Test func `names of a component mean its own instance, wherever else they are`() {
    let source = """
      component c { box a; box b leading == a.trailing; c2 d }
      component c2 { box a; box e width == a.width height == c2.height }
      layout l { box a; c one; c two; box f leading == a.trailing }
      """
    let layout = resolved(source).document.layouts[0]

    #expect(
      layout.rules.map(layout.text(of:)) == [
        "one.b.leading == one.a.trailing @required", "one.d.e.width == one.d.a.width @required",
        "one.d.e.height == one.d.height @required", "two.b.leading == two.a.trailing @required",
        "two.d.e.width == two.d.a.width @required", "two.d.e.height == two.d.height @required",
        "f.leading == a.trailing @required",
      ])
  }

  @Test func `what stands in the braces sees its surroundings and not the component`() {
    let source = """
      component c { vstack inner { slot }; let secret = 1 }
      layout l { let w = 2; c one { box p width w leading == inner.leading; box q width secret } }
      """
    let found = resolved(source)

    #expect(found.diagnostics.map(\.message) == ["no view 'inner' here", "no let or var 'secret' here"])
    #expect(found.document.layouts[0].views.map(\.path).suffix(2) == ["one.inner.p", "one.inner.q"])
  }

  @Test func `braces are handed on through a component's own braces`() {
    let source = """
      component inner { box frame { slot } }
      component outer { inner held { slot { label none "none" } } }
      layout l { outer full { box p }; outer empty }
      """
    let layout = resolved(source).document.layouts[0]

    #expect(
      layout.views.dropFirst().map(\.path) == [
        "full", "full.held", "full.held.frame", "full.held.frame.p", "empty", "empty.held", "empty.held.frame",
        "empty.held.frame.none",
      ])
  }

  @Test func `one view may be the same component in both branches`() {
    let source = """
      component c(w: length) { box p width w }
      layout l { if compact.x { c one(1) } else { c one(2) } }
      """
    let found = resolved(source)
    let layout = found.document.layouts[0]

    #expect(found.diagnostics == [])
    #expect(layout.views.map(\.path) == ["root", "one", "one.p"])
    #expect(layout.rules.map(\.constant) == [.literal(1), .literal(2)])
  }

  @Test func `an unused component is checked all the same, but not for what nobody gave it`() {
    let found = resolved("component c(t: text, n: number) { label l text: t width n; for i in 0..<n { box b } }\n")

    #expect(found.diagnostics == [])
    #expect(resolved("component c { box b width nope }\n").diagnostics.map(\.message) == ["no let or var 'nope' here"])
  }

  @Test func `a condition with a name holds where a branch asks it, for whoever it asks`() {
    let source = """
      let wide = (width >= 200 && !phone)
      layout l { box a { if wide { height 1 } }; box b { if wide || compact.y { height 2 } } }
      """
    let found = resolved(source)
    let layout = found.document.layouts[0]

    #expect(found.diagnostics == [])
    #expect(
      layout.rules.map(layout.text(of:)) == [
        "a.height == 1 @required if (a.width >= 200) && (!(a has idiom phone))",
        "b.height == 2 @required if ((b.width >= 200) && (!(b has idiom phone))) || (b has sizeClass.y compact)",
      ])
  }
}

@Suite("Limits of copies") struct CopyLimitTests {
  private func messages(_ text: String) -> [String] {
    resolve(parse(SourceText(name: "a", text: text))).diagnostics.map(\.message)
  }

  @Test func `views that copies come to are counted like all others`() {
    let boxes = (0..<400).map { "box b\($0);" }.joined()
    let text = "layout l { for i in 0..<100 { for k in 0..<100 { \(boxes) } } }"
    let (document, diagnostics) = resolve(parse(SourceText(name: "a", text: text)))

    #expect(diagnostics.map(\.code.rawValue) == ["E2301"])
    // And the root.
    #expect(document.layouts[0].views.count == 200_001)
  }

  @Test func `components that multiply stop at the limit of views`() {
    let chain = (0..<12).map { "component c\($0) { c\($0 + 1) a; c\($0 + 1) b; c\($0 + 1) c; c\($0 + 1) d }\n" }
    let boxes = (0..<400).map { "box b\($0);" }.joined()
    let text = chain.joined() + "component c12 { \(boxes) }\nlayout l { c0 all }"

    #expect(
      messages(text) == [
        "a document has at most 200000 views, copies included, and from here on there are more; nothing of it is shown"
      ])
  }

  @Test func `copies without views stop as well`() {
    let rules = String(repeating: "p.top >= super.top + i;", count: 400)
    let text = "layout l { box p; for i in 0..<100000 { for k in 0..<100000 { \(rules) } } }"

    #expect(messages(text).contains { $0.hasPrefix("a document has at most 2000000 clauses, values and blocks") })
  }

  @Test func `components in components are as deep as blocks may be`() {
    let chain = (0..<70).map { "component c\($0) { c\($0 + 1) a }\n" }.joined()

    let found = messages(chain + "component c70 { box p }\nlayout l { c0 all }")

    #expect(found == ["blocks and components are nested more than 64 deep here"])
  }
}
