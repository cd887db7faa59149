/// The matrix of the active rows of a large block, so that equations with it are solved at a cost of what is not zero.
///
/// The rows are put in order so that each gives one variable from those before it: rows with one variable left come
/// first, rows with a variable that no other row has come last. What hangs together in a ring lies between
/// (`SparseNucleus`). After that, rows are exchanged one by one, and each exchange is a factor of its own, an *eta*
/// (the product form of the inverse), until it is cheaper to put all in order anew.
struct SparseBasis {
  /// Exchanges until rows are put in order anew, at most.
  static let etaLimit = 1000
  /// Entries of exchanges to read in that time, a variable. Putting rows in order reads some ten entries a variable and
  /// writes as many tables; from about here on the exchanges cost more.
  private static let etaReads = 60
  /// What is left of a row that depends on others is below this.
  private static let dependent = 1e-9
  /// An entry below this has come from rounding: coefficients are near 1.
  private static let nothing = 1e-14

  /// Room for the entries of exchanges. When it is used up, rows are put in order anew.
  static func etaRoom(_ count: Int) -> Int { 16 * count + 1024 }

  /// What an active row gives: the variable, from those before it in the order.
  struct Pivot: BitwiseCopyable {
    var coefficient: Double
    var row: Int32
    var variable: Int32
    /// Of the row.
    var place: Int32
  }

  /// The exchange of the row at a place: another one that is `pivot` of it and so much of others.
  struct Eta: BitwiseCopyable {
    var pivot: Double
    var place: Int32
    /// Where its entries end.
    var end: Int32
    /// The one before it at the same place, -1 for none.
    var before: Int32
  }

  /// How much of the row at a place an exchange brings in.
  struct EtaEntry: BitwiseCopyable {
    var value: Double
    var place: Int32
    /// The exchange.
    var eta: Int32
    /// The entry before it at the same place, -1 for none.
    var before: Int32
  }

  let count: Int
  private let rows: StoredSpan<BlockRow>
  private let terms: StoredSpan<BlockTerm>
  private let columnStarts: StoredSpan<Int32>
  private let columns: StoredSpan<ColumnTerm>

  /// By position in the order.
  private let pivots: StoredMutableSpan<Pivot>
  /// By variable, place, row; -1 where there is none.
  private let positionOfVariable: StoredMutableSpan<Int32>
  private let positionOfPlace: StoredMutableSpan<Int32>
  private let positionOfRow: StoredMutableSpan<Int32>
  private var nucleusRange = 0..<0
  private let scratch: Lent<BlockScratch>

  private let etas: StoredMutableSpan<Eta>
  private let entries: StoredMutableSpan<EtaEntry>
  /// By place: its last exchange, and the last entry there; -1 where there is none.
  private let lastEta: StoredMutableSpan<Int32>
  private let lastEntry: StoredMutableSpan<Int32>
  /// Exchanges that have a part in what is being solved.
  private let pendingEtas: PendingBits
  private(set) var etaCount = 0
  private var entryCount = 0
  /// Entries that solving has read.
  private var etaReads = 0

  /// What is being solved: by variable and by position, zero between solves; and the positions to visit.
  private let byVariable: StoredMutableSpan<Double>
  private let byPosition: StoredMutableSpan<Double>
  private var byPlace: SparseVector
  private let pending: PendingBits
  private let unassigned: StoredMutableSpan<Int32>
  private let queue: StoredMutableSpan<Int32>

  /// Entries visited, not yet charged.
  private(set) var work = 0

  init(_ block: borrowing GeneralBlock, _ memory: SparseMemory) {
    count = block.count
    rows = block.rows
    terms = block.terms
    columnStarts = block.columnStarts
    columns = block.columns
    scratch = block.scratch
    let arena = memory.arena
    pivots = memory.items(arena.pivots)
    positionOfVariable = memory.items(arena.positionOfVariable)
    positionOfPlace = memory.items(arena.positionOfPlace)
    positionOfRow = memory.items(arena.positionOfRow)
    byVariable = memory.items(arena.byVariable)
    byPosition = memory.items(arena.byPosition)
    byPlace = memory.vector(count, memory.items(arena.byPlace), list: 4)
    pending = PendingBits(count, memory.items(arena.pending))
    unassigned = memory.items(arena.unassigned)
    queue = memory.items(arena.queue)
    etas = memory.items(arena.etas)
    entries = memory.items(arena.etaEntries)
    lastEta = memory.items(arena.lastEta)
    lastEntry = memory.items(arena.lastEntry)
    pendingEtas = PendingBits(SparseBasis.etaLimit, memory.items(arena.pendingEtas))
    for index in 0..<count {
      byVariable[index] = 0
      byPosition[index] = 0
    }
  }

