/// Large blocks: the same walk with sparse factors in place of the inverse. Nothing is looked at that a step does not
/// change: multipliers follow from those before, and rows move only if the edge moves one of their variables.
extension GeneralBlock {
  /// Looks at so many attractive moves for the best of them, and next time at those that follow.
  private static let judgedAtOnce = 8

  /// Makes `basis` and `vectors`; the rows are put in order with the next `recomputePoint`.
  mutating func beginBasis(_ memory: SparseMemory, _ standIn: Int32) {
    vectors = SparseVectors(self, memory)
    if longRow >= 0 && standIn >= 0 {
      vectors!.long.standIn = Int(standIn)
      vectors!.long.place = Int(place[longRow])
    }
    basis = SparseBasis(self, memory)
    work += 10 * (count + rowCount)
  }

  /// Puts the active rows in order; rows that depend on others give way to tail rows (`hasReplacedRows`).
  mutating func factorBasis() {
    vectors!.hasReplacedRows = false
    while !isExhausted {
      let (active, place) = (active, place)
      exchangeStandIn()
      let isWhole = basis!.factor(active: active, place: place, rowCount: rowCount, workLimit: workLimit - work) {
        index, variable in
        place[Int(active[index])] = -1
        active[index] = Int32(tailStart + variable)
        place[tailStart + variable] = Int32(index)
      }
      exchangeStandIn()
      work += basis!.takeWork()
      if isWhole { return expressLongRow() }
      vectors!.hasReplacedRows = true
    }
  }

  var hasReplacedRows: Bool { vectors?.hasReplacedRows ?? false }

  /// Notes which variables no open direction moves, nor will any that is left when more of them are closed.
  ///
  /// All directions are followed at once, each by another number, so that what they do to a variable does not cancel.
  mutating func findKnownVariables() {
    var size = 1.0
    for place in 0..<count where directions[place] != 0 {
      // In 1..<2 and irregular: multiples of one number would add up to others.
      size = (size * 7.38905609893065).truncatingRemainder(dividingBy: 1) + 1
      addEdge(place, size)
    }
    basis!.edge(&vectors!.edge)
    // While none of the first level is broken, none ever will be.
    let first = 0..<Int(levelStarts[1])
    let holds = first.allSatisfy { excess($0) <= GeneralBlock.zero }
    forgetKnown { holds && first.contains($0) && rows[$0].relation == .equal }
    for variable in 0..<count where abs(edge[variable]) <= GeneralBlock.zero { settle(variable) }
    work += basis!.takeWork() + stepWork
  }

  /// The variable has one value left, and so has what follows from it by equalities that hold.
  mutating func settle(_ variable: Int) {
    if isKnown[variable] == 0 { deduce(from: variable) { _, _ in true } }
  }

  /// Whether a move along an open direction changes a row. If so, its multipliers are there.
  mutating func hasOpenMultiplier(_ row: Int) -> Bool {
    if place[row] >= 0 { return directions[Int(place[row])] != 0 }
    refreshSides(row..<row + 1)
    computeMultipliersInBasis(row..<row + 1)
    vectors!.preparedLevel = row..<row + 1
    let (multipliers, shares) = (vectors!.multiplier, vectors!.long.shares)
    func isOpen(_ place: Int) -> Bool {
      guard directions[place] != 0 else { return false }
      return abs(multiplier(at: place)) > GeneralBlock.zero
    }
    for index in 0..<multipliers.count where isOpen(multipliers.index(index)) { return true }
    guard price != 0 else { return false }
    work += shares.count
    for index in 0..<shares.count where isOpen(shares.index(index)) { return true }
    return false
  }

  mutating func descendInBasis(_ level: Range<Int>) -> Bool {
    let limit = 200 + 20 * (count + rowCount)
    var steps = 0
    if vectors!.preparedLevel != level || pull != nil { computeMultipliersInBasis(level) }
    vectors!.preparedLevel = nil
    while true {
      if let (place, sign) = attractiveMove(level) {
        if isGoingRound { moveAside(level) }
        steps += 1
        guard steps <= limit, !isExhausted, moveInBasis(place, sign, level) else {
          // Leaves nothing half solved behind.
          basis!.express(&vectors!.change)
          return false
        }
      } else if !vectors!.areMultipliersExact {
        computeMultipliersInBasis(level)
      } else if asides.isEmpty {
        return true
      } else {
        takeBackAsides()
        guard beginAnew(level) else { return false }
      }
    }
  }

  mutating func computeMultipliersInBasis(_ level: Range<Int>) {
    if let pull { basis!.addToVariable(pull.variable, pull.sign) }
    for row in level where place[row] < 0 {
      let slope = slope(row)
      if slope != 0 { basis!.addToVariables(ofRow: row, -slope) }
    }
    let isPartial = beginJudging(level)
    basis!.express(&vectors!.multiplier)
    setPrice()
    if isPartial { judge(vectors!.multiplier, level) } else { judgeAll(level) }
    vectors!.areMultipliersExact = true
    work += basis!.takeWork() + 2 * level.count + count >> 12
  }

