/// Memory that is used again and again, growing as needed. It begins with all bits set; later it holds what was left
/// there, unless it had to grow or was given back.
struct ScratchMemory: Sendable {
  private var words: [UInt64] = []
  /// The most that it has held.
  private(set) var mostByteCount = 0

  var byteCount: Int { 8 * words.count }

  /// Lends at least `count` bytes, not none.
  @inline(__always) mutating func lend<Result>(_ count: Int, _ body: (LentMemory) -> Result) -> Result {
    if byteCount < count { grow(to: count) }
    return words.lendMemory(body)
  }

  private mutating func grow(to count: Int) {
    words = Array(repeating: .max, count: max((count + 7) / 8, 2 * words.count))
    mostByteCount = max(mostByteCount, byteCount)
    precondition(byteCount >= count, "\(byteCount) bytes are to hold \(count)")
  }

  mutating func giveBack() { words = [] }
}