  mutating func takeWork() -> Int {
    defer { work = 0 }
    return work
  }

  @inline(__always) private func termRange(_ row: Int) -> Range<Int> {
    Int(rows[row].firstTerm)..<Int(rows[row + 1].firstTerm)
  }

  @inline(__always) private func columnRange(_ variable: Int) -> Range<Int> {
    Int(columnStarts[variable])..<Int(columnStarts[variable + 1])
  }

  // MARK: Order

  /// Puts the active rows in order.
  ///
  /// - Parameter replace: is told which place needs the tail row of which variable, when its row depends on others.
  /// - Returns: false in that case; the basis is then of no use before it is factored again.
  mutating func factor(
    active: StoredMutableSpan<Int32>, place: StoredMutableSpan<Int32>, rowCount: Int, workLimit: Int,
    replace: (_ place: Int, _ variable: Int) -> Void
  ) -> Bool {
    etaCount = 0
    entryCount = 0
    etaReads = 0
    for row in 0..<rowCount { positionOfRow[row] = -1 }
    for index in 0..<count {
      positionOfVariable[index] = -1
      lastEta[index] = -1
      lastEntry[index] = -1
    }
    work += rowCount + 8 * count
    let front = assignRows(active, place)
    let back = assignColumns(from: front, place)
    let isWhole = factorNucleus(front..<back, active, workLimit)
    if isWhole || work > workLimit { return true }
    var variable = 0
    for index in 0..<count where positionOfRow[Int(active[index])] < 0 {
      while positionOfVariable[variable] >= 0 { variable += 1 }
      replace(index, variable)
      variable += 1
    }
    return false
  }

  private func assign(_ row: Int, _ variable: Int, _ coefficient: Double, _ position: Int, _ place: Int) {
    pivots[position] = Pivot(
      coefficient: coefficient, row: Int32(row), variable: Int32(variable), place: Int32(place))
    positionOfRow[row] = Int32(position)
    positionOfVariable[variable] = Int32(position)
    positionOfPlace[place] = Int32(position)
  }

  /// From the front: rows with one variable left. Returns how many there are.
  private mutating func assignRows(_ active: StoredMutableSpan<Int32>, _ place: StoredMutableSpan<Int32>) -> Int {
    var queued = 0
    for index in 0..<count {
      let row = Int(active[index])
      unassigned[row] = Int32(termRange(row).count)
      if unassigned[row] == 1 {
        queue[queued] = Int32(row)
        queued += 1
      }
    }
    var next = 0
    var position = 0
    while next < queued {
      let row = Int(queue[next])
      next += 1
      guard unassigned[row] == 1 else { continue }
      for index in termRange(row) {
        let variable = Int(terms[index].variable)
        guard positionOfVariable[variable] < 0 else { continue }
        assign(row, variable, terms[index].coefficient, position, Int(place[row]))
        position += 1
        for index in columnRange(variable) {
          let other = Int(columns[index].row)
          guard place[other] >= 0 else { continue }
          unassigned[other] -= 1
          if unassigned[other] == 1 {
            queue[queued] = Int32(other)
            queued += 1
          }
        }
        work += columnRange(variable).count
        break
      }
    }
    return position
  }

  /// From the back: variables that one row has alone. Returns where they begin.
  private mutating func assignColumns(from front: Int, _ place: StoredMutableSpan<Int32>) -> Int {
    var position = count
    guard front < count else { return position }
    // By variable, in the room for rows: how many of the rows that are left contain it.
    let left = unassigned
    var queued = 0
    for variable in 0..<count where positionOfVariable[variable] < 0 {
      left[variable] = 0
      for index in columnRange(variable) where isLeft(Int(columns[index].row), place) { left[variable] += 1 }
      work += columnRange(variable).count
      if left[variable] == 1 {
        queue[queued] = Int32(variable)
        queued += 1
      }
    }
    var next = 0
    while next < queued {
      let variable = Int(queue[next])
      next += 1
      guard left[variable] == 1 else { continue }
      for index in columnRange(variable) where isLeft(Int(columns[index].row), place) {
        let row = Int(columns[index].row)
        position -= 1
        assign(row, variable, columns[index].coefficient, position, Int(place[row]))
        for index in termRange(row) {
          let other = Int(terms[index].variable)
          guard positionOfVariable[other] < 0 else { continue }
          left[other] -= 1
          if left[other] == 1 {
            queue[queued] = Int32(other)
            queued += 1
          }
        }
        work += termRange(row).count
        break
      }
    }
    return position
  }