  /// Forgets which moves gained at another level. With a long row the tail goes on from the level before: false if all
  /// places have to be looked at.
  private mutating func beginJudging(_ level: Range<Int>) -> Bool {
    vectors!.attractive.removeAll()
    let dropped = vectors!.dropped
    vectors!.dropped.removeAll(keepingCapacity: true)
    let before = vectors!.long.judged
    let isActive = vectors!.long.place >= 0
    vectors!.long.judged = isActive && level.lowerBound >= tailStart && pull == nil ? level : nil
    guard isActive else { return true }
    guard let before, vectors!.long.judged != nil else { return false }
    // What had multipliers has none of them now, and the tail row has no own cost any more.
    let old = vectors!.multiplier
    for index in 0..<old.count { multiplier[old.index(index)] = 0 }
    price = 0
    judge(old, level)
    for place in dropped { judge(Int(place), level, vectors!.long, vectors!.attractive) }
    for row in [before.lowerBound, level.lowerBound] where place[row] >= 0 {
      judge(Int(place[row]), level, vectors!.long, vectors!.attractive)
    }
    return true
  }

  private mutating func judgeAll(_ level: Range<Int>) {
    let (long, attractive) = (vectors!.long, vectors!.attractive)
    for place in 0..<count { judge(place, level, long, attractive) }
    work += 2 * count
  }

  /// Whether moves from places of a list gain.
  private mutating func judge(_ list: SparseVector, _ level: Range<Int>) {
    let (long, attractive) = (vectors!.long, vectors!.attractive)
    for index in 0..<list.count { judge(list.index(index), level, long, attractive) }
  }

  @inline(__always) private mutating func judge(
    _ place: Int, _ level: Range<Int>, _ long: LongRow, _ attractive: PendingBits
  ) {
    if long.place >= 0 && offer(place, level, long) {
      attractive.remove(place)
    } else if bestSign(place, level) != nil {
      attractive.insert(place)
    } else {
      attractive.remove(place)
    }
  }

  /// The open direction of a place that gains, and what it costs.
  @inline(__always) mutating func bestSign(_ place: Int, _ level: Range<Int>) -> (sign: Int32, cost: Double)? {
    for sign: Int32 in [1, -1] where directions[place] & bit(sign) != 0 {
      let cost = reducedCost(place, sign, level)
      if cost < -GeneralBlock.zero { return (sign, cost) }
    }
    return nil
  }

  private mutating func attractiveMove(_ level: Range<Int>) -> (place: Int, sign: Int32)? {
    var best = bestOffer(level)
    var left = GeneralBlock.judgedAtOnce
    let attractive = vectors!.attractive
    let start = vectors!.nextJudged
    var next = start
    for range in [start..<count, 0..<start] {
      var from = range.lowerBound
      while left > 0, let place = attractive.first(in: from..<range.upperBound) {
        from = place + 1
        next = from
        left -= 1
        guard let (sign, cost) = bestSign(place, level) else { continue }
        if cost < best?.cost ?? 0 { best = (place, sign, cost) }
      }
    }
    vectors!.nextJudged = next
    work += GeneralBlock.judgedAtOnce - left + count >> 12
    return best.map { ($0.place, $0.sign) }
  }

  /// As `move`. Where a coefficient comes out differently by row and by column, rounding has added up, and the rows are
  /// put in order anew.
  private mutating func moveInBasis(_ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>) -> Bool {
    let leaving = Int(active[leavingPlace])
    addEdge(leavingPlace, 1)
    basis!.edge(&vectors!.edge)
    driftRows(Double(sign))
    let moving = vectors!.drift
    var eventCount = 0
    for index in 0..<moving.count { addEvent(moving.index(index), upTo: level.upperBound, &eventCount) }
    work += moving.count
    guard let met = firstStop(eventCount, leavingPlace, sign, level) else { return false }
    let row = Int(met.row)
    basis!.express(&vectors!.change)
    basis!.addToVariables(ofRow: row, 1)
    basis!.express(&vectors!.entering)
    work += basis!.takeWork()
    let pivot = entry(of: vectors!.entering, at: leavingPlace)
    let isReliable = abs(pivot * Double(sign) - drift[row]) <= 1e-7 * max(1, abs(pivot))
    // Seen from the row it does not move with the edge.
    guard abs(pivot) > 1e-11 else { return beginAnew(level) }

    let enteringSlope = level.contains(row) ? slope(row) : 0
    place[leaving] = -1
    active[leavingPlace] = met.row
    place[row] = Int32(leavingPlace)
    arrive(at: met, leaving, leavingPlace, sign, level)
    advanceAlongEdge(met.step, leaving, sign)
    takeOutMultipliers(of: leaving, leavingPlace, level)
    let exchanged = placeLongRow(leaving, leavingPlace)
    if isReliable && (exchanged == nil || basis!.exchange(exchanged!, vectors!.entering)) {
      updateMultipliers(exchanged, enteringSlope)
      if row == longRow || leaving == longRow {
        judgeAll(level)
      } else {
        judge(vectors!.change, level)
        judge(vectors!.entering, level)
        judge(leavingPlace, level, vectors!.long, vectors!.attractive)
      }
    } else if !beginAnew(level) {
      return false
    }
    work += basis!.takeWork()
    return true
  }

