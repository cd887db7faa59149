/// What changes from solve to solve: the values of a tape, what is dirty, and the warm state of its blocks.
struct Run: Sendable {
  /// Nearly everything, in one piece of memory that begins with its `RunLayout`. Each array would ask before a solve
  /// whether it is shared, which would take longer than a small solve itself.
  var words: [UInt64]
  var isDirty = true
  var hasSolved = false
  var scratch = BlockScratch()
  var kernels = Kernels()
  var counters = RunCounters()

  /// A size may be this much below zero: rounding, not a wish.
  static let smallestSize = -1e-9

  init(_ plan: Plan) { words = plan.runLayout.emptyWords() }

  /// Notes that what `op` reads from outside has changed.
  @inline(__always) mutating func mark(_ op: Int32) {
    guard op >= 0 else { return }
    words.withUnsafeMutableBytes { bytes in
      let memory = bytes.baseAddress!
      defer { _ = memory.bindMemory(to: UInt64.self, capacity: bytes.count / 8) }
      let layout = RunLayout.at(memory)
      let word = Int(op) >> 6
      layout.pointee.dirtyWords.start(in: memory)[word] |= 1 << UInt64(op & 63)
      layout.pointee.dirtySummary.start(in: memory)[word >> 6] |= 1 << UInt64(word & 63)
    }
    isDirty = true
  }

  // MARK: Parts of the memory

  private var layout: RunLayout { words.withUnsafeBytes { RunLayout.at($0.baseAddress!).pointee } }

  /// By slot.
  var values: MemoryTable<Double> { MemoryTable(words, layout.values) }

  @inline(__always) func value(ofSlot slot: Int32) -> Double {
    Double(bitPattern: words[RunLayout.valuesFirstWord + Int(slot)])
  }

  /// Values before the last solve, where `counters.changes` says they are meant.
  var previousValues: MemoryTable<Double> { MemoryTable(words, layout.previousValues) }
  /// Ascending, if `counters.changes` says they are listed.
  var changedSlots: Slice<MemoryTable<Int32>> { MemoryTable(words, layout.changedSlots)[..<counters.changedSlotCount] }
  /// Ops to run, as bits by slot.
  var dirtyWords: MemoryTable<UInt64> { MemoryTable(words, layout.dirtyWords) }
  /// Checks and blocks whose required rows contradict, as bits by slot.
  var contradictionWords: MemoryTable<UInt64> { MemoryTable(words, layout.contradictionWords) }
  /// By place in `BlockTable.variables`: 1 when all real levels left the variable free.
  var isFree: MemoryTable<UInt8> { MemoryTable(words, layout.isFree) }
  /// By entry in `BlockTable.generals`.
  var generalStates: MemoryTable<GeneralState> { MemoryTable(words, layout.generals.states) }
}

/// How the values of a run differ from those before its last solve.
enum RunChanges: Sendable {
  /// There was no solve before.
  case everything
  /// Any slot may differ from `previousValues`.
  case anySlot
  /// The slots in `changedSlots` differ from `previousValues`, no others.
  case listedSlots
}

/// Results and work of a run, beside its values.
struct RunCounters: Sendable {
  var changes = RunChanges.everything
  var changedSlotCount = 0
  /// Bits set in `contradictionWords`.
  var contradictionCount = 0
  /// Slots that hold a size below `Run.smallestSize`.
  var negativeSizeCount = 0
  var opsRun = 0
  var blocksSolved = 0
  var pivots = 0
  var warmAnswers = 0
  var failedBlocks = 0
}

/// Memory that block solvers reuse; its contents mean nothing between blocks.
struct BlockScratch: Sendable {
  var breakpoints: [Breakpoint] = []
  var segments = SegmentMemory()
}
