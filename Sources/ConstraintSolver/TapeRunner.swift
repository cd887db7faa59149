/// The tape, the system's numbers and the state of a run, lent for the duration of one solve.
///
/// All indices come from the compiler, whose invariants `checkInvariants` verifies in debug builds.
struct TapeRunner: ~Copyable {
  // Of the plan.
  let slotCount: Int
  let ops: StoredSpan<Instruction>
  let terms: StoredSpan<Term>
  let readers: StoredSpan<Int32>
  let sizeSlots: StoredSpan<Int32>
  let sizeSlotCount: Int
  let blocks: BlockTables

  // Of the system.
  let constants: StoredSpan<Double>
  let naturals: StoredSpan<Double>

  // Of the run. The parts of its memory that every solve needs are found at once, the others when somebody asks for
  // them.
  let values: StoredMutableSpan<Double>
  let dirtyWords: StoredMutableSpan<UInt64>
  let dirtySummary: StoredMutableSpan<UInt64>
  let dirtySummaryCount: Int
  let counters: Lent<RunCounters>
  let scratch: Lent<BlockScratch>
  let memory: LentMemory
  let layout: StoredMutableSpan<RunLayout>

  /// Of `RunCounters`, while dirty ops run.
  private var negativeSizeCount = 0
  /// Set by a block solver when the required rows of its block contradict each other.
  var contradicts = false

  @inline(__always) init(
    _ planMemory: LentReadOnlyMemory, _ plan: PlanLayout, _ constants: StoredSpan<Double>,
    _ naturals: StoredSpan<Double>, _ memory: LentMemory, _ counters: Lent<RunCounters>, _ scratch: Lent<BlockScratch>
  ) {
    slotCount = plan.ops.count - 1
    ops = planMemory.items(plan.ops)
    terms = planMemory.items(plan.terms)
    readers = planMemory.items(plan.readers)
    sizeSlots = planMemory.items(plan.sizeSlots)
    sizeSlotCount = plan.sizeSlots.count
    blocks = BlockTables(planMemory, plan)
    self.constants = constants
    self.naturals = naturals
    layout = memory.items(RunLayout.place)
    values = memory.items(layout[0].values)
    dirtyWords = memory.items(layout[0].dirtyWords)
    dirtySummary = memory.items(layout[0].dirtySummary)
    dirtySummaryCount = layout[0].dirtySummary.count
    self.counters = counters
    self.scratch = scratch
    self.memory = memory
  }

  @inline(__always) var contradictionWords: StoredMutableSpan<UInt64> { memory.items(layout[0].contradictionWords) }
  @inline(__always) var changedWords: StoredMutableSpan<UInt64> { memory.items(layout[0].changedWords) }
  @inline(__always) var isFree: StoredMutableSpan<UInt8> { memory.items(layout[0].isFree) }
  @inline(__always) var generalStates: StoredMutableSpan<GeneralState> { memory.items(layout[0].generals.states) }

  @inline(__always) func value(_ source: Source) -> Double {
    source.isSlot ? values[source.index] : constants[source.index]
  }

  /// A required row holds within this.
  @inline(__always) static func tolerance(_ constant: Double) -> Double { 1e-6 * max(1, abs(constant)) }

  /// Runs the whole tape.
  ///
  /// When the budget ends, coupled blocks that come after that are left out (`RunCounters.workLeft`): what is there
  /// then is of no use to anybody.
  mutating func runAll() {
    stream(from: 0)
    clearDirty()
    countNegativeSizes()
  }

  /// Runs dirty ops in the order of their slots, which is an order of dependencies. The readers of a value run only if
  /// it changes. Once a third of the tape has run, it is cheaper to run all of the rest.
  mutating func runDirty() {
    negativeSizeCount = counters.value.negativeSizeCount
    let changed = changedWords
    let limit = max(64, slotCount / 3)
    var ran = 0
    var block = 0
    while block < dirtySummaryCount {
      let summary = dirtySummary[block]
      guard summary != 0 else {
        block += 1
        continue
      }
      let word = block << 6 + summary.trailingZeroBitCount
      dirtySummary[block] = summary & (summary &- 1)
      // Out of memory while its ops run: most readers of an op are close to it.
      var bits = dirtyWords[word]
      dirtyWords[word] = 0
      while bits != 0 {
        let op = word << 6 + bits.trailingZeroBitCount
        bits &= bits &- 1
        ran += 1
        if ran > limit {
          streamRest(from: op)
          counters.value.opsRun += ran
          counters.value.workLeft -= ran
          return
        }
        let old = values[op]
        let new: Double
        switch ops[op].kind {
        case .dot: new = dot(op)
        case .block:
          rerunBlock(op)
          bits |= dirtyWords[word]
          dirtyWords[word] = 0
          continue
        default: new = evaluate(op)
        }
        guard new.bitPattern != old.bitPattern else { continue }
        values[op] = new
        changed[word] |= 1 << UInt64(op & 63)
        countNegativeSize(op, from: old, to: new)
        var index = Int(ops[op].firstReader)
        let end = Int(ops[op + 1].firstReader)
        while index < end {
          let reader = Int(readers[index])
          if reader >> 6 == word { bits |= 1 << UInt64(reader & 63) } else { mark(reader) }
          index += 1
        }
      }
    }
    counters.value.opsRun += ran
    counters.value.workLeft -= ran
    counters.value.negativeSizeCount = negativeSizeCount
  }

