/// Large blocks: the same walk with sparse factors in place of the inverse. Nothing is looked at that a step does not
/// change: multipliers follow from those before, and rows move only if the edge moves one of their variables.
extension GeneralBlock {
  /// Looks at so many attractive moves for the best of them, and next time at those that follow.
  private static let pricedAtOnce = 16

  /// Makes `basis` and `vectors`; the rows are put in order with the next `recomputePoint`.
  mutating func beginBasis(_ memory: SparseMemory, _ scratch: Lent<BlockScratch>) {
    vectors = SparseVectors(
      count: count, rowCount: rowCount, memory, entering: entering, multiplier: multiplier, edge: edge, drift: drift)
    basis = SparseBasis(
      count: count, rowCount: rowCount, rows: rows, terms: terms, columnStarts: columnStarts, columns: columns,
      memory: memory,
      scratch)
    work += 10 * (count + rowCount)
  }

  /// Puts the active rows in order; rows that depend on others give way to tail rows (`hasReplacedRows`).
  mutating func factorBasis() {
    vectors!.hasReplacedRows = false
    while !isExhausted {
      let (active, place) = (active, place)
      let isWhole = basis!.factor(active: active, place: place, rowCount: rowCount, workLimit: workLimit - work) {
        index, variable in
        place[Int(active[index])] = -1
        active[index] = Int32(tailStart + variable)
        place[tailStart + variable] = Int32(index)
      }
      work += basis!.takeWork()
      if isWhole { return }
      vectors!.hasReplacedRows = true
    }
  }

  var hasReplacedRows: Bool { vectors?.hasReplacedRows ?? false }

  mutating func isOpenInBasis(_ variable: Int) -> Bool {
    basis!.addToVariable(variable, 1)
    basis!.express(&vectors!.entering)
    work += basis!.takeWork()
    let expressed = vectors!.entering
    for index in 0..<expressed.count {
      let place = expressed.index(index)
      if directions[place] != 0 && abs(entering[place]) > GeneralBlock.zero { return true }
    }
    return false
  }

  mutating func descendInBasis(_ level: Range<Int>) -> Bool {
    let limit = 200 + 20 * (count + rowCount)
    var steps = 0
    computeMultipliersInBasis(level)
    while true {
      if let (place, sign) = attractiveMove(level) {
        steps += 1
        guard steps <= limit, !isExhausted, moveInBasis(place, sign, level) else {
          // Leaves nothing half solved behind.
          basis!.express(&vectors!.change)
          return false
        }
      } else if vectors!.areMultipliersExact {
        return true
      } else {
        computeMultipliersInBasis(level)
      }
    }
  }

  mutating func computeMultipliersInBasis(_ level: Range<Int>) {
    if let pull { basis!.addToVariable(pull.variable, pull.sign) }
    for row in level where place[row] < 0 {
      let slope = slope(row)
      if slope != 0 { basis!.addToVariables(ofRow: row, -slope) }
    }
    basis!.express(&vectors!.multiplier)
    vectors!.attractive.removeAll()
    updateAttractions(vectors!.multiplier, level)
    vectors!.areMultipliersExact = true
    work += basis!.takeWork() + 2 * level.count + count >> 12
  }

  /// Whether moves from places of a list gain.
  private func updateAttractions(_ list: SparseVector, _ level: Range<Int>) {
    let attractive = vectors!.attractive
    for index in 0..<list.count {
      let place = list.index(index)
      if bestSign(place, level) != nil { attractive.insert(place) } else { attractive.remove(place) }
    }
  }

  /// The open direction of a place that gains, and what it costs.
  @inline(__always) private func bestSign(_ place: Int, _ level: Range<Int>) -> (sign: Int32, cost: Double)? {
    for sign: Int32 in [1, -1] where directions[place] & bit(sign) != 0 {
      let cost = reducedCost(place, sign, level)
      if cost < -GeneralBlock.zero { return (sign, cost) }
    }
    return nil
  }

  private mutating func attractiveMove(_ level: Range<Int>) -> (place: Int, sign: Int32)? {
    var best: (place: Int, sign: Int32)?
    var bestCost = 0.0
    var left = usesBlandRule ? count : GeneralBlock.pricedAtOnce
    let attractive = vectors!.attractive
    let start = vectors!.nextPriced
    var next = start
    for range in [start..<count, 0..<start] {
      var from = range.lowerBound
      while left > 0, let place = attractive.first(in: from..<range.upperBound) {
        from = place + 1
        next = from
        left -= 1
        guard let (sign, cost) = bestSign(place, level) else { continue }
        if usesBlandRule {
          if best == nil || active[place] < active[best!.place] { best = (place, sign) }
        } else if cost < bestCost {
          best = (place, sign)
          bestCost = cost
        }
      }
    }
    vectors!.nextPriced = next
    work += (usesBlandRule ? count : GeneralBlock.pricedAtOnce) - left + count >> 12
    return best
  }

