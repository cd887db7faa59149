internal import CPangoCairo

/// What is drawn on with Cairo: pixels, or the pages of a PDF. Lengths are in points, from the top left corner.
///
/// Texts are drawn as they are set: nothing is measured again, so a line is as wide on any canvas as it was measured to
/// be. Nothing about the screen or the user's settings has a say.
@safe public struct Canvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  /// Where pages go; nil for pixels.
  private let pages: ByteSink?

  /// The longest side that Cairo can draw, in pixels.
  public static let longestSide = 32_767
  /// The most pixels of a canvas or of a picture that is drawn on it: 256 MB of them.
  public static let mostPixels = 64 << 20

  /// The most pixels of all frames of a picture that moves: 10 s of a large phone's at 60 a second.
  public static let mostFilmPixels = 1 << 31

  /// The longest side of a PDF's page, in points (ISO 32000-1, C.2).
  public static let longestPageSide = 14_400.0

  private init(_ surface: OpaquePointer?, pages: ByteSink?) throws(CanvasError) {
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let context = unsafe cairo_create(surface), unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS
    else { throw .noMemory }
    unsafe self.surface = surface
    unsafe self.context = context
    self.pages = pages
  }

  /// Pixels that nothing is drawn on yet: one can look through all of them.
  ///
  /// - Parameter scale: pixels a point.
  public init(width: Double, height: Double, scale: Double) throws(CanvasError) {
    let (columns, rows) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    guard columns >= 1, rows >= 1, columns <= Double(Self.longestSide), rows <= Double(Self.longestSide),
      columns * rows <= Double(Self.mostPixels)
    else { throw .size(columns: columns, rows: rows) }
    try unsafe self.init(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(columns), Int32(rows)), pages: nil)
    unsafe cairo_scale(context, scale, scale)
  }

  /// The first page of a PDF.
  public init(pageWidth width: Double, height: Double, title: String) throws(CanvasError) {
    try Self.check(width, height)
    let sink = ByteSink()
    let surface = unsafe cairo_pdf_surface_create_for_stream(
      ByteSink.take, Unmanaged.passUnretained(sink).toOpaque(), width, height)
    try unsafe self.init(surface, pages: sink)
    unsafe cairo_pdf_surface_set_metadata(self.surface, CAIRO_PDF_METADATA_TITLE, title)
    // It would be the time of day, and two files that show the same would differ.
    unsafe cairo_pdf_surface_set_metadata(self.surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
  }

  /// Ends a page of a PDF, and begins another one.
  public mutating func nextPage(width: Double, height: Double) throws(CanvasError) {
    precondition(pages != nil, "pixels have one page")
    try Self.check(width, height)
    unsafe cairo_show_page(context)
    unsafe cairo_pdf_surface_set_size(surface, width, height)
  }

  private static func check(_ width: Double, _ height: Double) throws(CanvasError) {
    guard width >= 1, height >= 1, width <= Self.longestPageSide, height <= Self.longestPageSide else {
      throw .page(width: width, height: height)
    }
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  // MARK: Files

  /// The pixels as a PNG.
  public consuming func png() throws(CanvasError) -> [UInt8] {
    let sink = ByteSink()
    let status = unsafe cairo_surface_write_to_png_stream(
      surface, ByteSink.take, Unmanaged.passUnretained(sink).toOpaque())
    guard unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS, status == CAIRO_STATUS_SUCCESS else {
      throw .noMemory
    }
    return sink.bytes
  }

  /// A part of the pixels as a PNG that nothing shines through.
  ///
  /// - Parameters:
  ///   - area: of which each pixel is covered.
  public mutating func png(of area: PixelArea) throws(CanvasError) -> [UInt8] {
    unsafe cairo_surface_flush(surface)
    let sink = ByteSink()
    // The same bytes without their opacity; nothing is copied.
    let stride = unsafe cairo_image_surface_get_stride(surface)
    let start = unsafe cairo_image_surface_get_data(surface) + area.y * Int(stride) + 4 * area.x
    let part = unsafe cairo_image_surface_create_for_data(
      start, CAIRO_FORMAT_RGB24, Int32(area.width), Int32(area.height), stride)
    defer { unsafe cairo_surface_destroy(part) }
    guard unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS,
      unsafe cairo_surface_write_to_png_stream(part, ByteSink.take, Unmanaged.passUnretained(sink).toOpaque())
        == CAIRO_STATUS_SUCCESS
    else { throw .noMemory }
    return sink.bytes
  }

  /// All pages as a PDF.
  public consuming func pdf() throws(CanvasError) -> [UInt8] {
    unsafe cairo_show_page(context)
    unsafe cairo_surface_finish(surface)
    guard let pages, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .noMemory }
    return pages.bytes
  }

  // MARK: Pixels

  /// A part of a canvas, in pixels from the top left corner.
  public struct PixelArea: Equatable, Sendable {
    /// Of its left edge.
    public var x: Int
    /// Of its top edge.
    public var y: Int
    /// At least 1.
    public var width: Int
    /// At least 1.
    public var height: Int
  }

  /// All its pixels.
  public var whole: PixelArea {
    PixelArea(
      x: 0, y: 0, width: Int(unsafe cairo_image_surface_get_width(surface)),
      height: Int(unsafe cairo_image_surface_get_height(surface)))
  }

  /// Where its pixels are not those of another one as large; nil: nowhere.
  public func difference(from other: borrowing Canvas) -> PixelArea? {
    let whole = whole
    precondition(whole == other.whole, "canvases of \(whole) and \(other.whole) have no pixels in common")
    var (left, right, top, bottom) = (whole.width, -1, whole.height, -1)
    for y in 0..<whole.height {
      let (row, otherRow) = unsafe (pixels(inRow: y), other.pixels(inRow: y))
      guard let first = row.indices.first(where: { unsafe row[$0] != otherRow[$0] }),
        let last = row.indices.last(where: { unsafe row[$0] != otherRow[$0] })
      else { continue }
      (left, right, top, bottom) = (min(left, first), max(right, last), min(top, y), y)
    }
    return bottom < 0 ? nil : PixelArea(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private func pixels(inRow row: Int) -> UnsafeBufferPointer<UInt32> {
    unsafe cairo_surface_flush(surface)
    let start = unsafe cairo_image_surface_get_data(surface) + row * Int(cairo_image_surface_get_stride(surface))
    let count = whole.width
    return unsafe UnsafeRawBufferPointer(start: start, count: 4 * count).bindMemory(to: UInt32.self)
  }

  // MARK: Drawing

  /// A colour: parts of 1, not multiplied by the opacity; sRGB.
  public struct Paint: Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var opacity: Double

    /// - Parameter bytes: as 0xrrggbbaa.
    public init(_ bytes: UInt32) {
      func part(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
      (red, green, blue, opacity) = (part(24), part(16), part(8), part(0))
    }
  }

  /// Where something is drawn.
  public struct Area: Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var radius: Double

    /// - Parameter radius: of its corners; more than half of the shorter side is half of it.
    public init(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) {
      (self.x, self.y, self.width, self.height) = (x, y, max(0, width), max(0, height))
      self.radius = max(0, min(radius, width / 2, height / 2))
    }
  }

  /// Fills all of it, to the last pixel.
  public mutating func fill(with paint: Paint) {
    use(paint)
    unsafe cairo_paint(context)
  }

  /// Draws a filled area.
  public mutating func fill(_ area: Area, with paint: Paint) {
    outline(area)
    use(paint)
    unsafe cairo_fill(context)
  }

  /// Draws the edge of an area.
  ///
  /// - Parameters:
  ///   - width: half of it is on each side of the edge.
  ///   - dash: as long as the gaps; 0: none.
  public mutating func stroke(_ area: Area, with paint: Paint, width: Double, dash: Double) {
    outline(area)
    stroke(with: paint, width: width, dash: dash)
  }

  /// Draws a straight line.
  ///
  /// - Parameters:
  ///   - width: half of it is on each side.
  ///   - dash: as long as the gaps; 0: none.
  public mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), with paint: Paint, width: Double, dash: Double
  ) {
    unsafe cairo_move_to(context, start.x, start.y)
    unsafe cairo_line_to(context, end.x, end.y)
    stroke(with: paint, width: width, dash: dash)
  }

  /// Draws the first line of a text.
  ///
  /// - Parameters:
  ///   - place: of its left end, on the baseline.
  ///   - stretch: how much wider it is drawn than it is set.
  ///   - halo: a rim around its letters, and how wide it is.
  public mutating func draw(
    _ text: borrowing TextLayout, at place: (x: Double, y: Double), stretch: Double = 1, with paint: Paint,
    halo: (paint: Paint, width: Double)?
  ) {
    guard stretch > 0, let line = unsafe pango_layout_get_line_readonly(text.layout, 0) else { return }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, place.x, place.y)
    unsafe cairo_scale(context, stretch, 1)
    unsafe cairo_move_to(context, 0, 0)
    if let halo {
      unsafe pango_cairo_layout_line_path(context, line)
      unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      stroke(with: halo.paint, width: 2 * halo.width, dash: 0)
      unsafe cairo_move_to(context, 0, 0)
    }
    use(paint)
    unsafe pango_cairo_show_layout_line(context, line)
    unsafe cairo_new_path(context)
    unsafe cairo_restore(context)
  }

  /// Draws a PNG, as large as the area.
  ///
  /// - Returns: false for what is none; nothing is drawn then.
  public mutating func draw(png bytes: [UInt8], in area: Area) -> Bool {
    let source = ByteSource(bytes)
    let picture = unsafe cairo_image_surface_create_from_png_stream(
      ByteSource.give, Unmanaged.passUnretained(source).toOpaque())
    defer { unsafe cairo_surface_destroy(picture) }
    guard unsafe cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS else { return false }
    let (columns, rows) = unsafe (
      Double(cairo_image_surface_get_width(picture)), Double(cairo_image_surface_get_height(picture))
    )
    guard columns > 0, rows > 0, area.width > 0, area.height > 0 else { return true }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, area.x, area.y)
    unsafe cairo_scale(context, area.width / columns, area.height / rows)
    unsafe cairo_rectangle(context, 0, 0, columns, rows)
    unsafe cairo_set_source_surface(context, picture, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    // At its edges a picture is not mixed with what is not there.
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    unsafe cairo_fill(context)
    unsafe cairo_restore(context)
    return true
  }

  /// What is drawn up to the `endLayer` that belongs to it is one.
  ///
  /// - Parameters:
  ///   - clip: nothing is drawn outside of it; nil: anywhere.
  ///   - opacity: of all of it together.
  public mutating func beginLayer(clip: Area?, opacity: Double) {
    unsafe cairo_save(context)
    if let clip {
      outline(clip)
      unsafe cairo_clip(context)
    }
    if opacity < 1 { unsafe cairo_push_group(context) }
  }

  /// - Parameter opacity: the one that the layer was begun with.
  public mutating func endLayer(opacity: Double) {
    if opacity < 1 {
      unsafe cairo_pop_group_to_source(context)
      unsafe cairo_paint_with_alpha(context, max(0, opacity))
    }
    unsafe cairo_restore(context)
  }

  // MARK: Steps

  private func use(_ paint: Paint) {
    unsafe cairo_set_source_rgba(context, paint.red, paint.green, paint.blue, paint.opacity)
  }

  private func outline(_ area: Area) {
    unsafe cairo_new_path(context)
    guard area.radius > 0 else {
      unsafe cairo_rectangle(context, area.x, area.y, area.width, area.height)
      return
    }
    let (left, right) = (area.x + area.radius, area.x + area.width - area.radius)
    let (top, bottom) = (area.y + area.radius, area.y + area.height - area.radius)
    let quarter = Double.pi / 2
    for (index, corner) in [(right, top), (right, bottom), (left, bottom), (left, top)].enumerated() {
      let start = Double(index - 1) * quarter
      unsafe cairo_arc(context, corner.0, corner.1, area.radius, start, start + quarter)
    }
    unsafe cairo_close_path(context)
  }

  private func stroke(with paint: Paint, width: Double, dash: Double) {
    use(paint)
    unsafe cairo_set_line_width(context, width)
    if dash > 0 {
      var lengths = [dash, dash]
      unsafe cairo_set_dash(context, &lengths, 2, 0)
    } else {
      unsafe cairo_set_dash(context, nil, 0, 0)
    }
    unsafe cairo_stroke(context)
  }
}

