/// Any coupled block: a lexicographic active-set method on the soft form, in which required rows are just level 0.
///
/// A vertex is where `count` independent *active* rows hold as equalities. A small block keeps the inverse of their
/// matrix from solve to solve (`inverse`), a large one makes sparse factors of it when it has to move (`SparseBasis`).
/// Levels are optimised one after another. To move off an active row in a direction costs its *reduced cost*. A
/// direction that costs at one level is closed for all later ones, so only one vector of multipliers is alive at a
/// time. The optimum is unique when every direction is closed. If some are still open after all real levels, the tail
/// runs: each variable is one more level, in document order.
///
/// The multipliers of a level change only when one of its inactive rows changes sides. So with new targets, the levels
/// before the first such row stay as they are, with the directions they closed. If no row that decides has changed
/// sides, the active rows still are optimal.
///
/// The bits of the result must not depend on how the optimum was found. Which rows are tight is a property of the
/// optimum; so those rows, in a fixed order of evaluation (the *replay*), give the values. A warm block whose replay
/// still describes an optimum is done.
///
/// What only reads is inlined or `mutating`: Swift 6.3 passes a copy of the whole struct otherwise, a kilobyte.
struct GeneralBlock: ~Copyable {
  static let zero = 1e-9
  static let tightness = 1e-8
  /// How far rows that meet in a point are moved aside, at least. By feel: far enough for rounding not to count.
  static let aside = 1e-6
  /// Recompute the point from the inverse this often.
  static let refreshInterval = 25
  /// As the level at which a direction was closed: it was not.
  static let open = Int32.max
  /// Of a row whose side does not matter.
  static let eitherSide: Int8 = 2

  let count: Int
  let rowCount: Int
  let levelCount: Int
  /// First tail row.
  let tailStart: Int
  let rows: StoredSpan<BlockRow>
  let terms: StoredSpan<BlockTerm>
  let levelStarts: StoredSpan<Int32>
  let columnStarts: StoredSpan<Int32>
  let columns: StoredSpan<ColumnTerm>

  /// Whether the active rows are kept as sparse factors (`basis`), because their inverse would be large.
  let isSparse: Bool
  var basis: SparseBasis?
  var vectors: SparseVectors?
  /// The row kept apart from the factors, or -1; and what each of its units costs at the level at hand.
  let longRow: Int
  var price = 0.0

  let scratch: Lent<BlockScratch>
  /// `RunLayout.inverses` and the parts of this block of `GeneralArena`, which say what they are.
  let inverse: StoredMutableSpan<Double>
  let masks: StoredMutableSpan<UInt64>
  let active: StoredMutableSpan<Int32>
  let place: StoredMutableSpan<Int32>
  let side: StoredMutableSpan<Int8>
  let decides: StoredMutableSpan<Bool>
  let closing: StoredMutableSpan<Int32>
  let standing: StoredMutableSpan<Int8>
  let replayRow: StoredMutableSpan<Int32>
  let replayVariable: StoredMutableSpan<Int32>

  /// By row: where its left side should be, by how much it is above, and how that changes along the edge.
  let target: StoredMutableSpan<Double>
  let residual: StoredMutableSpan<Double>
  let drift: StoredMutableSpan<Double>
  /// By variable: the point, the edge, slopes of inactive rows; by place: multipliers, the entering row.
  let point: StoredMutableSpan<Double>
  let edge: StoredMutableSpan<Double>
  let gradient: StoredMutableSpan<Double>
  let multiplier: StoredMutableSpan<Double>
  let entering: StoredMutableSpan<Double>
  /// By place: which directions are open (`open(+1)`, `open(-1)`).
  let directions: StoredMutableSpan<Int32>
  let isKnown: StoredMutableSpan<Int32>
  let unknown: StoredMutableSpan<Int32>
  let queue: StoredMutableSpan<Int32>
  let events: StoredMutableSpan<RatioEvent>

