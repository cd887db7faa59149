/// Rows and variables that hang together in a ring: the part of a sparse basis that is not triangular, or a kernel.
///
/// Gaussian elimination with few new entries: the shortest row goes next, at a large enough coefficient in the column
/// of fewest rows (Markowitz). Rows and columns have numbers of their own here, from 0. There may be more rows than
/// columns, or less: what depends on others is left out.
struct SparseNucleus: Sendable {
  /// A pivot is at least this part of the largest coefficient of its row.
  private static let threshold = 0.1
  private static let cancelled = 1e-14

  /// A step of the elimination.
  struct Step: Sendable {
    let row: Int32
    let column: Int32
    fileprivate let pivot: Double
    /// The row as it was when it was its turn, its pivot excepted.
    fileprivate let upper: Range<Int32>
    /// Where it ends in `lower`.
    fileprivate let lowerEnd: Int32
  }

  private struct Row: Sendable {
    /// In `entries`.
    var range: Range<Int32>
    var isDone = false
  }

  private struct Column: Sendable {
    /// The rows that contain it, as a list in `members` that ends with -1; some of them have lost it again.
    var lastMember: Int32 = -1
    /// How many of those that are left contain it.
    var count: Int32 = 0
    var isSeen = false
  }

  private struct Member: Sendable {
    let row: Int32
    let before: Int32
  }

  private(set) var size = 0
  private(set) var steps: [Step] = []
  /// What is left of a row is behind what was.
  private var entries: [SparseEntry] = []
  /// By step: what of its row was subtracted from which rows.
  private var lower: [SparseEntry] = []
  private var rows: [Row] = []
  private var columns: [Column] = []
  private var members: [Member] = []
  /// A coefficient below this, when those of rows are about 1, is nothing.
  private var dependent = 0.0
  /// By row or column, zero in between.
  private var values: [Double] = []
  private var solution: [Double] = []
  /// Entries written or solved with, not yet charged.
  private(set) var work = 0

  /// - Parameters:
  ///   - size: how many columns there are.
  ///   - dependent: what is left of a row that depends on others is below this.
  mutating func begin(_ size: Int, rowCount: Int, dependent: Double) {
    self.size = size
    self.dependent = dependent
    steps.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    lower.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    // A row has a few terms, and a step leaves as many behind.
    entries.reserveCapacity(6 * rowCount)
    members.reserveCapacity(4 * rowCount)
    rows.reserveCapacity(rowCount)
    steps.reserveCapacity(size)
    lower.reserveCapacity(size)
    columns = Array(repeating: Column(), count: size)
    values = Array(repeating: 0, count: max(size, rowCount))
    solution = values
    work = size + rowCount
  }

  mutating func takeWork() -> Int {
    defer { work = 0 }
    return work
  }

  /// The terms of a row are added next.
  mutating func beginRow() {
    let start = Int32(entries.count)
    rows.append(Row(range: start..<start))
  }

  mutating func addTerm(_ column: Int, _ coefficient: Double) {
    entries.append(SparseEntry(value: coefficient, index: Int32(column)))
    rows[rows.count - 1].range = rows[rows.count - 1].range.lowerBound..<Int32(entries.count)
    insert(rows.count - 1, column)
  }

  private mutating func insert(_ row: Int, _ column: Int) {
    members.append(Member(row: Int32(row), before: columns[column].lastMember))
    columns[column].lastMember = Int32(members.count - 1)
    columns[column].count += 1
  }

