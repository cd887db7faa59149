/// Memory for the blocks with sparse factors: one solves after the other, so it is as large as the largest of them
/// needs. Nothing in it is known from solve to solve.
struct SparseArena {
  /// Of a `SparseBasis`, by position in its order.
  let pivots: MemoryPart<SparseBasis.Pivot>
  let positionOfVariable: MemoryPart<Int32>
  let positionOfPlace: MemoryPart<Int32>
  let positionOfRow: MemoryPart<Int32>
  let byVariable: MemoryPart<Double>
  let byPosition: MemoryPart<Double>
  let byPlace: MemoryPart<Double>
  let pending: MemoryPart<UInt64>
  /// By row while rows are put in order, then by variable.
  let unassigned: MemoryPart<Int32>
  /// Rows, or variables; in the end the variables and the places that are left.
  let queue: MemoryPart<Int32>

  let etas: MemoryPart<SparseBasis.Eta>
  let etaEntries: MemoryPart<SparseBasis.EtaEntry>
  let lastEta: MemoryPart<Int32>
  let lastEntry: MemoryPart<Int32>
  let pendingEtas: MemoryPart<UInt64>

  /// Of the `SparseVectors`. All but one of them have their numbers in the arena of all general blocks.
  let change: MemoryPart<Double>
  let shares: MemoryPart<Double>
  let buyers: MemoryPart<Double>
  let sellers: MemoryPart<Double>
  let attractive: MemoryPart<UInt64>
  /// What the vectors by place and by variable have listed, and the one by row.
  let listed: [6 of MemoryPart<Int32>]
  let listedRows: MemoryPart<Int32>

  init(_ room: SparseRoom, _ parts: inout MemoryParts) {
    let (variables, rows) = (room.variables, room.rows)
    let either = max(variables, rows)
    let words = PendingBits.wordCount(variables)
    pivots = parts.part(SparseBasis.Pivot.self, variables)
    positionOfVariable = parts.part(Int32.self, variables)
    positionOfPlace = parts.part(Int32.self, variables)
    positionOfRow = parts.part(Int32.self, rows)
    byVariable = parts.part(Double.self, variables)
    byPosition = parts.part(Double.self, variables)
    byPlace = parts.part(Double.self, variables)
    pending = parts.part(UInt64.self, words)
    unassigned = parts.part(Int32.self, either)
    queue = parts.part(Int32.self, max(either, 2 * variables))
    etas = parts.part(SparseBasis.Eta.self, SparseBasis.etaLimit)
    etaEntries = parts.part(SparseBasis.EtaEntry.self, SparseBasis.etaRoom(variables))
    lastEta = parts.part(Int32.self, variables)
    lastEntry = parts.part(Int32.self, variables)
    pendingEtas = parts.part(UInt64.self, PendingBits.wordCount(SparseBasis.etaLimit))
    change = parts.part(Double.self, variables)
    shares = parts.part(Double.self, variables)
    buyers = parts.part(Double.self, LargestTree.room(room.hasLongRow ? variables : 0))
    sellers = parts.part(Double.self, LargestTree.room(room.hasLongRow ? variables : 0))
    attractive = parts.part(UInt64.self, words)
    listed = .init { _ in parts.part(Int32.self, SparseVector.listRoom(variables)) }
    listedRows = parts.part(Int32.self, SparseVector.listRoom(rows))
  }
}

/// How large a `SparseArena` is.
struct SparseRoom: BitwiseCopyable, Equatable, Sendable {
  var variables = 0
  var rows = 0
  var hasLongRow = false

  /// Nobody needs one.
  var isEmpty: Bool { variables == 0 }

  mutating func fit(_ block: SparseRoom) {
    variables = max(variables, block.variables)
    rows = max(rows, block.rows)
    hasLongRow = hasLongRow || block.hasLongRow
  }
}

/// A `SparseArena`, lent for a solve.
struct SparseMemory {
  let arena: SparseArena
  private let memory: LentMemory

  init(_ memory: LentMemory, _ layout: RunLayout) {
    self.memory = memory
    var parts = layout.sparseStart
    arena = SparseArena(layout.sparseRoom, &parts)
  }

  func items<Item>(_ part: MemoryPart<Item>) -> StoredMutableSpan<Item> { memory.items(part) }

  /// A vector by place or by variable with the `index`-th of the lists.
  func vector(_ size: Int, _ numbers: StoredMutableSpan<Double>, list index: Int) -> SparseVector {
    SparseVector(size, numbers: numbers, list: items(arena.listed[index]))
  }
}