  var pivots = 0
  /// Operations so far, and how many there may be (`WorkBudget`). Loops are charged by their lengths; a word of a mask
  /// takes about as long as two entries.
  var work = 0
  let workLimit: Int
  /// Whether the real levels left something open.
  var needsTail = false
  /// Where a row counts only if it can be met: from this level on, and what was left out, each with the rows that leave
  /// no room for it.
  var firstAllOrNothingLevel = Int.max
  var leftOut: [[Int]] = []
  /// Instead of the rows of a level: drive this variable up or down.
  private(set) var pull: (variable: Int, sign: Double)?
  /// Steps in a row that went nowhere.
  var idlePivots = 0
  /// What had its target moved aside, with the target that it has, while the walk goes round a point where many rows
  /// meet.
  var asides: [(row: Int, target: Double)] = []
  /// Places with an open direction.
  var openPlaces = 0

  init(_ block: Block, _ runner: borrowing TapeRunner) {
    workLimit = runner.counters.value.workLeft
    scratch = runner.scratch
    let (memory, arena) = (runner.memory, runner.layout[0].generals)
    let table = runner.blocks
    let layout = table.generals[Int(block.general)]
    count = Int(block.variableCount)
    rowCount = Int(block.rowCount)
    levelCount = Int(block.levelCount)
    rows = table.rows.extracting(droppingFirst: Int(block.firstRow))
    terms = table.terms
    levelStarts = table.levelStarts.extracting(droppingFirst: Int(layout.firstLevel))
    tailStart = Int(levelStarts[levelCount])
    columnStarts = table.columnStarts.extracting(droppingFirst: Int(layout.firstColumn))
    columns = table.columns
    inverse = memory.items(runner.layout[0].inverses).extracting(droppingFirst: layout.inverse)
    masks = memory.items(arena.masks).extracting(droppingFirst: Int(layout.variableState))
    isSparse = layout.isSparse
    longRow = Int(layout.longRow)
    active = memory.items(arena.active).extracting(droppingFirst: Int(layout.variableState))
    place = memory.items(arena.place).extracting(droppingFirst: Int(layout.rowState))
    side = memory.items(arena.side).extracting(droppingFirst: Int(layout.rowState))
    decides = memory.items(arena.decides).extracting(droppingFirst: Int(layout.rowState))
    closing = memory.items(arena.closing).extracting(droppingFirst: 2 * Int(layout.variableState))
    standing = memory.items(arena.standing).extracting(droppingFirst: Int(layout.rowState))
    replayRow = memory.items(arena.replayRow).extracting(droppingFirst: Int(layout.variableState))
    replayVariable = memory.items(arena.replayVariable).extracting(droppingFirst: Int(layout.variableState))
    target = memory.items(arena.numbers)
    residual = target.extracting(droppingFirst: arena.rowRoom)
    drift = residual.extracting(droppingFirst: arena.rowRoom)
    point = drift.extracting(droppingFirst: arena.rowRoom)
    edge = point.extracting(droppingFirst: arena.variableRoom)
    gradient = edge.extracting(droppingFirst: arena.variableRoom)
    multiplier = gradient.extracting(droppingFirst: arena.variableRoom)
    entering = multiplier.extracting(droppingFirst: arena.variableRoom)
    unknown = memory.items(arena.flags)
    queue = unknown.extracting(droppingFirst: arena.rowRoom)
    directions = queue.extracting(droppingFirst: arena.rowRoom)
    isKnown = directions.extracting(droppingFirst: arena.variableRoom)
    events = memory.items(arena.events)
  }

  /// Operations of a step along an edge beside the exchange: it looks at all rows, their terms and the variables.
  @inline(__always) var stepWork: Int {
    Int(rows[rowCount].firstTerm - rows[0].firstTerm) + 2 * (rowCount + count)
  }

  /// Whether more is wanted than allowed: what the block says then is of no use.
  @inline(__always) var isExhausted: Bool { work > workLimit }

  @inline(__always) func termRange(_ row: Int) -> Range<Int> {
    Int(rows[row].firstTerm)..<Int(rows[row + 1].firstTerm)
  }

  /// The rows of a level; of one beyond the real ones, the tail row of a variable.
  @inline(__always) private func rowRange(ofLevel level: Int) -> Range<Int> {
    guard level >= levelCount else { return Int(levelStarts[level])..<Int(levelStarts[level + 1]) }
    return tailStart + level - levelCount..<tailStart + level - levelCount + 1
  }

  @inline(__always) func level(ofRow row: Int) -> Int {
    row < tailStart ? Int(rows[row].level) : levelCount + row - tailStart
  }

