/// Small damage to bytes, as a bad disk, a hostile peer or a hasty editor does it.
public enum Mutation {
  /// - Parameter signs: what is put in more often than other bytes: those that mean something here.
  public static func mutated(
    _ bytes: [UInt8], signs: [UInt8] = signs, upTo changes: Int = 6, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...changes, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[place] = signs.randomElement(using: &random) ?? 0
      case 3: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
      case 4: bytes.remove(at: place)
      case 5: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
      case 6:
        let other = Int.random(in: bytes.indices, using: &random)
        bytes.insert(contentsOf: bytes[min(place, other)..<max(place, other)].prefix(64), at: place)
      default: bytes.swapAt(place, bytes.count - 1)
      }
    }
    return bytes
  }

  public static let signs =
    Array("{}()[]\"`'#@*/,;:.=<>&|!\\-+%_ \n\t\r0195eEntfu".utf8) + [0, 0x1E, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
}
