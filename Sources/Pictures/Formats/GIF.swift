extension ByteReader {
  /// The logical screen, 2 bytes each behind the signature (GIF89a, section 18).
  func gifExtent() throws(PictureError) -> PictureHeader.Extent {
    .init(width: Double(try little(2, at: 6)), height: Double(try little(2, at: 8)))
  }
}
