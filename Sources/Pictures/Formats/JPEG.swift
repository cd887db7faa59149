extension ByteReader {
  /// Walks the segments (ITU T.81, annex B) up to the frame header, which has the size; an Exif segment on the way
  /// says how the picture is turned.
  func jpegExtent() throws(PictureError) -> PictureHeader.Extent {
    var offset = 2
    var isTurned = false
    while true {
      guard let mark = byte(at: offset) else { throw .truncated }
      guard mark == 0xFF else { throw .malformed }
      guard let code = byte(at: offset + 1) else { throw .truncated }
      switch code {
      // Any number of these may stand before a code.
      case 0xFF: offset += 1
      // Without a body: TEM, restart markers.
      case 0x01, 0xD0...0xD7: offset += 2
      // Frame headers: all of C0 to CF but tables of codes, an extension and arithmetic conditioning.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let (height, width) = (Double(try big(2, at: offset + 5)), Double(try big(2, at: offset + 7)))
        return isTurned ? .init(width: height, height: width) : .init(width: width, height: height)
      // The picture begins, or ends, and there was no frame header.
      case 0xD8, 0xD9, 0xDA, 0x00: throw .malformed
      default:
        let length = try big(2, at: offset + 2)
        guard length >= 2 else { throw .malformed }
        if code == 0xE1, has("Exif\0\0", at: offset + 4) {
          isTurned = isTurnedByExif(from: offset + 10, to: offset + 2 + length)
        }
        offset += 2 + length
      }
    }
  }

  /// Whether the orientation (tag 0x0112) in a TIFF directory is one of those that lay the picture on its side: 5 to
  /// 8. Damage means no.
  private func isTurnedByExif(from start: Int, to end: Int) -> Bool {
    let isLittle = has("II", at: start)
    guard isLittle || has("MM", at: start) else { return false }
    func number(_ length: Int, _ offset: Int) -> Int? {
      guard offset >= 0, start + offset + length <= end else { return nil }
      return isLittle ? try? little(length, at: start + offset) : try? big(length, at: start + offset)
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(2, directory) else { return false }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(2, place) else { return false }
      if tag == 0x0112 { return number(2, place + 8).map { (5...8).contains($0) } ?? false }
    }
    return false
  }
}
