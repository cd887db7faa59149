/// A set of small numbers that hands out the highest one first: the order in which variables are eliminated, so
/// that the last of a document absorbs what is left over.
///
/// Two levels of bits; `highestBlock` never lies below a member, so a `popHighest` costs a few word reads.
struct HighestFirstQueue: ~Copyable {
  private var words: Column<UInt64>
  private var blocks: Column<UInt64>
  private var highestBlock = -1

  /// For no members at all.
  init() {
    words = Column()
    blocks = Column()
  }

  init(count: Int) {
    words = Column(repeating: 0, count: count / 64 + 1)
    blocks = Column(repeating: 0, count: count / 4096 + 1)
  }

  @inline(__always) mutating func insert(_ member: Int32) {
    let word = Int(member) >> 6
    words[word] |= 1 << UInt64(member & 63)
    blocks[word >> 6] |= 1 << UInt64(word & 63)
    if word >> 6 > highestBlock { highestBlock = word >> 6 }
  }

  @inline(__always) mutating func popHighest() -> Int32? {
    while highestBlock >= 0 {
      let block = blocks[highestBlock]
      guard block != 0 else {
        highestBlock -= 1
        continue
      }
      let word = highestBlock << 6 + (63 - block.leadingZeroBitCount)
      let bit = 63 - words[word].leadingZeroBitCount
      words[word] &= ~(1 << UInt64(bit))
      if words[word] == 0 { blocks[highestBlock] &= ~(1 << UInt64(word & 63)) }
      return Int32(word << 6 + bit)
    }
    return nil
  }
}
