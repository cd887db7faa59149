import Foundation
import LayoutSyntax
import TestSupport
import Testing

@Suite("Formatting") struct FormattingTests {
  @Test(arguments: Fixture.all(in: "formatting"))
  func `a document gets the form beside it`(_ fixture: Fixture) throws {
    let tree = parse(fixture.source)
    #expect(DiagnosticRenderer(sources: [fixture.source]).render(tree.diagnostics) == "")

    let text = String(decoding: try #require(tree.formatted()), as: UTF8.self)
    #expect(fixture.matches(text, golden: ".formatted"), "run with UPDATE_GOLDEN=1 and read the diff")
    #expect(FormattingLaws.violations(of: fixture.source.bytes) == [])
  }

  @Test(arguments: Corpus.layouts(below: "Layouts"))
  func `the layouts of this repository are formatted`(_ document: Corpus.Document) {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))

    #expect(tree.formatted() == document.bytes, "run framewire fmt Layouts")
  }

  @Test(arguments: Corpus.documents)
  func `formatting keeps tokens, tree and comments, and a second time changes nothing`(_ document: Corpus.Document) {
    #expect(FormattingLaws.violations(of: document.bytes) == [])
  }

  /// What is read many times over is short.
  static let shortDocuments = Corpus.documents.filter { $0.bytes.count < 3000 }

  @Test(arguments: shortDocuments)
  func `so it does whatever blanks and comments stand between the tokens`(_ document: Corpus.Document) {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    guard tree.diagnostics.isEmpty else { return }
    let seed = UInt64(2026)
    var random = SeededGenerator(seed: seed)
    for round in 0..<15 {
      let bytes = FormattingLaws.withOtherBlanks(tree, &random)
      let violations = FormattingLaws.violations(of: bytes)
      #expect(violations == [], "seed \(seed), round \(round):\n\(String(decoding: bytes, as: UTF8.self))")
      if !violations.isEmpty { return }
    }
  }

  @Test(arguments: shortDocuments)
  func `bytes flipped, put in and taken out are formatted or refused`(_ document: Corpus.Document) {
    let seed = UInt64(77)
    var random = SeededGenerator(seed: seed)
    for round in 0..<15 where !document.bytes.isEmpty {
      var bytes = document.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(Array("{}();,:.*/ \n\t\r\"-#".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let violations = FormattingLaws.violations(of: bytes)
      #expect(violations == [], "seed \(seed), round \(round):\n\(String(decoding: bytes, as: UTF8.self))")
      if !violations.isEmpty { return }
    }
  }

  @Test func `a document with syntax errors is left alone`() {
    #expect(parse(SourceText(name: "t", text: "layout a {\n label  b \"x\" top = 3\n}\n")).formatted() == nil)
    #expect(parse(SourceText(name: "t", text: "layout a {\n label  b \"x\"\n")).formatted() == nil)
  }

  @Test func `an empty document stays empty, and blanks alone become nothing`() {
    #expect(parse(SourceText(name: "t", text: "")).formatted() == [])
    #expect(parse(SourceText(name: "t", text: " \n\n\t;\r\n")).formatted() == [])
  }

  @Test func `a byte order mark is dropped`() {
    let tree = parse(SourceText(name: "t", bytes: [0xEF, 0xBB, 0xBF] + Array("let a=1".utf8)))
    #expect(tree.formatted() == Array("let a = 1\n".utf8))
  }

  @Test func `broken UTF-8 in a comment stays as it is`() {
    let tree = parse(SourceText(name: "t", bytes: Array("let a=1 // ".utf8) + [0xFF, 0xFE] + Array(" \n".utf8)))
    #expect(tree.formatted() == Array("let a = 1  // ".utf8) + [0xFF, 0xFE, 0x0A])
  }

  @Test func `a long table of lines is formatted in a time that grows with its length`() throws {
    let rows = (0..<4000).map { "  label name\($0)   \"text\"   top \($0 * $0)    leading 4   #id\($0)" }
    let text = "layout t {\n" + rows.joined(separator: "\n") + "\n}\n"

    let once = try #require(parse(SourceText(name: "t", text: text)).formatted())
    #expect(parse(SourceText(name: "t", bytes: once)).formatted() == once)
    let columns = once.split(separator: 0x0A).dropFirst().dropLast().map { line in
      String(decoding: line, as: UTF8.self).split(separator: "leading")[0].count
    }
    #expect(columns == Array(repeating: columns[0], count: 4000))
  }
}

/// What holds for the formatted text of any document.
enum FormattingLaws {
  static func violations(of bytes: [UInt8]) -> [String] {
    let tree = parse(SourceText(name: "t", bytes: bytes))
    guard let formatted = tree.formatted() else {
      return tree.diagnostics.contains { $0.severity == .error } ? [] : ["refused without an error"]
    }
    let again = parse(SourceText(name: "t", bytes: formatted))
    var found: [String] = []
    if again.diagnostics.map(\.message) != tree.diagnostics.map(\.message) {
      found.append("complains otherwise: \(again.diagnostics.map(\.message))")
    }
    if shape(of: again) != shape(of: tree) { found.append("another tree") }
    if comments(of: again) != comments(of: tree) { found.append("other comments") }
    if again.formatted() != formatted { found.append("not the same a second time") }
    let lines = formatted.split(separator: 0x0A, omittingEmptySubsequences: false)
    if !formatted.isEmpty, formatted.last != 0x0A { found.append("no line end at the end") }
    if lines.first?.isEmpty == true, !formatted.isEmpty { found.append("begins with a blank line") }
    return found
  }

  /// Kinds and details of all nodes in order, with the tokens of those without children.
  private static func shape(of tree: SyntaxTree) -> [String] {
    (0..<tree.nodeCount).map { index in
      let node = tree.node(at: Int32(index))
      let tokens = node.children.isEmpty ? node.tokens.filter { $0.kind != .semicolon } : []
      return "\(node.kind) \(node.detail) \(tokens.map { tree.source.text(in: $0.span) })"
    } + tree.tokens.filter { $0.kind != .semicolon }.map { tree.source.text(in: $0.span) }
  }

  /// Everything between tokens but blanks, line ends and `;`.
  private static func comments(of tree: SyntaxTree) -> [UInt8] {
    var found: [UInt8] = []
    var end = tree.source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for token in tree.tokens {
      found += tree.source.bytes[end..<Int(token.start)].filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      end = Int(token.end)
    }
    return found
  }

  private static let blanks = [
    " /* c */ ", "  // x\n", "\n", "\n\n\n", "   ", "\t", "\n /* a\n   b */ ", " /**/", ";", "\r\n", " ; /* q */ ",
    "\n// own\n", "      ",
  ]

  /// The same tokens with something else between some of them; perhaps another document, or a wrong one.
  static func withOtherBlanks(_ tree: SyntaxTree, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    let share = Int.random(in: 1...40, using: &random)
    for token in tree.tokens {
      let gap = tree.source.bytes[end..<Int(token.start)]
      let other = random.chance(share) ? Array((blanks.randomElement(using: &random) ?? "").utf8) : []
      bytes += Bool.random(using: &random) ? gap + other : other + gap
      bytes += tree.source.bytes[Int(token.start)..<Int(token.end)]
      end = Int(token.end)
    }
    return bytes
  }
}
