internal import CPangoCairo

/// A text in a font, broken into lines.
///
/// Set it up, then ask. Everything is in points, a point being a pixel of Pango's at 96 dots per inch. Not to be shared
/// by threads; each makes its own map and layout.
@safe public struct TextLayout: ~Copyable {
  let layout: OpaquePointer
  private let context: OpaquePointer
  private let fonts: KeptFontMap

  init(_ context: OpaquePointer, in fonts: KeptFontMap) throws(FontError) {
    unsafe Self.takeEnvironmentOut(of: context)
    guard let layout = unsafe pango_layout_new(context) else { throw .noMemory }
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    // Pango would count a hyphen at the end of a line in the middle of a word, and no text of a line has it.
    let attributes = unsafe pango_attr_list_new()
    unsafe pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)
    unsafe self.layout = layout
    // The layout keeps it.
    unsafe self.context = context
    self.fonts = fonts
  }

  /// Takes the screen, the locale and the user's settings out, so that they do not change the numbers.
  private static func takeEnvironmentOut(of context: OpaquePointer) {
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    // It would come from $LANG, and line breaking depends on the language.
    unsafe pango_context_set_language(context, pango_language_from_string("en"))
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  // MARK: Setting up

  /// - Parameters:
  ///   - family: the nearest font is taken where the map has none of this name.
  ///   - size: of the em square.
  ///   - weight: 400 is regular, 700 bold.
  public mutating func setFont(family: String, size: Double, weight: Int) {
    let description = unsafe pango_font_description_new()
    unsafe pango_font_description_set_family(description, family)
    unsafe pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    unsafe pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(clamping: weight)))
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
  }

  /// The direction of paragraphs whose characters have none; the others go by their first letter.
  ///
  /// - Parameter always: all paragraphs have it, whatever they begin with.
  public mutating func setDirection(isRightToLeft: Bool, always: Bool = false) {
    unsafe pango_layout_set_auto_dir(layout, always ? 0 : 1)
    unsafe pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    // It does not notice by itself (documented at pango_layout_context_changed).
    unsafe pango_layout_context_changed(layout)
  }

  /// Replaces the text that is laid out; a NUL in it is shown as U+FFFD.
  public mutating func setText(_ text: String) {
    var text = text
    // Pango complains on the terminal about a NUL, and puts this in its place.
    if text.utf8.contains(0) { text = String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) }
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe pango_layout_set_text(layout, characters.baseAddress, Int32(clamping: characters.count))
      }
    }
  }

  /// Breaks lines that would be wider; nil: only where the text has an end of line.
  ///
  /// Rounded up to Pango's units of 1/1024, so that a text fits in the width it was measured to have. A width below 0
  /// is none at all.
  public mutating func setWidth(_ width: Double?) {
    let units = width.map { max(0, $0 * Double(PANGO_SCALE)).rounded(.up) } ?? -1
    unsafe pango_layout_set_width(layout, units < Double(Int32.max) ? Int32(units) : -1)
  }

  // MARK: Asking

  /// The room that lines take, in points.
  public struct Extents: Equatable, Sendable {
    /// Of the longest line asked for.
    public var width: Double
    /// Of the lines asked for.
    public var height: Double
    /// From the top.
    public var firstBaseline: Double
    /// From the top, too.
    public var lastBaseline: Double
    /// How many there are, at most as many as asked for.
    public var lines: Int
    /// Whether the last of them was cut.
    public var isCut: Bool
    /// Characters on them that no font of the map has a glyph for.
    public var missingGlyphs: Int
  }

  /// What leaves out as much of a line as does not fit.
  public enum Ellipsis: Sendable {
    case start, middle, end
    /// Nothing does: the line is cut at the edge.
    case none
  }

  /// - Parameters:
  ///   - lines: how many lines count; 0: all.
  ///   - ellipsis: where the last line is made to fit when it is cut.
  ///   - cut: asked when there are more lines, with the text from the beginning of the last one that counts, and with
  ///     what follows that. It says what that line reads then; nil: what it reads anyway.
  public func extents(
    lines: Int, ellipsis: Ellipsis, cut: (_ rest: Substring, _ following: Substring) -> String?
  ) -> Extents {
    let iterator = unsafe pango_layout_get_iter(layout)
    defer { unsafe pango_layout_iter_free(iterator) }
    // Not pango_layout_set_height: it counts the lines of each paragraph by itself.
    var count = 1
    var longest: Int32 = 0
    var line = PangoRectangle()
    let hasMissingGlyphs = missingGlyphs > 0
    var missingBefore = 0
    var missingInLast = 0
    while true {
      missingInLast = hasMissingGlyphs ? unsafe Self.missingGlyphs(at: iterator) : 0
      unsafe pango_layout_iter_get_line_extents(iterator, nil, &line)
      guard count != lines, unsafe pango_layout_iter_next_line(iterator) != 0 else { break }
      longest = max(longest, line.width)
      missingBefore += missingInLast
      count += 1
    }
    let start = unsafe Self.start(of: iterator)
    var last = (
      width: line.width, height: line.height, baseline: unsafe pango_layout_iter_get_baseline(iterator),
      missingGlyphs: missingInLast
    )
    var isCut = false
    if count == lines, unsafe pango_layout_iter_next_line(iterator) != 0 {
      let text = unsafe String(cString: pango_layout_get_text(layout)).utf8
      let rest = text[text.index(text.startIndex, offsetBy: start)...]
      let following = unsafe text[text.index(text.startIndex, offsetBy: Self.start(of: iterator))...]
      if let words = cut(Substring(rest), Substring(following)) {
        isCut = true
        last = single(words, ellipsis)
        last.baseline += line.y
      }
    }
    let unit = 1 / Double(PANGO_SCALE)
    let first = count == 1 ? last.baseline : unsafe pango_layout_get_baseline(layout)
    return Extents(
      width: max(0, Double(max(longest, last.width)) * unit), height: max(0, Double(line.y + last.height) * unit),
      firstBaseline: Double(first) * unit, lastBaseline: Double(last.baseline) * unit, lines: count, isCut: isCut,
      missingGlyphs: missingBefore + last.missingGlyphs)
  }

  /// The byte of the text that the iterator's line begins with.
  private static func start(of iterator: OpaquePointer?) -> Int {
    Int(unsafe pango_layout_iter_get_line_readonly(iterator).pointee.start_index)
  }

  /// A line that reads otherwise, no wider than lines may be, in Pango's units.
  ///
  /// - Parameter read: is told which bytes of `text` the ellipsis stands for; not if all are there.
  private func single(
    _ text: String, _ ellipsis: Ellipsis, leavingOut read: (Range<Int>) -> Void = { _ in }
  ) -> (width: Int32, height: Int32, baseline: Int32, missingGlyphs: Int) {
    // It has the font, the width and the direction.
    let line = unsafe pango_layout_copy(layout)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(line)) }
    let mode =
      switch ellipsis {
      case .start: PANGO_ELLIPSIZE_START
      case .middle: PANGO_ELLIPSIZE_MIDDLE
      case .end: PANGO_ELLIPSIZE_END
      case .none: PANGO_ELLIPSIZE_NONE
      }
    let width = unsafe pango_layout_get_width(layout)
    unsafe pango_layout_set_ellipsize(line, mode)
    if ellipsis == .none { unsafe pango_layout_set_width(line, -1) }
    var text = text
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe pango_layout_set_text(line, characters.baseAddress, Int32(clamping: characters.count))
      }
    }
    var extents = PangoRectangle()
    unsafe pango_layout_get_extents(line, nil, &extents)
    let edge = ellipsis == .none && width >= 0 ? min(width, extents.width) : extents.width
    let runs = unsafe pango_layout_get_line_readonly(line, 0)?.pointee.runs
    if let gap = unsafe Self.ellipsis(in: runs) { read(gap) }
    return unsafe (
      edge, extents.height, pango_layout_get_baseline(line), Self.missingGlyphs(in: runs, before: edge)
    )
  }

  /// The bytes that an ellipsis stands for; nil where there is none.
  private static func ellipsis(in runs: UnsafeMutablePointer<GSList>?) -> Range<Int>? {
    var next = unsafe runs
    while let run = unsafe next {
      let glyphs = unsafe run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self)
      if let item = unsafe glyphs?.pointee.item,
        unsafe item.pointee.analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0
      {
        let start = Int(unsafe item.pointee.offset)
        return start..<start + Int(unsafe item.pointee.length)
      }
      unsafe next = run.pointee.next
    }
    return nil
  }

  /// `text`, which is one paragraph, on one line that is no wider than lines may be; in the font that is set. Which
  /// paragraph it belongs to is not known here, so the line goes from left to right.
  ///
  /// - Parameter read: is told what can be read on the line, with the ellipsis if it needs one.
  public func line(_ text: String, _ ellipsis: Ellipsis, reading read: ((String) -> Void)? = nil) -> Line {
    var gap: Range<Int>?
    let line = single(text, ellipsis) { gap = $0 }
    if let read {
      let bytes = Array(text.utf8)
      read(
        gap.map {
          String(decoding: bytes[..<$0.lowerBound], as: UTF8.self) + "…"
            + String(decoding: bytes[$0.upperBound...], as: UTF8.self)
        } ?? text)
    }
    let unit = 1 / Double(PANGO_SCALE)
    return Line(
      start: 0, width: max(0, Double(line.width) * unit), height: max(0, Double(line.height) * unit),
      baseline: Double(line.baseline) * unit, missingGlyphs: line.missingGlyphs)
  }

  /// Characters of the text that no font of the map has a glyph for.
  public var missingGlyphs: Int { Int(unsafe pango_layout_get_unknown_glyphs_count(layout)) }

  /// A line that a text was broken into.
  public struct Line: Equatable, Sendable {
    /// Where it begins in the text, in bytes.
    public var start: Int
    /// In the unit of `Font` sizes.
    public var width: Double
    /// From the top of the line to that of the next.
    public var height: Double
    /// From the top of the line.
    public var baseline: Double
    /// Characters in it that no font of the map has a glyph for.
    public var missingGlyphs: Int
    /// Whether its paragraph is read from right to left.
    public var isRightToLeft: Bool

    public init(
      start: Int, width: Double, height: Double, baseline: Double, missingGlyphs: Int, isRightToLeft: Bool = false
    ) {
      self.start = start
      self.width = width
      self.height = height
      self.baseline = baseline
      self.missingGlyphs = missingGlyphs
      self.isRightToLeft = isRightToLeft
    }
  }

  /// The lines of the text, from its beginning on.
  public var lines: [Line] {
    let iterator = unsafe pango_layout_get_iter(layout)
    defer { unsafe pango_layout_iter_free(iterator) }
    let unit = 1 / Double(PANGO_SCALE)
    var lines: [Line] = []
    repeat {
      guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { break }
      var extents = PangoRectangle()
      unsafe pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let baseline = unsafe pango_layout_iter_get_baseline(iterator) - extents.y
      unsafe lines.append(
        Line(
          start: Int(line.pointee.start_index), width: max(0, Double(extents.width) * unit),
          height: max(0, Double(extents.height) * unit), baseline: Double(baseline) * unit,
          missingGlyphs: Self.missingGlyphs(in: line.pointee.runs),
          isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL))
    } while unsafe pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  private static func missingGlyphs(at iterator: OpaquePointer?) -> Int {
    guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { return 0 }
    return unsafe missingGlyphs(in: line.pointee.runs)
  }

  /// - Parameter edge: those that begin there or behind it are not shown; in Pango's units, from the left.
  private static func missingGlyphs(
    in runs: UnsafeMutablePointer<GSList>?, before edge: Int32 = .max
  ) -> Int {
    /// PANGO_GLYPH_UNKNOWN_FLAG, a macro that Swift does not see.
    let unknown: PangoGlyph = 0x1000_0000
    var count = 0
    var position: Int32 = 0
    var next = unsafe runs
    while let run = unsafe next {
      if let glyphs = unsafe run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.glyphs {
        for index in 0..<Int(unsafe glyphs.pointee.num_glyphs) {
          let glyph = unsafe glyphs.pointee.glyphs[index]
          if glyph.glyph & unknown != 0, position < edge { count += 1 }
          position &+= glyph.geometry.width
        }
      }
      unsafe next = run.pointee.next
    }
    return count
  }
}
