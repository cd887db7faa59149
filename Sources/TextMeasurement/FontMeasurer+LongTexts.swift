import Geometry
import LayoutEngine
import PangoCairo

/// Long texts are measured in pieces, because Pango's time grows with the square of what it gets at once. Bad cases are
/// a word without end that is broken into lines, tabs, letters of alternating directions, and very many paragraphs.
///
/// A text falls into paragraphs, and a long paragraph into pieces of some lines. The last line of a piece may be cut
/// short, so the next piece begins where that line does; the lines are then those of the whole. Without a width a line
/// is the sum of its pieces, which are cut at spaces where there are some. The rest beyond `mostBytes` or `mostLines`
/// is taken to be like the beginning, and the size says so.
extension FontMeasurer {
  /// Bytes that are measured at once, whatever they are. Pango takes 0.06 s for so many letters one below the other.
  static let longestWhole = 1024
  /// Bytes of a long text that are measured: the text of a hundred pages.
  static let mostBytes = 1 << 18
  /// Lines of a long text that are measured.
  static let mostLines = 10_000

  /// Bytes of a piece that is not broken into lines.
  private static let piece = 512
  /// Bytes of the longest piece that is: a line that is longer ends there.
  private static let longestLine = 4096

  func askInPieces(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let bytes = Array(text.utf8)
    let scale = Self.scale(Self.longestLine, attributes)
    var sum = LineSum(limit: attributes.lines)
    let position = add(bytes, attributes, scale, width: width, to: &sum)
    if sum.isCut {
      cut(&sum, bytes, attributes, scale, width: width)
    } else {
      sum.estimate(measured: position, of: bytes.count)
    }
    return TextSize(
      width: sum.longest * scale, height: sum.height * scale, firstBaseline: sum.firstBaseline * scale,
      lastBaseline: (sum.height - sum.lastBaseline) * scale, lines: sum.count, isCut: sum.isCut,
      missingGlyphs: sum.missingGlyphs, isEstimated: sum.isEstimated)
  }

  /// The shown lines of a long text, as far as they are measured, and what is to be read on the last one if it is cut.
  func linesInPieces(
    _ text: String, _ attributes: TextAttributes, width: Points
  ) -> (lines: [TextLayout.Line], end: Int, lastReads: String?) {
    let bytes = Array(text.utf8)
    let scale = Self.scale(Self.longestLine, attributes)
    var sum = LineSum(limit: attributes.lines)
    sum.keepsLines = true
    var end = min(bytes.count, add(bytes, attributes, scale, width: width, to: &sum))
    var words: String?
    if sum.isCut {
      end = sum.next
      cut(&sum, bytes, attributes, scale, width: width) { words = $0 }
    }
    var lines = sum.lines.map { line in
      var line = line
      line.width *= scale
      line.height *= scale
      line.baseline *= scale
      return line
    }
    Self.direct(&lines, of: text, attributes)
    return (lines, end, words)
  }

  /// Says which lines are read from right to left. A paragraph goes by its first letter, which the pieces of it that
  /// Pango gets may not have.
  private static func direct(_ lines: inout [TextLayout.Line], of text: String, _ attributes: TextAttributes) {
    let bytes = Array(text.utf8.prefix(Self.mostBytes))
    func isRightToLeft(_ part: Range<Int>) -> Bool? {
      ReadingDirection.isRightToLeft(String(decoding: bytes[part], as: UTF8.self)[...])
    }
    var direction = isRightToLeft(0..<bytes.count) ?? attributes.isRightToLeft
    var end = 0
    for index in lines.indices {
      while end <= lines[index].start, end < bytes.count {
        let start = end
        // A line separator, U+2028, ends no paragraph.
        repeat {
          end = min(bytes.count, paragraph(in: bytes, from: end).next)
        } while end < bytes.count && bytes[..<end].ends(with: [0xE2, 0x80, 0xA8])
        direction = isRightToLeft(start..<end) ?? direction
      }
      lines[index].isRightToLeft = direction
    }
  }

  /// - Returns: how far it came; behind the text when that was all.
  private func add(
    _ bytes: [UInt8], _ attributes: TextAttributes, _ scale: Double, width: Points?, to sum: inout LineSum
  ) -> Int {
    var position = 0
    while !sum.isCut, sum.count < Self.mostLines, position < Self.mostBytes {
      let (end, next) = Self.paragraph(in: bytes, from: position)
      position = add(bytes[position..<end], attributes, scale, width: width.map { $0 / scale }, to: &sum) ?? next
      if position > bytes.count { break }
    }
    return position
  }

