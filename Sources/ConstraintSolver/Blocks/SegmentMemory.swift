/// The memory of `SegmentTable`, kept from block to block.
///
/// How many segments a block can have is known before. How many slopes they have is not known, and nearly always some
/// tens. So there is room for a few slopes, and a block that needs more is begun again with twice the room. Rows of
/// thousands of priorities give back the room for their slopes, because every run has such a memory.
struct SegmentMemory: Sendable {
  /// In the beginning; a power of two.
  private static let fewSlopes = 64
  /// Room for slopes that is kept: half a megabyte. What is kept for segments is of the order of the block itself.
  private static let keptSlopes = 4096

  /// Starts with the buckets of the table, which are empty between blocks: -1, all bits set.
  private(set) var memory = ScratchMemory()
  private var slopeRoom = SegmentMemory.fewSlopes

  /// Lends an empty table to `body`, which returns false to be called again with more room for slopes.
  mutating func withTable(_ room: SegmentRoom, _ body: (inout SegmentTable) -> Bool) {
    while true {
      let layout = SegmentLayout(room, slopes: slopeRoom)
      let isDone = memory.lend(layout.byteCount) { memory in
        var table = SegmentTable(memory, layout)
        let isDone = body(&table)
        table.clear()
        return isDone
      }
      if isDone { break }
      slopeRoom *= 2
      // The buckets now reach into what were other parts.
      memory.giveBack()
    }
    if slopeRoom > SegmentMemory.keptSlopes {
      slopeRoom = SegmentMemory.fewSlopes
      memory.giveBack()
    }
  }
}

/// What a block can need at most, slopes excepted.
struct SegmentRoom {
  var segments: Int
  /// Single rows of the variable that has the most.
  var rowsOfAVariable: Int
  var levels: Int
}

/// Where the parts of a `SegmentTable` are.
struct SegmentLayout {
  let buckets: MemoryPart<Int32>
  let segments: MemoryPart<Segment>
  let indifferent: MemoryPart<Segment>
  let roomAfter: MemoryPart<Double>
  let current: MemoryPart<SlopeEntry>
  let ahead: MemoryPart<Kink>
  let weights: MemoryPart<Double>
  let entries: MemoryPart<SlopeEntry>
  let entryEnds: MemoryPart<Int32>
  let totals: MemoryPart<Double>
  let fingerprints: MemoryPart<Double>
  let bucketOfSlope: MemoryPart<Int32>
  let order: MemoryPart<Int32>
  let ranks: MemoryPart<Int32>
  let byteCount: Int

  /// - Parameter slopes: a power of two.
  init(_ room: SegmentRoom, slopes: Int) {
    var parts = MemoryParts()
    // First, so that they stay where they are while the room for slopes does.
    buckets = parts.part(Int32.self, 2 * slopes)
    segments = parts.part(Segment.self, room.segments)
    indifferent = parts.part(Segment.self, room.segments)
    roomAfter = parts.part(Double.self, room.segments)
    current = parts.part(SlopeEntry.self, room.rowsOfAVariable)
    ahead = parts.part(Kink.self, room.rowsOfAVariable)
    weights = parts.part(Double.self, room.levels)
    // Slopes of variables with a size of their own have one or two.
    entries = parts.part(SlopeEntry.self, 4 * slopes)
    entryEnds = parts.part(Int32.self, slopes)
    totals = parts.part(Double.self, slopes)
    fingerprints = parts.part(Double.self, slopes)
    bucketOfSlope = parts.part(Int32.self, slopes)
    order = parts.part(Int32.self, slopes)
    ranks = parts.part(Int32.self, slopes)
    byteCount = parts.byteCount
  }
}
