/// Separable functions and one coupling row: an inf-convolution by lexicographic slopes.
///
/// Every variable starts at its own optimum. If the row is not content, variables move towards it along their
/// cheapest segments until it is, or until moving costs more than the row is worth. Within the critical rank, where
/// the amounts are not unique, the tail decides: earlier variables keep to their natural values, the last absorbs.
extension TapeRunner {
  mutating func solveSingleRow(_ block: Block) {
    let row = blocks.rows[Int(block.firstRow)]
    let missing = placeAtOwnOptima(block, row)
    let isContent =
      switch row.relation {
      case .equal: abs(missing) < 1e-9
      case .lessThanOrEqual: missing >= -1e-9
      case .greaterThanOrEqual: missing <= 1e-9
      }
    guard !isContent else { return }
    let sign = missing > 0 ? 1.0 : -1
    let scratch = scratch
    scratch.value.segments.withTable(room(block)) { table in
      guard collectSegments(block, row, towards: sign, &table) else { return false }
      table.rank()
      fill(block, row, abs(missing), towards: sign, &table)
      return true
    }
  }

  /// A variable has a segment before each of its kinks, of which its rows make one each, and one after the last.
  private func room(_ block: Block) -> SegmentRoom {
    let first = Int(block.firstVariable)
    let count = Int(block.variableCount)
    let starts = blocks.singleStarts.extracting(droppingFirst: first)
    var most: Int32 = 0
    for variable in 0..<count { most = max(most, starts[variable + 1] - starts[variable]) }
    return SegmentRoom(
      segments: Int(starts[count] - starts[0]) + count, rowsOfAVariable: Int(most), levels: Int(block.levelCount))
  }

  /// Each variable where it would be without the row; returns what the row then misses.
  private mutating func placeAtOwnOptima(_ block: Block, _ row: BlockRow) -> Double {
    let first = Int(block.firstVariable)
    let slot = Int(block.slot)
    let terms = blocks.terms.extracting(droppingFirst: Int(row.firstTerm))
    var sum = 0.0
    for variable in 0..<Int(block.variableCount) {
      let (low, high) = ownOptimum(ofVariableAt: first + variable)
      let best = low < high ? nearest(to: naturals[Int(blocks.variables[first + variable])], low, high) : low
      isFree[first + variable] = low < high ? 1 : 0
      values[slot + variable] = best
      sum += terms[variable].coefficient * best
    }
    return value(row.source) - sum
  }

  /// The segments of every variable in the direction that helps the row, up to where moving is no longer worth it.
  /// False when the table has no room for another slope.
  private func collectSegments(
    _ block: Block, _ row: BlockRow, towards sign: Double, _ table: inout SegmentTable
  ) -> Bool {
    let terms = blocks.terms.extracting(droppingFirst: Int(row.firstTerm))
    for variable in 0..<Int(block.variableCount) {
      let coefficient = terms[variable].coefficient
      let size = abs(coefficient)
      let direction = (sign > 0) == (coefficient > 0) ? 1.0 : -1.0
      var position = values[Int(block.slot) + variable]
      collectKinks(Int(block.firstVariable) + variable, position, direction, size, &table)
      var kink = 0
      while true {
        let worth = table.compareCurrent(withUnitOf: row.level)
        if worth > 0 { break }
        let isLast = kink == table.aheadCount
        let length = isLast ? Double.infinity : abs(table.ahead[kink].position - position) * size
        if worth == 0 {
          table.appendIndifferent(variable: Int32(variable), length: length)
        } else if length > 0 {
          guard table.append(variable: Int32(variable), length: length) else { return false }
        }
        if isLast { break }
        position = table.ahead[kink].position
        table.current[Int(table.ahead[kink].entry)].value += table.ahead[kink].jump
        kink += 1
      }
    }
    return true
  }

  /// Slope at `position` into `current`, and the kinks ahead, nearest first.
  @inline(__always) private func collectKinks(
    _ place: Int, _ position: Double, _ direction: Double, _ size: Double, _ table: inout SegmentTable
  ) {
    table.begin()
    for index in Int(blocks.singleStarts[place])..<Int(blocks.singleStarts[place + 1]) {
      let single = blocks.singles[index]
      let target = value(single.source) / single.coefficient
      let weight = abs(single.coefficient) / size
      let entry = table.entry(atLevel: single.level)
      let distance = (target - position) * direction
      let isAhead = distance > 1e-9
      let isEqual = single.relation == .equal
      let resists = isEqual || ((single.relation == .lessThanOrEqual) == (single.coefficient > 0)) == (direction > 0)
      if isEqual {
        table.current[entry].value += isAhead ? -weight : weight
      } else if resists {
        if !isAhead { table.current[entry].value += weight }
      } else if isAhead {
        table.current[entry].value -= weight
      }
      guard isAhead else { continue }
      var slot = table.aheadCount
      table.aheadCount += 1
      while slot > 0 && (table.ahead[slot - 1].position - position) * direction > distance {
        table.ahead[slot] = table.ahead[slot - 1]
        slot -= 1
      }
      table.ahead[slot] = Kink(position: target, jump: isEqual ? 2 * weight : weight, entry: Int32(entry))
    }
  }