  /// Puts the active rows in order, and goes on from where they meet. False when they do not.
  private mutating func beginAnew(_ level: Range<Int>) -> Bool {
    recomputePoint()
    if isExhausted || hasReplacedRows { return false }
    refreshSides(level)
    // Any share of the long row may be another now.
    vectors!.long.judged = nil
    computeMultipliersInBasis(level)
    return true
  }

  /// How rows change along the edge.
  private mutating func driftRows(_ sign: Double) {
    var rows = vectors!.drift
    let moving = vectors!.edge
    rows.removeAll()
    var visited = 0
    for index in 0..<moving.count {
      let variable = moving.index(index)
      let step = sign * edge[variable]
      let range = Int(columnStarts[variable])..<Int(columnStarts[variable + 1])
      visited += range.count
      for index in range { rows.add(Int(columns[index].row), step * columns[index].coefficient) }
    }
    vectors!.drift = rows
    work += 2 * visited
  }

  private mutating func advanceAlongEdge(_ step: Double, _ leaving: Int, _ sign: Int32) {
    let (variables, rows) = (vectors!.edge, vectors!.drift)
    for index in 0..<variables.count {
      let variable = variables.index(index)
      point[variable] += step * Double(sign) * edge[variable]
    }
    for index in 0..<rows.count {
      let row = rows.index(index)
      residual[row] = place[row] >= 0 ? 0 : row == leaving ? Double(sign) * step : residual[row] + step * drift[row]
    }
    work += rows.count
  }

  /// The rows that changed sides and the one that is left behind pull at this level as they do now.
  private mutating func takeOutMultipliers(of leaving: Int, _ leavingPlace: Int, _ level: Range<Int>) {
    let change = vectors!.change
    for index in 0..<change.count {
      let place = change.index(index)
      vectors!.multiplier.add(place, -change[place])
    }
    work += change.count
    let leavingSlope = level.contains(leaving) ? slope(leaving) : 0
    guard leavingSlope != 0 else { return }
    if leaving == longRow {
      vectors!.multiplier.subtract(leavingSlope, vectors!.long.shares)
      work += vectors!.long.shares.count
    } else {
      vectors!.multiplier.add(leavingPlace, -leavingSlope)
    }
  }

  /// The multipliers after an exchange: the row that is active now pulls no longer, and the others are expressed by it.
  private mutating func updateMultipliers(_ exchanged: Int?, _ enteringSlope: Double) {
    let expressed = vectors!.entering
    if let exchanged {
      vectors!.multiplier.exchange(exchanged, expressed)
      if enteringSlope != 0 { vectors!.multiplier.add(exchanged, enteringSlope) }
      if vectors!.long.place >= 0 { vectors!.long.shares.exchange(exchanged, expressed) }
    } else if enteringSlope != 0 {
      vectors!.multiplier.subtract(-enteringSlope, expressed)
    }
    setPrice()
    vectors!.areMultipliersExact = false
    work += 2 * expressed.count
  }
}

/// What a walk with sparse factors has at hand from step to step.
struct SparseVectors {
  /// By place.
  var entering: SparseVector
  var multiplier: SparseVector
  /// By place: by how much rows that changed sides change the multipliers.
  var change: SparseVector
  /// By variable, and by row.
  var edge: SparseVector
  var drift: SparseVector
  /// Places from which a move gains.
  let attractive: PendingBits
  /// Places whose moves gained by less than counts for the price of the long row at that moment.
  var dropped: [Int32] = []
  /// The place to look at first.
  var nextJudged = 0
  /// Whether the multipliers were computed from the slopes and not from those before.
  var areMultipliersExact = false
  var hasReplacedRows = false
  /// A level for which the multipliers have just been computed.
  var preparedLevel: Range<Int>?
  var long: LongRow

  init(_ block: borrowing GeneralBlock, _ memory: SparseMemory) {
    let count = block.count
    entering = memory.vector(count, block.entering, list: 0)
    multiplier = memory.vector(count, block.multiplier, list: 1)
    change = memory.vector(count, memory.items(memory.arena.change), list: 2)
    edge = memory.vector(count, block.edge, list: 3)
    drift = SparseVector(block.rowCount, numbers: block.drift, list: memory.items(memory.arena.listedRows))
    attractive = PendingBits(count, memory.items(memory.arena.attractive))
    long = LongRow(count, memory, isNeeded: block.longRow >= 0)
  }
}
