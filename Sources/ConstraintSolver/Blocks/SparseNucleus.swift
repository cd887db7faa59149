/// The part of a sparse basis that is not triangular: its rows and variables hang together in a ring.
///
/// Gaussian elimination with few new entries: the shortest row goes next, at a large enough coefficient in the column of
/// fewest rows (Markowitz). Rows and columns have numbers of their own here, from 0.
struct SparseNucleus: Sendable {
  /// A pivot is at least this part of the largest coefficient of its row.
  private static let threshold = 0.1
  /// A remainder below this, relative to rows of about 1, is nothing.
  private static let dependent = 1e-9
  private static let cancelled = 1e-14

  private(set) var size = 0
  /// By step of the elimination.
  private(set) var pivotRows: [Int32] = []
  private(set) var pivotColumns: [Int32] = []
  private var pivots: [Double] = []
  /// Of the row of each step as it was when it was its turn, its pivot excepted: `upper[upperStarts[s] ..< upperEnds[s]]`.
  private var upper: [SparseEntry] = []
  private var upperStarts: [Int32] = []
  private var upperEnds: [Int32] = []
  /// What of the row of each step was subtracted from which rows: `lower[lowerStarts[s] ..< lowerStarts[s + 1]]`.
  private var lower: [SparseEntry] = []
  private var lowerStarts: [Int32] = []
  private var solution: [Double] = []
  /// Entries written or solved with, not yet charged.
  private(set) var work = 0

  private var rowStarts: [Int32] = []
  private var rowEnds: [Int32] = []
  private var isDone: [Bool] = []
  /// By column: the rows that are left and contain it, as bits; and how many.
  private var members: [UInt64] = []
  private var columnCounts: [Int32] = []
  private var pivotRowValues: [Double] = []
  private var isSeen: [Bool] = []

  mutating func begin(_ size: Int) {
    self.size = size
    let width = (size + 63) / 64
    pivotRows.removeAll(keepingCapacity: true)
    pivotColumns.removeAll(keepingCapacity: true)
    pivots.removeAll(keepingCapacity: true)
    upper.removeAll(keepingCapacity: true)
    upperStarts.removeAll(keepingCapacity: true)
    upperEnds.removeAll(keepingCapacity: true)
    lower.removeAll(keepingCapacity: true)
    lowerStarts = [0]
    rowStarts.removeAll(keepingCapacity: true)
    rowEnds.removeAll(keepingCapacity: true)
    isDone = Array(repeating: false, count: size)
    members = Array(repeating: 0, count: size * width)
    columnCounts = Array(repeating: 0, count: size)
    pivotRowValues = Array(repeating: 0, count: size)
    isSeen = Array(repeating: false, count: size)
    solution = Array(repeating: 0, count: size)
    work += size * width
  }

  mutating func takeWork() -> Int {
    defer { work = 0 }
    return work
  }

  mutating func beginRow() { rowStarts.append(Int32(upper.count)) }

  mutating func addTerm(_ column: Int, _ coefficient: Double) {
    let row = rowStarts.count - 1
    upper.append(SparseEntry(value: coefficient, index: Int32(column)))
    insert(row, column)
  }

  mutating func endRow() { rowEnds.append(Int32(upper.count)) }

  private mutating func insert(_ row: Int, _ column: Int) {
    members[column * ((size + 63) / 64) + row >> 6] |= 1 << UInt64(row & 63)
    columnCounts[column] += 1
  }

  private mutating func remove(_ row: Int, _ column: Int) {
    members[column * ((size + 63) / 64) + row >> 6] &= ~(1 << UInt64(row & 63))
    columnCounts[column] -= 1
  }

  /// Eliminates all rows; false when some depend on others. Their numbers are then missing in `pivotRows`.
  mutating func factor(workLimit: Int) -> Bool {
    while pivotRows.count < size && work <= workLimit {
      guard let row = shortestRow(), let pivot = choosePivot(row) else { return false }
      eliminate(row, pivot)
    }
    return pivotRows.count == size
  }

  private mutating func shortestRow() -> Int? {
    var best: Int?
    for row in 0..<size where !isDone[row] && rowEnds[row] > rowStarts[row] {
      if best == nil || rowEnds[row] - rowStarts[row] < rowEnds[best!] - rowStarts[best!] { best = row }
      if rowEnds[row] - rowStarts[row] == 1 { break }
    }
    work += size / 8
    return best
  }

  /// The place in `upper` of the pivot of a row.
  private func choosePivot(_ row: Int) -> Int? {
    var largest = 0.0
    let range = Int(rowStarts[row])..<Int(rowEnds[row])
    for index in range { largest = max(largest, abs(upper[index].value)) }
    guard largest > Self.dependent else { return nil }
    var best: Int?
    for index in range where abs(upper[index].value) >= Self.threshold * largest {
      let column = Int(upper[index].index)
      guard let current = best else {
        best = index
        continue
      }
      let (count, least) = (columnCounts[column], columnCounts[Int(upper[current].index)])
      if count < least || count == least && upper[index].index < upper[current].index { best = index }
    }
    return best
  }