  @inline(__always) private func isLeft(_ row: Int, _ place: StoredMutableSpan<Int32>) -> Bool {
    place[row] >= 0 && positionOfRow[row] < 0
  }

  private mutating func factorNucleus(_ range: Range<Int>, _ active: StoredMutableSpan<Int32>, _ workLimit: Int) -> Bool
  {
    nucleusRange = range
    guard !range.isEmpty else { return true }
    // Numbers of their own for the variables and rows that are left, in order.
    var size = 0
    for variable in 0..<count where positionOfVariable[variable] < 0 {
      queue[size] = Int32(variable)
      unassigned[variable] = Int32(size)
      size += 1
    }
    let variables = queue
    let leftPlaces = queue.extracting(droppingFirst: size)
    var rowsLeft = 0
    for place in 0..<count where positionOfRow[Int(active[place])] < 0 {
      leftPlaces[rowsLeft] = Int32(place)
      rowsLeft += 1
    }
    scratch.value.nucleus.begin(size, rowCount: rowsLeft, dependent: SparseBasis.dependent)
    for index in 0..<rowsLeft {
      scratch.value.nucleus.beginRow()
      for index in termRange(Int(active[Int(leftPlaces[index])])) {
        let variable = Int(terms[index].variable)
        if positionOfVariable[variable] < 0 {
          scratch.value.nucleus.addTerm(Int(unassigned[variable]), terms[index].coefficient)
        }
      }
    }
    let isWhole = scratch.value.nucleus.factor(workLimit: workLimit - work)
    if isWhole {
      // A row of the nucleus and a variable of it have nothing to do with each other but their numbers.
      for index in 0..<size {
        let place = Int(leftPlaces[index])
        assign(Int(active[place]), Int(variables[index]), 1, range.lowerBound + index, place)
      }
    } else {
      // What has a pivot stays.
      for step in scratch.value.nucleus.steps {
        positionOfRow[Int(active[Int(leftPlaces[Int(step.row)])])] = Int32(range.lowerBound)
        positionOfVariable[Int(variables[Int(step.column)])] = Int32(range.lowerBound)
      }
    }
    work += scratch.value.nucleus.takeWork()
    return isWhole
  }

  // MARK: Solving

  /// Adds to what `express` expresses.
  @inline(__always) func addToVariable(_ variable: Int, _ value: Double) {
    byVariable[variable] += value
    pending.insert(Int(positionOfVariable[variable]))
  }

  /// Adds a multiple of a row.
  @inline(__always) func addToVariables(ofRow row: Int, _ factor: Double) {
    for index in termRange(row) { addToVariable(Int(terms[index].variable), factor * terms[index].coefficient) }
  }

  /// Expresses numbers by variable as a sum of active rows: `result`, by place, solves `resultᵀ · rows = numbers`.
  mutating func express(_ result: inout SparseVector) {
    result.removeAll()
    visitRows(nucleusRange.upperBound..<count, &result)
    if !nucleusRange.isEmpty { expressNucleus(&result) }
    visitRows(0..<nucleusRange.lowerBound, &result)
    applyEtas(&result)
    work += 2 * result.count
  }

  private mutating func visitRows(_ range: Range<Int>, _ result: inout SparseVector) {
    var visited = count >> 12
    pending.takeDescending(range) { position in
      let pivot = pivots[position]
      let variable = Int(pivot.variable)
      let value = byVariable[variable]
      byVariable[variable] = 0
      guard value != 0 else { return }
      let share = value / pivot.coefficient
      result.set(Int(pivot.place), share)
      let range = termRange(Int(pivot.row))
      visited += range.count
      for index in range {
        let other = Int(terms[index].variable)
        guard other != variable else { continue }
        byVariable[other] -= share * terms[index].coefficient
        pending.insert(Int(positionOfVariable[other]))
      }
    }
    work += visited
  }

