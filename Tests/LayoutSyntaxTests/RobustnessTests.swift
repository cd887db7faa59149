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

  @Test(arguments: documents)
  func `bytes flipped, put in and taken out leave a sound tree`(_ fixture: Fixture) {
    let seed: UInt64 = 2026
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      var bytes = fixture.source.bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(Array("{}()[]\"`#@*/,;:.=<>&|!\\-\n".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let tree = parse(SourceText(name: "mutated", bytes: bytes))
      let violations = TreeInvariants.violations(of: tree)
      #expect(violations == [], "\(fixture.name), seed \(seed), round \(round)")
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
