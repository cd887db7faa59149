extension ByteReader {
  /// The first chunk tells (RFC 9649): `VP8X` has the canvas, less one, in 3 bytes each; `VP8 ` a key frame with 14
  /// bits a side; `VP8L` 14 bits a side, less one, packed from the lowest bit.
  func webpExtent() throws(PictureError) -> PictureHeader.Extent {
    if has("VP8X", at: 12) {
      return .init(width: Double(try little(3, at: 24) + 1), height: Double(try little(3, at: 27) + 1))
    }
    if has("VP8L", at: 12) {
      let bits = try little(5, at: 20)
      guard bits & 0xFF == 0x2F else { throw .malformed }
      return .init(width: Double((bits >> 8) & 0x3FFF + 1), height: Double((bits >> 22) & 0x3FFF + 1))
    }
    if has("VP8 ", at: 12) {
      let start = try little(3, at: 23)
      guard start == 0x2A019D else { throw .malformed }
      return .init(width: Double(try little(2, at: 26) & 0x3FFF), height: Double(try little(2, at: 28) & 0x3FFF))
    }
    throw byte(at: 15) == nil ? .truncated : .malformed
  }
}
