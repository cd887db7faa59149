extension ByteReader {
  /// Behind the file header of 14 bytes the first number says which information header follows: OS/2's of 12 bytes
  /// has sides of 2 bytes, all others of 4, signed: below 0 the rows stand from top to bottom.
  func bmpExtent() throws(PictureError) -> PictureHeader.Extent {
    let length = try little(4, at: 14)
    if length == 12 { return .init(width: Double(try little(2, at: 18)), height: Double(try little(2, at: 20))) }
    guard length >= 16, length <= 1024 else { throw .malformed }
    func signed(_ offset: Int) throws(PictureError) -> Double {
      Double(Int32(truncatingIfNeeded: try little(4, at: offset)).magnitude)
    }
    return .init(width: try signed(18), height: try signed(22))
  }
}