  // MARK: The vertex

  /// Starts at the tail: every variable at its natural value.
  mutating func resetBasis() {
    work += rowCount + count
    vectors?.long.place = -1
    for index in 0..<rowCount {
      place[index] = -1
      side[index] = 1
    }
    for index in 0..<count { masks[index] = 0 }
    for variable in 0..<count { activate(tailStart + variable, at: variable, coefficient: 1) }
  }

  /// Makes `row`, which is on this one variable, active at it. Only before the first pivot.
  func activate(_ row: Int, at variable: Int, coefficient: Double) {
    active[variable] = Int32(row)
    place[row] = Int32(variable)
    guard !isSparse else { return }
    inverse[variable * count + variable] = 1 / coefficient
    masks[variable] |= 1 << UInt64(variable)
  }

  @inline(__always) func forEachEntry(ofVariable variable: Int, _ body: (_ place: Int, _ entry: Double) -> Void) {
    let entries = inverse.extracting(droppingFirst: variable * count)
    var bits = masks[variable]
    while bits != 0 {
      let place = bits.trailingZeroBitCount
      bits &= bits &- 1
      body(place, entries[place])
    }
  }

  @inline(__always) func entry(_ variable: Int, _ place: Int) -> Double {
    masks[variable] & (1 << UInt64(place)) != 0 ? inverse[variable * count + place] : 0
  }

  /// The point where the active rows meet, and every row's distance from its target.
  mutating func recomputePoint() {
    if isSparse {
      factorBasis()
      if isExhausted { return }
      basis!.solvePoint(target, point)
      meetLongRow()
      work += basis!.takeWork() + stepWork
    } else {
      var visited = count
      for variable in 0..<count {
        var sum = 0.0
        forEachEntry(ofVariable: variable) { place, entry in
          sum += entry * target[Int(active[place])]
          visited += 1
        }
        point[variable] = sum
      }
      work += visited + stepWork
    }
    recomputeResiduals(0..<tailStart)
    for variable in 0..<count { residual[tailStart + variable] = tailDistance(variable) }
    for place in 0..<count { residual[Int(active[place])] = 0 }
  }

  mutating func recomputeResiduals(_ rows: Range<Int>) {
    for row in rows { residual[row] = distance(row) }
  }

  /// By how much a row is above its target at `point`.
  @inline(__always) func distance(_ row: Int) -> Double {
    var sum = -target[row]
    for index in termRange(row) { sum += terms[index].coefficient * point[Int(terms[index].variable)] }
    return sum
  }

  /// The same for the tail row of a variable, which is `1 · variable`.
  @inline(__always) func tailDistance(_ variable: Int) -> Double { point[variable] - target[tailStart + variable] }

  // MARK: Optimising

  /// Walks to the lexicographic optimum; false when it did not get there.
  ///
  /// - Parameter first: the first level to look at; those before it are optimal as they are.
  mutating func optimise(from first: Int = 0) -> Bool {
    guard optimiseLevels(from: first) else { return false }
    guard needsTail else { return true }
    if isSparse { findKnownVariables() }
    for variable in max(0, first - levelCount)..<count where isOpen(variable) {
      let level = levelCount + variable
      guard descend(rowRange(ofLevel: level)) else { return false }
      if !closeDirections(level) { return true }
      if isSparse { settle(variable) }
    }
    return true
  }

  /// The real levels; `needsTail` says whether they left anything open.
  private mutating func optimiseLevels(from first: Int) -> Bool {
    openLevels(from: first)
    leftOut = []
    for level in min(first, levelCount)..<levelCount where needsTail || firstAllOrNothingLevel < levelCount {
      guard descend(rowRange(ofLevel: level)) else { return false }
      if level >= firstAllOrNothingLevel && leaveOut(rowRange(ofLevel: level).lowerBound) { continue }
      needsTail = closeDirections(level)
    }
    return true
  }

  /// Forgets a row that does not hold at the optimum of its level; false when it does.
  private mutating func leaveOut(_ row: Int) -> Bool {
    guard excess(row) > TapeRunner.tolerance(target[row]) else { return false }
    leftOut.append(rowsAgainst(row))
    decides[row] = false
    return true
  }

