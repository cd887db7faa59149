/// Where the parts of a run are in its one piece of memory, of which it is itself the first.
struct RunLayout: BitwiseCopyable, Sendable {
  let values: MemoryPart<Double>
  let dirtyWords: MemoryPart<UInt64>
  /// Words of `dirtyWords` that have any bits, as bits by word.
  let dirtySummary: MemoryPart<UInt64>
  let contradictionWords: MemoryPart<UInt64>
  /// Slots whose values have changed since somebody took note of them, as bits by slot.
  let changedWords: MemoryPart<UInt64>
  let isFree: MemoryPart<UInt8>
  let generals: GeneralArena

  // A run begins with zeroes up to here. The rest is as the allocator gave it, and is written before it is read: an
  // inverse is as large as the square of its block, and most of it is never used.
  private let zeroedByteCount: Int
  /// Inverses of the active rows of small general blocks, `variableCount²` a block: entry (variable, place). They mean
  /// something only where `GeneralArena.masks` say so.
  let inverses: MemoryPart<Double>
  /// Where a `SparseArena` begins, and for what it has room.
  let sparseStart: MemoryParts
  let sparseRoom: SparseRoom
  private let byteCount: Int

  init(_ plan: PlanLayout) {
    let slotCount = plan.ops.count - 1
    var parts = MemoryParts()
    _ = parts.part(RunLayout.self, 1)
    values = parts.part(Double.self, slotCount)
    dirtyWords = parts.part(UInt64.self, slotCount / 64 + 1)
    dirtySummary = parts.part(UInt64.self, slotCount / 4096 + 1)
    contradictionWords = parts.part(UInt64.self, slotCount / 64 + 1)
    changedWords = parts.part(UInt64.self, slotCount / 64 + 1)
    isFree = parts.part(UInt8.self, plan.blockVariables.count)
    generals = GeneralArena(plan.arenas, blockCount: plan.generals.count, &parts)
    zeroedByteCount = parts.byteCount
    inverses = parts.part(Double.self, plan.arenas.inverse)
    sparseStart = parts
    sparseRoom = plan.arenas.sparse
    if !sparseRoom.isEmpty { _ = SparseArena(sparseRoom, &parts) }
    byteCount = parts.byteCount
  }

  /// The memory of a run that has solved nothing.
  func emptyWords() -> [UInt64] {
    var words = [UInt64](zeroes: zeroedByteCount / 8, unwritten: (byteCount - zeroedByteCount) / 8)
    words.lendMemory { $0.items(RunLayout.place)[0] = self }
    return words
  }

  /// Where a memory has its layout.
  static var place: MemoryPart<RunLayout> {
    @inline(__always) get {
      var parts = MemoryParts()
      return parts.part(RunLayout.self, 1)
    }
  }

  /// The values follow the layout.
  static var valuesFirstWord: Int {
    @inline(__always) get { RunLayout.place.end / 8 }
  }
}
