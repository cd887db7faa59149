internal import CGdkPixbuf

/// Decodes pictures in any format that GdkPixbuf has a loader for, into PNGs that are written quickly and are large.
///
/// It knows bytes alone: where they come from, and that they may be hostile, is for the caller to mind, who does this
/// in a process that may fall. Seen with GdkPixbuf 2.42.10: a loader gets no name of a file, so an SVG cannot name
/// others; memory that it asks for and does not get ends the process.
public enum ImageDecoding {
  /// Decodes the first picture of a file, turned upright.
  ///
  /// What is drawn, as an SVG is, comes out so large that it covers what is needed, in its own proportions, but with no
  /// side more than twice as long. What has pixels comes out as it is, unless one of
  /// its sides has more than twice as many as are needed: those are left out.
  ///
  /// - Parameters:
  ///   - columns: pixels across that are needed; at least 1.
  ///   - rows: the same from top to bottom.
  public static func png(of bytes: [UInt8], columns: Int, rows: Int) throws(ImageDecodingError) -> [UInt8] {
    if isCutOff(bytes) { throw .damaged("it is cut off") }
    guard let loader = unsafe gdk_pixbuf_loader_new() else { throw .noMemory }
    defer { unsafe g_object_unref(loader) }
    var need = Need(columns: Int32(clamping: columns), rows: Int32(clamping: rows))
    return try unsafe withUnsafeMutablePointer(to: &need) { (need) throws(ImageDecodingError) in
      unsafe framewire_when_size_is_known(
        loader, { unsafe Self.setSize(of: $0, Int($1), Int($2), for: $3) }, need)
      var error: UnsafeMutablePointer<GError>?
      let isRead = unsafe gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error) != 0
      // It has to be closed in any case; there is one error that is told.
      var second: UnsafeMutablePointer<GError>?
      let isWhole = unsafe gdk_pixbuf_loader_close(loader, &second) != 0
      guard isRead, isWhole else {
        if !isRead, let second = unsafe second { unsafe g_error_free(second) }
        throw unsafe ImageDecodingError(taking: isRead ? second : error)
      }
      guard let read = unsafe gdk_pixbuf_loader_get_pixbuf(loader),
        let upright = unsafe gdk_pixbuf_apply_embedded_orientation(read)
      else { throw .damaged("it has no pixels") }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(upright)) }
      return try unsafe png(of: upright)
    }
  }

  /// Whether a WebP says that it is longer than it is. Its loader (0.2.0) takes what is missing for black.
  private static func isCutOff(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WEBP".utf8) else {
      return false
    }
    return bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } > bytes.count - 8
  }

  /// What the signal about a picture's size needs to know.
  private struct Need {
    let columns: Int32
    let rows: Int32
  }

  private static func setSize(
    of loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ columns: Int, _ rows: Int, for need: UnsafeMutableRawPointer?
  ) {
    guard let need = unsafe need?.assumingMemoryBound(to: Need.self).pointee else { return }
    // It may be turned by a quarter afterwards.
    let most = 2 * Int(max(need.columns, need.rows))
    if let format = unsafe gdk_pixbuf_loader_get_format(loader), unsafe gdk_pixbuf_format_is_scalable(format) != 0 {
      let (width, height) = (Double(max(columns, 1)), Double(max(rows, 1)))
      // Of any other proportions it would have bands beside it.
      let factor = min(
        max(Double(need.columns) / width, Double(need.rows) / height), Double(most) / width, Double(most) / height)
      let sides = [width, height].map { Int32(clamping: Int(max(1, ($0 * factor).rounded(.up)))) }
      unsafe gdk_pixbuf_loader_set_size(loader, sides[0], sides[1])
      return
    }
    guard columns > most || rows > most else { return }
    unsafe gdk_pixbuf_loader_set_size(loader, Int32(clamping: min(columns, most)), Int32(clamping: min(rows, most)))
  }

  private static func png(of pixels: OpaquePointer) throws(ImageDecodingError) -> [UInt8] {
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    guard unsafe framewire_save_png(pixels, &buffer, &count, &error) != 0, let buffer = unsafe buffer else {
      throw unsafe ImageDecodingError(taking: error)
    }
    defer { unsafe g_free(buffer) }
    return unsafe Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }
}

/// Why there are no pixels.
public enum ImageDecodingError: Error, Equatable, Sendable {
  /// There is no loader here for what this is.
  case unknownFormat
  /// In words.
  case damaged(String)
  case noMemory

  fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error = unsafe error else {
      self = .damaged("it has no pixels")
      return
    }
    defer { unsafe g_error_free(error) }
    self =
      unsafe framewire_is_pixbuf_error(error) != 0 && error.pointee.code == framewire_pixbuf_unknown_type
      ? .unknownFormat : unsafe .damaged(String(cString: error.pointee.message))
  }
}