  /// A row that is as near to its target as those before it let it be, and those of them that keep it from going on:
  /// the active rows that it is a combination of. Where a move off one of these would help, but would break another row
  /// that is just tight, the same of that row.
  private mutating func rowsAgainst(_ row: Int) -> [Int] {
    var rows = [row]
    func add(_ row: Int) {
      work += rows.count
      if !rows.contains(row) { rows.append(row) }
    }
    var next = 0
    while next < rows.count {
      let level = rows[next]..<rows[next] + 1
      next += 1
      guard place[level.lowerBound] < 0 else { continue }
      computeMultipliers(level)
      work += count
      for place in 0..<count where abs(multiplier(at: place)) > GeneralBlock.zero {
        add(Int(active[place]))
        for sign: Int32 in [1, -1] where reducedCost(place, sign, level) < -GeneralBlock.zero {
          let closed = closing[closingIndex(place, sign)]
          guard closed < levelCount else { continue }
          for row in rowRange(ofLevel: Int(closed)) where excess(row) >= -GeneralBlock.tightness { add(row) }
        }
      }
    }
    return rows
  }

  /// Rows of the first level with a part in what cannot hold, each with what it is multiplied by: where all that they
  /// are off by is as little as it can be, they come to `0 == something else`. First those that are not active; none at
  /// all when that point is not found.
  mutating func certificate() -> (rows: [(row: Int, multiplier: Double)], inactive: Int) {
    let level = rowRange(ofLevel: 0)
    openLevels(from: 0)
    // Leaves the multipliers of the point behind.
    guard descend(level) else { return ([], 0) }
    work += level.count + count
    let inactive = level.filter { place[$0] < 0 && slope($0) != 0 }
    let held = (0..<count).filter { abs(multiplier(at: $0)) > GeneralBlock.zero }
    return (
      inactive.map { ($0, slope($0)) } + held.map { (Int(active[$0]), multiplier(at: $0)) }, inactive.count
    )
  }

  /// Begins with level `first` anew: neither it nor those after it have closed or decided anything.
  private mutating func openLevels(from first: Int) {
    needsTail = openDirections(from: first)
    for row in rowRange(ofLevel: first).lowerBound..<rowCount { decides[row] = false }
  }

  /// Opens all directions that were not closed before level `first`; false when there is none.
  private mutating func openDirections(from first: Int) -> Bool {
    var openCount = 0
    for place in 0..<count {
      directions[place] = 0
      for sign: Int32 in [1, -1] where closing[closingIndex(place, sign)] >= first {
        closing[closingIndex(place, sign)] = GeneralBlock.open
        directions[place] |= bit(sign)
      }
      if directions[place] != 0 { openCount += 1 }
    }
    openPlaces = openCount
    return openCount > 0
  }

  /// The variables that the real levels do not decide: those whose least and greatest value differ among the optima
  /// of all real levels. From any vertex; leaves another behind.
  mutating func freeVariables() -> [Int] {
    guard optimiseLevels(from: 0), needsTail else { return [] }
    if isSparse { findKnownVariables() }
    // Whatever moves on the way to the end of one variable is free as well.
    var least = (0..<count).map { point[$0] }
    var most = least
    func isFree(_ variable: Int) -> Bool { most[variable] - least[variable] > GeneralBlock.tightness }
    func reach(_ value: Double, _ variable: Int) {
      least[variable] = min(least[variable], value)
      most[variable] = max(most[variable], value)
    }
    for variable in 0..<count where !isFree(variable) && !isExhausted && isOpen(variable) {
      for sign in [1.0, -1] where !isFree(variable) && !isExhausted {
        let end = farthest(variable, sign: sign)
        for other in 0..<count { reach(point[other], other) }
        reach(end, variable)
        work += count
      }
    }
    return (0..<count).filter(isFree)
  }

  /// The greatest (+1) or least (-1) value of a variable along open directions. Leaves the vertex there behind.
  private mutating func farthest(_ variable: Int, sign: Double) -> Double {
    pull = (variable, sign)
    defer { pull = nil }
    let reachedEnd = descend(tailStart..<tailStart)
    return reachedEnd || isExhausted ? point[variable] : sign * Double.infinity
  }

