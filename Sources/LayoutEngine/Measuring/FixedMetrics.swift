import Geometry

/// Measures without a font: every character of body text is 8 points wide, and every line is 20 points high with the
/// baseline 15 points below its top. So numbers in tests and samples do not depend on fonts.
///
/// At another text size these numbers are scaled, each rounded to whole points. Weight, family and direction change
/// nothing.
///
/// Lines break at spaces, as late as possible; the spaces at a break take no room. A word that is wider than the line
/// breaks inside. An empty text is one line high and 0 wide. If some lines are not shown, the last shown one goes on to
/// the last column, and one of its characters is the ellipsis.
public struct FixedMetrics: TextMeasuring, Sendable {
  /// The width of a character of body text, which has a size of 17 points.
  public static let advance: Points = 8
  static let lineHeight: Points = 20
  static let ascent: Points = 15

  public init() {}

  /// Counts characters.
  public func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let scale = attributes.size / TextAttributes().size
    let advance = max(1, (Self.advance * scale).rounded())
    let lineHeight = max(1, (Self.lineHeight * scale).rounded())
    let ascent = max(1, (Self.ascent * scale).rounded())
    // The width may be any number, infinite and below 0 too; more columns than this no text has.
    let columns = width.map { Int(max(1, min(1e9, $0 / advance + 1e-6)).rounded(.down)) } ?? Int.max
    var broken = BrokenLines(columns: columns, limit: attributes.lines > 0 ? attributes.lines : .max)
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      broken.add(text.utf8.span)
    } else {
      let cells = text.map { $0 == "\n" ? BrokenLines.newline : $0 == " " ? BrokenLines.space : 0x2E }
      broken.add(cells.span)
    }
    var longest = max(broken.longestBefore, broken.last)
    let cutLine = broken.next.flatMap {
      attributes.truncation.lastLine(of: text.dropFirst(broken.start), before: text.dropFirst($0))
    }
    if let cutLine { longest = max(broken.longestBefore, min(columns, cutLine.count)) }
    return TextSize(
      width: Double(longest) * advance, height: Double(broken.count) * lineHeight, firstBaseline: ascent,
      lastBaseline: lineHeight - ascent, lines: broken.count, isCut: cutLine != nil)
  }
}

/// Lines of cells, broken until there are as many as are shown. A cell is a character as readers count them, and
/// usually a byte. Only spaces and newlines matter by their value.
private struct BrokenLines {
  private let columns: Int
  private let limit: Int
  private(set) var count = 0
  /// The length of the longest line but the last, in cells.
  private(set) var longestBefore = 0
  /// The length of the last line, in cells.
  private(set) var last = 0
  /// The first cell of the last line.
  private(set) var start = 0
  /// The first cell of the next line, which is not shown; nil when all lines are.
  private(set) var next: Int?

  static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")

  init(columns: Int, limit: Int) {
    self.columns = columns
    self.limit = limit
  }

  mutating func add(_ cells: Span<UInt8>) {
    var paragraph = 0
    while next == nil {
      var end = paragraph
      while end < cells.count, cells[end] != Self.newline { end += 1 }
      if end - paragraph <= columns {
        addLine(from: paragraph, length: end - paragraph)
      } else {
        breakParagraph(cells, paragraph..<end)
      }
      if end == cells.count { return }
      paragraph = end + 1
    }
  }

  private mutating func addLine(from first: Int, length: Int) {
    if count == limit {
      if next == nil { next = first }
      return
    }
    longestBefore = max(longestBefore, last)
    last = length
    start = first
    count += 1
  }

  private mutating func breakParagraph(_ cells: Span<UInt8>, _ paragraph: Range<Int>) {
    var line = paragraph.lowerBound
    var used = 0
    var gap = 0
    var start = line
    while start <= paragraph.upperBound, next == nil {
      var end = start
      while end < paragraph.upperBound, cells[end] != Self.space { end += 1 }
      var length = end - start
      if used + gap + length > columns {
        if used > 0 {
          addLine(from: line, length: used)
          line = start
          used = 0
        }
        gap = 0
      }
      while length > columns {
        addLine(from: line, length: columns)
        length -= columns
        line = end - length
      }
      used += gap + length
      gap = 1
      start = end + 1
    }
    addLine(from: line, length: used)
  }
}