  /// Runs `op` and everything after it.
  private mutating func streamRest(from op: Int) {
    clearDirty()
    stream(from: op)
    countNegativeSizes()
  }

  private func countNegativeSizes() {
    var count = 0
    for index in 0..<sizeSlotCount where values[Int(sizeSlots[index])] < Run.smallestSize { count += 1 }
    counters.value.negativeSizeCount = count
  }

  @inline(__always) private mutating func countNegativeSize(_ slot: Int, from old: Double, to new: Double) {
    if ops[slot].holdsSize {
      negativeSizeCount += (new < Run.smallestSize ? 1 : 0) - (old < Run.smallestSize ? 1 : 0)
    }
  }

  @inline(__always) private func mark(_ op: Int) {
    let word = op >> 6
    dirtyWords[word] |= 1 << UInt64(op & 63)
    dirtySummary[word >> 6] |= 1 << UInt64(word & 63)
  }

  /// Wakes the readers of a value that has changed.
  @inline(__always) private func noteChange(_ slot: Int) {
    changedWords[slot >> 6] |= 1 << UInt64(slot & 63)
    for index in Int(ops[slot].firstReader)..<Int(ops[slot + 1].firstReader) { mark(Int(readers[index])) }
  }

  /// Solves a block again and wakes the readers of the outputs that changed.
  private mutating func rerunBlock(_ op: Int) {
    let block = blocks.blocks[Int(ops[op].row)]
    let count = Int(block.variableCount)
    if count == 1 {
      let old = values[op]
      solve(block)
      let new = values[op]
      if new.bitPattern != old.bitPattern {
        countNegativeSize(op, from: old, to: new)
        noteChange(op)
      }
      return
    }
    lendRoom(for: count, of: Double.self) { old in
      for index in 0..<count { old[index] = values[op + index] }
      solve(block)
      for index in 0..<count where values[op + index].bitPattern != old[index].bitPattern {
        countNegativeSize(op + index, from: old[index], to: values[op + index])
        noteChange(op + index)
      }
    }
  }

  /// Every op from `first` on, in order.
  private mutating func stream(from first: Int) {
    counters.value.hasStreamed = true
    for op in first..<slotCount {
      switch ops[op].kind {
      case .dot: values[op] = dot(op)
      case .block: solve(blocks.blocks[Int(ops[op].row)])
      case .blockOutput: break
      default:
        let value = evaluate(op)
        values[op] = value
      }
    }
    counters.value.opsRun += slotCount - first
    counters.value.workLeft -= slotCount - first
  }

  /// Everything but blocks and what follows from them.
  mutating func runBeforeBlocks() {
    for op in 0..<slotCount where ops[op].kind != .block && ops[op].kind != .blockOutput {
      let value = evaluate(op)
      values[op] = value
    }
  }

  @inline(__always) private func dot(_ op: Int) -> Double {
    let row = Int(ops[op].row)
    var sum = row >= 0 ? ops[op].scale * constants[row] : 0
    var index = Int(ops[op].firstTerm)
    let end = Int(ops[op + 1].firstTerm)
    while index < end {
      sum += terms[index].coefficient * values[Int(terms[index].slot)]
      index += 1
    }
    return sum
  }

  @inline(__always) private mutating func evaluate(_ op: Int) -> Double {
    switch ops[op].kind {
    case .dot: return dot(op)
    case .check: return check(op)
    case .natural: return naturals[Int(ops[op].row)]
    case .naturalAtMost: return min(naturals[Int(ops[op].row)], firstTerm(op))
    case .naturalAtLeast: return max(naturals[Int(ops[op].row)], firstTerm(op))
    case .greater: return max(firstTerm(op), secondTerm(op))
    case .lesser: return min(firstTerm(op), secondTerm(op))
    case .block, .blockOutput: return values[op]
    }
  }

  @inline(__always) private func firstTerm(_ op: Int) -> Double { values[Int(terms[Int(ops[op].firstTerm)].slot)] }
  @inline(__always) private func secondTerm(_ op: Int) -> Double {
    values[Int(terms[Int(ops[op].firstTerm) + 1].slot)]
  }

  private mutating func check(_ op: Int) -> Double {
    let row = Int(ops[op].row)
    let missing = firstTerm(op)
    let excess =
      switch ops[op].relation {
      case .equal: abs(missing)
      case .lessThanOrEqual: -missing
      case .greaterThanOrEqual: missing
      }
    setContradiction(op, excess > TapeRunner.tolerance(constants[row]))
    return missing
  }

  @inline(__always) private mutating func setContradiction(_ op: Int, _ contradicts: Bool) {
    let bit: UInt64 = 1 << UInt64(op & 63)
    let did = contradictionWords[op >> 6] & bit != 0
    guard did != contradicts else { return }
    contradictionWords[op >> 6] ^= bit
    counters.value.contradictionCount += contradicts ? 1 : -1
  }

  @inline(__always) private mutating func solve(_ block: Block) {
    contradicts = false
    counters.value.blocksSolved += 1
    switch block.kind {
    case .singleVariable: solveSingleVariable(block)
    case .singleRow: solveSingleRow(block)
    case .general: solveGeneral(block)
    }
    if block.hasRequiredRows { setContradiction(Int(block.slot), contradicts) }
  }

  private func clearDirty() {
    for block in 0..<dirtySummaryCount {
      while dirtySummary[block] != 0 {
        let word = block << 6 + dirtySummary[block].trailingZeroBitCount
        dirtySummary[block] &= dirtySummary[block] &- 1
        dirtyWords[word] = 0
      }
    }
  }
}
