/// The memory of `SegmentTable`, kept from block to block.
///
/// How many segments a block can have is known before; how many slopes these have is not, and nearly always tens. So
/// there is room for a few, and a block that needs more is begun again with twice the room.
struct SegmentMemory: Sendable {
  /// In the beginning; a power of two.
  private static let fewSlopes = 64

  /// Starts with the buckets of the table, which are empty between blocks: -1, all bits set.
  private var words: [UInt64] = []
  private var slopeRoom = SegmentMemory.fewSlopes

  /// Lends an empty table to `body`, which returns false to be called again with more room for slopes.
  mutating func withTable(segmentRoom: Int, levelCount: Int, _ body: (inout SegmentTable) -> Bool) {
    while true {
      makeRoom(Parts.wordCount(segmentRoom: segmentRoom, slopeRoom: slopeRoom, levelCount: levelCount))
      if lend(&words, segmentRoom, slopeRoom, levelCount, body) { return }
      slopeRoom *= 2
      // The buckets now reach into what were other parts.
      words = []
    }
  }

  private mutating func makeRoom(_ count: Int) {
    if words.count < count { words = Array(repeating: .max, count: max(count, 2 * words.count)) }
  }

  /// Cuts memory into parts, each at a whole word.
  struct Parts {
    private var next: UnsafeMutableRawPointer

    init(_ words: UnsafeMutablePointer<UInt64>) { next = UnsafeMutableRawPointer(words) }

    @inline(__always) mutating func take<Item: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Item> {
      defer { next += Parts.words(Item.self, count) * 8 }
      return next.assumingMemoryBound(to: Item.self)
    }

    @inline(__always) private static func words<Item>(_ type: Item.Type, _ count: Int) -> Int {
      (count * MemoryLayout<Item>.stride + 7) / 8
    }

    /// What `SegmentTable` takes.
    static func wordCount(segmentRoom: Int, slopeRoom: Int, levelCount: Int) -> Int {
      words(Int32.self, 2 * slopeRoom) + 3 * words(Int32.self, slopeRoom) + 2 * words(Segment.self, segmentRoom)
        + words(Kink.self, segmentRoom) + segmentRoom + 2 * levelCount + slopeRoom * (levelCount + 2)
    }
  }
}

/// An array passed as a pointer stays where it is for the duration of the call.
@inline(__always)
private func lend(
  _ words: UnsafeMutablePointer<UInt64>, _ segmentRoom: Int, _ slopeRoom: Int, _ levelCount: Int,
  _ body: (inout SegmentTable) -> Bool
) -> Bool {
  var parts = SegmentMemory.Parts(words)
  var table = SegmentTable(&parts, segmentRoom: segmentRoom, slopeRoom: slopeRoom, levelCount: levelCount)
  let isDone = body(&table)
  table.clear()
  return isDone
}
