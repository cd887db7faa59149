import LayoutSyntax
import Testing

@Suite("Places in a text") struct SourceTextTests {
  @Test func `columns count characters of Unicode, not bytes`() {
    let source = SourceText(name: "a", text: "größe = 1\n日本 x\n")

    #expect(source.position(of: 0) == SourcePosition(line: 1, column: 1))
    #expect(source.position(of: 8) == SourcePosition(line: 1, column: 7))
    #expect(source.position(of: 19) == SourcePosition(line: 2, column: 4))
    #expect(source.position(of: 13) == SourcePosition(line: 2, column: 1))
  }

  @Test func `a line is its text without the line end, whatever that is`() {
    let source = SourceText(name: "a", text: "one\r\ntwo\n\nfour")

    #expect((1...4).map { source.text(in: source.lineSpan($0)) } == ["one", "two", "", "four"])
  }

  @Test func `offsets outside the text are its ends`() {
    let source = SourceText(name: "a", text: "ab")

    #expect(source.position(of: -5) == SourcePosition(line: 1, column: 1))
    #expect(source.position(of: 500) == SourcePosition(line: 1, column: 3))
    #expect(source.text(in: SourceSpan(start: 1, end: 99)) == "b")
  }

  /// Characters of one to four bytes, so that blocks of any size end inside of some.
  @Test func `columns of a line of many thousand characters are what counting says`() {
    let text = String(repeating: "aö日😀", count: 2000)
    let source = SourceText(name: "a", text: "short\n\(text)\nshort")
    var (offset, column) = (6, 1)
    for scalar in text.unicodeScalars {
      for byte in 0..<UTF8.width(scalar) {
        #expect(source.position(of: Int32(offset + byte)) == SourcePosition(line: 2, column: column))
      }
      offset += UTF8.width(scalar)
      column += 1
    }
    #expect(source.position(of: Int32(source.bytes.count)) == SourcePosition(line: 3, column: 6))
  }
}
