import Geometry

/// Measures without a font: every character is 8 points wide and every line 20 points high, with the baseline 15
/// points below its top. So numbers in tests and samples do not depend on what is installed.
///
/// Lines break at spaces, greedily; the spaces at a break take no room. A word wider than the line breaks inside.
/// An empty text is one line high and 0 wide. Lines that are not shown still count for the width.
public struct FixedMetrics: TextMeasuring, Sendable {
  public static let advance: Points = 8
  public static let lineHeight: Points = 20
  public static let ascent: Points = 15

  public init() {}

  public func measure(_ text: String, width: Points?, lines limit: Int) -> TextSize {
    let columns = width.map { max(1, Int(($0 / Self.advance + 1e-6).rounded(.down))) } ?? Int.max
    var lines = 0
    var longest = 0
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let length = Self.count(paragraph)
      if length <= columns {
        lines += 1
        longest = max(longest, length)
      } else {
        Self.breakLines(of: paragraph, at: columns, lines: &lines, longest: &longest)
      }
    }
    let shown = limit > 0 ? min(lines, limit) : lines
    return TextSize(
      width: Double(longest) * Self.advance, height: Double(shown) * Self.lineHeight, firstBaseline: Self.ascent,
      lastBaseline: Self.lineHeight - Self.ascent)
  }

  /// Characters as readers count them; a byte each in the usual case.
  private static func count(_ text: Substring) -> Int {
    let bytes = text.utf8
    return bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? bytes.count : text.count
  }

  private static func breakLines(of paragraph: Substring, at columns: Int, lines: inout Int, longest: inout Int) {
    var used = 0
    var gap = 0
    lines += 1
    func finishLine(_ longest: inout Int) {
      longest = max(longest, used)
      used = 0
    }
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      var length = count(word)
      if used + gap + length > columns {
        if used > 0 {
          finishLine(&longest)
          lines += 1
        }
        gap = 0
      }
      while length > columns {
        used = columns
        finishLine(&longest)
        lines += 1
        length -= columns
        gap = 0
      }
      used += gap + length
      gap = 1
    }
    finishLine(&longest)
  }
}
