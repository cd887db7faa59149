/// A part of a piece of memory as a collection, for whoever reads it item by item and in no hurry; a running tape takes
/// pointers.
///
/// Shares the memory. As long as a table of a run lives, the run cannot change without copying itself first.
struct MemoryTable<Item: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
  private let words: [UInt64]
  private let part: MemoryPart<Item>

  init(_ words: [UInt64], _ part: MemoryPart<Item>) {
    self.words = words
    self.part = part
  }

  var startIndex: Int { 0 }
  var endIndex: Int { part.count }

  subscript(index: Int) -> Item {
    precondition(index >= 0 && index < part.count, "index \(index) outside 0..<\(part.count)")
    return words.withUnsafeBytes {
      $0.load(fromByteOffset: part.offset + index * MemoryLayout<Item>.stride, as: Item.self)
    }
  }

  /// All items at once.
  var array: [Item] {
    Array(unsafeUninitializedCapacity: part.count) { items, count in
      let bytes = part.offset..<part.offset + part.count * MemoryLayout<Item>.stride
      words.withUnsafeBytes { UnsafeMutableRawBufferPointer(items).copyMemory(from: .init(rebasing: $0[bytes])) }
      count = part.count
    }
  }
}