  /// The last line that is shown is measured again, as one that stands for the rest. One that is long as it is stays.
  ///
  /// - Parameter read: is told what can be read on it.
  private func cut(
    _ sum: inout LineSum, _ bytes: [UInt8], _ attributes: TextAttributes, _ scale: Double, width: Points?,
    reading read: ((String) -> Void)? = nil
  ) {
    let length = sum.next - sum.last.start
    let rest = String(decoding: bytes[sum.last.start...], as: UTF8.self)
    let following = rest[rest.utf8.index(rest.startIndex, offsetBy: length)...]
    guard let words = attributes.truncation.lastLine(of: rest[...], before: following) else {
      sum.isCut = false
      return
    }
    if let width {
      guard length < Self.longestLine / 2 else { return }
      let most = max(Self.longestWhole, 2 * length)
      sum.replaceLast(fitted(words, most: most, attributes, scale, width: width, reading: read))
    } else {
      sum.replaceLast(unbroken(Array(words.utf8)[...], attributes, scale))
      if words.utf8.count > Self.mostBytes { sum.isEstimated = true }
    }
  }

  /// A paragraph on one line, made to fit. The cut is between its first and its last `most` bytes, so what is far from
  /// both ends is left out beforehand.
  private func fitted(
    _ paragraph: String, most: Int, _ attributes: TextAttributes, _ scale: Double, width: Points,
    reading read: ((String) -> Void)?
  ) -> TextLayout.Line {
    var bytes = Array(paragraph.utf8)
    if bytes.count > 2 * most {
      var (end, start) = (most, bytes.count - most)
      // Not in the middle of a character.
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      while bytes[start] & 0xC0 == 0x80 { start -= 1 }
      bytes.removeSubrange(end..<start)
    }
    workOnPieces += bytes.count
    let own = Self.scale(bytes.count, attributes)
    setUp("", attributes, size: attributes.size / own)
    layout.setWidth(width / own)
    var line = layout.line(String(decoding: bytes, as: UTF8.self), Self.ellipsis(of: attributes), reading: read)
    line.width *= own / scale
    line.height *= own / scale
    line.baseline *= own / scale
    return line
  }

  /// Where the paragraph ends that begins at `start`, and where the next one begins: behind the text if there is none.
  private static func paragraph(in bytes: [UInt8], from start: Int) -> (end: Int, next: Int) {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A: return (index, index + 1)
      case 0x0D: return (index, index + 1 < bytes.count && bytes[index + 1] == 0x0A ? index + 2 : index + 1)
      // U+2028 and U+2029.
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2]):
        return (index, index + 3)
      default: index += 1
      }
    }
    return (bytes.count, bytes.count + 1)
  }

  /// - Returns: where it stopped because the limits of the whole text were reached; nil: at the end.
  private func add(
    _ paragraph: ArraySlice<UInt8>, _ attributes: TextAttributes, _ scale: Double, width: Points?,
    to sum: inout LineSum
  ) -> Int? {
    if width == nil || paragraph.count > Self.piece {
      var line = unbroken(paragraph, attributes, scale)
      line.start = paragraph.startIndex
      guard let width, line.width > width else {
        sum.add(line)
        if !sum.isCut, paragraph.count > Self.mostBytes { sum.isEstimated = true }
        return nil
      }
    }
    guard let width else { return nil }
    var start = paragraph.startIndex
    // Some sixteen lines of letters that are half as wide as high.
    let usual = Int(min(Double(Self.longestLine), max(256, 32 * width * scale / attributes.size)))
    var length = usual
    repeat {
      if start >= Self.mostBytes || sum.count >= Self.mostLines || sum.isCut { return start }
      let end = Self.cut(paragraph, from: start, length: length)
      let lines = lines(paragraph[start..<end], attributes, scale, width: width)
      let last = lines[lines.count - 1]
      if end == paragraph.endIndex {
        for line in lines { sum.add(line) }
        return nil
      } else if last.start > start {
        for line in lines.dropLast() { sum.add(line) }
        start = last.start
        length = usual
      } else if length < Self.longestLine {
        length = min(2 * length, Self.longestLine)
      } else {
        sum.add(last)
        start = end
      }
    } while true
  }

  /// A paragraph on one line; of a very long one, as much as is measured of a text stands for the rest.
  private func unbroken(
    _ paragraph: ArraySlice<UInt8>, _ attributes: TextAttributes, _ scale: Double
  ) -> TextLayout.Line {
    let measured = paragraph.prefix(Self.mostBytes)
    var whole = TextLayout.Line(start: 0, width: 0, height: 0, baseline: 0, missingGlyphs: 0)
    var start = measured.startIndex
    repeat {
      let end = Self.cut(measured, from: start, length: Self.piece)
      for part in lines(measured[start..<end], attributes, scale, width: nil) {
        whole.width += part.width
        whole.height = max(whole.height, part.height)
        whole.baseline = max(whole.baseline, part.baseline)
        whole.missingGlyphs += part.missingGlyphs
      }
      start = end
    } while start < measured.endIndex
    if measured.count < paragraph.count { whole.width *= Double(paragraph.count) / Double(measured.count) }
    return whole
  }

  private func lines(
    _ bytes: ArraySlice<UInt8>, _ attributes: TextAttributes, _ scale: Double, width: Points?
  ) -> [TextLayout.Line] {
    setUp(String(decoding: bytes, as: UTF8.self), attributes, size: attributes.size / scale)
    layout.setWidth(width)
    var lines = layout.lines
    for index in lines.indices { lines[index].start += bytes.startIndex }
    workOnPieces += bytes.count * lines.count
    return lines
  }

  // MARK: Where a piece ends

  /// After so many bytes at most: behind a space if there is one in the second half of them, and never in the middle
  /// of a character.
  private static func cut(_ text: ArraySlice<UInt8>, from start: Int, length: Int) -> Int {
    var end = start + length
    if end >= text.endIndex { return text.endIndex }
    while end > start + 1, text[end] & 0xC0 == 0x80 { end -= 1 }
    // Half a word might fit where the whole word does not.
    let space = text[(start + length / 2)..<end].lastIndex(of: 0x20)
    return space.map { $0 + 1 } ?? end
  }
}

