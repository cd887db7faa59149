/// The tape, the system's numbers and the state of a run as bare memory, for the duration of one solve.
///
/// Array accesses in the inner loops would check bounds and uniqueness every time; this is the one place that takes
/// the storage apart. All indices come from the compiler, whose invariants `checkInvariants` verifies in debug
/// builds.
struct TapeRunner: ~Copyable {
  let ops: UnsafePointer<Op>
  let opCount: Int
  let terms: UnsafePointer<Term>
  let readers: UnsafePointer<Int32>
  let constants: UnsafePointer<Double>
  let naturals: UnsafePointer<Double>
  let blocks: BlockMemory

  let state: RunMemory
  /// Set by a block solver when the required rows of its block contradict each other.
  var contradicts = false

  @inline(__always) var values: UnsafeMutablePointer<Double> { state.values }
  @inline(__always) var isFree: UnsafeMutablePointer<UInt8> { state.isFree }
  @inline(__always) var counters: UnsafeMutablePointer<RunCounters> { state.counters }
  @inline(__always) var scratch: UnsafeMutablePointer<BlockScratch> { state.scratch }

  @inline(__always) func value(_ source: Source) -> Double {
    source.isSlot ? values[source.index] : constants[source.index]
  }

  /// A required row holds within this.
  @inline(__always) static func tolerance(_ constant: Double) -> Double { 1e-6 * max(1, abs(constant)) }

  /// Runs the whole tape.
  mutating func runAll() {
    stream(from: 0)
    clearDirty()
    counters.pointee.changes = .everything
  }

  /// Runs dirty ops in slot order, which is an order of dependencies; where a value does not change, nobody who reads
  /// it runs. When a third of the tape has run, streaming the rest is cheaper than following the bits.
  mutating func runDirty() {
    counters.pointee.changes = .listedSlots
    counters.pointee.changedSlotCount = 0
    let limit = max(64, opCount / 3)
    var ran = 0
    var block = 0
    while block < state.dirtySummary.count {
      guard state.dirtySummary[block] != 0 else {
        block += 1
        continue
      }
      let word = block << 6 + state.dirtySummary[block].trailingZeroBitCount
      let bits = state.dirtyWords[word]
      let op = word << 6 + bits.trailingZeroBitCount
      state.dirtyWords[word] = bits & (bits &- 1)
      if state.dirtyWords[word] == 0 { state.dirtySummary[block] &= ~(1 << UInt64(word & 63)) }
      ran += 1
      if ran > limit {
        streamRest(from: op)
        break
      }
      if ops[op].kind == .block {
        rerunBlock(op)
      } else {
        let old = values[op]
        let new = evaluate(op)
        if new.bitPattern != old.bitPattern { change(op, from: old, to: new) }
      }
    }
    counters.pointee.opsRun += ran
  }

  /// `op` and everything after it, remembering what was there before the solve.
  private mutating func streamRest(from op: Int) {
    // `previousValues` is right where a change is listed; elsewhere nothing has changed yet.
    var listed = 0
    for slot in 0..<opCount {
      if listed < counters.pointee.changedSlotCount && Int(state.changedSlots[listed]) == slot {
        listed += 1
      } else {
        state.previousValues[slot] = values[slot]
      }
    }
    clearDirty()
    stream(from: op)
    counters.pointee.changes = .anySlot
  }

  @inline(__always) private mutating func change(_ slot: Int, from old: Double, to new: Double) {
    values[slot] = new
    noteChange(slot, from: old, to: new)
  }

  @inline(__always) private mutating func noteChange(_ slot: Int, from old: Double, to new: Double) {
    state.previousValues[slot] = old
    state.changedSlots[counters.pointee.changedSlotCount] = Int32(slot)
    counters.pointee.changedSlotCount += 1
    if ops[slot].holdsSize {
      counters.pointee.negativeSizeCount += (new < Run.smallestSize ? 1 : 0) - (old < Run.smallestSize ? 1 : 0)
    }
    for index in Int(ops[slot].firstReader)..<Int(ops[slot + 1].firstReader) {
      let reader = Int(readers[index])
      let word = reader >> 6
      state.dirtyWords[word] |= 1 << UInt64(reader & 63)
      state.dirtySummary[word >> 6] |= 1 << UInt64(word & 63)
    }
  }

  /// Solves a block again and wakes the readers of the outputs that changed.
  private mutating func rerunBlock(_ op: Int) {
    let block = blocks.blocks[Int(ops[op].row)]
    let count = Int(block.variableCount)
    if count == 1 {
      let old = values[op]
      solve(block)
      let new = values[op]
      if new.bitPattern != old.bitPattern { noteChange(op, from: old, to: new) }
      return
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { old in
      for index in 0..<count { old[index] = values[op + index] }
      solve(block)
      for index in 0..<count where values[op + index].bitPattern != old[index].bitPattern {
        noteChange(op + index, from: old[index], to: values[op + index])
      }
    }
  }

  /// Every op from `first` on, in order.
  private mutating func stream(from first: Int) {
    for op in first..<opCount {
      switch ops[op].kind {
      case .dot: values[op] = dot(op)
      case .block: solve(blocks.blocks[Int(ops[op].row)])
      case .blockOutput: break
      default: values[op] = evaluate(op)
      }
    }
    counters.pointee.opsRun += opCount - first
  }

  @inline(__always) private func dot(_ op: Int) -> Double {
    let row = Int(ops[op].row)
    var sum = row >= 0 ? ops[op].scale * constants[row] : 0
    for index in Int(ops[op].firstTerm)..<Int(ops[op + 1].firstTerm) {
      sum += terms[index].coefficient * values[Int(terms[index].slot)]
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
    noteContradiction(op, excess > TapeRunner.tolerance(constants[row]))
    return missing
  }

  @inline(__always) private mutating func noteContradiction(_ op: Int, _ contradicts: Bool) {
    let bit: UInt64 = 1 << UInt64(op & 63)
    let did = state.contradictionWords[op >> 6] & bit != 0
    guard did != contradicts else { return }
    state.contradictionWords[op >> 6] ^= bit
    counters.pointee.contradictionCount += contradicts ? 1 : -1
  }

  @inline(__always) private mutating func solve(_ block: Block) {
    contradicts = false
    counters.pointee.blocksSolved += 1
    switch block.kind {
    case .singleVariable: solveSingleVariable(block)
    case .singleRow: solveSingleRow(block)
    case .general: solveGeneral(block)
    }
    if block.hasRequiredRows { noteContradiction(Int(block.slot), contradicts) }
  }

  private func clearDirty() {
    for block in 0..<state.dirtySummary.count {
      while state.dirtySummary[block] != 0 {
        let word = block << 6 + state.dirtySummary[block].trailingZeroBitCount
        state.dirtySummary[block] &= state.dirtySummary[block] &- 1
        state.dirtyWords[word] = 0
      }
    }
  }
}

/// The block table as bare memory.
struct BlockMemory {
  let blocks: UnsafePointer<Block>
  let variables: UnsafePointer<Int32>
  let singleStarts: UnsafePointer<Int32>
  let singles: UnsafePointer<SingleRow>
  let rows: UnsafePointer<BlockRow>
  let terms: UnsafePointer<BlockTerm>
  let generals: UnsafePointer<GeneralLayout>
  let levelStarts: UnsafePointer<Int32>
  let columnStarts: UnsafePointer<Int32>
  let columnRows: UnsafePointer<Int32>
}
