extension Variant {
  /// Lends the memory of the plan, the numbers of the system and the memory of the run to `body`, without copying or
  /// allocating.
  @inline(__always)
  mutating func withRunner(_ body: (inout TapeRunner) -> Void) {
    run.withRunner(PlanMemory(plan), system.constants, system.naturalValues, body)
    withExtendedLifetime(plan) {}
  }
}

extension Run {
  /// What is only read is borrowed: an array that is passed as a pointer, or together with the rest of its system,
  /// counts a reference up and down, and that twenty times would take longer than a small solve.
  @inline(__always)
  fileprivate mutating func withRunner(
    _ plan: PlanMemory, _ constants: borrowing [Double], _ naturals: borrowing [Double],
    _ body: (inout TapeRunner) -> Void
  ) {
    constants.lend { constants in
      naturals.lend { naturals in
        withMemory { state in
          var runner = TapeRunner(plan: plan, constants: constants, naturals: naturals, state: state)
          body(&runner)
        }
      }
    }
  }
}

/// A plan as bare memory, for as long as somebody has the plan.
///
/// Its arrays are never written, so they stay where they are as long as it does. Lent to a closure around the whole solve
/// they would have the plan counted up and down, a fifth of a small solve.
struct PlanMemory {
  let slotCount: Int
  let ops: UnsafePointer<Op>
  let terms: UnsafePointer<Term>
  let readers: UnsafePointer<Int32>
  let sizeSlots: UnsafeBufferPointer<Int32>
  let blocks: BlockMemory

  @inline(__always) fileprivate init(_ plan: Plan) {
    slotCount = plan.tape.count
    ops = plan.tape.ops.address
    terms = plan.tape.terms.address
    readers = plan.tape.readers.address
    sizeSlots = UnsafeBufferPointer(start: plan.sizeSlots.address, count: plan.sizeSlots.count)
    blocks = BlockMemory(plan.blocks)
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

  @inline(__always) fileprivate init(_ table: borrowing BlockTable) {
    blocks = table.blocks.address
    variables = table.variables.address
    singleStarts = table.singleStarts.address
    singles = table.singles.address
    rows = table.rows.address
    terms = table.terms.address
    generals = table.generals.address
    levelStarts = table.levelStarts.address
    columnStarts = table.columnStarts.address
    columnRows = table.columnRows.address
  }
}

/// What a run changes, as bare memory. Parts that every solve needs are found at once, the others when they are asked
/// for.
struct RunMemory {
  let values: UnsafeMutablePointer<Double>
  let previousValues: UnsafeMutablePointer<Double>
  let changedSlots: UnsafeMutablePointer<Int32>
  let dirtyWords: UnsafeMutablePointer<UInt64>
  let dirtySummary: UnsafeMutableBufferPointer<UInt64>
  let counters: UnsafeMutablePointer<RunCounters>
  let scratch: UnsafeMutablePointer<BlockScratch>
  let kernels: UnsafeMutablePointer<Kernels>
  private let memory: UnsafeMutableRawPointer
  private let layout: UnsafePointer<RunLayout>

  @inline(__always) init(
    _ memory: UnsafeMutableRawPointer, _ counters: UnsafeMutablePointer<RunCounters>,
    _ scratch: UnsafeMutablePointer<BlockScratch>, _ kernels: UnsafeMutablePointer<Kernels>
  ) {
    self.memory = memory
    layout = RunLayout.at(memory)
    values = layout.pointee.values.start(in: memory)
    previousValues = layout.pointee.previousValues.start(in: memory)
    changedSlots = layout.pointee.changedSlots.start(in: memory)
    dirtyWords = layout.pointee.dirtyWords.start(in: memory)
    dirtySummary = layout.pointee.dirtySummary.items(in: memory)
    self.counters = counters
    self.scratch = scratch
    self.kernels = kernels
  }

  @inline(__always) var contradictionWords: UnsafeMutablePointer<UInt64> {
    layout.pointee.contradictionWords.start(in: memory)
  }
  @inline(__always) var isFree: UnsafeMutablePointer<UInt8> { layout.pointee.isFree.start(in: memory) }
  @inline(__always) var generals: GeneralMemory { GeneralMemory(memory, layout) }
}

extension Run {
  @inline(__always) fileprivate mutating func withMemory(_ body: (RunMemory) -> Void) {
    lendState(&words, &counters, &scratch, &kernels, body)
  }
}

@inline(__always)
private func lendState(
  _ words: inout [UInt64], _ counters: inout RunCounters, _ scratch: inout BlockScratch, _ kernels: inout Kernels,
  _ body: (RunMemory) -> Void
) {
  words.withUnsafeMutableBytes { bytes in
    let memory = bytes.baseAddress!
    // The array goes on to see words.
    defer { _ = memory.bindMemory(to: UInt64.self, capacity: bytes.count / 8) }
    withUnsafeMutablePointer(to: &counters) { counters in
      withUnsafeMutablePointer(to: &scratch) { scratch in
        withUnsafeMutablePointer(to: &kernels) { kernels in body(RunMemory(memory, counters, scratch, kernels)) }
      }
    }
  }
}

extension Array {
  /// Lends the items as bare memory.
  @inline(__always) fileprivate func lend(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { body($0.baseAddress ?? Self.nowhere) }
  }

  /// Where the items are until the array is written or gone.
  @inline(__always) fileprivate var address: UnsafePointer<Element> {
    withUnsafeBufferPointer { $0.baseAddress ?? Self.nowhere }
  }

  /// Empty storage has an address as well.
  @inline(__always) private static var nowhere: UnsafePointer<Element> {
    UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)!
  }
}