  /// Takes whole ranks while they do not suffice, then shares out the critical one.
  private mutating func fill(
    _ block: Block, _ row: BlockRow, _ missing: Double, towards sign: Double, _ table: inout SegmentTable
  ) {
    for variable in 0..<Int(block.variableCount) { isFree[Int(block.firstVariable) + variable] = 0 }
    let (critical, left) = criticalRank(missing, table)
    for index in 0..<table.segmentCount {
      let segment = table.segments[index]
      if table.ranks[Int(segment.slope)] < critical {
        move(block, row, segment, segment.length, sign)
      }
    }
    findContradiction(block, row, critical, left, table)
    if critical != Int32.max {
      share(block, row, left, critical: critical, sign, table)
    } else if left > 0 {
      shareIndifferent(block, row, left, sign, table)
    }
  }

  /// Required rows contradict when some had to be violated on the way, or when the way was too short.
  private mutating func findContradiction(
    _ block: Block, _ row: BlockRow, _ critical: Int32, _ left: Double, _ table: borrowing SegmentTable
  ) {
    guard block.hasRequiredRows else { return }
    var violation = critical == Int32.max && row.level == 0 ? left : 0
    var isCriticalRequired = false
    for slope in 0..<table.slopeCount
    where table.costAtTop(of: slope) > SegmentTable.slopeTolerance {
      let rank = table.ranks[slope]
      if rank < critical { violation += table.totals[slope] }
      if rank == critical { isCriticalRequired = true }
    }
    if isCriticalRequired { violation += left }
    if violation > TapeRunner.tolerance(value(row.source)) { contradicts = true }
  }

  /// The rank in which what is missing runs out, and how much of it is left for that rank.
  private func criticalRank(_ missing: Double, _ table: borrowing SegmentTable) -> (rank: Int32, left: Double) {
    var left = missing
    var place = 0
    let count = table.slopeCount
    while place < count {
      let rank = table.ranks[Int(table.order[place])]
      var total = 0.0
      while place < count && table.ranks[Int(table.order[place])] == rank {
        total += table.totals[Int(table.order[place])]
        place += 1
      }
      if total >= left { return (rank, left) }
      left -= total
    }
    return (Int32.max, left)
  }

  private func share(
    _ block: Block, _ row: BlockRow, _ amount: Double, critical: Int32, _ sign: Double,
    _ table: borrowing SegmentTable
  ) {
    let count = table.segmentCount
    // What the segments after each can still take, summed from the end so that it is exact where it is zero.
    var room = 0.0
    var sharing = 0
    for index in (0..<count).reversed() {
      table.roomAfter[index] = room
      let segment = table.segments[index]
      if table.ranks[Int(segment.slope)] == critical {
        room += segment.length
        sharing += 1
      }
    }
    let isUnique = sharing == 1 || room - amount <= 1e-9
    var left = amount
    for index in 0..<count {
      let segment = table.segments[index]
      guard table.ranks[Int(segment.slope)] == critical else { continue }
      let least = max(0, left - table.roomAfter[index])
      left -= moveNaturally(block, row, segment, least, min(segment.length, left), sign)
      if !isUnique { isFree[Int(block.firstVariable) + Int(segment.variable)] = 1 }
    }
  }

  /// The row stays short by whatever these do not take, at no difference for any level.
  private func shareIndifferent(
    _ block: Block, _ row: BlockRow, _ amount: Double, _ sign: Double, _ table: borrowing SegmentTable
  ) {
    var left = amount
    for index in 0..<table.indifferentCount {
      let segment = table.indifferent[index]
      left -= moveNaturally(block, row, segment, 0, min(segment.length, left), sign)
      isFree[Int(block.firstVariable) + Int(segment.variable)] = 1
    }
  }

  /// Moves a variable by between `least` and `most` units of the row, as near to its natural value as that allows;
  /// returns by how much.
  private func moveNaturally(
    _ block: Block, _ row: BlockRow, _ segment: Segment, _ least: Double, _ most: Double, _ sign: Double
  ) -> Double {
    let variable = Int(segment.variable)
    let coefficient = blocks.terms[Int(row.firstTerm) + variable].coefficient
    let natural = naturals[Int(blocks.variables[Int(block.firstVariable) + variable])]
    let wish = (natural - values[Int(block.slot) + variable]) * coefficient * sign
    let amount = max(least, min(most, wish))
    move(block, row, segment, amount, sign)
    return amount
  }

  @inline(__always)
  private func move(_ block: Block, _ row: BlockRow, _ segment: Segment, _ amount: Double, _ sign: Double) {
    let variable = Int(segment.variable)
    let coefficient = blocks.terms[Int(row.firstTerm) + variable].coefficient
    values[Int(block.slot) + variable] += sign * amount / coefficient
  }
}
