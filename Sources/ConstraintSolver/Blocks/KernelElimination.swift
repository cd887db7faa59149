/// Gaussian elimination of the coefficients of a kernel, one row after another; rows that depend on earlier ones are
/// dropped. It remembers what it did, for whoever does the same to the targets.
struct KernelElimination: ~Copyable {
  /// A remainder smaller than this, relative to rows of about 1, is a dependent row.
  private static let dependent = 1e-7

  let size: Int
  /// The coefficients of the row that is being written.
  let newest: StoredMutableSpan<Double>
  private(set) var pivotCount = 0
  /// Operations so far (`WorkBudget`).
  private(set) var work = 0
  /// Rows kept, `size` numbers each: coefficients scaled to pivot 1, and the factors of the rows before that were
  /// subtracted.
  private let kept: StoredMutableSpan<Double>
  private let factors: StoredMutableSpan<Double>
  private let scales: StoredMutableSpan<Double>
  private let rows: StoredMutableSpan<Int32>
  private let pivotColumns: StoredMutableSpan<Int32>

  init(_ memory: LentMemory, _ layout: KernelEliminationLayout) {
    size = layout.size
    newest = memory.items(layout.newest)
    kept = memory.items(layout.kept)
    factors = memory.items(layout.factors)
    scales = memory.items(layout.scales)
    rows = memory.items(layout.rows)
    pivotColumns = memory.items(layout.pivotColumns)
  }

  @inline(__always) mutating func begin() {
    work += 3 * size
    for column in 0..<size { newest[column] = 0 }
  }

  /// Reduces the newest row by those before it and keeps it, unless nothing is left of it.
  mutating func end(_ row: Int) {
    let factors = self.factors.extracting(droppingFirst: pivotCount * size)
    for index in 0..<pivotCount {
      let pivotColumn = Int(pivotColumns[index])
      let factor = newest[pivotColumn]
      factors[index] = factor
      guard factor != 0 else { continue }
      work += size
      let other = kept.extracting(droppingFirst: index * size)
      for column in 0..<size { newest[column] -= factor * other[column] }
      newest[pivotColumn] = 0
    }
    var pivotColumn = 0
    for column in 0..<size where abs(newest[column]) > abs(newest[pivotColumn]) { pivotColumn = column }
    guard abs(newest[pivotColumn]) > KernelElimination.dependent else { return }
    let scale = 1 / newest[pivotColumn]
    let own = kept.extracting(droppingFirst: pivotCount * size)
    for column in 0..<size { own[column] = newest[column] * scale }
    scales[pivotCount] = scale
    rows[pivotCount] = Int32(row)
    pivotColumns[pivotCount] = Int32(pivotColumn)
    pivotCount += 1
  }

  // MARK: What it did

  func row(of index: Int) -> Int32 { rows[index] }
  func scale(of index: Int) -> Double { scales[index] }
  func pivotColumn(of index: Int) -> Int { Int(pivotColumns[index]) }

  /// What was subtracted from a row, in order.
  func forEachFactor(of index: Int, _ body: (_ other: Int32, _ factor: Double) -> Void) {
    let factors = self.factors.extracting(droppingFirst: index * size)
    for other in 0..<index where factors[other] != 0 { body(Int32(other), factors[other]) }
  }

  /// What is left of a row beside its pivot.
  func forEachOther(of index: Int, _ body: (_ column: Int, _ coefficient: Double) -> Void) {
    let own = kept.extracting(droppingFirst: index * size)
    for column in 0..<size where column != pivotColumn(of: index) && own[column] != 0 { body(column, own[column]) }
  }
}

/// Where the parts of an `KernelElimination` are.
struct KernelEliminationLayout {
  let size: Int
  let newest: MemoryPart<Double>
  let kept: MemoryPart<Double>
  let factors: MemoryPart<Double>
  let scales: MemoryPart<Double>
  let rows: MemoryPart<Int32>
  let pivotColumns: MemoryPart<Int32>
  let byteCount: Int

  init(_ size: Int) {
    self.size = size
    var parts = MemoryParts()
    newest = parts.part(Double.self, size)
    kept = parts.part(Double.self, size * size)
    factors = parts.part(Double.self, size * size)
    scales = parts.part(Double.self, size)
    rows = parts.part(Int32.self, size)
    pivotColumns = parts.part(Int32.self, size)
    byteCount = parts.byteCount
  }
}
