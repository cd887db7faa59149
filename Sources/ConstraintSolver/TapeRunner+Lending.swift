extension Variant {
  /// Lends the tables of the plan, the numbers of the system and the memory of the run to `body`, without copying or
  /// allocating.
  @inline(__always)
  mutating func withRunner(_ body: (inout TapeRunner) -> Void) {
    run.withRunner(plan.layout, planMemory, system.constants, system.naturalValues, body)
  }

  /// The same for whoever has a budget for it.
  @inline(__always)
  mutating func withRunner(spending budget: inout WorkBudget, _ body: (inout TapeRunner) -> Void) {
    run.counters.workLeft = budget.operations
    withRunner(body)
    budget.operations = run.counters.workLeft
  }
}

extension Run {
  /// What is only read is borrowed: an array that is passed as a value, or together with the rest of its system, counts
  /// a reference up and down.
  @inline(__always)
  fileprivate mutating func withRunner(
    _ layout: PlanLayout, _ planMemory: borrowing [UInt64], _ constants: borrowing [Double],
    _ naturals: borrowing [Double], _ body: (inout TapeRunner) -> Void
  ) {
    planMemory.lendReadOnlyMemory { planMemory in
      constants.lend { constants in
        naturals.lend { naturals in
          withMemory { state in
            var runner = TapeRunner(
              plan: PlanTables(planMemory, layout), constants: constants, naturals: naturals, state: state)
            body(&runner)
          }
        }
      }
    }
  }

  @inline(__always) private mutating func withMemory(_ body: (RunMemory) -> Void) {
    lendState(&words, &counters, &scratch, &kernels, body)
  }
}

@inline(__always)
private func lendState(
  _ words: inout [UInt64], _ counters: inout RunCounters, _ scratch: inout BlockScratch, _ kernels: inout [Kernel],
  _ body: (RunMemory) -> Void
) {
  words.lendMemory { memory in
    lend(&counters) { counters in
      lend(&scratch) { scratch in
        lend(&kernels) { kernels in body(RunMemory(memory, counters, scratch, kernels)) }
      }
    }
  }
}

/// The tables of a plan, lent for a solve.
struct PlanTables {
  let slotCount: Int
  let ops: StoredSpan<Instruction>
  let terms: StoredSpan<Term>
  let readers: StoredSpan<Int32>
  let sizeSlots: StoredSpan<Int32>
  let sizeSlotCount: Int
  let blocks: BlockTables

  @inline(__always) init(_ memory: LentReadOnlyMemory, _ layout: PlanLayout) {
    slotCount = layout.ops.count - 1
    ops = memory.items(layout.ops)
    terms = memory.items(layout.terms)
    readers = memory.items(layout.readers)
    sizeSlots = memory.items(layout.sizeSlots)
    sizeSlotCount = layout.sizeSlots.count
    blocks = BlockTables(memory, layout)
  }
}

/// The block table of a plan, lent for a solve.
struct BlockTables {
  let blocks: StoredSpan<Block>
  let variables: StoredSpan<Int32>
  let singleStarts: StoredSpan<Int32>
  let singles: StoredSpan<SingleRow>
  let rows: StoredSpan<BlockRow>
  let terms: StoredSpan<BlockTerm>
  let generals: StoredSpan<GeneralLayout>
  let levelStarts: StoredSpan<Int32>
  let columnStarts: StoredSpan<Int32>
  let columns: StoredSpan<ColumnTerm>

  @inline(__always) init(_ memory: LentReadOnlyMemory, _ layout: PlanLayout) {
    blocks = memory.items(layout.blocks)
    variables = memory.items(layout.blockVariables)
    singleStarts = memory.items(layout.singleStarts)
    singles = memory.items(layout.singles)
    rows = memory.items(layout.rows)
    terms = memory.items(layout.blockTerms)
    generals = memory.items(layout.generals)
    levelStarts = memory.items(layout.levelStarts)
    columnStarts = memory.items(layout.columnStarts)
    columns = memory.items(layout.columns)
  }
}

/// What a run changes, lent for a solve. The parts that every solve needs are found at once, the others when somebody
/// asks for them.
struct RunMemory {
  let values: StoredMutableSpan<Double>
  let dirtyWords: StoredMutableSpan<UInt64>
  let dirtySummary: StoredMutableSpan<UInt64>
  let dirtySummaryCount: Int
  let counters: Lent<RunCounters>
  let scratch: Lent<BlockScratch>
  let kernels: Lent<[Kernel]>
  private let memory: LentMemory
  private let layout: StoredMutableSpan<RunLayout>

  @inline(__always) init(
    _ memory: LentMemory, _ counters: Lent<RunCounters>, _ scratch: Lent<BlockScratch>, _ kernels: Lent<[Kernel]>
  ) {
    self.memory = memory
    layout = memory.items(RunLayout.place)
    values = memory.items(layout[0].values)
    dirtyWords = memory.items(layout[0].dirtyWords)
    dirtySummary = memory.items(layout[0].dirtySummary)
    dirtySummaryCount = layout[0].dirtySummary.count
    self.counters = counters
    self.scratch = scratch
    self.kernels = kernels
  }

  @inline(__always) var contradictionWords: StoredMutableSpan<UInt64> { memory.items(layout[0].contradictionWords) }
  @inline(__always) var changedWords: StoredMutableSpan<UInt64> { memory.items(layout[0].changedWords) }
  @inline(__always) var isFree: StoredMutableSpan<UInt8> { memory.items(layout[0].isFree) }
  @inline(__always) var generals: GeneralMemory { GeneralMemory(memory, layout) }
}
