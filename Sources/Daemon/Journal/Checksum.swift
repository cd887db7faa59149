/// CRC-32 as zlib, PNG and Ethernet have it (ISO 3309, reflected, polynomial 04C11DB7). It finds any damage within 32
/// bits, and misses one in four thousand million others.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes { remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8) }
    return ~remainder
  }

  /// What each value of a byte comes to.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
}

extension UInt32 {
  /// Eight digits.
  var hexadecimal: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<8).reversed().map { digits[Int(self >> ($0 * 4) & 15)] }
  }
}
