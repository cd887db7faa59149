/// A part of a piece of memory as a collection, for whoever reads it item by item and in no hurry; a running tape is
/// lent the memory.
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

  /// All items at once.
  var array: [Item] { words.items(of: part) }

  @inline(__always) subscript(index: Int) -> Item { words.item(index, of: part) }
}
