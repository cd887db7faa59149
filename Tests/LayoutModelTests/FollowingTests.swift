import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@Suite("Following an edit") struct FollowingTests {
  static let documents = ["samples", "placements", "language", "diagnostics"].flatMap(Fixture.all(in:))

  /// Follows an edit of a document that stands alone.
  private func follow(_ text: String, to edited: String) -> (followed: Bool, Resolution) {
    let older = parse(SourceText(name: "a.layout", text: text))
    var resolution = Resolution(older)
    let newer = parse(Array(edited.utf8), named: "a.layout", after: older)
    let followed = resolution.follow(newer)
    return (followed, resolution)
  }

  @Test(
    arguments: [
      "layout a { label b top 8 }", "layout a { label b { width == 8 } }", "layout a { label b top 2 + 8 #gap }",
      "layout a { vstack s gap 8 { label b } }", "layout a { label b \"8\" }", "layout a { label b fontSize: 8 }",
      "layout a { let unit = 8; label b top 2 * unit leading 1 }", "layout a { let u = 8; let v = u; label b top v }",
      "layout a { box c top 0; label b below c gap 8 x fill }", "layout a { label b hug @8 background: #fff }",
      "let unit = 8\nlayout a { label b size unit }\nlayout c { label d fill inset unit }",
      "layout a { if phone { label b top 8 } else { label b top 1 } }",
      "layout a { with gap 1 { box c dock top gap 8 } }",
      // The first to use a value reads it; from then on sums of it are kept.
      "layout a { let u = 8; box b width u; box c top 2 * u - 1 bottom u height u / 4; box d size u }",
      "layout a { let u = 8; box b width u; box c { leading == b.trailing - 3 * (u + 1); width <= b.width + u } }",
      "layout a { let u = 8; let v = 2 * u; box b width v; hstack s gap u + v { box c }; vstack t gap v { box d } }",
      "layout a { let u = 8; box b width u; box c width b.width * u height u #id size u, 2; box d { width < u } }",
    ])
  func `a number or a text that statements read is followed`(_ text: String) {
    for other in ["9", "10", "1.25"] {
      let edited = text.replacing("8", with: other)
      let (followed, resolution) = follow(text, to: edited)
      let fresh = Resolution(parse(SourceText(name: "a.layout", text: edited)))

      #expect(followed, "\(edited)")
      #expect(resolution.document == fresh.document, "\(edited)")
      #expect(resolution.document != Resolution(parse(SourceText(name: "a.layout", text: text))).document)
    }
  }

  @Test(
    arguments: [
      "layout a { if width < 800 { label b top 1 } }", "layout a size 80, 80 { label b }", "layout a { var v = 8 }",
      "layout a { with gap 8 { box c dock top } }", "layout a { label b; preview \"8\" }",
      "layout a { let l = 8; if width < l { label b top 1 } }", "layout a { if phone { label b lines: 8 } }",
      "layout a { label b width 1 / 8 { } }",
    ])
  func `what decides about more than statements is resolved from the start`(_ text: String) {
    let edited = text.replacing("8", with: "0")
    #expect(!follow(text, to: edited).followed)
  }

  @Test(arguments: [
    ("let n = 3\nlayout a { label b \"n\" }", "let n = 3\nlayout a { label b \"{n}\" }"),
    ("layout a { label b \"x\" * 3 }", "layout a { label b \"x\" * 1000001 }"),
  ])
  func `a text of which something is to be said now is resolved from the start`(_ text: String, _ edited: String) {
    #expect(!follow(text, to: edited).followed)
    #expect(!follow(edited, to: text).followed)
  }

  @Test func `a sum is added up with the numbers that stand in it by then`() {
    let texts = [
      "layout a { let u = 8; box b width u; box c top 2 * u }",
      "layout a { let u = 8; box b width u; box c top 3 * u }",
      "layout a { let u = 9.5; box b width u; box c top 3 * u }",
      "layout a { let u = 9.5;  box b width u; box c top 16 * u }",
      "layout a { let u = 4;  box b width u; box c top 16 * u }",
    ]
    var tree = parse(SourceText(name: "a.layout", text: texts[0]))
    var resolution = Resolution(tree)
    for text in texts.dropFirst() {
      tree = parse(Array(text.utf8), named: "a.layout", after: tree)
      let followed = resolution.follow(tree)

      #expect(followed, "\(text)")
      #expect(resolution.document == Resolution(parse(SourceText(name: "a.layout", text: text))).document, "\(text)")
    }
  }

  @Test func `a value that comes to divide by zero is complained about`() {
    let text = "layout a { let u = 8; box b width u; box c top 1 / u }"
    #expect(!follow(text, to: text.replacing("8", with: "0")).followed)
  }

  @Test func `a number replaced all over a file is resolved from the start`() {
    let views = (0..<40).map { "label l\($0) top 8" }.joined(separator: "\n")
    let text = "layout a {\n\(views)\n}"

    #expect(follow(text, to: text.replacing("l1 top 8", with: "l1 top 9")).followed)
    #expect(!follow(text, to: text.replacing("top 8", with: "top 9")).followed)
  }

  @Test func `an edit of an imported value is followed where it is used`() {
    let tokens = parse(SourceText(name: "t.layout", text: "let unit = 8"))
    let tree = parse(SourceText(name: "a.layout", text: "import \"t.layout\" as t\nlayout a { label b top t.unit }"))
    var resolution = Resolution(tree, imports: ["t.layout": tokens])
    let newer = parse(Array("let unit =  12".utf8), named: "t.layout", after: tokens)

    let followed = resolution.follow(tree, imports: ["t.layout": newer])
    #expect(followed)
    #expect(resolution.document == Resolution(tree, imports: ["t.layout": newer]).document)
    #expect(resolution.document.layouts[0].rules[0].constant == .literal(12))
  }

  @Test(arguments: documents)
  func `whichever literal is edited, the meaning is that of the new text`(_ fixture: Fixture) {
    let older = parse(fixture.source)
    let imports = Fixture.loading(older).imports
    var followed = 0
    for (index, token) in older.tokens.enumerated() {
      for replacement in Self.replacements(of: token, in: fixture.source) {
        var bytes = fixture.source.bytes
        bytes.replaceSubrange(Int(token.start)..<Int(token.end), with: replacement)
        var resolution = Resolution(older, imports: imports)
        let newer = parse(bytes, named: fixture.source.name, after: older)
        guard resolution.follow(newer, imports: imports) else { continue }
        followed += 1
        let fresh = Resolution(parse(SourceText(name: fixture.source.name, bytes: bytes)), imports: imports)
        let isSame = resolution.document == fresh.document && resolution.diagnostics == fresh.diagnostics
        #expect(isSame, "\(fixture.name), token \(index): \(String(decoding: replacement, as: UTF8.self))")
        if !isSame { return }
        // And back, since what was followed is followed on.
        let back = parse(fixture.source.bytes, named: fixture.source.name, after: newer)
        guard resolution.follow(back, imports: imports) else { continue }
        #expect(
          resolution.document == Resolution(older, imports: imports).document, "\(fixture.name), back to \(index)")
      }
    }
    // One that uses `remove`, and one that only declares a value.
    let isRefused = ["samples/toast.layout", "samples/tokens.layout"].contains(fixture.name)
    if fixture.name.hasPrefix("samples/"), !isRefused { #expect(followed > 10, "\(fixture.name): \(followed)") }
  }

  /// Longer and shorter literals of the same kind; before any other token a comment.
  private static func replacements(of token: SyntaxToken, in source: SourceText) -> [[UInt8]] {
    let text = source.bytes[Int(token.start)..<Int(token.end)]
    switch token.kind {
    case .number, .percent, .duration:
      let unit = text.drop { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }
      return ["0", "1", "7.25", "250"].map { Array($0.utf8) + unit }
    case .string: return [Array("\"\"".utf8), Array("\"another text\"".utf8)]
    case .leftBrace, .plus: return [Array("/* é */ ".utf8) + text]
    default: return []
    }
  }
}
