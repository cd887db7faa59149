/// Where the parts of a run are in its one piece of memory, of which it is itself the first.
struct RunLayout: BitwiseCopyable, Sendable {
  let values: MemoryPart<Double>
  let dirtyWords: MemoryPart<UInt64>
  /// Words of `dirtyWords` that have any bits, as bits by word.
  let dirtySummary: MemoryPart<UInt64>
  let contradictionWords: MemoryPart<UInt64>
  let isFree: MemoryPart<UInt8>
  let generals: GeneralArena

  // What a run begins with is zero up to here. The rest is written before it is read and left as the allocator gave it:
  // an inverse is the square of its block, and mostly stays nearly empty.
  private let zeroedByteCount: Int
  let previousValues: MemoryPart<Double>
  let changedSlots: MemoryPart<Int32>
  /// Of the general blocks (`GeneralMemory.inverse`).
  let inverses: MemoryPart<Double>
  private let byteCount: Int

  init(slotCount: Int, _ table: BlockTable) {
    var parts = MemoryParts()
    _ = parts.part(RunLayout.self, 1)
    values = parts.part(Double.self, slotCount)
    dirtyWords = parts.part(UInt64.self, slotCount / 64 + 1)
    dirtySummary = parts.part(UInt64.self, slotCount / 4096 + 1)
    contradictionWords = parts.part(UInt64.self, slotCount / 64 + 1)
    isFree = parts.part(UInt8.self, table.variables.count)
    generals = GeneralArena(table.arenas, blockCount: table.generals.count, &parts)
    zeroedByteCount = parts.byteCount
    previousValues = parts.part(Double.self, slotCount)
    changedSlots = parts.part(Int32.self, slotCount)
    inverses = parts.part(Double.self, table.arenas.inverse)
    byteCount = parts.byteCount
  }

  /// The memory of a run that has solved nothing.
  func emptyWords() -> [UInt64] {
    var words = [UInt64](unsafeUninitializedCapacity: byteCount / 8) { words, count in
      words[..<(zeroedByteCount / 8)].initialize(repeating: 0)
      count = words.count
    }
    words.withUnsafeMutableBytes { $0.storeBytes(of: self, toByteOffset: RunLayout.place.offset, as: RunLayout.self) }
    return words
  }

  private static var place: MemoryPart<RunLayout> {
    @inline(__always) get {
      var parts = MemoryParts()
      return parts.part(RunLayout.self, 1)
    }
  }

  /// The values follow the layout.
  static var valuesFirstWord: Int {
    @inline(__always) get {
      var parts = MemoryParts()
      _ = parts.part(RunLayout.self, 1)
      return parts.part(Double.self, 0).firstWord
    }
  }

  /// The layout that a memory begins with.
  @inline(__always) static func at(_ memory: UnsafeRawPointer) -> UnsafePointer<RunLayout> {
    place.start(in: memory)
  }
}
