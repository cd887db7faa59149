import Geometry

/// Measures without a font: every character of body text is 8 points wide and every line 20 points high, with the
/// baseline 15 points below its top. So numbers in tests and samples do not depend on fonts.
///
/// Another size of text has these numbers scaled, each rounded to whole points. Weight, family and direction change
/// nothing.
///
/// Lines break at spaces, greedily; the spaces at a break take no room. A word wider than the line breaks inside.
/// An empty text is one line high and 0 wide. Lines that are not shown still count for the width.
public struct FixedMetrics: TextMeasuring, Sendable {
  /// Of body text, 17 points.
  public static let advance: Points = 8
  public static let lineHeight: Points = 20
  public static let ascent: Points = 15

  public init() {}

  public func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let scale = attributes.size / TextAttributes().size
    let advance = max(1, (Self.advance * scale).rounded())
    let lineHeight = max(1, (Self.lineHeight * scale).rounded())
    let ascent = max(1, (Self.ascent * scale).rounded())
    // More columns than any text has, said so that it fits an integer.
    let columns = width.map { max(1, Int(min(1e9, $0 / advance + 1e-6).rounded(.down))) } ?? Int.max
    var count = LineCount()
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      count.add(text.utf8.span, columns: columns)
    } else {
      let cells = text.map { $0 == "\n" ? LineCount.newline : $0 == " " ? LineCount.space : 0x2E }
      count.add(cells.span, columns: columns)
    }
    let shown = attributes.lines > 0 ? min(count.lines, attributes.lines) : count.lines
    return TextSize(
      width: Double(count.longest) * advance, height: Double(shown) * lineHeight, firstBaseline: ascent,
      lastBaseline: lineHeight - ascent)
  }
}

/// Breaks lines of cells, one for each character as readers count them: a byte each in the usual case. Of their
/// values only spaces and newlines matter.
private struct LineCount {
  private(set) var lines = 0
  private(set) var longest = 0

  static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")

  mutating func add(_ cells: Span<UInt8>, columns: Int) {
    var start = 0
    while true {
      var end = start
      while end < cells.count, cells[end] != Self.newline { end += 1 }
      if end - start <= columns {
        lines += 1
        longest = max(longest, end - start)
      } else {
        breakParagraph(cells.extracting(start..<end), columns: columns)
      }
      if end == cells.count { return }
      start = end + 1
    }
  }

  private mutating func breakParagraph(_ cells: Span<UInt8>, columns: Int) {
    var used = 0
    var gap = 0
    var start = 0
    lines += 1
    while start <= cells.count {
      var end = start
      while end < cells.count, cells[end] != Self.space { end += 1 }
      var length = end - start
      if used + gap + length > columns {
        if used > 0 { finishLine(&used) }
        gap = 0
      }
      while length > columns {
        used = columns
        finishLine(&used)
        length -= columns
        gap = 0
      }
      used += gap + length
      gap = 1
      start = end + 1
    }
    longest = max(longest, used)
  }

  /// Ends a line that another one follows.
  private mutating func finishLine(_ used: inout Int) {
    longest = max(longest, used)
    used = 0
    lines += 1
  }
}
