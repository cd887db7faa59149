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
  }

  init(name: String, bytes: [UInt8], lineStarts: [Int32]) {
    self.name = name
    self.bytes = bytes
    self.lineStarts = lineStarts
    places = nil
  }

  /// Takes the text as UTF-8.
  public init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// Texts made from JSON are equal only when the JSON is equal too, because their places are shown there.
  public static func == (left: SourceText, right: SourceText) -> Bool {
    left.name == right.name && left.bytes == right.bytes && left.places?.json == right.places?.json
  }

  // MARK: Places

  /// Line and column of a byte offset; an offset inside a character belongs to that character.
  public func position(of offset: Int32) -> SourcePosition {
    let offset = min(max(offset, 0), Int32(bytes.count))
    let line = lineIndex(of: offset)
    var column = 1
    for index in Int(lineStarts[line])..<Int(offset) where !Self.continues(bytes[index]) { column += 1 }
    if Int(offset) < bytes.count, Self.continues(bytes[Int(offset)]), column > 1 { column -= 1 }
    return SourcePosition(line: line + 1, column: column)
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
  func lineIndex(of offset: Int32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a byte goes on a UTF-8 character that another byte began.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
