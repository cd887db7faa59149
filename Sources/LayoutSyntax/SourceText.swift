/// A half-open range of bytes of a source text.
public struct SourceSpan: Equatable, Hashable, Sendable {
  /// Of the first byte, from 0.
  public var start: Int32
  /// Behind the last byte.
  public var end: Int32

  @inlinable public init(start: Int32, end: Int32) {
    self.start = start
    self.end = end
  }
}

/// Line and column from 1; columns count Unicode scalars.
public struct SourcePosition: Equatable, Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The bytes of one document and where its lines begin. Spans of everything parsed from it index these bytes.
///
/// Lines end with `\n`; a `\r` before it counts as a blank of the line. The bytes may be anything, broken UTF-8
/// included; every offset is taken as it is and clamped to the text.
public struct SourceText: Equatable, Sendable {
  /// How the document is called in messages: a path as the user gave it.
  public let name: String
  /// As read.
  public let bytes: [UInt8]
  /// Offset of each line's first byte, ascending; the first is 0.
  public let lineStarts: [Int32]
  /// For lines that are too long to be counted through for each place; nil where there is none.
  private let characters: CharacterCounts?
  /// Where it comes from, if that is JSON; see `shown(_:)`.
  let places: ProjectedPlaces?

  /// Takes any bytes. Cost: one look at each, for the line ends.
  public init(name: String, bytes: [UInt8]) { self.init(name: name, bytes: bytes, places: nil) }

  init(name: String, bytes: [UInt8], places: ProjectedPlaces?) {
    self.name = name
    self.bytes = bytes
    self.places = places
    var starts: [Int32] = [0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(Int32(index) + 1) }
    lineStarts = starts
    characters = CharacterCounts(bytes, lineStarts: starts)
  }

  /// The text after an edit.
  ///
  /// - Parameter lines: those that may have other lengths than in the text before.
  init(_ older: SourceText, bytes: [UInt8], lineStarts: [Int32], changed lines: Range<Int>) {
    name = older.name
    self.bytes = bytes
    self.lineStarts = lineStarts
    characters = CharacterCounts(bytes, lineStarts: lineStarts, changed: older.characters == nil ? lines : nil)
    places = nil
  }

  /// Takes the text as UTF-8.
  public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// Texts made from JSON are equal only when the JSON is equal too, because their places are shown there.
  public static func == (left: SourceText, right: SourceText) -> Bool {
    left.name == right.name && left.bytes == right.bytes && left.places?.json == right.places?.json
  }

  // MARK: Places

  /// Line and column of a byte offset; an offset inside a character belongs to that character. Costs a look at the line
  /// before it, and at no more than some thousand bytes of that.
  public func position(of offset: Int32) -> SourcePosition {
    let offset = min(max(offset, 0), Int32(bytes.count))
    let line = lineIndex(of: offset)
    let (start, end) = (Int(lineStarts[line]), Int(offset))
    var column =
      1 + (characters?.count(from: start, to: end, of: bytes) ?? CharacterCounts.count(bytes[start..<end]))
    if end < bytes.count, CharacterCounts.continues(bytes[end]), column > 1 { column -= 1 }
    return SourcePosition(line: line + 1, column: column)
  }

  /// The byte offset of a line and a column, both from 1; nil where the text has no such place. Behind the last
  /// character of a line is a place of it.
  public func offset(line number: Int, column: Int) -> Int32? {
    guard number >= 1, number <= lineStarts.count, column >= 1 else { return nil }
    let line = lineSpan(number)
    var left = column - 1
    var offset = Int(line.start)
    while left > 0 {
      guard offset < Int(line.end) else { return nil }
      offset += 1
      while offset < Int(line.end), CharacterCounts.continues(bytes[offset]) { offset += 1 }
      left -= 1
    }
    return Int32(offset)
  }

  /// The bytes of line `number` (from 1), without its line end.
  public func lineSpan(_ number: Int) -> SourceSpan {
    precondition(number >= 1 && number <= lineStarts.count, "no line \(number) of \(lineStarts.count)")
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : Int32(bytes.count)
    if end > start, bytes[Int(end) - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceSpan(start: start, end: end)
  }

  /// Bytes as text; broken UTF-8 is shown as U+FFFD.
  public func text(in span: SourceSpan) -> String {
    let start = min(max(Int(span.start), 0), bytes.count)
    let end = min(max(Int(span.end), start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Index into `lineStarts` of the line with a byte offset.
  func lineIndex(of offset: Int32) -> Int { max(0, lineStarts.partitioningIndex { $0 > offset } - 1) }
}

/// How many characters begin before each block of a text, so that those of a long stretch need not be counted again.
private struct CharacterCounts: Sendable {
  /// Bytes. By feel: as many are counted in a microsecond.
  private static let block = 1024
  /// By block: the characters that begin before it.
  private let before: [Int]

  /// Nil where all lines are short: most texts need no counts.
  ///
  /// - Parameter changed: the lines that may be long; nil: any.
  init?(_ bytes: [UInt8], lineStarts: [Int32], changed: Range<Int>? = nil) {
    let isLong = (changed ?? lineStarts.indices).contains { line in
      let end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) : bytes.count
      return end - Int(lineStarts[line]) > 4 * Self.block
    }
    if !isLong { return nil }
    var before: [Int] = []
    var count = 0
    for start in stride(from: 0, through: bytes.count, by: Self.block) {
      before.append(count)
      count += Self.count(bytes[start..<min(start + Self.block, bytes.count)])
    }
    self.before = before
  }

  /// How many characters begin in a stretch of the text that was counted.
  func count(from start: Int, to end: Int, of bytes: [UInt8]) -> Int {
    func count(before offset: Int) -> Int {
      let block = offset / Self.block
      return before[block] + Self.count(bytes[block * Self.block..<offset])
    }
    return count(before: end) - count(before: start)
  }

  static func count(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where !continues(byte) { count += 1 }
    return count
  }

  /// Whether a byte goes on a UTF-8 character that another byte began.
  static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
