/// Puts lines and gaps together.
struct FormatWriter {
  private let source: SourceText
  private let layout: LineLayout
  private let gaps: [Int]
  private var output: [UInt8] = []

  init(source: SourceText, layout: LineLayout, gaps: [Int]) {
    self.source = source
    self.layout = layout
    self.gaps = gaps
    output.reserveCapacity(source.bytes.count + source.bytes.count / 8)
  }

  consuming func text() -> [UInt8] {
    for line in layout.lines {
      if line.hasBlankLineBefore { output.append(0x0A) }
      blanks(line.indent)
      for index in line.elements {
        if layout.hasSemicolon[index] { output.append(UInt8(ascii: ";")) }
        if index != line.elements.lowerBound { blanks(gaps[index]) }
        write(layout.elements[index], indent: index == line.elements.lowerBound ? line.indent : nil)
      }
      output.append(0x0A)
    }
    return output
  }

  private mutating func blanks(_ count: Int) { output.append(contentsOf: repeatElement(0x20, count: count)) }

  /// - Parameter indent: where it begins, when it begins a line.
  private mutating func write(_ element: FormatElement, indent: Int?) {
    let text = source.bytes[element.start..<element.end]
    if element.kind == .blockComment, element.hasSeveralLines {
      let shift = indent.map { $0 - indentation(before: element.start) } ?? 0
      writeLines(text, shiftedBy: shift)
    } else {
      output.append(contentsOf: text)
    }
  }

  /// A comment of several lines keeps its shape: every line moves as far as the first one did.
  private mutating func writeLines(_ text: ArraySlice<UInt8>, shiftedBy shift: Int) {
    for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { output.append(0x0A) }
      let end = (line.lastIndex { !Self.isBlank($0) } ?? line.startIndex - 1) + 1
      let content = line[..<end].drop { number > 0 && Self.isBlank($0) }
      if content.isEmpty { continue }
      if number > 0 { blanks(max(0, Self.width(line[..<content.startIndex]) + shift)) }
      output.append(contentsOf: content)
    }
  }

  /// Columns of blanks between the beginning of a line and an offset in it.
  private func indentation(before offset: Int) -> Int {
    let lineStart = (source.bytes[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    return Self.width(source.bytes[lineStart..<offset].prefix { Self.isBlank($0) })
  }

  private static func width(_ blanks: ArraySlice<UInt8>) -> Int {
    blanks.reduce(0) { $0 + ($1 == 0x09 ? FormatElement.tabWidth : $1 == 0x20 ? 1 : 0) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