  /// Whether an open direction moves the variable.
  private mutating func isOpen(_ variable: Int) -> Bool {
    if isSparse { return isKnown[variable] == 0 && hasOpenMultiplier(tailStart + variable) }
    work += 1
    var isOpen = false
    forEachEntry(ofVariable: variable) { place, entry in
      if directions[place] != 0 && abs(entry) > GeneralBlock.zero { isOpen = true }
    }
    return isOpen
  }

  /// Optimises the rows of one level by moves along open directions.
  private mutating func descend(_ level: Range<Int>) -> Bool {
    for row in level { decides[row] = true }
    refreshSides(level)
    idlePivots = 0
    let hasArrived = isSparse ? descendInBasis(level) : descendInInverse(level)
    if !hasArrived { takeBackAsides() }
    return hasArrived
  }

  private mutating func descendInInverse(_ level: Range<Int>) -> Bool {
    let limit = 200 + 20 * (count + rowCount)
    var steps = 0
    while true {
      computeMultipliers(level)
      guard let (place, sign) = cheapestMove(level) else {
        if asides.isEmpty { return true }
        // The rows that were met are active, so most often nothing is left to do.
        takeBackAsides()
        recomputePoint()
        refreshSides(level)
        continue
      }
      if isGoingRound { moveAside(level) }
      steps += 1
      guard steps <= limit, !isExhausted, move(place, sign, level) else { return false }
    }
  }

  /// By feel: that many steps that go nowhere are usual where some rows meet.
  var isGoingRound: Bool { idlePivots > 20 }

  /// Moves the targets of rows that meet here a little, each by another distance and to where the point is on the side
  /// that the row is taken for. So every step gains something, and the walk comes to an end. The classic remedy:
  /// Charnes, Optimality and degeneracy in linear programming, Econometrica 20 (1952).
  mutating func moveAside(_ level: Range<Int>) {
    idlePivots = 0
    var size = 1.0
    for row in 0..<level.upperBound where decides[row] && place[row] < 0 && abs(residual[row]) <= GeneralBlock.tightness
    {
      // In 1..<2 and irregular: no sums of some come to the same.
      size = (size * 7.38905609893065).truncatingRemainder(dividingBy: 1) + 1
      asides.append((row, target[row]))
      let distance = size * GeneralBlock.aside * (side[row] > 0 ? 1 : -1)
      target[row] -= distance
      residual[row] += distance
    }
    work += level.upperBound
  }

  mutating func takeBackAsides() {
    // One may have been moved twice.
    for (row, target) in asides.reversed() { self.target[row] = target }
    asides = []
  }

  /// Rows that are at their target keep the side they were on: either is right.
  mutating func refreshSides(_ range: Range<Int>) {
    for row in range where hasChangedSides(row) { side[row] = -side[row] }
  }

  @inline(__always) func hasChangedSides(_ row: Int) -> Bool {
    place[row] < 0 && abs(residual[row]) > GeneralBlock.zero && (residual[row] > 0) != (side[row] > 0)
  }

  /// The first level with a row that has changed sides, among the rows that decide.
  mutating func firstChangedLevel() -> Int? {
    for row in 0..<rowCount where decides[row] && hasChangedSides(row) { return level(ofRow: row) }
    return nil
  }

  /// Slope of an inactive row on its side.
  @inline(__always) func slope(_ row: Int) -> Double {
    let isAbove = side[row] > 0
    switch rows[row].relation {
    case .equal: return isAbove ? 1 : -1
    case .lessThanOrEqual: return isAbove ? 1 : 0
    case .greaterThanOrEqual: return isAbove ? 0 : -1
    }
  }

  /// `multiplier = -inverseᵀ · gradient` of the inactive rows of a level.
  mutating func computeMultipliers(_ level: Range<Int>) {
    if isSparse { return computeMultipliersInBasis(level) }
    var visited = 3 * count + level.count
    for index in 0..<count {
      gradient[index] = 0
      multiplier[index] = 0
    }
    if let pull { gradient[pull.variable] = -pull.sign }
    for row in level where place[row] < 0 {
      let slope = slope(row)
      guard slope != 0 else { continue }
      for index in termRange(row) { gradient[Int(terms[index].variable)] += slope * terms[index].coefficient }
    }
    for variable in 0..<count where gradient[variable] != 0 {
      let factor = gradient[variable]
      visited += 2
      forEachEntry(ofVariable: variable) { place, entry in
        multiplier[place] -= factor * entry
        visited += 1
      }
    }
    work += visited
  }

