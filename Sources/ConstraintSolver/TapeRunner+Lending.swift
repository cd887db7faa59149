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
          lendState(&words, &counters, &scratch) { memory, counters, scratch in
            var runner = TapeRunner(planMemory, layout, constants, naturals, memory, counters, scratch)
            body(&runner)
          }
        }
      }
    }
  }
}

@inline(__always)
private func lendState(
  _ words: inout [UInt64], _ counters: inout RunCounters, _ scratch: inout BlockScratch,
  _ body: (LentMemory, Lent<RunCounters>, Lent<BlockScratch>) -> Void
) {
  words.lendMemory { memory in
    lend(&counters) { counters in
      lend(&scratch) { scratch in body(memory, counters, scratch) }
    }
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
