public import Geometry
import LayoutModel

/// Measures without a font: every character of body text is 8 points wide, and every line is 20 points high with the
/// baseline 15 points below its top. So numbers in tests and samples do not depend on fonts.
///
/// At another text size these numbers are scaled, each rounded to whole points. Weight, family and direction change
/// no number.
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
    let cell = Cell(attributes)
    let columns = cell.columns(in: width)
    let broken = Self.broken(text, attributes, columns: columns)
    var longest = max(broken.longestBefore, broken.last)
    let cutLine = broken.cutLine(of: text, attributes.truncation)
    if let cutLine { longest = max(broken.longestBefore, min(columns, cutLine.count)) }
    return TextSize(
      width: Double(longest) * cell.advance, height: Double(broken.count) * cell.height, firstBaseline: cell.ascent,
      lastBaseline: cell.height - cell.ascent, lines: broken.count, isCut: cutLine != nil)
  }

  /// Breaks a text like `measure`, character by character.
  public func lines(of text: String, _ attributes: TextAttributes, width: Points) -> [MeasuredLine] {
    let cell = Cell(attributes)
    let columns = cell.columns(in: width)
    var lines: [(start: Int, length: Int)] = []
    let broken = Self.broken(text, attributes, columns: columns) { lines.append(($0, $1)) }
    var isRightToLeft = ReadingDirection.isRightToLeft(text[...]) ?? attributes.isRightToLeft
    func line(_ text: String, standingFor range: Range<Int>) -> MeasuredLine {
      MeasuredLine(
        text: text, range: range, width: Double(text.count) * cell.advance, height: cell.height, baseline: cell.ascent,
        isRightToLeft: isRightToLeft)
    }
    // One walk over the text: lines follow one another.
    var (index, passed) = (text.startIndex, 0)
    func position(of cell: Int) -> String.Index {
      text.formIndex(&index, offsetBy: cell - passed)
      passed = cell
      return index
    }
    var result: [MeasuredLine] = []
    for (start, length) in lines {
      let characters = position(of: start)..<position(of: start + length)
      let (before, rest) = (text[..<characters.lowerBound], text[characters.lowerBound...])
      if before.last.map({ $0 == "\n" }) ?? true {
        isRightToLeft = ReadingDirection.isRightToLeft(rest.prefix { $0 != "\n" }) ?? isRightToLeft
      }
      // Of a native text this is no walk.
      let range =
        text.utf8.distance(
          from: text.startIndex, to: characters.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: characters.upperBound)
      result.append(line(String(text[characters]), standingFor: range))
    }
    if let cutLine = broken.cutLine(of: text, attributes.truncation), let last = result.popLast() {
      let shown = attributes.truncation.fitted(cutLine, into: columns)
      result.append(line(shown, standingFor: last.range.lowerBound..<text.utf8.count))
    }
    return result
  }

  /// What a character takes.
  private struct Cell {
    let advance: Points
    let height: Points
    let ascent: Points

    init(_ attributes: TextAttributes) {
      let scale = attributes.size / TextAttributes().size
      advance = max(1, (FixedMetrics.advance * scale).rounded())
      height = max(1, (FixedMetrics.lineHeight * scale).rounded())
      ascent = max(1, (FixedMetrics.ascent * scale).rounded())
    }

    /// The width may be any number, infinite and below 0 too; more columns than this no text has.
    func columns(in width: Points?) -> Int {
      width.map { Int(max(1, min(1e9, $0 / advance + 1e-6)).rounded(.down)) } ?? Int.max
    }
  }

  /// - Parameter body: is told where each shown line begins, and how long it is.
  private static func broken(
    _ text: String, _ attributes: TextAttributes, columns: Int, _ body: (Int, Int) -> Void = { _, _ in }
  ) -> BrokenLines {
    var broken = BrokenLines(columns: columns, limit: attributes.lines > 0 ? attributes.lines : .max)
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      broken.add(text.utf8.span, body)
    } else {
      let cells = text.map { $0 == "\n" ? BrokenLines.newline : $0 == " " ? BrokenLines.space : 0x2E }
      broken.add(cells.span, body)
    }
    return broken
  }
}

extension TextTruncation {
  /// As much of a text as so many characters show, an ellipsis among them where something is missing.
  fileprivate func fitted(_ text: String, into columns: Int) -> String {
    guard text.count > columns else { return text }
    let (kept, half) = (columns - 1, columns / 2)
    return switch self {
    case .tail: "\(text.prefix(kept))\(Self.ellipsis)"
    case .head: "\(Self.ellipsis)\(text.suffix(kept))"
    case .middle: "\(text.prefix(half))\(Self.ellipsis)\(text.suffix(kept - half))"
    case .clip: String(text.prefix(columns))
    }
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

  /// The text of the last shown line where there are more, before it is made to fit; nil where nothing is missing.
  func cutLine(of text: String, _ truncation: TextTruncation) -> String? {
    next.flatMap { truncation.lastLine(of: text.dropFirst(start), before: text.dropFirst($0)) }
  }

  mutating func add(_ cells: Span<UInt8>, _ body: (Int, Int) -> Void) {
    var paragraph = 0
    while next == nil {
      var end = paragraph
      while end < cells.count, cells[end] != Self.newline { end += 1 }
      if end - paragraph <= columns {
        addLine(from: paragraph, length: end - paragraph, body)
      } else {
        breakParagraph(cells, paragraph..<end, body)
      }
      if end == cells.count { return }
      paragraph = end + 1
    }
  }

  private mutating func addLine(from first: Int, length: Int, _ body: (Int, Int) -> Void) {
    if count == limit {
      if next == nil { next = first }
      return
    }
    longestBefore = max(longestBefore, last)
    last = length
    start = first
    count += 1
    body(first, length)
  }

  private mutating func breakParagraph(
    _ cells: Span<UInt8>, _ paragraph: Range<Int>, _ body: (Int, Int) -> Void
  ) {
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
          addLine(from: line, length: used, body)
          line = start
          used = 0
        }
        gap = 0
      }
      while length > columns {
        addLine(from: line, length: columns, body)
        length -= columns
        line = end - length
      }
      used += gap + length
      gap = 1
      start = end + 1
    }
    addLine(from: line, length: used, body)
  }
}