  private mutating func expressNucleus(_ result: inout SparseVector) {
    guard pending.first(in: nucleusRange) != nil else { return }
    pending.takeAscending(nucleusRange) { _ in }
    let first = nucleusRange.lowerBound
    scratch.value.nucleus.solveRows({ byVariable[Int(pivots[first + $0].variable)] }) { row, share in
      let pivot = pivots[first + row]
      result.set(Int(pivot.place), share)
      for index in termRange(Int(pivot.row)) {
        let other = Int(terms[index].variable)
        let position = Int(positionOfVariable[other])
        guard position < first else { continue }
        byVariable[other] -= share * terms[index].coefficient
        pending.insert(position)
      }
    }
    for position in nucleusRange { byVariable[Int(pivots[position].variable)] = 0 }
    work += scratch.value.nucleus.takeWork()
  }

  private mutating func applyEtas(_ result: inout SparseVector) {
    guard etaCount > 0 else { return }
    for index in 0..<result.count { followEtas(atPlace: result.index(index), after: -1) }
    var visited = 0
    pendingEtas.takeAscending(0..<etaCount) { eta in
      let place = Int(etas[eta].place)
      guard result[place] != 0 else { return }
      let share = result[place] / etas[eta].pivot
      result.set(place, share)
      let range = entryRange(eta)
      for index in range {
        let entry = entries[index]
        if result.add(Int(entry.place), -share * entry.value) { followEtas(atPlace: Int(entry.place), after: eta) }
      }
      visited += 2 + range.count
    }
    etaReads += visited
    work += visited
  }

  /// The exchanges at a place after one have to be looked at.
  @inline(__always) private func followEtas(atPlace place: Int, after first: Int) {
    var eta = Int(lastEta[place])
    while eta > first {
      pendingEtas.insert(eta)
      eta = Int(etas[eta].before)
    }
  }

  @inline(__always) private func entryRange(_ eta: Int) -> Range<Int> {
    (eta > 0 ? Int(etas[eta - 1].end) : 0)..<Int(etas[eta].end)
  }

  /// Adds to what the active row at a place gets more.
  @inline(__always) mutating func addToPlace(_ place: Int, _ value: Double) { byPlace.add(place, value) }

  /// How all variables move when active rows get that much more and the others stay: `result` by variable.
  mutating func edge(_ result: inout SparseVector) {
    result.removeAll()
    undoEtas()
    for index in 0..<byPlace.count {
      let place = byPlace.index(index)
      let position = Int(positionOfPlace[place])
      byPosition[position] = byPlace[place]
      pending.insert(position)
    }
    visitColumns(0..<nucleusRange.lowerBound, &result)
    if !nucleusRange.isEmpty { solveNucleus(&result) }
    visitColumns(nucleusRange.upperBound..<count, &result)
    byPlace.removeAll()
  }

  private mutating func undoEtas() {
    guard etaCount > 0 else { return }
    var visited = 0
    for index in 0..<byPlace.count { visited += followEntries(atPlace: byPlace.index(index), before: etaCount) }
    pendingEtas.takeDescending(0..<etaCount) { eta in
      let place = Int(etas[eta].place)
      var sum = byPlace[place]
      let range = entryRange(eta)
      for index in range { sum -= entries[index].value * byPlace[Int(entries[index].place)] }
      visited += 2 + range.count
      guard sum != 0 || byPlace[place] != 0 else { return }
      if byPlace.set(place, sum / etas[eta].pivot) { visited += followEntries(atPlace: place, before: eta) }
    }
    etaReads += visited
    work += visited
  }

  /// The exchanges before one that are at a place or have an entry there have to be looked at. Returns how many entries
  /// there are.
  @inline(__always) private func followEntries(atPlace place: Int, before last: Int) -> Int {
    followEtas(atPlace: place, before: last)
    var entry = Int(lastEntry[place])
    var visited = 0
    while entry >= 0 {
      let eta = Int(entries[entry].eta)
      if eta < last { pendingEtas.insert(eta) }
      entry = Int(entries[entry].before)
      visited += 1
    }
    return visited
  }