  private mutating func eliminate(_ row: Int, _ pivot: Int) {
    let (pivotColumn, pivotValue) = (Int(upper[pivot].index), upper[pivot].value)
    let range = Int(rowStarts[row])..<Int(rowEnds[row])
    isDone[row] = true
    upper[pivot] = upper[range.upperBound - 1]
    let others = range.dropLast()
    for index in others {
      pivotRowValues[Int(upper[index].index)] = upper[index].value
      remove(row, Int(upper[index].index))
    }
    remove(row, pivotColumn)
    let width = (size + 63) / 64
    for word in 0..<width {
      var bits = members[pivotColumn * width + word]
      while bits != 0 {
        let target = word << 6 + bits.trailingZeroBitCount
        bits &= bits &- 1
        subtract(others, pivotColumn, pivotValue, from: target)
      }
      members[pivotColumn * width + word] = 0
    }
    for index in others { pivotRowValues[Int(upper[index].index)] = 0 }
    pivotRows.append(Int32(row))
    pivotColumns.append(Int32(pivotColumn))
    pivots.append(pivotValue)
    upperStarts.append(Int32(others.startIndex))
    upperEnds.append(Int32(others.endIndex))
    lowerStarts.append(Int32(lower.count))
    work += width + 2 * range.count
  }

  private mutating func subtract(_ others: Range<Int>, _ pivotColumn: Int, _ pivotValue: Double, from target: Int) {
    let range = Int(rowStarts[target])..<Int(rowEnds[target])
    var factor = 0.0
    for index in range where Int(upper[index].index) == pivotColumn { factor = upper[index].value / pivotValue }
    lower.append(SparseEntry(value: factor, index: Int32(target)))
    let first = upper.count
    for index in range {
      let entry = upper[index]
      let column = Int(entry.index)
      guard column != pivotColumn else { continue }
      isSeen[column] = true
      let value = entry.value - factor * pivotRowValues[column]
      if abs(value) > Self.cancelled {
        upper.append(SparseEntry(value: value, index: entry.index))
      } else {
        remove(target, column)
      }
    }
    for index in others where !isSeen[Int(upper[index].index)] {
      upper.append(SparseEntry(value: -factor * upper[index].value, index: upper[index].index))
      insert(target, Int(upper[index].index))
    }
    for index in range { isSeen[Int(upper[index].index)] = false }
    rowStarts[target] = Int32(first)
    rowEnds[target] = Int32(upper.count)
    work += 2 * (range.count + others.count)
  }

  /// Solves `rows · x = sides`: `sides` by row, which is overwritten; the result by column.
  mutating func solveColumns(_ sides: (Int) -> Double, _ body: (_ column: Int, _ value: Double) -> Void) {
    for row in 0..<size { pivotRowValues[row] = sides(row) }
    for step in 0..<size {
      let side = pivotRowValues[Int(pivotRows[step])]
      guard side != 0 else { continue }
      for index in Int(lowerStarts[step])..<Int(lowerStarts[step + 1]) {
        pivotRowValues[Int(lower[index].index)] -= lower[index].value * side
      }
    }
    for step in (0..<size).reversed() {
      var sum = pivotRowValues[Int(pivotRows[step])]
      for index in Int(upperStarts[step])..<Int(upperEnds[step]) {
        sum -= upper[index].value * solution[Int(upper[index].index)]
      }
      solution[Int(pivotColumns[step])] = sum / pivots[step]
    }
    for column in 0..<size {
      if solution[column] != 0 { body(column, solution[column]) }
      solution[column] = 0
      pivotRowValues[column] = 0
    }
    work += 3 * size + upper.count / 2
  }

  /// Solves `yᵀ · rows = sides`: `sides` by column; the result by row.
  mutating func solveRows(_ sides: (Int) -> Double, _ body: (_ row: Int, _ value: Double) -> Void) {
    for column in 0..<size { pivotRowValues[column] = sides(column) }
    for step in 0..<size {
      let value = pivotRowValues[Int(pivotColumns[step])] / pivots[step]
      solution[Int(pivotRows[step])] = value
      guard value != 0 else { continue }
      for index in Int(upperStarts[step])..<Int(upperEnds[step]) {
        pivotRowValues[Int(upper[index].index)] -= upper[index].value * value
      }
    }
    for step in (0..<size).reversed() {
      var sum = solution[Int(pivotRows[step])]
      for index in Int(lowerStarts[step])..<Int(lowerStarts[step + 1]) {
        sum -= lower[index].value * solution[Int(lower[index].index)]
      }
      solution[Int(pivotRows[step])] = sum
    }
    for row in 0..<size {
      if solution[row] != 0 { body(row, solution[row]) }
      solution[row] = 0
      pivotRowValues[row] = 0
    }
    work += 3 * size + upper.count / 2
  }
}

struct SparseEntry: BitwiseCopyable, Sendable {
  var value: Double
  var index: Int32
}
