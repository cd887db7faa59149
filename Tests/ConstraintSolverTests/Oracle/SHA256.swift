/// FIPS 180-4, as short as it gets: fingerprints of generated inputs.
enum SHA256 {
  /// The digest in lower-case hexadecimal digits.
  static func hexDigest(of message: [UInt8]) -> String {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }

    var state = initialState
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        words[index] = padded[block + 4 * index..<block + 4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3)
        let small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10)
        words[index] = words[index - 16] &+ small0 &+ words[index - 7] &+ small1
      }
      var v = state
      for index in 0..<64 {
        let big1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)
        let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
        let first = v[7] &+ big1 &+ choice &+ roundConstants[index] &+ words[index]
        let big0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)
        let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
        v = [first &+ big0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
      }
      for index in 0..<8 { state[index] &+= v[index] }
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initialState: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  /// The same of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = primes.map { prime in
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root - Double(prime)) / (3 * root * root) }
    return fraction(root)
  }

  private static func fraction(_ value: Double) -> UInt32 { UInt32((value - value.rounded(.down)) * 4_294_967_296) }

  private static let primes: [Int] = Array(
    (2...311).filter { candidate in !(2..<candidate).contains { candidate % $0 == 0 } }.prefix(64))
}
