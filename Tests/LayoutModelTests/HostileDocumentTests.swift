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

  /// What is said about it, and about which text, with less of one kind than a document has.
  private func complaints(_ text: String, _ kind: Budget.Kind, _ most: Int) -> [String] {
    let tree = parse(SourceText(name: "a", text: text))
    var resolver = DocumentResolver(tree, imports: [:], root: nil)
    var allowed = Budget.Amounts.allowed
    allowed[kind] = most
    resolver.budget = Budget(allowed)
    resolver.resolve()
    return (tree.diagnostics + resolver.complaints.diagnostics).map { diagnostic in
      "\(diagnostic.place.map { tree.source.text(in: $0.span) } ?? ""): \(diagnostic.message)"
    }
  }

  private func tooMuch(_ noun: String) -> String {
    "a document has at most \(noun), copies included, and from here on there are more; nothing of it is shown"
  }

  /// `let a1 = a0 + a0`, `let a2 = a1 + a1` and so on.
  private func doubling(_ sign: String, _ count: Int) -> String {
    (1...count).map { "  let a\($0) = (a\($0 - 1) \(sign) a\($0 - 1))\n" }.joined()
  }

  /// Loops over a list of so many records in each other, with something in the innermost one.
  private func rows(_ count: Int, in loops: Int, key: String = "", _ inside: String = "box b") -> String {
    let records = (0..<count).map { "(id: \"\(key)\($0)\")" }.joined(separator: ", ")
    let lists = "var rows: list(id: text) = [\(records)]\n  var none: list(id: text) = []"
    let heads = (0..<loops).map { "for r\($0) in rows by r\($0).id { " }.joined()
    return "layout a {\n  \(lists)\n  \(heads)\(inside)\(String(repeating: " }", count: loops))\n}"
  }

  @Test func `a document names so many files and no more`() {
    func pictures(_ count: Int, at path: (Int) -> String) -> String {
      "layout a { " + (0..<count).map { "image i\($0) { image: \"\(path($0))\" }" }.joined(separator: "; ") + " }"
    }
    let tooMany = "a document names at most 1000 pictures; this one and those behind it are left out"
    #expect(messages(pictures(1000) { "p\($0).png" }) == [])
    #expect(messages(pictures(1003) { "p\($0).png" }) == [tooMany])
    #expect(messages(pictures(1003) { "p\($0 % 1000).png" }) == [])

    let text = (0...1000).map { "import \"i\($0).layout\" as i\($0)\n" }.joined()
    let tree = parse(SourceText(name: "a", text: text + "layout a { }"))
    let files = (0...1000).map { ("i\($0).layout", parse(SourceText(name: "i\($0).layout", text: "let b = 1"))) }
    let resolved = resolve(tree, imports: Dictionary(uniqueKeysWithValues: files))
    #expect(
      resolved.diagnostics.map(\.message) == ["a document imports at most 1000 files; this one is left out"])
    #expect(importedPaths(of: tree).count == 1000 && importedPaths(of: tree).last == "i999.layout")
  }

  @Test func `a path is no longer than the kernel takes, and is not quoted then`() {
    let tooLong = "the path of a file has at most 4095 bytes"
    #expect(messages("layout a { image i { image: \"\(String(repeating: "p", count: 4095))\" } }") == [])
    #expect(messages("layout a { image i { image: \"\(String(repeating: "p", count: 4096))\" } }") == [tooLong])
    #expect(messages("import \"\(String(repeating: "p/", count: 2048))\" as p\nlayout a { }") == [tooLong])
    let tree = parse(SourceText(name: "a", text: "import \"\(String(repeating: "p/", count: 2048))\""))
    #expect(importedPaths(of: tree) == [])
  }

  /// A name of 5,000 letters: a sentence about it has 250 from its beginning, as many from its end, and what is between
  /// them.
  @Test func `what is said is not as long as what it is about`() throws {
    let name = String(repeating: "q", count: 5000)
    let message = try #require(messages("layout a { box b width \(name) }").first)
    #expect(message.utf8.count == 250 + " … ".utf8.count + 250)
    let (first, last) = (String(repeating: "q", count: 235), String(repeating: "q", count: 244))
    #expect(message == "no let or var '\(first) … \(last)' here")
  }

  @Test func `records of a file are paid for in all copies that they ask for`() {
    // 60 × 60 × 60 = 216,000 views of the 200,000 that there may be; 58 × 58 × 58 = 195,112 are not too many.
    #expect(messages(rows(60, in: 3)) == [tooMuch("200000 views")])
    #expect(messages(rows(58, in: 3)) == [])
    // 1,000 × 1,000 repetitions without a view are as many.
    let empty = "for n in none by n.id { box b }"
    #expect(messages(rows(1000, in: 2, empty)) == [tooMuch("200000 views")])
    // 200 × 200 paths with two keys of 1,000 letters: 80 MB.
    let key = String(repeating: "k", count: 1000)
    #expect(messages(rows(200, in: 2, key: key)) == [tooMuch("64000000 bytes of names")])
    // 400 × 400 views with 13 clauses: 160,000 × 14 are 2,240,000 of the 2,000,000 that there may be.
    let clauses = (0..<13).map { "width >= \($0)" }.joined(separator: "; ")
    #expect(messages(rows(400, in: 2, "box b { \(clauses) }")) == [tooMuch("2000000 clauses, values and blocks")])
  }

  /// A view over 100 rows counts 1 and 100 × 20: 2,001 of 8,000,000, so 3,998 of them may be.
  @Test func `rows that views of a grid go over are paid for, whatever copies the views`() {
    func grid(_ records: Int) -> [String] {
      let list = "var rows: list(id: text) = [\((0..<records).map { "(id: \"\($0)\")" }.joined(separator: ", "))]"
      return messages("layout a { \(list)\n grid g { for r in rows by r.id { box b span 1, 100 } } }")
    }
    let all = tooMuch("8000000 numbers, anchors and questions")

    #expect(messages("layout a { grid g { for i in 0..<100000 { box b span 1, 100 } } }") == [all])
    #expect(
      complaints("layout a { grid g { for i in 0..<11 { box b span 1, 100 } } }", .parts, 20_100)
        == ["for i in 0..<11: \(tooMuch("20100 numbers, anchors and questions"))"])
    // That of the pattern is one more.
    #expect(grid(3990) == [])
    #expect(grid(4000) == [all])
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-2147483648"])
  func `no bound of a 'for' is too far away to be complained about`(_ bound: String) {
    #expect(messages("layout a { for i in \(bound)...0 { box b } }").count <= 1)
    #expect(messages("layout a { for i in 0...\(bound) { box b } }").count == 1)
  }

  @Test func `the names of a layout and its previews have an end, as every scene has both in its name`() {
    let (longest, longer) = (String(repeating: "/", count: 255), String(repeating: "/", count: 256))

    #expect(messages("layout `\(longest)` { preview \"\(longest)\" }") == [])
    #expect(messages("layout `\(longer)` { box b }") == ["the name of a layout has at most 255 bytes"])
    #expect(messages("layout a { preview \"\(longer)\" }") == ["the name of a preview has at most 255 bytes"])
  }

  @Test func `the key of a record has an end, as it stands in the paths of all its views`() {
    func text(_ key: String) -> String {
      "layout a { var rows: list(id: text) = [(id: \"\(key)\")]\n for r in rows by r.id { box b } }"
    }
    let longest = String(repeating: "é", count: 512)

    #expect(messages(text(longest)) == [])
    #expect(messages(text(longest + "k")) == ["views go by 'id', and it has at most 1024 bytes then"])
  }

  @Test func `a sum that doubles itself is refused`() {
    let text = "layout a {\n  var a0 = 1\n\(doubling("+", 60))  box b { width == a60 }\n}\n"

    #expect(messages(text) == ["this comes to more than 2048 numbers and names, too many for one value"])
  }

  @Test func `a product that doubles itself is refused`() {
    let text = "layout a {\n  var v = 1\n  let a0 = v + 1\n\(doubling("*", 60))  box b { width == a60 }\n}\n"

    #expect(messages(text) == ["this comes to more than 2048 numbers and names, too many for one value"])
  }

  @Test func `what is removed a hundred times is removed once`() throws {
    let removals = String(repeating: "remove width; ", count: 100)
    let rules = "width == 1; width == 2; "
    let inBranch = resolve(
      parse(SourceText(name: "a", text: "layout a { box b { \(rules)if flag(on) { \(removals)} } }\n")))
    let outside = resolve(parse(SourceText(name: "a", text: "layout a { box b { \(rules)\(removals)} }\n")))

    let layout = try #require(inBranch.document.layouts.first)
    #expect(layout.conditions == [.not(.flag("on")), .not(.flag("on"))])
    #expect(layout.rules.count == 2)
    #expect(outside.document.layouts.first?.rules.count == 0)
  }

  @Test func `rules are counted for each branch that removes them`() {
    let rules = String(repeating: "width == 1; ", count: 100)
    let branches = (0..<100).map { "if flag(f\($0)) && !flag(f\($0)) { remove width }\n" }.joined()
    let text = "layout a { box b { \(rules)\(branches) } }\n"

    #expect(complaints(text, .steps, 20_000).isEmpty)
    #expect(complaints(text, .steps, 5_000).last?.contains("copies included, and from here on there are more") == true)
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
    let complaint = tooMuch("20000 clauses, values and blocks")

    for (chain, use) in [(uses, "component c0 { slot }\n"), (slots, "component d0 { slot }\n")] {
      let kind = chain == uses ? "c40" : "d40"
      let text = "\(use)\(chain)layout a { \(kind) b { if flag(on) { \(content) } } }\n"
      #expect(complaints(text, .statements, 20_000).contains("\(kind) b: \(complaint)"), "\(kind)")
    }
  }

  @Test func `parameters that nobody uses are counted`() {
    let parameters = (0..<100).map { "p\($0) = 1" }.joined(separator: ", ")
    let text = "component c(\(parameters)) { }\nlayout a { for i in 0..<100000 { c b } }\n"

    #expect(
      complaints(text, .statements, 10_000) == [
        "for i in 0..<100000: \(tooMuch("10000 clauses, values and blocks"))"
      ])
  }

  @Test(arguments: [#"label l "x" * 1000000"#, "label l { text: x + i }", "label l { text: v + (x + i) }"])
  func `texts that are repeated by copies are counted`(_ label: String) {
    let value = String(repeating: "x", count: 100_000)
    let text = "layout a {\n  let x = \"\(value)\"\n  var v = \"\"\n  for i in 0..<1000 { \(label) }\n}\n"

    #expect(
      complaints(text, .texts, 4_000_000) == ["for i in 0..<1000: \(tooMuch("4000000 bytes of texts"))"])
  }

  @Test(arguments: ["if a7 { height == 1 }", "config c when a7"])
  func `conditions that are repeated by copies are counted`(_ use: String) {
    let lets = "let a0 = (width > 1 && height > 2)\n\(doubling("||", 7))"
    let text = "\(lets)layout a { for i in 0..<1000 { box b { \(use) } } }\n"

    #expect(
      complaints(text, .parts, 100_000).last
        == "for i in 0..<1000: \(tooMuch("100000 numbers, anchors and questions"))")
  }

  static let longName = String(repeating: "n", count: 1000)

  /// Each copy keeps the long name at least once; the `for` around the layout's own `for` is the one to change.
  @Test(arguments: [
    "box \(longName)", "box b { box \(longName) }", "box \(longName) { for k in 0..<9 { box c } }",
    "box b { width == 0 #\(longName) }", "box b { config \(longName) { left 0 } }",
    "box b { if flag(\(longName)) { left 0 } }", "box b { if trait.\(longName) == on { left 0 } }",
    "box b { trait \(longName): on }", "box b { \(longName): 1 }", "label l { style: \(longName) }",
    "box b { left \(longName)[i + 1].left }", "let c = (flag(\(longName))); box b { if c { left 0 } }",
  ])
  func `names that are repeated by copies are counted`(_ content: String) {
    let text = "layout a { for i in 0..<9 { for j in 0..<200 { \(content) } } }"

    let found = complaints(text, .names, 100_000)

    #expect(found.last == "for i in 0..<9: \(tooMuch("100000 bytes of names"))")
    #expect(found.count <= 2)
  }

  @Test func `a path is as long as all names in it`() {
    let name = Self.longName
    // Three names of 1,000 bytes, with a point before each: 1,001, 2,002 and 3,003 bytes, 6,006 in all.
    let text = "layout a { box \(name) { box \(name) { box \(name) } } }"

    #expect(complaints(text, .names, 6_006) == [])
    #expect(complaints(text, .names, 6_005) == ["box \(name): \(tooMuch("6005 bytes of names"))"])
  }

  @Test func `views are counted, and no rule of what was left out is complained about`() {
    // 4 boxes are there; the fifth is too much, and what speaks of it is no mistake of its own.
    let text = "layout a { for i in 0..<6 { box b left 0 }; box c left b[5].right }"

    #expect(complaints(text, .views, 7) == [])
    #expect(complaints(text, .views, 4) == ["for i in 0..<6: \(tooMuch("4 views"))"])
  }

  @Test func `all layouts of a document share what it has`() {
    let text = "layout a { box a; box b }\nlayout b { box c; box d; box e }\nlayout c { box f left g }"

    #expect(complaints("layout a { box a; box b }\nlayout b { box c; box d; box e }", .views, 5) == [])
    #expect(complaints(text, .views, 4) == ["box e: \(tooMuch("4 views"))"])
  }

  @Test func `layouts are counted with what each has of its files`() {
    // Two values, their names and a component with its name: six of each layout, and the thousand that each is.
    let text = "let a = 1; let b = 2; component c box { }\nlayout d { c e }\nlayout f { c g }\nlayout h { c i; oops }"
    let noun = "names for its layouts, for each all that its files declare"

    #expect(complaints(text, .entries, 2_012) == ["h: \(tooMuch("2012 \(noun)"))"])
    #expect(complaints(text, .entries, 2_011) == ["f: \(tooMuch("2011 \(noun)"))"])
  }

  @Test func `components that nobody uses are counted with what each trial copies`() {
    // Sixteen names and sixteen components: two for each trial.
    let text = (0..<16).map { "component c\($0) box { }\n" }.joined()
    let noun = "names for its layouts, for each all that its files declare"

    #expect(complaints(text, .entries, 32) == [])
    #expect(complaints(text, .entries, 31) == ["c15: \(tooMuch("31 \(noun)"))"])
  }

  @Test func `what copies of a component come to is complained about at its use in the layout`() {
    let text = "component c { box p; box q }\ncomponent d { c e; c f }\nlayout a { d g; d h }"

    // d g: g, e, p, q, f, p, q are seven; h is the eighth.
    #expect(complaints(text, .views, 6) == ["d g: \(tooMuch("6 views"))"])
    #expect(complaints(text, .views, 7) == ["d h: \(tooMuch("7 views"))"])
  }

  @Test(arguments: [
    "transition visible 1s", "if false { box p }", "slot", "box b left 0", "width 1", "let x = 1",
    "with gap 1 { }", "config c { }",
  ])
  func `whatever a block holds is counted for each copy`(_ statement: String) {
    let body = repeatElement(statement, count: 20).joined(separator: "\n")
    let text = "component c {\n\(body)\n}\nlayout a { for i in 0..<90000 { c } }"

    let found = complaints(text, .statements, 10_000)

    #expect(found.contains("for i in 0..<90000: \(tooMuch("10000 clauses, values and blocks"))"))
  }

  @Test(arguments: [
    "width \(Array(repeating: "n", count: 200).joined(separator: " + "))",
    "left min(\(Array(repeating: "n", count: 200).joined(separator: ", ")))",
    "left a.\(Array(repeating: "b", count: 60).joined(separator: ".")).left",
  ])
  func `expressions that are repeated by copies are counted`(_ clause: String) {
    let nested = String(repeating: "box b { ", count: 60) + String(repeating: "}", count: 60)
    let text = "layout l { let n = 1; box a { \(nested) }; for i in 0..<2000 { box c { \(clause) } } }"

    #expect(complaints(text, .steps, 10_000) == ["for i in 0..<2000: \(tooMuch("10000 expressions"))"])
  }

  @Test func `sums of many anchors are counted for each copy`() {
    let boxes = (0..<100).map { "box a\($0)\n" }.joined()
    let sum = (0..<100).map { "a\($0).width" }.joined(separator: " + ")
    let text = "layout l {\n\(boxes)for i in 0..<2000 { box b width \(sum) } }"

    #expect(
      complaints(text, .parts, 50_000) == ["for i in 0..<2000: \(tooMuch("50000 numbers, anchors and questions"))"])
  }

  @Test func `names of ninety-nine thousand copies are refused before they are made`() {
    let name = String(repeating: "n", count: 22_500)
    let tree = parse(
      SourceText(name: "a", text: "layout a { for i in 0..<99000 { box \(name) left 0 top 0 width 1 height 1 } }"))

    let (document, diagnostics) = resolve(tree)

    #expect(diagnostics.map(\.code.rawValue) == ["E2303"])
    // A name and its number twice: as a name and in the path, 45 KB of 64 MB for each copy.
    #expect(document.layouts[0].views.count < 1_500)
  }
}
