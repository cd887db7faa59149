import LayoutSyntax
import Testing

@Suite("Literals that are exchanged in a file") struct WrittenLiteralTests {
  /// A clause with an id, in a layout with more around it.
  private func tree(_ clause: String) -> SyntaxTree {
    parse(SourceText(name: "a.layout", text: "layout a {\n  // é\n  box b \(clause) #id background: red\n}\n"))
  }

  private func clause(_ tree: SyntaxTree) throws -> SyntaxNode {
    let start = try #require(tree.source.bytes.firstRange(of: Array("#id".utf8))).lowerBound
    return try #require(tree.clause(ofIdentifierAt: SourceSpan(start: Int32(start), end: Int32(start) + 3)))
  }

  @Test(arguments: [
    ("left 10", "10", [10]), ("left 10pt", "10pt", [10]), ("left -10", "-10", [-10]),
    ("top == super.safe.bottom - 52", "- 52", [-52]), ("top == 8 + super.top", "8", [8]),
    ("width == 0.5 * super.width - 8", "0.5|- 8", [0.5, -8]), ("size 10, 20", "10|20", [10, 20]),
    ("inset 1, 2, 3, 4", "1|2|3|4", [1, 2, 3, 4]), ("inset (top: 4, x: 8)", "4|8", [4, 8]),
    ("height within 1..<20", "1|20", [1, 20]), ("height 40%", "40%", []), ("bottom 1px", "1px", []),
    ("top == super.bottom - (8 + 2)", "8|+ 2", [8, 2]),
  ])
  func `the numbers of a clause are told with their signs`(_ text: String, _ texts: String, _ points: [Double]) throws {
    let tree = tree(text)
    let clause = try clause(tree)
    #expect(clause.text == "\(text) #id")
    let literals = try #require(clause.writtenLiterals)
    #expect(literals.map { $0.text(in: tree.source) }.joined(separator: "|") == texts)
    #expect(literals.compactMap(\.points) == points)
  }

  /// What a name stands for nobody knows here.
  @Test(arguments: ["left space", "top == super.top + space + 8", "width min(8, 10)"])
  func `of a clause with names nothing is told`(_ text: String) throws {
    #expect(try clause(tree(text)).writtenLiterals == nil)
  }

  /// A `let` is followed, by its name in the scopes around; what else has such a name is not.
  @Test(arguments: [
    ("let gap = 10", "left gap", "10"), ("let gap = 10", "top >= title.bottom + gap", "10"),
    ("let gap = -10", "left gap", "-10"), ("let gap = 8 + 2", "left gap", nil), ("var gap = 10", "left gap", nil),
    ("let gap = 10", "left gap + 8", nil), ("let gap = 10", "left 2 * gap", nil), ("let gap = 10", "left -gap", nil),
    ("let gap = 10", "left gap + gap", nil), ("let other = 10", "left gap", nil),
    ("let gap = 10", "top == super.top - gap", nil),
  ])
  func `the number of a let is that of a clause which names it`(_ declared: String, _ clause: String, _ number: String?)
  {
    let tree = parse(SourceText(name: "a", text: "layout a {\n  \(declared)\n  box b { box c \(clause) #id }\n}\n"))
    let start = Int32(tree.source.bytes.firstRange(of: Array("#id".utf8))!.lowerBound)
    let node = tree.clause(ofIdentifierAt: SourceSpan(start: start, end: start + 3))
    #expect(node.flatMap { tree.literalOfNamedValue(in: $0) }?.text(in: tree.source) == number)
  }

  @Test(arguments: [
    "let a = 10\ncomponent c(a: number) box { box d left a #id }",
    "let i = 10\nlayout l { for i in 0..<4 { box d left i #id } }",
    "let a = 10\nlayout l { var a = 3\n box d left a #id }",
  ])
  func `the nearest of a name counts`(_ text: String) {
    let tree = parse(SourceText(name: "a", text: text))
    let start = Int32(tree.source.bytes.firstRange(of: Array("#id".utf8))!.lowerBound)
    let node = tree.clause(ofIdentifierAt: SourceSpan(start: start, end: start + 3))
    #expect(node != nil && node.flatMap { tree.literalOfNamedValue(in: $0) } == nil)
  }

  private func exchanged(_ clause: String, _ old: String, _ new: String) -> String? {
    let tree = tree(clause)
    guard let range = tree.source.bytes.firstRange(of: Array(old.utf8)) else { return nil }
    return tree.exchanging(SourceSpan(start: Int32(range.lowerBound), end: Int32(range.upperBound)), for: new).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("left 10", "10", "24"), ("left 10", "10", "-3.5"), ("left -10", "-10", "7"), ("left 10pt", "10pt", "24pt"),
    ("top == super.bottom - 52", "- 52", "- 60"), ("top == super.bottom - 52", "- 52", "+ 8"),
    ("inset 1, 2, 3, 4", "3", "30"), ("text: \"a\"", "\"a\"", #""b \" c""#),
  ])
  func `a literal is exchanged for one of its kind, and nothing else changes`(
    _ clause: String, _ old: String, _ new: String
  ) {
    let whole = "layout a {\n  // é\n  box b \(clause) #id background: red\n}\n"
    let parts = whole.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(exchanged(clause, old, new) == parts.joined(separator: new))
  }

  @Test(arguments: [
    ("left 10", "10", ""), ("left 10", "10", "space"), ("left 10", "10", "10%"), ("left 10", "10", "10px"),
    ("left 10", "10", "10 top 20"), ("left 10", "10", "10 // "), ("left 10", "10", "10 }\n box evil {"),
    ("left 10", "10", "8 + 2"), ("left 10", "10", "\"10\""), ("left 10", "10", "- - 10"), ("left 10", "10", " 10"),
    ("left 10", "10", "10\n"), ("left 10", "10", "1e5"), ("left 10", "10", "10; import \"x\""),
    ("top == super.bottom - 52", "- 52", "60"), ("top == super.bottom - 52", "- 52", "* 60"),
    ("text: \"a\"", "\"a\"", "\"a\nb\""), ("text: \"a\"", "\"a\"", "\"a"), ("text: \"a\"", "\"a\"", "\"a\" \"b\""),
    ("left 10", "left 10", "left 20"), ("left 10", "left", "top"),
  ])
  func `what is not one literal of the same kind is refused`(_ clause: String, _ old: String, _ new: String) {
    #expect(exchanged(clause, old, new) == nil)
  }

  @Test func `in a layout as JSON nothing is exchanged`() {
    let json = parse(SourceText(name: "a.json", text: #"{"layout": "a", "views": []}"#))
    #expect(json.exchanging(SourceSpan(start: 0, end: 1), for: "2") == nil)
  }

  @Test func `places are found by line and column, which count letters`() {
    let source = SourceText(name: "a", text: "é\nab\n")
    #expect(source.offset(line: 1, column: 1) == 0)
    #expect(source.offset(line: 1, column: 2) == 2)
    #expect(source.offset(line: 1, column: 3) == nil)
    #expect(source.offset(line: 2, column: 3) == 5)
    #expect(source.offset(line: 3, column: 1) == 6)
    for (line, column) in [(0, 1), (4, 1), (1, 0), (2, 4), (Int.max, 1), (1, Int.max)] {
      #expect(source.offset(line: line, column: column) == nil)
    }
  }
}
