extension ByteReader {
  /// The first chunk is IHDR, by the PNG specification (11.2.2): width and height, 4 bytes each. Apple's tools put a
  /// chunk of their own before it.
  func pngExtent() throws(PictureError) -> PictureHeader.Extent {
    var chunk = 8
    if has("CgBI", at: chunk + 4) { chunk += 12 + (try big(4, at: chunk)) }
    if byte(at: chunk + 7) == nil { throw .truncated }
    guard has("IHDR", at: chunk + 4) else { throw .malformed }
    return .init(width: Double(try big(4, at: chunk + 8)), height: Double(try big(4, at: chunk + 12)))
  }
}