/// The room that lines take together.
private struct LineSum {
  /// Lines that are shown; 0: all.
  let limit: Int
  /// Of those that are shown, like all that follows.
  private(set) var count = 0
  private(set) var longest: Points = 0
  private(set) var height: Points = 0
  /// From the top, like the last one.
  private(set) var firstBaseline: Points = 0
  private(set) var lastBaseline: Points = 0
  private(set) var missingGlyphs = 0
  /// The line added last.
  private(set) var last = TextLayout.Line(start: 0, width: 0, height: 0, baseline: 0, missingGlyphs: 0)
  /// Of the lines before it.
  private var longestBefore: Points = 0
  /// Whether there is a line that is not shown, and where it begins.
  var isCut = false
  private(set) var next = 0
  var isEstimated = false
  /// Whether `lines` is wanted.
  var keepsLines = false
  private(set) var lines: [TextLayout.Line] = []

  init(limit: Int) { self.limit = limit }

  mutating func add(_ line: TextLayout.Line) {
    guard limit == 0 || count < limit else {
      if !isCut { next = line.start }
      isCut = true
      return
    }
    if count == 0 { firstBaseline = line.baseline }
    lastBaseline = height + line.baseline
    height += line.height
    count += 1
    longestBefore = longest
    longest = max(longest, line.width)
    missingGlyphs += line.missingGlyphs
    last = line
    if keepsLines { lines.append(line) }
  }

  /// Puts another line in the place of the last one.
  mutating func replaceLast(_ line: TextLayout.Line) {
    missingGlyphs += line.missingGlyphs - last.missingGlyphs
    height += line.height - last.height
    lastBaseline = height - line.height + line.baseline
    longest = max(longestBefore, line.width)
    if count == 1 { firstBaseline = line.baseline }
    last = TextLayout.Line(
      start: last.start, width: line.width, height: line.height, baseline: line.baseline,
      missingGlyphs: line.missingGlyphs)
    if keepsLines { lines[lines.count - 1] = last }
  }

  /// Adds lines like those before for the bytes that were not measured.
  mutating func estimate(measured: Int, of bytes: Int) {
    guard measured > 0, measured < bytes, count > 0 else { return }
    isEstimated = true
    let missing = Int((Double(count) * Double(bytes - measured) / Double(measured)).rounded())
    let added = limit == 0 ? missing : min(missing, limit - count)
    let step = height / Double(count)
    height += Double(added) * step
    lastBaseline += Double(added) * step
    count += added
  }
}