  /// What one unit of moving off the active row at `place` costs at this level.
  @inline(__always) mutating func reducedCost(_ place: Int, _ sign: Int32, _ level: Range<Int>) -> Double {
    let multiplier = multiplier(at: place)
    return ownCost(place, sign, level) - (sign > 0 ? multiplier : -multiplier)
  }

  /// What of that is the row's own.
  @inline(__always) func ownCost(_ place: Int, _ sign: Int32, _ level: Range<Int>) -> Double {
    let row = Int(active[place])
    guard level.contains(row) else { return 0 }
    return rows[row].relation == (sign > 0 ? .greaterThanOrEqual : .lessThanOrEqual) ? 0 : 1
  }

  /// The open direction that gains most.
  private mutating func cheapestMove(_ level: Range<Int>) -> (place: Int, sign: Int32)? {
    var best: (place: Int, sign: Int32)?
    var bestCost = -GeneralBlock.zero
    for place in 0..<count where directions[place] != 0 {
      for sign: Int32 in [1, -1] where directions[place] & bit(sign) != 0 {
        let cost = reducedCost(place, sign, level)
        if cost < bestCost - 1e-12 {
          best = (place, sign)
          bestCost = cost
        }
      }
    }
    return best
  }

  @inline(__always) func bit(_ sign: Int32) -> Int32 { sign > 0 ? 1 : 2 }

  @inline(__always) func closingIndex(_ place: Int, _ sign: Int32) -> Int { 2 * place + (sign > 0 ? 0 : 1) }

  /// Closes what costs at this level, by the multipliers with which `descend` ended; false when nothing is open any
  /// more.
  private mutating func closeDirections(_ level: Int) -> Bool {
    let rows = rowRange(ofLevel: level)
    if isSparse {
      // A place that costs nothing is neither of this level nor does it have a multiplier.
      for row in rows where place[row] >= 0 { closeDirections(at: Int(place[row]), level, rows) }
      let multipliers = vectors!.multiplier
      for index in 0..<multipliers.count { closeDirections(at: multipliers.index(index), level, rows) }
      if price != 0 {
        let shares = vectors!.long.shares
        for index in 0..<shares.count { closeDirections(at: shares.index(index), level, rows) }
        work += shares.count
        vectors!.long.judged = nil
      }
    } else {
      for place in 0..<count { closeDirections(at: place, level, rows) }
    }
    return openPlaces > 0
  }

  @inline(__always) private mutating func closeDirections(at place: Int, _ level: Int, _ rows: Range<Int>) {
    guard directions[place] != 0 else { return }
    for sign: Int32 in [1, -1] where directions[place] & bit(sign) != 0 {
      guard reducedCost(place, sign, rows) > GeneralBlock.zero else { continue }
      directions[place] &= ~bit(sign)
      closing[closingIndex(place, sign)] = Int32(truncatingIfNeeded: level)
    }
    if directions[place] == 0 { openPlaces -= 1 }
  }

  /// Moves off an active row until the level stops gaining (a long step over many kinks) or a row of a higher level
  /// would begin to cost, and makes the row met there active. False when there is no such row.
  private mutating func move(_ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>) -> Bool {
    let leaving = Int(active[leavingPlace])
    for variable in 0..<count { edge[variable] = Double(sign) * entry(variable, leavingPlace) }
    guard let met = firstStop(collectEvents(upTo: level.upperBound), leavingPlace, sign, level) else { return false }
    work += stepWork
    exchange(leavingPlace, for: Int(met.row))
    arrive(at: met, leaving, leavingPlace, sign, level)
    if pivots % GeneralBlock.refreshInterval == 0 { recomputePoint() } else { advance(met.step, leaving, sign) }
    return true
  }