  /// As `move`. Where a coefficient comes out differently by row and by column, rounding has added up, and the rows are
  /// put in order anew.
  private mutating func moveInBasis(_ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>) -> Bool {
    let leaving = Int(active[leavingPlace])
    basis!.edge(leavingPlace, &vectors!.edge)
    driftRows(Double(sign))
    guard let met = findRow(leavingPlace, sign, level) else { return false }
    let row = Int(met.row)
    basis!.express(&vectors!.change)
    basis!.addToVariables(ofRow: row, 1)
    basis!.express(&vectors!.entering)
    work += basis!.takeWork()
    let pivot = entering[leavingPlace]
    let isReliable = abs(pivot * Double(sign) - drift[row]) <= 1e-7 * max(1, abs(pivot))
    guard abs(pivot) > 1e-11 else { return false }

    let enteringSlope = level.contains(row) ? slope(row) : 0
    place[leaving] = -1
    active[leavingPlace] = met.row
    place[row] = Int32(leavingPlace)
    arrive(at: met, leaving, leavingPlace, sign, level)
    advanceAlongEdge(met.step, leaving, sign)
    if isReliable && basis!.exchange(leavingPlace, vectors!.entering) {
      updateMultipliers(leavingPlace, enteringSlope, level.contains(leaving) ? slope(leaving) : 0, level)
    } else {
      recomputePoint()
      if isExhausted || hasReplacedRows { return false }
      computeMultipliersInBasis(level)
    }
    work += basis!.takeWork()
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

  /// The row at which to stop; those of this level before it change sides, and what that does to the slopes is left in
  /// `basis` to be expressed.
  private mutating func findRow(_ leavingPlace: Int, _ sign: Int32, _ level: Range<Int>) -> RatioEvent? {
    let moving = vectors!.drift
    var eventCount = 0
    for index in 0..<moving.count {
      let row = moving.index(index)
      let change = drift[row]
      guard row < level.upperBound, place[row] < 0, abs(change) >= GeneralBlock.zero, (change > 0) != (side[row] > 0)
      else { continue }
      events[eventCount] = RatioEvent(step: max(0, -residual[row] / change), size: abs(change), row: Int32(row))
      eventCount += 1
    }
    work += moving.count
    var total = reducedCost(leavingPlace, sign, level)
    var heap = EventHeap(events, count: eventCount, byIndex: usesBlandRule)
    while let event = heap.popFirst() {
      let row = Int(event.row)
      guard row >= level.lowerBound else { return event }
      total += event.size * (rows[row].relation == .equal ? 2 : 1)
      if total >= -GeneralBlock.zero { return event }
      let before = slope(row)
      side[row] = -side[row]
      basis!.addToVariables(ofRow: row, slope(row) - before)
      work += 8
    }
    return nil
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

  /// The multipliers after an exchange: the slopes of this level are now those of other rows, expressed by other rows.
  private mutating func updateMultipliers(
    _ leavingPlace: Int, _ enteringSlope: Double, _ leavingSlope: Double, _ level: Range<Int>
  ) {
    let (change, expressed) = (vectors!.change, vectors!.entering)
    var multipliers = vectors!.multiplier
    for index in 0..<change.count {
      let place = change.index(index)
      multipliers.add(place, -change[place])
    }
    let pivot = entering[leavingPlace]
    let own = (multiplier[leavingPlace] + enteringSlope * pivot - leavingSlope) / pivot
    let factor = enteringSlope - own
    if factor != 0 {
      for index in 0..<expressed.count {
        let place = expressed.index(index)
        multipliers.add(place, factor * entering[place])
      }
    }
    multipliers.set(leavingPlace, own)
    vectors!.multiplier = multipliers
    updateAttractions(change, level)
    // The leaving place is among these.
    updateAttractions(expressed, level)
    vectors!.areMultipliersExact = false
    work += 2 * (change.count + expressed.count)
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
  /// The place to look at first.
  var nextPriced = 0
  /// Whether the multipliers were computed from the slopes and not from those before.
  var areMultipliersExact = false
  var hasReplacedRows = false

  init(
    count: Int, rowCount: Int, _ memory: SparseMemory, entering: StoredMutableSpan<Double>,
    multiplier: StoredMutableSpan<Double>, edge: StoredMutableSpan<Double>, drift: StoredMutableSpan<Double>
  ) {
    self.entering = memory.vector(count, entering, list: 0)
    self.multiplier = memory.vector(count, multiplier, list: 1)
    change = memory.vector(count, memory.items(memory.arena.change), list: 2)
    self.edge = memory.vector(count, edge, list: 3)
    self.drift = SparseVector(rowCount, numbers: drift, list: memory.items(memory.arena.listedRows))
    attractive = PendingBits(count, memory.items(memory.arena.attractive))
  }
}
