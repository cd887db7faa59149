internal import CPangoCairo

/// A text in one line, cut where lines may break: enough to tell how it falls into lines in any width.
///
/// To set a text in a width, Pango shapes it once as a whole and then line by line, which takes twice as long as one
/// line. But nearly always the widths of its words tell where it breaks: a line takes words while they fit. Shaping a
/// line anew can only move two letters at a break. So there is no answer where an edge comes within `doubt` of the
/// width; nor for a text of several fonts, directions or paragraphs, or with several blanks in a row. Pango has to be
/// asked then.
public struct LineBreaks: Equatable, Sendable {
  /// What stays together: up to where a line may break, usually a word and the blank behind it.
  struct Word: Equatable, Sendable {
    /// Up to where the next one begins.
    var width: Int32
    /// Of that, the blank at its end; at the end of a line it takes no room.
    var blank: Int32
  }

  /// In Pango's units, like all lengths here.
  private let words: [Word]
  private let doubt: Int

  /// - Parameter doubt: how near to the edge nothing is certain.
  init(_ words: [Word], doubt: Int) {
    self.words = words
    self.doubt = doubt
  }

  /// How many there are: what keeping them costs.
  public var count: Int { words.count }

  /// The lines that the text takes where none may be wider than `width`, and how wide the longest is, in points; nil
  /// where that is too close to call, or a word is too wide.
  public func lines(within width: Double) -> (count: Int, longest: Double)? {
    let width = max(0, width * Double(PANGO_SCALE)).rounded(.up)
    // Wider than Pango can count is as good as unlimited, which is not asked here.
    guard width < Double(Int32.max) else { return nil }
    let (most, least) = (Int(width) - doubt, Int(width) + doubt)
    var count = 1
    var (used, longest, shown) = (0, 0, 0)
    for word in words {
      let end = used + Int(word.width - word.blank)
      if end > most {
        let alone = Int(word.width - word.blank)
        guard end >= least, used > 0, alone <= most else { return nil }
        longest = max(longest, shown)
        count += 1
        used = 0
      }
      shown = used + Int(word.width - word.blank)
      used += Int(word.width)
    }
    return (count, Double(max(longest, shown)) / Double(PANGO_SCALE))
  }
}

extension TextLayout {
  /// Where a text that is set in one line may break; nil where that does not tell how it does.
  ///
  /// - Parameter doubt: in points, more than letters at a break may move towards each other or apart.
  public func lineBreaks(doubt: Double) -> LineBreaks? {
    guard unsafe pango_layout_get_line_count(layout) == 1, missingGlyphs == 0,
      let line = unsafe pango_layout_get_line_readonly(layout, 0), let first = unsafe line.pointee.runs,
      let run = unsafe first.pointee.data, unsafe first.pointee.next == nil,
      let text = unsafe pango_layout_get_text(layout), unsafe g_utf8_strchr(text, -1, 9) == nil
    else { return nil }
    let glyphs = unsafe run.assumingMemoryBound(to: PangoGlyphItem.self)
    var count: Int32 = 0
    guard let attributes = unsafe pango_layout_get_log_attrs_readonly(layout, &count), count > 1,
      let item = unsafe glyphs.pointee.item, unsafe item.pointee.num_chars == count - 1,
      unsafe item.pointee.analysis.level == 0
    else { return nil }
    var widths = [Int32](repeating: 0, count: Int(count) - 1)
    unsafe widths.withUnsafeMutableBufferPointer { widths in
      unsafe pango_glyph_item_get_logical_widths(glyphs, text, widths.baseAddress)
    }
    return unsafe Self.lineBreaks(of: widths, attributes, doubt: Int((doubt * Double(PANGO_SCALE)).rounded(.up)))
  }

  /// - Parameter attributes: one more than there are widths: the last is of the place behind the text.
  private static func lineBreaks(
    of widths: [Int32], _ attributes: UnsafePointer<PangoLogAttr>, doubt: Int
  ) -> LineBreaks? {
    var words: [LineBreaks.Word] = []
    var width: Int32 = 0
    for index in widths.indices {
      width += widths[index]
      let next = unsafe attributes[index + 1]
      let isLast = index == widths.count - 1
      // What stands before such a place goes where a line ends.
      if next.break_removes_preceding != 0 { return nil }
      guard next.is_line_break != 0 || isLast else { continue }
      let isWhite = unsafe attributes[index].is_white != 0
      let isSecond = unsafe index > 0 && attributes[index - 1].is_white != 0
      // Of several blanks at a break Pango counts all but one, and what it does with one at the very end is its own.
      if isWhite, isSecond || isLast || width == widths[index] { return nil }
      if next.is_mandatory_break != 0, !isLast { return nil }
      words.append(LineBreaks.Word(width: width, blank: isWhite ? widths[index] : 0))
      width = 0
    }
    return LineBreaks(words, doubt: doubt)
  }
}