  /// Where an edge ends: the level stops gaining, or a row of a higher level would begin to cost. Rows of this level
  /// that are met before change sides; what that does to the slopes of a large block is left in `basis` to be
  /// expressed.
  mutating func firstStop(
    _ eventCount: Int, _ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>
  ) -> RatioEvent? {
    var total = reducedCost(leavingPlace, sign, level)
    var heap = EventHeap(events, count: eventCount)
    while let event = heap.popFirst() {
      let row = Int(event.row)
      guard row >= level.lowerBound else { return event }
      total += event.size * (rows[row].relation == .equal ? 2 : 1)
      if total >= -GeneralBlock.zero { return event }
      let before = slope(row)
      side[row] = -side[row]
      if isSparse {
        basis!.addToVariables(ofRow: row, slope(row) - before)
        work += 8
      }
    }
    return nil
  }

  /// Adds an inactive row up to a level whose target the edge brings nearer to the events.
  @inline(__always) func addEvent(_ row: Int, upTo end: Int, _ eventCount: inout Int) {
    let change = drift[row]
    guard row < end, decides[row], place[row] < 0, abs(change) >= GeneralBlock.zero, (change > 0) != (side[row] > 0)
    else { return }
    events[eventCount] = RatioEvent(step: max(0, -residual[row] / change), size: abs(change), row: Int32(row))
    eventCount += 1
  }

  /// Notes which directions the row that was met leaves open.
  @inline(__always) mutating func arrive(
    at met: RatioEvent, _ leaving: Int, _ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>
  ) {
    idlePivots = met.step <= 1e-12 ? idlePivots + 1 : 0
    pivots += 1
    side[leaving] = sign > 0 ? 1 : -1
    // Back along the edge costs nothing above this level; onwards only if the row met is of this level.
    directions[leavingPlace] = 3
    for sign: Int32 in [1, -1] { closing[closingIndex(leavingPlace, sign)] = GeneralBlock.open }
    if Int(met.row) < level.lowerBound {
      let onwards = -Int32(side[Int(met.row)])
      directions[leavingPlace] &= ~bit(onwards)
      closing[closingIndex(leavingPlace, onwards)] = Int32(truncatingIfNeeded: self.level(ofRow: Int(met.row)))
    }
  }

  /// How inactive rows change along the edge, and which of them up to this level it brings to their target.
  private mutating func collectEvents(upTo end: Int) -> Int {
    var eventCount = 0
    for row in 0..<rowCount where place[row] < 0 {
      var sum = 0.0
      for index in termRange(row) { sum += terms[index].coefficient * edge[Int(terms[index].variable)] }
      drift[row] = sum
      addEvent(row, upTo: end, &eventCount)
    }
    return eventCount
  }

  private mutating func advance(_ step: Double, _ leaving: Int, _ sign: Int32) {
    for variable in 0..<count { point[variable] += step * edge[variable] }
    for row in 0..<rowCount {
      residual[row] = place[row] >= 0 ? 0 : row == leaving ? Double(sign) * step : residual[row] + step * drift[row]
    }
  }

  /// Replaces the active row at a place and updates the inverse.
  mutating func exchange(_ leavingPlace: Int, for row: Int) {
    place[Int(active[leavingPlace])] = -1
    active[leavingPlace] = Int32(row)
    place[row] = Int32(leavingPlace)
    var mask: UInt64 = 0
    for index in 0..<count { entering[index] = 0 }
    var entries = 0
    for index in termRange(row) {
      let variable = Int(terms[index].variable)
      let coefficient = terms[index].coefficient
      mask |= masks[variable]
      forEachEntry(ofVariable: variable) { place, entry in
        entering[place] += coefficient * entry
        entries += 1
      }
    }
    let workOfARow = 2 + min(entries, count)
    // A column of the inverse is read from everywhere in memory.
    work += 4 * count
    let inversePivot = 1 / entering[leavingPlace]
    mask &= ~(1 << UInt64(leavingPlace))
    for variable in 0..<count {
      let factor = entry(variable, leavingPlace) * inversePivot
      guard factor != 0 else { continue }
      work += workOfARow
      let entries = inverse.extracting(droppingFirst: variable * count)
      var bits = mask
      let old = masks[variable]
      var new = old | bits
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        let index = bits.trailingZeroBitCount
        bits ^= bit
        let value = (old & bit != 0 ? entries[index] : 0) - factor * entering[index]
        entries[index] = value
        // What cancels leaves: pivots to and fro would fill the inverse.
        if abs(value) < 1e-14 { new ^= bit }
      }
      entries[leavingPlace] = factor
      masks[variable] = new | 1 << UInt64(leavingPlace)
    }
  }
}