/// Why there is no picture.
public enum CanvasError: Error, Equatable, Sendable {
  /// It has no extent, or more than can be drawn.
  case size(columns: Double, rows: Double)
  /// The same of a page, in points.
  case page(width: Double, height: Double)
  /// The same of a picture that moves.
  case film(frames: Int, columns: Double, rows: Double)
  /// Cairo could not draw: it has no memory left.
  case noMemory
}

extension CanvasError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .size(let columns, let rows):
      "a picture of \(Self.count(columns)) × \(Self.count(rows)) pixels cannot be drawn: "
        + "a side has 1 to \(Canvas.longestSide), all together at most \(Canvas.mostPixels) pixels"
    case .page(let width, let height):
      "a page of \(Self.count(width)) × \(Self.count(height)) points cannot be drawn: "
        + "a side has 1 to \(Self.count(Canvas.longestPageSide))"
    case .film(let frames, let columns, let rows):
      "\(frames) frames of \(Self.count(columns)) × \(Self.count(rows)) pixels cannot be drawn: "
        + "all together have at most \(Canvas.mostFilmPixels) pixels"
    case .noMemory: "there is no memory for the picture"
    }
  }

  private static func count(_ side: Double) -> String { side.magnitude < 1e15 ? "\(Int(side))" : "\(side)" }
}

/// Takes what Cairo writes.
private final class ByteSink {
  var bytes: [UInt8] = []

  /// Called by Cairo with a sink.
  static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = {
    guard let sink = unsafe $0, let bytes = unsafe $1 else { return CAIRO_STATUS_WRITE_ERROR }
    unsafe Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int($2)))
    return CAIRO_STATUS_SUCCESS
  }
}

/// Gives Cairo what it reads.
private final class ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Called by Cairo with a source.
  static let give: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32) -> cairo_status_t = {
    guard let source = unsafe $0, let room = unsafe $1 else { return CAIRO_STATUS_READ_ERROR }
    let kept = unsafe Unmanaged<ByteSource>.fromOpaque(source).takeUnretainedValue()
    let count = Int($2)
    guard kept.rest.count >= count else { return CAIRO_STATUS_READ_ERROR }
    unsafe _ = UnsafeMutableBufferPointer(start: room, count: count).update(fromContentsOf: kept.rest.prefix(count))
    kept.rest.removeFirst(count)
    return CAIRO_STATUS_SUCCESS
  }
}
