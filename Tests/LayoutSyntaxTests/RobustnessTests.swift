import Fuzzing
import LayoutSyntax
import TestSupport
import Testing

@Suite("Reading anything") struct RobustnessTests {
  static let documents = GrammarTests.fixtures + Fixture.all(in: "diagnostics")

  @Test(arguments: documents)
  func `every beginning of a document has a sound tree`(_ fixture: Fixture) {
    for count in 0...fixture.source.bytes.count {
      let tree = parse(SourceText(name: "prefix", bytes: Array(fixture.source.bytes.prefix(count))))
      let violations = TreeInvariants.violations(of: tree)
      #expect(violations == [], "the first \(count) bytes of \(fixture.name)")
      if !violations.isEmpty { return }
    }
  }

  @Test func `words and signs in any order have a sound tree`() {
    let pieces =
      Word.allCases.map(\.rawValue) + [
        "{", "}", "{", "}", "(", ")", "[", "]", ",", ";", ":", ".", "==", ">=", "<", "=", "...", "..<", "->", "@", "#a",
        "#ff0000", "12", "3.5px", "80%", "250ms", "\"text\"", "\"\"\"", "/*", "*/", "//", "\n", "\n", "name", "`q`",
        "+",
        "-", "*", "/", "&&", "||", "!", "!=", "_", "é", "\u{0}",
      ]
    for seed in UInt64(1)...400 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<120).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let tree = parse(SourceText(name: "random", text: text))
      #expect(TreeInvariants.violations(of: tree) == [], "seed \(seed)")
      #expect(TreeInvariants.rebuilt(tree) == Array(text.utf8), "seed \(seed)")
    }
  }

  @Test(arguments: [
    "{", "(", "!", "-", "if a {} else ", "layout a { top == (", "view a {", "[", "a + ", "\"\"\"{\n", "min(",
  ])
  func `thousands of one opener are refused, not followed`(_ opener: String) {
    let tree = parse(SourceText(name: "deep", text: "layout a {\n  top == " + String(repeating: opener, count: 20_000)))
    #expect(tree.diagnostics.count <= 21)
    #expect(!tree.diagnostics.isEmpty)

    let statements = parse(SourceText(name: "deep", text: "layout a {\n" + String(repeating: opener, count: 20_000)))
    #expect(!statements.diagnostics.isEmpty)
    #expect(statements.tokens.last?.kind == .endOfFile)
  }

  @Test func `sixty-four blocks nest, the sixty-fifth is reported`() {
    func nested(_ depth: Int) -> SyntaxTree {
      let opening = String(repeating: "view {", count: depth - 1)
      return parse(SourceText(name: "deep", text: "layout a {" + opening + String(repeating: "}", count: depth)))
    }

    #expect(nested(64).diagnostics == [])
    #expect(nested(65).diagnostics.map(\.code.rawValue) == ["E1016"])
  }

  @Test func `a file above sixteen MiB is refused with its size`() {
    let tree = parse(SourceText(name: "big", bytes: [UInt8](repeating: 0x20, count: (16 << 20) + 1)))

    #expect(tree.diagnostics.map(\.code.rawValue) == ["E1017"])
    #expect(tree.root.kind == .file)
  }
}
