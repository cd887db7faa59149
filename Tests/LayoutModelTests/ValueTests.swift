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

  @Test(arguments: ["intrinsic (b.width, 20)", "baselines (50%, 20)", "center offset (b.width, 20)"])
  func `a pair takes what is known before solving`(clause: String) {
    #expect(
      diagnostics("box b size 10\nlabel a \(clause)").map(\.message).contains {
        $0.contains("two lengths known before solving")
      })
  }

  @Test func `a misspelt name offers the nearest one`() {
    let found = diagnostics("label subtitle\nlabel t { top == sbtitle.top }")

    #expect(found.map(\.message) == ["no view 'sbtitle' here; did you mean 'subtitle'?"])
    #expect(found[0].fixes.map(\.replacement) == ["subtitle"])
  }

  /// Views, what is written in the layout, and what the fix makes of it.
  static let habits = [
    ("box view1", "box b { top view1 @high }", "box b { top == view1.top @high }"),
    ("box view1", "box b { height view1 }", "box b { height == view1.height }"),
    ("box view1", "box b size view1 top 0", "box b size == view1.size top 0"),
    ("box view1", "box b { trailing <= view1 }", "box b { trailing <= view1.trailing }"),
    ("", "box b { edges == super.layoutMarginsGuide.edges }", "box b { edges == super.margins.edges }"),
    ("", "box b { top == safeAreaLayoutGuide.top + 4 }", "box b { top == safe.top + 4 }"),
    ("", "box b fill readableContentGuide inset 4", "box b fill readable inset 4"),
    ("", "box b center in keyboardLayoutGuide", "box b center in keyboard"),
    ("", "box b translatesAutoresizingMaskIntoConstraints: false top 4", "box b  top 4"),
    ("box c", "c.translatesAutoresizingMaskIntoConstraints = false", ""),
  ]

  @Test(arguments: habits)
  func `what people are used to is mended by its fix`(_ views: String, _ written: String, _ mended: String) throws {
    func errors(in body: String) -> [Diagnostic] {
      let tree = parse(SourceText(name: "a", text: "layout a {\n\(views)\n\(body)\n}\n"))
      return tree.diagnostics + resolve(tree).diagnostics.filter { $0.severity == .error }
    }
    let error = try #require(errors(in: written).first)
    let fix = try #require(error.fixes.first)
    let offset = "layout a {\n\(views)\n".utf8.count
    var bytes = Array(written.utf8)

    bytes.replaceSubrange(
      Int(fix.place.span.start) - offset..<Int(fix.place.span.end) - offset, with: Array(fix.replacement.utf8))

    #expect(String(decoding: bytes, as: UTF8.self) == mended)
    #expect(errors(in: mended).map(\.message) == [])
  }

  @Test func `an unknown kind is answered with a kind, or with all kinds`() {
    #expect(diagnostics("zstack z")[0].fixes.map(\.replacement) == ["view"])
    #expect(
      diagnostics("zstack z")[0].notes.map(\.message) == [
        "help: views in the same braces lie over each other by themselves"
      ])
    #expect(
      diagnostics("slider t")[0].notes.map(\.message) == [
        "help: the kinds are view, box, label, button, image, input, spacer, vstack, hstack, vscroll, hscroll, list, "
          + "hflow, vflow, grid, and your components"
      ])
  }

  @Test(arguments: [
    ("label l text: \"ab\" * (i + 1)", ["ab", "abab"]), ("label l text: 2 * \"ab\"", ["abab", "abab"]),
    ("label l \"ab\" * (i + 1)", ["ab", "abab"]), ("label l \"ab\" * (n - i)", ["ababab", "abab"]),
    ("label l text: \"ab\" * i + \"c\"", ["c", "abc"]), ("label l \"ab\" * 2", ["abab", "abab"]),
    ("label l text: \"ab\" * (i - 1)", ["", ""]), ("label l text: \"ab\" * 1.9", ["ab", "ab"]),
  ])
  func `a text stands as often as a number says`(_ view: String, _ texts: [String]) {
    let source = "layout a { let n = 3; for i in 0..<2 { \(view) } }"
    let (document, diagnostics) = resolve(parse(SourceText(name: "a", text: source)))

    #expect(diagnostics == [])
    #expect(document.layouts[0].views.dropFirst().map(\.text) == texts)
  }

  @Test func `what is filled at most is also what a point is pinned to`() {
    func pins(_ clauses: String) -> [String] {
      let source = "layout a { box stage; box v \(clauses) }"
      let layout = resolve(parse(SourceText(name: "a", text: source))).document.layouts[0]
      return layout.rules.filter { $0.item.attribute == .centerX && $0.item.view.index == 2 }.map {
        layout.text(of: $0.term!.anchor)
      }
    }

    #expect(pins("fill <= of stage pin center") == ["stage.centerX"])
    #expect(pins("{ fill <= of stage inset 8; pin center }") == ["stage.centerX"])
    #expect(pins("fill <= of stage { pin center }") == ["stage.centerX"])
    #expect(pins("fill <= of stage pin center of super") == ["root.centerX"])
    #expect(pins("fill <= safe pin center") == ["root.centerX"])
    #expect(pins("fill of stage pin center") == ["root.centerX"])
  }

  @Test func `an id counts the numbers that are written`() {
    let source = "layout a { box b fill #one inset 1, 2, 3, 4; box c fill inset 5 #two }"
    let layout = resolve(parse(SourceText(name: "a", text: source))).document.layouts[0]

    #expect(layout.identifiers.map(\.name) == ["one", "two"])
    #expect(layout.identifiers.map(\.written.count) == [4, 1])
    #expect(layout.rules.last?.constant == -.identified(1, component: 0, written: .literal(5)))
  }
}

