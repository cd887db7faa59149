/// Gaussian elimination of the coefficients of a kernel, one row after another; rows that depend on earlier ones are
/// dropped. It remembers what it did, for whoever does the same to the targets.
///
/// Only what is not zero is looked at or kept. The order in which numbers are subtracted is that of the rows, so the bits
/// of the result do not depend on how they are stored.
struct KernelElimination: ~Copyable {
  /// A remainder smaller than this, relative to rows of about 1, is a dependent row.
  private static let dependent = 1e-7

  private let size: Int
  /// The row that is being written, by column; zero between rows.
  private let newest: StoredMutableSpan<Double>
  private let touched: PendingBits
  /// Rows kept that have a part in it.
  private let pending: PendingBits
  /// By column: the row kept that has its pivot there, or -1.
  private let pivotOfColumn: StoredMutableSpan<Int32>
  private let pivotColumns: StoredMutableSpan<Int32>
  private let scales: StoredMutableSpan<Double>
  private let rows: StoredMutableSpan<Int32>
  private(set) var pivotCount = 0
  private(set) var entries: KernelEntries
  /// Operations so far (`WorkBudget`).
  private(set) var work = 0

  init(_ memory: LentMemory, _ layout: KernelEliminationLayout, _ entries: consuming KernelEntries) {
    size = layout.size
    newest = memory.items(layout.newest)
    touched = PendingBits(size, memory.items(layout.touched))
    pending = PendingBits(size, memory.items(layout.pending))
    pivotOfColumn = memory.items(layout.pivotOfColumn)
    pivotColumns = memory.items(layout.pivotColumns)
    scales = memory.items(layout.scales)
    rows = memory.items(layout.rows)
    self.entries = entries
    for column in 0..<size {
      newest[column] = 0
      pivotOfColumn[column] = -1
    }
  }

  @inline(__always) func add(_ column: Int, _ value: Double) {
    newest[column] += value
    touched.insert(column)
    if pivotOfColumn[column] >= 0 { pending.insert(Int(pivotOfColumn[column])) }
  }

  /// Reduces the newest row by those before it and keeps it, unless nothing is left of it.
  mutating func end(_ row: Int) {
    let (firstFactor, firstOther) = (entries.factors.count, entries.others.count)
    pending.takeAscending(0..<pivotCount) { index in
      let pivotColumn = Int(pivotColumns[index])
      let factor = newest[pivotColumn]
      guard factor != 0 else { return }
      entries.factors.append(KernelTerm(coefficient: factor, index: Int32(index)))
      for place in entries.others(of: index) {
        let other = entries.others[place]
        add(Int(other.index), -factor * other.coefficient)
      }
      newest[pivotColumn] = 0
      work += 2 + entries.others(of: index).count
    }
    var pivotColumn = 0
    touched.forEach { column in
      if abs(newest[column]) > abs(newest[pivotColumn]) { pivotColumn = column }
      work += 1
    }
    let isKept = abs(newest[pivotColumn]) > KernelElimination.dependent
    let scale = isKept ? 1 / newest[pivotColumn] : 0
    touched.takeAscending(0..<size) { column in
      let coefficient = newest[column] * scale
      newest[column] = 0
      guard column != pivotColumn && coefficient != 0 else { return }
      entries.others.append(KernelTerm(coefficient: coefficient, index: Int32(column)))
    }
    work += 4 + size >> 5
    guard isKept else {
      entries.factors.removeSubrange(firstFactor...)
      entries.others.removeSubrange(firstOther...)
      return
    }
    entries.factorEnds.append(Int32(entries.factors.count))
    entries.otherEnds.append(Int32(entries.others.count))
    scales[pivotCount] = scale
    rows[pivotCount] = Int32(row)
    pivotColumns[pivotCount] = Int32(pivotColumn)
    pivotOfColumn[pivotColumn] = Int32(pivotCount)
    pivotCount += 1
  }

  // MARK: What it did

  func row(of index: Int) -> Int32 { rows[index] }
  func scale(of index: Int) -> Double { scales[index] }
  func pivotColumn(of index: Int) -> Int { Int(pivotColumns[index]) }

  consuming func finish() -> KernelEntries { entries }
}

/// What is not zero of the rows that a `KernelElimination` keeps, one row after another.
struct KernelEntries: Sendable {
  /// What was subtracted from a row, in order: times which row kept before.
  var factors: [KernelTerm] = []
  var factorEnds: [Int32] = []
  /// What is left of a row, scaled to pivot 1 and beside it, by column.
  var others: [KernelTerm] = []
  var otherEnds: [Int32] = []

  mutating func removeAll() {
    factors.removeAll(keepingCapacity: true)
    factorEnds.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    otherEnds.removeAll(keepingCapacity: true)
  }

  @inline(__always) func factors(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(factorEnds[index - 1]))..<Int(factorEnds[index])
  }

  @inline(__always) func others(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(otherEnds[index - 1]))..<Int(otherEnds[index])
  }
}

/// Where the parts of a `KernelElimination` are.
struct KernelEliminationLayout {
  let size: Int
  let newest: MemoryPart<Double>
  let touched: MemoryPart<UInt64>
  let pending: MemoryPart<UInt64>
  let pivotOfColumn: MemoryPart<Int32>
  let pivotColumns: MemoryPart<Int32>
  let scales: MemoryPart<Double>
  let rows: MemoryPart<Int32>
  let byteCount: Int

  init(_ size: Int) {
    self.size = size
    var parts = MemoryParts()
    newest = parts.part(Double.self, size)
    touched = parts.part(UInt64.self, PendingBits.wordCount(size))
    pending = parts.part(UInt64.self, PendingBits.wordCount(size))
    pivotOfColumn = parts.part(Int32.self, size)
    pivotColumns = parts.part(Int32.self, size)
    scales = parts.part(Double.self, size)
    rows = parts.part(Int32.self, size)
    byteCount = parts.byteCount
  }
}
