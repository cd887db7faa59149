/// What changes from solve to solve: the values of a tape, what is dirty, and the warm state of its blocks.
struct Run: Sendable {
  /// Nearly everything, in one piece of memory that begins with its `RunLayout`. Separate arrays would each ask before
  /// a solve whether they are shared, which takes longer than a small solve.
  var words: [UInt64]
  var isDirty = true
  var hasSolved = false
  var scratch = BlockScratch()
  var counters = RunCounters()

  /// A size may be this much below zero: rounding, not a wish.
  static let smallestSize = -1e-9

  init(_ plan: Plan) { words = plan.runLayout.emptyWords() }

  /// Has the next solve run `op`, because a number that it reads has changed.
  @inline(__always) mutating func mark(_ op: Int32) {
    guard op >= 0 else { return }
    words.lendMemory { memory in
      let layout = memory.items(RunLayout.place)
      let word = Int(op) >> 6
      memory.items(layout[0].dirtyWords)[word] |= 1 << UInt64(op & 63)
      memory.items(layout[0].dirtySummary)[word >> 6] |= 1 << UInt64(word & 63)
    }
    isDirty = true
  }

  // MARK: Parts of the memory

  private var layout: RunLayout { words.item(0, of: RunLayout.place) }

  /// From now on counts which values change.
  mutating func forgetChanges() {
    counters.hasStreamed = false
    words.lendMemory { memory in
      let part = memory.items(RunLayout.place)[0].changedWords
      let changed = memory.items(part)
      for word in 0..<part.count { changed[word] = 0 }
    }
  }

  /// The variables of a plan whose values have changed, ascending; nil: any may. Costs what has changed, and a look at
  /// each word of slots.
  func changedVariables(of plan: Plan) -> [Int32]? {
    if counters.hasStreamed { return nil }
    var variables: [Int32] = []
    let changed = MemoryTable<UInt64>(words, layout.changedWords)
    var count = 0
    for word in 0..<changed.count { count += changed[word].nonzeroBitCount }
    // Most slots have one reader.
    variables.reserveCapacity(count)
    for word in 0..<changed.count {
      var bits = changed[word]
      while bits != 0 {
        var variable = plan.lastReaders[word << 6 + bits.trailingZeroBitCount]
        bits &= bits &- 1
        while variable >= 0 {
          variables.append(variable)
          variable = plan.formerReaders[Int(variable)]
        }
      }
    }
    variables.sort()
    return variables
  }

  /// By slot.
  var values: MemoryTable<Double> { MemoryTable(words, layout.values) }

  @inline(__always) func value(ofSlot slot: Int32) -> Double {
    Double(bitPattern: words[RunLayout.valuesFirstWord + Int(slot)])
  }

  /// Ops to run, as bits by slot.
  var dirtyWords: MemoryTable<UInt64> { MemoryTable(words, layout.dirtyWords) }
  /// Checks and blocks whose required rows contradict, as bits by slot.
  var contradictionWords: MemoryTable<UInt64> { MemoryTable(words, layout.contradictionWords) }
  /// By place in `BlockTable.variables`: 1 when all real levels left the variable free.
  var isFree: MemoryTable<UInt8> { MemoryTable(words, layout.isFree) }

  /// Calls `body` with the places in `isFree` of variables that are, ascending. Few are, so words are looked at.
  func forEachFreePlace(_ body: (Int) -> Void) {
    let (isFree, first) = (isFree, layout.isFree.firstWord)
    for place in stride(from: 0, to: isFree.count, by: 8) where words[first + place / 8] != 0 {
      for place in place..<min(place + 8, isFree.count) where isFree[place] != 0 { body(place) }
    }
  }

  /// By entry in `BlockTable.generals`.
  var generalStates: MemoryTable<GeneralState> { MemoryTable(words, layout.generals.states) }
}

/// Results and work of a run, beside its values.
struct RunCounters: Sendable {
  /// Bits set in `contradictionWords`.
  var contradictionCount = 0
  /// Slots that hold a size below `Run.smallestSize`.
  var negativeSizeCount = 0
  var opsRun = 0
  var blocksSolved = 0
  var pivots = 0
  var warmAnswers = 0
  var failedBlocks = 0
  /// Whether all slots from some on have run since somebody took note of the values, changed or not.
  var hasStreamed = true
  /// What is left of the budget of the solve that is under way (`WorkBudget.operations`).
  var workLeft = 0
  /// The slot of the block in which that went below zero; -1 when it was in none.
  var tangledSlot: Int32 = -1
}

/// Memory that block solvers reuse; only its kernels mean anything between blocks.
struct BlockScratch: Sendable {
  /// Of general blocks (`GeneralState.kernel`).
  var kernels: [Kernel] = []
  var breakpoints: [Breakpoint] = []
  var segments = SegmentMemory()
  var nucleus = SparseNucleus()
}