/// `a if condition else b` where the scene makes the choice.
@Suite("Choices within a value") struct ChoiceTests {
  /// The rules and settings of the view `b`, each with its condition.
  private func meaning(_ body: String) -> [String] {
    meaning(
      of: """
        var rows: list(id: text, on: flag, n: number) = [(id: "a", on: true, n: 1)]
        layout a size 300, 200 { hflow f { for r in rows by r.id { box b { \(body) } } } }
        """)
  }

  /// The rules and settings of a layout, each with its condition.
  private func meaning(of text: String) -> [String] {
    let tree = parse(SourceText(name: "a", text: text))
    let (document, diagnostics) = resolve(tree)
    // Of a place in all of the flow it is warned.
    #expect((tree.diagnostics + diagnostics).filter { $0.code.rawValue != "W2211" } == [])
    guard let layout = document.layouts.first else { return [] }
    func condition(_ id: ConditionID?) -> String {
      id.map { layout.text(of: layout.conditions[Int($0.index)]) } ?? "always"
    }
    let rules = layout.rules.map { "\(layout.text(of: $0)) if \(condition($0.condition))" }
    let settings = layout.settings.map { "\($0.setting) if \(condition($0.condition))" }
    return (rules + settings).sorted()
  }

  @Test(arguments: [
    ("width 40 if flag(w) else 20", "if flag(w) { width 40 } else { width 20 }"),
    ("width == (40 if flag(w) else 20) + 3 @high", "if flag(w) { width == 43 @high } else { width == 23 @high }"),
    ("background: #f00 if r.on else #0f0", "if r.on { background: #f00 } else { background: #0f0 }"),
    ("size 5 if r.n > 3 else 6, 7", "if r.n > 3 { size 5, 7 } else { size 6, 7 }"),
    ("top 8 if compact.x else 16", "if compact.x { top 8 } else { top 16 }"),
    (
      "if dark { width (1 if flag(a) else 2) * (10 if flag(b) else 20) }",
      """
      if dark { if flag(a) { if flag(b) { width 10 } else { width 20 } }
      else { if flag(b) { width 20 } else { width 40 } } }
      """
    ),
    ("width 4 if 1 == 1 else 5", "width 4"),
    (
      "width 1 if flag(a) else (2 if flag(b) else 3)",
      "if flag(a) { width 1 } else if flag(b) { width 2 } else { width 3 }"
    ),
    ("let g = 40 if flag(w) else 20; width g", "if flag(w) { width 40 } else { width 20 }"),
    ("let g = 4 if flag(w) else 2; let h = 2 * g + 1; width h + g", "if flag(w) { width 13 } else { width 7 }"),
    ("let g = 8 if compact.x else 16; size g, 2 * g", "if compact.x { size 8, 16 } else { size 16, 32 }"),
    ("let c = #f00 if r.on else #0f0; background: c", "if r.on { background: #f00 } else { background: #0f0 }"),
    ("let g = 3 if 1 == 1 else 5; width g", "width 3"),
  ])
  func `what the scene chooses is a branch in disguise`(_ written: String, _ branch: String) {
    #expect(meaning(written) == meaning(branch))
    #expect(!meaning(written).isEmpty)
  }

  @Test(arguments: [
    ("box b size 5 below n gap 8 if dark else 4", "box b size 5 { if dark { below n gap 8 } else { below n gap 4 } }"),
    ("let g = 8 if dark else 4; box b below n gap g", "box b { if dark { below n gap 8 } else { below n gap 4 } }"),
    (
      "let g = 8 if dark else 4; box b rest below n in safe gap g x center width 5",
      "box b x center width 5 { if dark { rest below n in safe gap 8 } else { rest below n in safe gap 4 } }"
    ),
    ("let g = 8 if dark else 4; box b fill inset g", "box b { if dark { fill inset 8 } else { fill inset 4 } }"),
    ("let g = 8 if dark else 4; hstack b gap g", "hstack b { if dark { gap 8 } else { gap 4 } }"),
    (
      "card b(8 if dark else 4, #f00 if flag(on) else #0f0, \"a\" if dark else \"b\")",
      """
      box b {
        box inner { if dark { width 8 } else { width 4 } if flag(on) { background: #f00 } else { background: #0f0 } }
        label name { if dark { text: \"a\" } else { text: \"b\" } }
      }
      """
    ),
    (
      "let g = 8 if dark else 4; card b(g + 1, #f00, \"a\"); card c(2, #f00, \"a\")",
      """
      box b {
        box inner background: #f00 { if dark { width 9 } else { width 5 } }
        label name text: \"a\"
      }
      box c { box inner background: #f00 width 2; label name text: \"a\" }
      """
    ),
  ])
  func `so are placements and components whose values the scene chooses`(_ written: String, _ branch: String) {
    func layout(_ body: String) -> String {
      """
      component card(len: length, tint: colour, word: text) {
        box inner width len background: tint
        label name text: word
      }
      layout a size 300, 200 { box n size 5 top 0 leading 0; \(body) }
      """
    }
    #expect(meaning(of: layout(written)) == meaning(of: layout(branch)))
  }
}
