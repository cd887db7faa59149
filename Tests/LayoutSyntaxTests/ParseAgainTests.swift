import Fuzzing
import LayoutSyntax
import TestSupport
import Testing

@Suite("Parsing again after an edit") struct ParseAgainTests {
  static let documents = GrammarTests.fixtures + Fixture.all(in: "diagnostics")

  private func tree(_ text: String) -> SyntaxTree { parse(SourceText(name: "a.layout", text: text)) }

  private func again(_ text: String, after older: SyntaxTree) -> SyntaxTree {
    parse(Array(text.utf8), named: "a.layout", after: older)
  }

  @Test func `another number keeps the nodes`() {
    let older = tree("layout a { top == 9\n label b \"one\" width 4 }")
    let newer = again("layout a { top == 120\n label b \"one\" width 4 }", after: older)

    #expect(newer.literalEdit(since: older)?.literals.count == 1)
    #expect(newer.root.span.end == older.root.span.end + 2)
    #expect(newer.source.lineStarts == [0, 22])
  }

  @Test(arguments: [
    ("another text", "layout a { label b \"two and more\" width 4 }", 1),
    ("a blank", "layout a {  label b \"one\" width 4 }", 0),
    ("a comment", "layout a { label b /* here */ \"one\" width 4 }", 0),
    ("two numbers", "layout a { label b \"one two\" width 44 }", 2),
    ("nothing", "layout a { label b \"one\" width 4 }", 0),
  ])
  func `literals, blanks and comments keep the nodes`(_ name: String, _ text: String, _ literals: Int) {
    let older = tree("layout a { label b \"one\" width 4 }")
    #expect(again(text, after: older).literalEdit(since: older)?.literals.count == literals)
  }

  @Test(arguments: [
    ("another name", "layout a { label c \"one\" width 4 }"), ("a word", "layout a { label b \"one\" height 4 }"),
    ("a unit", "layout a { label b \"one\" width 4px }"), ("a line end", "layout a { label b \"one\"\n width 4 }"),
    ("a mistake", "layout a { label b \"one width 4 }"), ("more", "layout a { label b \"one\" width 4 top 2 }"),
    ("less", "layout a { label b \"one\" }"), ("an operator", "layout a { label b \"one\" width 4 + 2 }"),
  ])
  func `anything else is parsed from the start`(_ name: String, _ text: String) {
    let older = tree("layout a { label b \"one\" width 4 }")
    #expect(again(text, after: older).literalEdit(since: older) == nil)
  }

  @Test func `a tree with mistakes is parsed from the start`() {
    let older = tree("layout a { top = 4 }")
    #expect(again("layout a { top = 5 }", after: older).literalEdit(since: older) == nil)
  }

  @Test(arguments: documents)
  func `whatever is edited, the tree is that of the new text`(_ fixture: Fixture) {
    let seed: UInt64 = 2027
    var random = SeededGenerator(seed: seed)
    var tree = parse(SourceText(name: "a.layout", bytes: fixture.source.bytes))
    var followed = 0
    for round in 0..<150 {
      var bytes = fixture.source.bytes
      for _ in 0..<Int.random(in: 1...2, using: &random) { EditLaws.edit(&bytes, of: tree, using: &random) }
      let older = tree
      tree = parse(bytes, named: "a.layout", after: older)
      let fresh = parse(SourceText(name: "a.layout", bytes: bytes))
      guard TreeInvariants.isSame(tree, fresh) else {
        Issue.record("\(fixture.name), seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
        return
      }
      guard let edit = tree.literalEdit(since: older) else { continue }
      followed += 1
      for index in 0..<Int32(tree.nodeCount) {
        let (old, new) = (older.node(at: index), tree.node(at: index))
        #expect(edit.moved(old.span) == new.span, "\(fixture.name), round \(round), node \(index)")
        if edit.moved(old.span) != new.span { return }
      }
    }
    if fixture.name.hasPrefix("samples/") { #expect(followed > 20, "\(fixture.name)") }
  }
}
