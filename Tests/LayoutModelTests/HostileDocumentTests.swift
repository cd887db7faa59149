import LayoutSyntax
import Testing

@testable import LayoutModel

/// Short documents that stand for something enormous: each has to end, soon and in little memory, with a complaint
/// that says what there is too much of.
@Suite("Documents that grow without end") struct HostileDocumentTests {
  private func messages(_ text: String) -> [String] {
    let tree = parse(SourceText(name: "a", text: text))
    return (tree.diagnostics + resolve(tree).diagnostics).map(\.message)
  }

  /// With limits that are reached soon.
  private func messages(_ text: String, _ limits: CopyLimits) -> [String] {
    let tree = parse(SourceText(name: "a", text: text))
    var resolver = DocumentResolver(tree, imports: [:], root: nil)
    resolver.limits = limits
    resolver.resolve()
    return (tree.diagnostics + resolver.complaints.diagnostics).map(\.message)
  }

  /// `let a1 = a0 + a0`, `let a2 = a1 + a1` and so on.
  private func doubling(_ sign: String, _ count: Int) -> String {
    (1...count).map { "  let a\($0) = (a\($0 - 1) \(sign) a\($0 - 1))\n" }.joined()
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-2147483648"])
  func `no bound of a 'for' is too far away to be complained about`(_ bound: String) {
    #expect(messages("layout a { for i in \(bound)...0 { box b } }").count <= 1)
    #expect(messages("layout a { for i in 0...\(bound) { box b } }").count == 1)
  }

  @Test func `a sum that doubles itself is refused`() {
    let text = "layout a {\n  var a0 = 1\n\(doubling("+", 60))  box b { width == a60 }\n}\n"

    #expect(messages(text) == ["this comes to more than 2048 numbers and names, too many for one value"])
  }

  @Test func `a product that doubles itself is refused`() {
    let text = "layout a {\n  var v = 1\n  let a0 = v + 1\n\(doubling("*", 60))  box b { width == a60 }\n}\n"

    #expect(messages(text) == ["this comes to more than 2048 numbers and names, too many for one value"])
  }

  @Test func `a condition that doubles itself is refused`() {
    let text = "layout a {\n  let a0 = (flag(on))\n\(doubling("&&", 60))  box b { if a60 { width == 1 } }\n}\n"

    #expect(messages(text) == ["this comes to more than 2048 questions and numbers, too many for one condition"])
  }

  @Test func `a condition that leads through many names is refused`() {
    let lets = (1...20_000).map { "let c\($0) = (c\($0 - 1) && flag(on))\n" }.joined()
    let text = "let c0 = (flag(on))\n\(lets)layout a { box b { if c20000 { width == 1 } } }\n"

    #expect(Set(messages(text)) == ["this leads through more than 512 expressions"])
  }

  @Test func `a text that doubles itself is refused, with variables in it or without`() {
    let text = "layout a {\n  let a0 = \"xx\"\n\(doubling("+", 60))  label b { text: a60 }\n}\n"
    let template = "layout a {\n  var a0 = \"xx\"\n\(doubling("+", 60))  label b { text: a60 }\n}\n"

    #expect(messages(text) == ["this comes to a text of more than 1000000 bytes"])
    #expect(messages(template) == ["this comes to a text with more than 64 variables in it"])
  }

  @Test func `a bound that doubles itself is read once a name`() {
    let text = "layout a {\n  let a0 = 0\n\(doubling("+", 60))  for i in a60...2 { box b }\n}\n"

    #expect(messages(text) == [])
  }

  @Test func `bounds that ask for each other twice end`() {
    let text = "layout a {\n  let x = y + y\n  let y = x + x\n  for i in 0..<x { box b }\n}\n"

    #expect(messages(text) == ["'x' is not known in the file, and how often a 'for' repeats is"])
  }

  @Test(arguments: ["box x", "flag(on)", ""]) func `components whose slots double themselves end`(_ content: String) {
    let uses = (1...40).map { "component c\($0) {\n  c\($0 - 1) { slot }\n  c\($0 - 1) { slot }\n}\n" }.joined()
    let slots = (1...40).map { "component d\($0) {\n  d\($0 - 1) s {\n    slot\n    slot\n  }\n}\n" }.joined()
    let limits = CopyLimits(clauses: 20_000)
    let complaint = "the copies in this layout are more than 20000 clauses, values or blocks; all clauses are left out"

    for (chain, use) in [(uses, "component c0 { slot }\n"), (slots, "component d0 { slot }\n")] {
      let kind = chain == uses ? "c40" : "d40"
      let found = messages("\(use)\(chain)layout a { \(kind) b { if flag(on) { \(content) } } }\n", limits)
      #expect(found.contains(complaint), "\(kind)")
    }
  }

  @Test func `parameters that nobody uses are counted`() {
    let parameters = (0..<100).map { "p\($0) = 1" }.joined(separator: ", ")
    let text = "component c(\(parameters)) { }\nlayout a { for i in 0..<100000 { c b } }\n"

    #expect(
      messages(text, CopyLimits(clauses: 10_000)) == [
        "the copies in this layout are more than 10000 clauses, values or blocks; all clauses are left out"
      ])
  }

  @Test(arguments: [#"label l "x" * 1000000"#, "label l { text: x + i }", "label l { text: v + (x + i) }"])
  func `texts that are repeated by copies are counted`(_ label: String) {
    let value = String(repeating: "x", count: 100_000)
    let text = "layout a {\n  let x = \"\(value)\"\n  var v = \"\"\n  for i in 0..<1000 { \(label) }\n}\n"

    #expect(
      messages(text, CopyLimits(textBytes: 4_000_000)) == [
        "the texts of this layout come to more than 4000000 bytes; this one and those after it are left out"
      ])
  }

  @Test(arguments: ["if a7 { height == 1 }", "config c when a7"])
  func `conditions that are repeated by copies are counted`(_ use: String) {
    let lets = "let a0 = (width > 1 && height > 2)\n\(doubling("||", 7))"
    let text = "\(lets)layout a { for i in 0..<1000 { box b { \(use) } } }\n"

    #expect(
      messages(text, CopyLimits(conditionParts: 100_000)).contains(
        "the conditions of this layout come to more than 100000 parts; this one and those after it never hold"))
  }
}
