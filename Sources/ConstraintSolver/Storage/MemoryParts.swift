/// A piece of memory is cut into parts, each of items of one type and each at a whole word.
///
/// Whoever needs memory writes down the parts once; how large the whole is, where each part begins and what it may hold
/// all follow from that list, so they cannot come to differ.
struct MemoryParts {
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

  @inline(__always) var firstWord: Int { offset / 8 }

  /// The items; an index is checked in debug builds only.
  @inline(__always) func items(in memory: UnsafeMutableRawPointer) -> UnsafeMutableBufferPointer<Item> {
    UnsafeMutableBufferPointer(start: start(in: memory), count: count)
  }

  @inline(__always) func start(in memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Item> {
    (memory + offset).bindMemory(to: Item.self, capacity: count)
  }

  @inline(__always) func start(in memory: UnsafeRawPointer) -> UnsafePointer<Item> {
    (memory + offset).bindMemory(to: Item.self, capacity: count)
  }
}
