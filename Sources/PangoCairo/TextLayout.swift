internal import CPangoCairo

/// A text in a font, broken into lines.
///
/// Set it up, then ask. Everything is in points, a point being a pixel of Pango's at 96 dots per inch. Not to be shared
/// by threads; each makes its own map and layout.
@safe public struct TextLayout: ~Copyable {
  private let layout: OpaquePointer
  private let context: OpaquePointer

  init(_ context: OpaquePointer) throws(FontError) {
    unsafe Self.takeEnvironmentOut(of: context)
    guard let layout = unsafe pango_layout_new(context) else { throw .noMemory }
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe self.layout = layout
    // The layout keeps it.
    unsafe self.context = context
  }

  /// Nothing of the screen, the locale or the user's settings is to be seen in the numbers.
  private static func takeEnvironmentOut(of context: OpaquePointer) {
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    // Else it comes from $LANG; line breaking knows languages.
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
  public mutating func setDirection(isRightToLeft: Bool) {
    unsafe pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    // It does not notice by itself (documented at pango_layout_context_changed).
    unsafe pango_layout_context_changed(layout)
  }

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
  /// Rounded up to Pango's units of 1/1024, so that a text fits in the width it was measured to have.
  public mutating func setWidth(_ width: Double?) {
    let units = width.map { ($0 * Double(PANGO_SCALE)).rounded(.up) } ?? -1
    unsafe pango_layout_set_width(layout, units < Double(Int32.max) ? Int32(units) : -1)
  }

  // MARK: Asking

  /// The room that lines take, in points.
  public struct Extents: Equatable, Sendable {
    /// Of the longest of all lines, shown or not.
    public var width: Double
    /// Of the lines asked for.
    public var height: Double
    /// From the top.
    public var firstBaseline: Double
    /// From the top, too.
    public var lastBaseline: Double
  }

  /// - Parameter lines: how many lines count; 0: all.
  public func extents(lines: Int) -> Extents {
    var whole = PangoRectangle()
    unsafe pango_layout_get_extents(layout, nil, &whole)
    let iterator = unsafe pango_layout_get_iter(layout)
    defer { unsafe pango_layout_iter_free(iterator) }
    // Not pango_layout_set_height: it counts the lines of each paragraph by itself.
    var count = 1
    while count != lines, unsafe pango_layout_iter_next_line(iterator) != 0 { count += 1 }
    var last = PangoRectangle()
    unsafe pango_layout_iter_get_line_extents(iterator, nil, &last)
    let unit = 1 / Double(PANGO_SCALE)
    return Extents(
      width: max(0, Double(whole.width) * unit), height: max(0, Double(last.y + last.height) * unit),
      firstBaseline: Double(unsafe pango_layout_get_baseline(layout)) * unit,
      lastBaseline: Double(unsafe pango_layout_iter_get_baseline(iterator)) * unit)
  }

  /// Characters that no font of the map has a glyph for.
  public var missingGlyphs: Int { Int(unsafe pango_layout_get_unknown_glyphs_count(layout)) }
}
