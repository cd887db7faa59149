import Foundation
import Fuzzing
import LayoutSyntax
import TestSupport
import Testing

@Suite("Formatting") struct FormattingTests {
  @Test(arguments: Fixture.all(in: "formatting"))
  func `a document gets the form beside it`(_ fixture: Fixture) throws {
    let tree = parse(fixture.source)
    #expect(DiagnosticRenderer(sources: [fixture.source]).render(tree.diagnostics) == "")

    let text = String(decoding: try #require(tree.formatted()), as: UTF8.self)
    #expect(fixture.difference(of: text, from: ".formatted") == nil)
    #expect(FormattingLaws.violations(of: fixture.source.bytes) == [])
  }

  @Test(arguments: Corpus.layouts(below: "Layouts"))
  func `the layouts of this repository are formatted`(_ document: Corpus.Document) {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))

    #expect(tree.formatted() == document.bytes, "run framewire fmt Layouts")
  }

  /// What can be formatted; and what is read many times over is short.
  static let shortDocuments = Corpus.documents.filter { document in
    document.bytes.count < 3000
      && parse(SourceText(name: document.path, bytes: document.bytes)).diagnostics.isEmpty
  }

  @Test func `most layouts of this repository can be formatted`() {
    #expect(Self.shortDocuments.count > Corpus.documents.count / 2)
  }

  @Test(arguments: shortDocuments)
  func `so it does whatever blanks and comments stand between the tokens`(_ document: Corpus.Document) {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    let seed = UInt64(2026)
    var random = SeededGenerator(seed: seed)
    for round in 0..<15 {
      let bytes = FormattingLaws.withOtherBlanks(tree, &random)
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

  @Test func `what is no UTF-8 is left alone, in a comment too`() {
    let tree = parse(SourceText(name: "t", bytes: Array("let a=1 // ".utf8) + [0xFF, 0xFE] + Array(" \n".utf8)))
    #expect(tree.formatted() == nil)
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
