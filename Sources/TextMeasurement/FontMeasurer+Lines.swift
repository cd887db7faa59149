public import Geometry
public import LayoutEngine
import PangoCairo

/// The lines of a text for those who draw it: the same ones that its size counts.
extension FontMeasurer {
  /// Asks Pango anew each time: whoever draws asks once for each size of a view. Of a very long text only what is
  /// measured has lines.
  public func lines(of text: String, _ attributes: TextAttributes, width: Points) -> [MeasuredLine] {
    let text = TextWithoutNUL(text)
    let (lines, end, lastReads) =
      text.shown.utf8.count > Self.longestWhole
      ? linesInPieces(text.shown, attributes, width: width) : linesAtOnce(text.shown, attributes, width: width)
    let bytes = Array(text.shown.utf8)
    return lines.indices.map { index in
      let isLast = index == lines.count - 1
      let start = lines[index].start
      var next = max(start, isLast ? end : lines[index + 1].start)
      if isLast, let lastReads {
        var line = MeasuredLine(lines[index], reading: lastReads, text.original(start)..<text.original(bytes.count))
        // Pango widens an ellipsis until the line is as wide as it may be.
        if attributes.truncation != .clip {
          line.width = min(line.width, measure(lastReads, attributes.unlimited, width: nil).width)
        }
        return line
      }
      let isWrapped = next < bytes.count && !bytes[start..<next].endsParagraph
      next = bytes[start..<next].endOfLine
      var shown = bytes[start..<next]
      if isWrapped { while shown.last == UInt8(ascii: " ") { shown.removeLast() } }
      return MeasuredLine(
        lines[index], reading: String(decoding: shown, as: UTF8.self), text.original(start)..<text.original(next))
    }
  }

  /// - Returns: the shown lines, where the last one ends, and what is to be read on it if it is cut.
  private func linesAtOnce(
    _ text: String, _ attributes: TextAttributes, width: Points
  ) -> (lines: [TextLayout.Line], end: Int, lastReads: String?) {
    let scale = Self.scale(text.utf8.count, attributes)
    setUp(text, attributes, size: attributes.size / scale)
    layout.setWidth(width / scale)
    var lines = layout.lines
    var end = text.utf8.count
    var words: String?
    if attributes.lines > 0, lines.count > attributes.lines {
      end = lines[attributes.lines].start
      lines.removeSubrange(attributes.lines...)
      let start = lines[lines.count - 1].start
      let rest = text.utf8.dropFirst(start)
      let following = rest.dropFirst(end - start)
      if let cut = attributes.truncation.lastLine(of: Substring(rest), before: Substring(following)) {
        var line = layout.line(cut, Self.ellipsis(of: attributes)) { words = $0 }
        line.start = start
        line.isRightToLeft = lines[lines.count - 1].isRightToLeft
        lines[lines.count - 1] = line
      }
    }
    for index in lines.indices {
      lines[index].width *= scale
      lines[index].height *= scale
      lines[index].baseline *= scale
    }
    return (lines, end, words)
  }
}

extension TextAttributes {
  /// The same for a text that is not cut.
  fileprivate var unlimited: TextAttributes {
    var attributes = self
    attributes.lines = 0
    return attributes
  }
}

extension MeasuredLine {
  fileprivate init(_ line: TextLayout.Line, reading text: String, _ range: Range<Int>) {
    self.init(
      text: text, range: range, width: line.width, height: line.height, baseline: line.baseline,
      isRightToLeft: line.isRightToLeft)
  }
}

/// A text as Pango shows it, in which each NUL is U+FFFD, and so two bytes longer.
private struct TextWithoutNUL {
  let shown: String
  /// Where U+FFFD stands in `shown` for a NUL, ascending.
  private var places: [Int] = []

  init(_ text: String) {
    guard text.utf8.contains(0) else {
      shown = text
      return
    }
    for (offset, byte) in text.utf8.enumerated() where byte == 0 { places.append(offset + 2 * places.count) }
    shown = String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 })
  }

  /// The place in the text that a place in `shown` is.
  func original(_ place: Int) -> Int { place - 2 * places.count { $0 < place } }
}

extension ArraySlice<UInt8> {
  /// The length of the end of line, or paragraph, that it ends with.
  private var lengthOfEnd: Int {
    if ends(with: [0x0D, 0x0A]) { return 2 }
    if last == 0x0A || last == 0x0D { return 1 }
    return ends(with: [0xE2, 0x80, 0xA8]) || ends(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
  }

  func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }

  fileprivate var endsParagraph: Bool { lengthOfEnd > 0 }

  /// Where the line ends without its end of line.
  fileprivate var endOfLine: Int { endIndex - lengthOfEnd }
}
