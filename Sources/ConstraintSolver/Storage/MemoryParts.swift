/// A piece of memory is cut into parts, each of items of one type and each at a whole word.
///
/// Whoever needs memory writes down the parts once; how large the whole is, where each part begins and what it may hold
/// all follow from that list, so they cannot come to differ.
struct MemoryParts: BitwiseCopyable, Sendable {
  /// In bytes, always whole words and never none: empty storage has no address.
  private(set) var byteCount = 8

  /// Appends a part.
  mutating func part<Item: BitwiseCopyable>(_ type: Item.Type, _ count: Int) -> MemoryPart<Item> {
    assert(MemoryLayout<Item>.alignment <= 8, "\(type) needs more than a word's alignment")
    defer { byteCount += (count * MemoryLayout<Item>.stride + 7) & ~7 }
    return MemoryPart(offset: byteCount, count: count)
  }
}

/// So many items in a piece of memory.
struct MemoryPart<Item: BitwiseCopyable>: BitwiseCopyable, Sendable {
  /// In bytes, from the beginning of the memory.
  let offset: Int
  let count: Int

  /// In bytes, behind its last item.
  @inline(__always) var end: Int { offset + count * MemoryLayout<Item>.stride }
  @inline(__always) var firstWord: Int { offset / 8 }
}