  @inline(__always) private func entryRange(_ range: Range<Int32>) -> Range<Int> {
    Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// Eliminates all columns; false when some are left because rows depend on others. What has no pivot is in no step.
  mutating func factor(workLimit: Int) -> Bool {
    while steps.count < size && work <= workLimit {
      guard let row = shortestRow() else { return false }
      rows[row].isDone = true
      for index in entryRange(rows[row].range) { columns[Int(entries[index].index)].count -= 1 }
      if let pivot = choosePivot(row) { eliminate(row, pivot) }
    }
    return steps.count == size
  }

  private mutating func shortestRow() -> Int? {
    var best: Int?
    var least = Int.max
    for row in rows.indices where !rows[row].isDone {
      let count = rows[row].range.count
      guard count > 0 && count < least else { continue }
      (best, least) = (row, count)
      if count == 1 { break }
    }
    work += rows.count / 8
    return best
  }

  /// The place in `entries` of the pivot of a row.
  private func choosePivot(_ row: Int) -> Int? {
    let range = entryRange(rows[row].range)
    let largest = range.reduce(0.0) { max($0, abs(entries[$1].value)) }
    guard largest > dependent else { return nil }
    var best: Int?
    for index in range where abs(entries[index].value) >= Self.threshold * largest {
      guard let current = best else {
        best = index
        continue
      }
      let (column, other) = (entries[index].index, entries[current].index)
      let (count, least) = (columns[Int(column)].count, columns[Int(other)].count)
      if count < least || count == least && column < other { best = index }
    }
    return best
  }

  private mutating func eliminate(_ row: Int, _ pivot: Int) {
    let (column, value) = (Int(entries[pivot].index), entries[pivot].value)
    let range = entryRange(rows[row].range)
    entries[pivot] = entries[range.upperBound - 1]
    let others = range.dropLast()
    for index in others { values[Int(entries[index].index)] = entries[index].value }
    var member = Int(columns[column].lastMember)
    while member >= 0 {
      let target = Int(members[member].row)
      member = Int(members[member].before)
      if !rows[target].isDone { subtract(others, column, value, from: target) }
      work += 1
    }
    for index in others { values[Int(entries[index].index)] = 0 }
    steps.append(
      Step(
        row: Int32(row), column: Int32(column), pivot: value, upper: Int32(others.startIndex)..<Int32(others.endIndex),
        lowerEnd: Int32(lower.count)))
    work += 2 * range.count
  }

  private mutating func subtract(_ others: Range<Int>, _ pivotColumn: Int, _ pivot: Double, from target: Int) {
    let range = entryRange(rows[target].range)
    guard let place = range.first(where: { Int(entries[$0].index) == pivotColumn }) else { return }
    let factor = entries[place].value / pivot
    lower.append(SparseEntry(value: factor, index: Int32(target)))
    let first = Int32(entries.count)
    for index in range {
      let entry = entries[index]
      let column = Int(entry.index)
      guard column != pivotColumn else { continue }
      columns[column].isSeen = true
      let value = entry.value - factor * values[column]
      if abs(value) > Self.cancelled {
        entries.append(SparseEntry(value: value, index: entry.index))
      } else {
        columns[column].count -= 1
      }
    }
    for index in others where !columns[Int(entries[index].index)].isSeen {
      entries.append(SparseEntry(value: -factor * entries[index].value, index: entries[index].index))
      insert(target, Int(entries[index].index))
    }
    for index in range { columns[Int(entries[index].index)].isSeen = false }
    rows[target].range = first..<Int32(entries.count)
    work += 2 * (range.count + others.count)
  }

  @inline(__always) private func lowerRange(_ step: Int) -> Range<Int> {
    (step == 0 ? 0 : Int(steps[step - 1].lowerEnd))..<Int(steps[step].lowerEnd)
  }

  /// Solves `rows · x = sides`: `sides` by row; the result by column, where it is not zero.
  mutating func solveColumns(_ sides: (Int) -> Double, _ body: (_ column: Int, _ value: Double) -> Void) {
    for row in rows.indices { values[row] = sides(row) }
    for step in steps.indices {
      let side = values[Int(steps[step].row)]
      guard side != 0 else { continue }
      for index in lowerRange(step) { values[Int(lower[index].index)] -= lower[index].value * side }
    }
    for step in steps.reversed() {
      var sum = values[Int(step.row)]
      for index in entryRange(step.upper) { sum -= entries[index].value * solution[Int(entries[index].index)] }
      solution[Int(step.column)] = sum / step.pivot
    }
    for column in 0..<size {
      if solution[column] != 0 { body(column, solution[column]) }
      solution[column] = 0
    }
    for row in rows.indices { values[row] = 0 }
    work += 3 * size + entries.count / 2
  }

  /// Solves `yᵀ · rows = sides`: `sides` by column; the result by row, where it is not zero.
  mutating func solveRows(_ sides: (Int) -> Double, _ body: (_ row: Int, _ value: Double) -> Void) {
    for column in 0..<size { values[column] = sides(column) }
    for step in steps {
      let value = values[Int(step.column)] / step.pivot
      solution[Int(step.row)] = value
      guard value != 0 else { continue }
      for index in entryRange(step.upper) { values[Int(entries[index].index)] -= entries[index].value * value }
    }
    for step in steps.indices.reversed() {
      var sum = solution[Int(steps[step].row)]
      for index in lowerRange(step) { sum -= lower[index].value * solution[Int(lower[index].index)] }
      solution[Int(steps[step].row)] = sum
    }
    for row in rows.indices {
      if solution[row] != 0 { body(row, solution[row]) }
      solution[row] = 0
    }
    for column in 0..<size { values[column] = 0 }
    work += 3 * size + entries.count / 2
  }
}

struct SparseEntry: BitwiseCopyable, Sendable {
  var value: Double
  var index: Int32
}