  @inline(__always) private func followEtas(atPlace place: Int, before last: Int) {
    var eta = Int(lastEta[place])
    while eta >= 0 {
      if eta < last { pendingEtas.insert(eta) }
      eta = Int(etas[eta].before)
    }
  }

  private mutating func visitColumns(_ range: Range<Int>, _ result: inout SparseVector) {
    var visited = count >> 12
    pending.takeAscending(range) { position in
      let value = byPosition[position]
      byPosition[position] = 0
      guard value != 0 else { return }
      let variable = Int(pivots[position].variable)
      let step = value / pivots[position].coefficient
      result.set(variable, step)
      visited += pushColumn(variable, step, after: position)
    }
    work += visited
  }

  /// Takes what a variable contributes to rows after a position out of them.
  @inline(__always) private func pushColumn(_ variable: Int, _ step: Double, after position: Int) -> Int {
    let range = columnRange(variable)
    for index in range {
      let other = Int(positionOfRow[Int(columns[index].row)])
      guard other > position else { continue }
      byPosition[other] -= step * columns[index].coefficient
      pending.insert(other)
    }
    return range.count
  }

  private mutating func solveNucleus(_ result: inout SparseVector) {
    guard pending.first(in: nucleusRange) != nil else { return }
    pending.takeAscending(nucleusRange) { _ in }
    let first = nucleusRange.lowerBound
    let last = nucleusRange.upperBound - 1
    scratch.value.nucleus.solveColumns({ byPosition[first + $0] }) { column, step in
      let variable = Int(pivots[first + column].variable)
      result.set(variable, step)
      _ = pushColumn(variable, step, after: last)
    }
    for position in nucleusRange { byPosition[position] = 0 }
    work += scratch.value.nucleus.takeWork()
  }

  /// The point at which all active rows have their targets; right after `factor` only.
  mutating func solvePoint(_ target: StoredMutableSpan<Double>, _ point: StoredMutableSpan<Double>) {
    for variable in 0..<count { point[variable] = 0 }
    func side(_ position: Int) -> Double {
      let row = Int(pivots[position].row)
      var sum = target[row]
      for index in termRange(row) { sum -= terms[index].coefficient * point[Int(terms[index].variable)] }
      return sum
    }
    func solve(_ range: Range<Int>) {
      for position in range { point[Int(pivots[position].variable)] = side(position) / pivots[position].coefficient }
    }
    solve(0..<nucleusRange.lowerBound)
    if !nucleusRange.isEmpty {
      let first = nucleusRange.lowerBound
      for position in nucleusRange { byPosition[position] = side(position) }
      scratch.value.nucleus.solveColumns({ byPosition[first + $0] }) { column, value in
        point[Int(pivots[first + column].variable)] = value
      }
      for position in nucleusRange { byPosition[position] = 0 }
      work += scratch.value.nucleus.takeWork()
    }
    solve(nucleusRange.upperBound..<count)
    work += 4 * count
  }

  // MARK: Exchanging

  /// The row at `place` has been exchanged for one that `entering` expresses. False when it is time to put the rows in
  /// order anew; the exchange is then not in it.
  mutating func exchange(_ place: Int, _ entering: SparseVector) -> Bool {
    guard etaCount < SparseBasis.etaLimit, entryCount + entering.count <= SparseBasis.etaRoom(count),
      etaReads <= SparseBasis.etaReads * count
    else { return false }
    let first = entryCount
    for position in 0..<entering.count {
      let index = entering.index(position)
      guard index != place && abs(entering[index]) > SparseBasis.nothing else { continue }
      entries[entryCount] = EtaEntry(
        value: entering[index], place: Int32(index), eta: Int32(etaCount), before: lastEntry[index])
      lastEntry[index] = Int32(entryCount)
      entryCount += 1
    }
    work += entering.count
    // A row like the one that it replaces changes nothing.
    if entryCount == first && entering[place] == 1 { return true }
    etas[etaCount] = Eta(
      pivot: entering[place], place: Int32(place), end: Int32(entryCount), before: lastEta[place])
    lastEta[place] = Int32(etaCount)
    etaCount += 1
    return true
  }
}

/// A row that a variable is in.
struct ColumnTerm: BitwiseCopyable, Sendable {
  var coefficient: Double
  /// Number of the row in its block.
  var row: Int32
}
