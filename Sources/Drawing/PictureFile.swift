import Pictures

/// A file that a picture is drawn from.
public struct PictureFile: Sendable {
  /// As browsers name it: `image/png`.
  public var type: String
  /// The whole file, as it is.
  public var bytes: [UInt8]
  /// How many it has, as it says.
  public var pixels: Double

  /// - Returns: nil unless it begins as a picture does that says how big it is.
  public init?(_ bytes: [UInt8]) {
    guard let header = try? PictureHeader(of: bytes) else { return nil }
    type = "image/" + (header.format == .svg ? "svg+xml" : header.format.rawValue)
    self.bytes = bytes
    pixels = header.width * header.height
  }

  /// The bytes in letters (RFC 4648, 4).
  var base64: String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= count ? letters[Int(group >> (18 - 6 * UInt32(index)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
