/// CRC-32 as zlib, PNG and Ethernet have it (ISO 3309, reflected, polynomial 04C11DB7). It finds any damage within 32
/// bits, and misses one in four thousand million others.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    var index = bytes.startIndex
    // Eight bytes at a time, as in zlib: what each comes to, with as many behind it as there are, is in a table of its
    // own.
    while bytes.endIndex - index >= 8 {
      var next: UInt32 = 0
      for place in 0..<4 {
        let byte = bytes[index + place] ^ UInt8(truncatingIfNeeded: remainder >> (8 * UInt32(place)))
        next ^= tables[(7 - place) * 256 + Int(byte)]
      }
      for place in 4..<8 { next ^= tables[(7 - place) * 256 + Int(bytes[index + place])] }
      remainder = next
      index += 8
    }
    for byte in bytes[index...] {
      remainder = tables[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8)
    }
    return ~remainder
  }

  /// What each value of a byte comes to, with none up to seven bytes of 0 behind it: 256 entries each.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte: UInt32 in 0..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<8 * 256 {
      let shorter = tables[index - 256]
      tables.append(tables[Int(shorter & 0xFF)] ^ shorter >> 8)
    }
    return tables
  }()
}

extension UInt32 {
  /// Eight digits.
  var hexadecimal: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<8).reversed().map { digits[Int(self >> ($0 * 4) & 15)] }
  }
}
