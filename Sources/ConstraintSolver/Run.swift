/// What changes from solve to solve: the values of a tape, what is dirty, and the warm state of its blocks.
struct Run: Sendable {
  /// By slot.
  var values: [Double]
  /// Values before the last solve, where `changes` says they are meant.
  var previousValues: [Double] = []
  /// Ops to run, as bits by slot, and words that have any, as bits by word.
  var dirtyWords: [UInt64]
  var dirtySummary: [UInt64]
  var isDirty = true
  var hasSolved = false
  /// Checks and blocks whose required rows contradict, as bits by slot.
  var contradictionWords: [UInt64]
  /// By place in `BlockTable.variables`: 1 when all real levels left the variable free.
  var isFree: [UInt8]
  /// Ascending; the first `counters.changedSlotCount` are meant.
  var changedSlots: [Int32] = []
  var generals: GeneralArena
  var scratch = BlockScratch()
  var counters = RunCounters()

  /// A size may be this much below zero: rounding, not a wish.
  static let smallestSize = -1e-9

  init(_ plan: Plan) {
    let count = plan.tape.count
    values = Array(repeating: 0, count: count)
    dirtyWords = Array(repeating: 0, count: count / 64 + 1)
    dirtySummary = Array(repeating: 0, count: count / 4096 + 1)
    contradictionWords = Array(repeating: 0, count: count / 64 + 1)
    isFree = Array(repeating: 0, count: plan.blocks.variables.count + 1)
    generals = GeneralArena(plan.blocks)
  }

  /// Notes that what `op` reads from outside has changed.
  @inline(__always) mutating func mark(_ op: Int32) {
    guard op >= 0 else { return }
    let word = Int(op) >> 6
    dirtyWords[word] |= 1 << UInt64(op & 63)
    dirtySummary[word >> 6] |= 1 << UInt64(word & 63)
    isDirty = true
  }

  /// Brings the values up to date. Runs what is dirty, or all of it the first time.
  mutating func solve(_ plan: Plan, _ system: ConstraintSystem) {
    guard isDirty else {
      counters.changes = .listedSlots
      counters.changedSlotCount = 0
      return
    }
    if hasSolved {
      if changedSlots.isEmpty {
        changedSlots = Array(repeating: 0, count: plan.tape.count)
        previousValues = values
      }
      withRunner(plan, system) { $0.runDirty() }
    } else {
      withRunner(plan, system) { $0.runAll() }
      hasSolved = true
    }
    if counters.changes != .listedSlots { countNegativeSizes(plan) }
    isDirty = false
  }

  private mutating func countNegativeSizes(_ plan: Plan) {
    counters.negativeSizeCount = 0
    for slot in plan.sizeSlots where values[Int(slot)] < Run.smallestSize { counters.negativeSizeCount += 1 }
  }
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
  var kernel = Kernel()
}
