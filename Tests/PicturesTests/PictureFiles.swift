/// Beginnings of picture files, byte by byte as the formats have them.
enum PictureFiles {
  static func big(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func little(_ value: Int, _ length: Int) -> [UInt8] { big(value, length).reversed() }

  static func png(_ width: Int, _ height: Int) -> [UInt8] {
    [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + big(13, 4) + Array("IHDR".utf8) + big(width, 4) + big(height, 4)
      + [8, 6, 0, 0, 0]
  }

  static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF7, 0, 0]
  }

  static func bmp(_ width: Int, _ height: Int) -> [UInt8] {
    Array("BM".utf8) + little(70, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4)
      + little(height, 4) + little(1, 2) + little(24, 2)
  }

  static func oldBMP(_ width: Int, _ height: Int) -> [UInt8] {
    Array("BM".utf8) + little(70, 4) + little(0, 4) + little(26, 4) + little(12, 4) + little(width, 2)
      + little(height, 2)
  }

  static func webpExtended(_ width: Int, _ height: Int) -> [UInt8] {
    webp("VP8X", little(0, 4) + little(width - 1, 3) + little(height - 1, 3))
  }

  static func webpLossless(_ width: Int, _ height: Int) -> [UInt8] {
    webp("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14, 4))
  }

  static func webpLossy(_ width: Int, _ height: Int) -> [UInt8] {
    // The two highest bits of a side say how a player may scale it.
    webp("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width | 0x4000, 2) + little(height, 2))
  }

  private static func webp(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(body.count + 12, 4) + Array("WEBP".utf8) + Array(chunk.utf8) + little(body.count, 4)
      + body
  }

  /// - Parameter orientation: of Exif; nil writes no Exif segment.
  static func jpeg(
    _ width: Int, _ height: Int, orientation: Int? = nil, isLittle: Bool = false, frame: UInt8 = 0xC2
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    if let orientation { bytes += segment(0xE1, exif(orientation, isLittle: isLittle)) }
    bytes += segment(0xE2, Array(repeating: 0xFF, count: 3000))
    bytes += segment(0xDB, Array(repeating: 1, count: 65))
    bytes += [0xFF, 0xFF]
    bytes += segment(frame, [8] + big(height, 2) + big(width, 2) + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    return bytes
  }

  private static func segment(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, code] + big(body.count + 2, 2) + body
  }

  private static func exif(_ orientation: Int, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] { isLittle ? little(value, length) : big(value, length) }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    return Array("Exif\0\0".utf8) + Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + entry(0x0100, 7) + entry(0x0112, orientation) + number(0, 4)
  }

  static func svg(_ root: String) -> [UInt8] { Array("<\(root)><path d=\"M0 0\"/></svg>".utf8) }

  /// One of each kind, 30 × 20.
  static let samples: [[UInt8]] = [
    png(30, 20), gif(30, 20), bmp(30, 20), bmp(30, -20), oldBMP(30, 20), webpExtended(30, 20), webpLossless(30, 20),
    webpLossy(30, 20), jpeg(30, 20), jpeg(20, 30, orientation: 6), jpeg(20, 30, orientation: 8, isLittle: true),
    svg(#"svg xmlns="http://www.w3.org/2000/svg" width="30" height="20px""#),
    Array("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <svg width='1'> -->\n<!DOCTYPE svg [ <!ENTITY a \"]>\"> ]>\n".utf8)
      + svg(#"svg:svg viewBox='0 0 30,20' width="100%""#),
  ]
}
