/// A stretch along which moving one variable costs the same per unit of the coupling row.
struct Segment: BitwiseCopyable, Sendable {
  /// In units of the coupling row; may be infinite.
  var length: Double
  /// Local number of the variable.
  var variable: Int32
  /// Its slope vector in `SegmentTable`.
  var slope: Int32
}

/// The segments of a block and their distinct slope vectors.
///
/// A slope has one entry a level and slopes compare lexicographically. There are few distinct ones (combinations of
/// priorities and coefficients), so they are interned: segments are then counted per slope instead of sorted.
struct SegmentTable: Sendable {
  static let slopeTolerance = 1e-9
  private static let bucketCount = 1024

  var segments: [Segment] = []
  /// Segments whose slope is exactly what the row is worth: moving along them gains nothing and costs nothing.
  var indifferent: [Segment] = []
  /// Entries of all slopes, `levelCount` each.
  var entries: [Double] = []
  var totals: [Double] = []
  private var fingerprints: [Double] = []
  private var buckets: [Int32] = []
  private var usedBuckets: [Int32] = []
  private(set) var levelCount = 0
  /// Slopes in lexicographic order, and the rank of each; equal slopes share a rank.
  var order: [Int32] = []
  var ranks: [Int32] = []
  /// Kinks ahead of the variable at hand.
  var ahead: [Kink] = []
  var current: [Double] = []
  var roomAfter: [Double] = []

  struct Kink: BitwiseCopyable, Sendable {
    var position: Double
    var jump: Double
    var level: Int32
  }

  mutating func reset(levelCount: Int) {
    self.levelCount = levelCount
    segments.removeAll(keepingCapacity: true)
    indifferent.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    totals.removeAll(keepingCapacity: true)
    fingerprints.removeAll(keepingCapacity: true)
    if buckets.isEmpty { buckets = Array(repeating: -1, count: SegmentTable.bucketCount) }
    for bucket in usedBuckets { buckets[Int(bucket)] = -1 }
    usedBuckets.removeAll(keepingCapacity: true)
    while current.count < levelCount { current.append(0) }
  }

  /// Compares `current` with the unit vector of `level`: negative, 0, positive.
  @inline(__always) func compareCurrent(withUnitOf level: Int) -> Int {
    for index in 0..<levelCount {
      let difference = current[index] - (index == level ? 1 : 0)
      if difference < -SegmentTable.slopeTolerance { return -1 }
      if difference > SegmentTable.slopeTolerance { return 1 }
    }
    return 0
  }

  /// Adds a segment with the slope in `current`.
  @inline(__always) mutating func append(variable: Int32, length: Double) {
    let slope = intern()
    totals[Int(slope)] += length
    segments.append(Segment(length: length, variable: variable, slope: slope))
  }

  private mutating func intern() -> Int32 {
    var fingerprint = 0.0
    var weight = 1.0
    for index in 0..<levelCount {
      // Irrational growth: different small combinations get different sums.
      weight = weight * 1.6180339887498949 + 0.4142135623730951
      fingerprint += current[index] * weight
    }
    let mask = SegmentTable.bucketCount - 1
    let hash = Int64((fingerprint * 1e6).rounded()) &* 0x9E3779B97F4A7C1
    var bucket = Int(truncatingIfNeeded: hash >> 20) & mask
    // A crowded table stops interning; equal slopes then still share a rank.
    let isCrowded = usedBuckets.count > mask / 2
    while !isCrowded && buckets[bucket] >= 0 {
      let slope = buckets[bucket]
      if abs(fingerprints[Int(slope)] - fingerprint) < 1e-6 && isCurrent(slope) { return slope }
      bucket = (bucket + 1) & mask
    }
    let slope = Int32(totals.count)
    fingerprints.append(fingerprint)
    totals.append(0)
    for index in 0..<levelCount { entries.append(current[index]) }
    if !isCrowded {
      buckets[bucket] = slope
      usedBuckets.append(Int32(bucket))
    }
    return slope
  }

  private func isCurrent(_ slope: Int32) -> Bool {
    let base = Int(slope) * levelCount
    for index in 0..<levelCount where abs(entries[base + index] - current[index]) > SegmentTable.slopeTolerance {
      return false
    }
    return true
  }

  func compare(_ left: Int32, _ right: Int32) -> Int {
    let leftBase = Int(left) * levelCount
    let rightBase = Int(right) * levelCount
    for index in 0..<levelCount {
      let difference = entries[leftBase + index] - entries[rightBase + index]
      if difference < -SegmentTable.slopeTolerance { return -1 }
      if difference > SegmentTable.slopeTolerance { return 1 }
    }
    return 0
  }

  /// Orders the slopes and numbers their ranks.
  mutating func rank() {
    order.removeAll(keepingCapacity: true)
    ranks.removeAll(keepingCapacity: true)
    for slope in totals.indices {
      ranks.append(0)
      // Few slopes, nearly always tens: insertion.
      var place = order.count
      order.append(Int32(slope))
      while place > 0 && compare(order[place - 1], Int32(slope)) > 0 {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = Int32(slope)
    }
    var rank: Int32 = 0
    for place in order.indices {
      if place > 0 && compare(order[place - 1], order[place]) != 0 { rank += 1 }
      ranks[Int(order[place])] = rank
    }
  }
}

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
    collectSegments(block, row, towards: missing > 0 ? 1 : -1)
    scratch.pointee.segments.rank()
    fill(block, row, abs(missing), towards: missing > 0 ? 1 : -1)
  }

  /// Each variable where it would be without the row; returns what the row then misses.
  private mutating func placeAtOwnOptima(_ block: Block, _ row: BlockRow) -> Double {
    let first = Int(block.firstVariable)
    let slot = Int(block.slot)
    let terms = blocks.terms + Int(row.firstTerm)
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
  private mutating func collectSegments(_ block: Block, _ row: BlockRow, towards sign: Double) {
    scratch.pointee.segments.reset(levelCount: Int(block.levelCount))
    let terms = blocks.terms + Int(row.firstTerm)
    for variable in 0..<Int(block.variableCount) {
      let coefficient = terms[variable].coefficient
      let size = abs(coefficient)
      let direction = (sign > 0) == (coefficient > 0) ? 1.0 : -1.0
      var position = values[Int(block.slot) + variable]
      collectKinks(Int(block.firstVariable) + variable, position, direction, size)
      var kink = 0
      while true {
        let worth = scratch.pointee.segments.compareCurrent(withUnitOf: Int(row.level))
        if worth > 0 { break }
        let isLast = kink == scratch.pointee.segments.ahead.count
        let length = isLast ? Double.infinity : abs(scratch.pointee.segments.ahead[kink].position - position) * size
        if worth == 0 {
          scratch.pointee.segments.indifferent.append(Segment(length: length, variable: Int32(variable), slope: -1))
        } else if length > 0 {
          scratch.pointee.segments.append(variable: Int32(variable), length: length)
        }
        if isLast { break }
        position = scratch.pointee.segments.ahead[kink].position
        scratch.pointee.segments.current[Int(scratch.pointee.segments.ahead[kink].level)] +=
          scratch.pointee.segments.ahead[kink].jump
        kink += 1
      }
    }
  }

  /// Slope at `position` into `current`, and the kinks ahead, nearest first.
  private mutating func collectKinks(_ place: Int, _ position: Double, _ direction: Double, _ size: Double) {
    for level in 0..<scratch.pointee.segments.levelCount { scratch.pointee.segments.current[level] = 0 }
    scratch.pointee.segments.ahead.removeAll(keepingCapacity: true)
    for index in Int(blocks.singleStarts[place])..<Int(blocks.singleStarts[place + 1]) {
      let single = blocks.singles[index]
      let target = value(single.source) / single.coefficient
      let weight = abs(single.coefficient) / size
      let level = Int(single.level)
      let distance = (target - position) * direction
      let isAhead = distance > 1e-9
      let isEqual = single.relation == .equal
      let resists = isEqual || ((single.relation == .lessThanOrEqual) == (single.coefficient > 0)) == (direction > 0)
      if isEqual {
        scratch.pointee.segments.current[level] += isAhead ? -weight : weight
      } else if resists {
        if !isAhead { scratch.pointee.segments.current[level] += weight }
      } else if isAhead {
        scratch.pointee.segments.current[level] -= weight
      }
      guard isAhead else { continue }
      let kink = SegmentTable.Kink(position: target, jump: isEqual ? 2 * weight : weight, level: Int32(level))
      var slot = scratch.pointee.segments.ahead.count
      scratch.pointee.segments.ahead.append(kink)
      while slot > 0 && (scratch.pointee.segments.ahead[slot - 1].position - position) * direction > distance {
        scratch.pointee.segments.ahead[slot] = scratch.pointee.segments.ahead[slot - 1]
        slot -= 1
      }
      scratch.pointee.segments.ahead[slot] = kink
    }
  }

  /// Takes whole ranks while they do not suffice, then shares out the critical one.
  private mutating func fill(_ block: Block, _ row: BlockRow, _ missing: Double, towards sign: Double) {
    for variable in 0..<Int(block.variableCount) { isFree[Int(block.firstVariable) + variable] = 0 }
    let (critical, left) = criticalRank(missing)
    for index in 0..<scratch.pointee.segments.segments.count {
      let segment = scratch.pointee.segments.segments[index]
      if scratch.pointee.segments.ranks[Int(segment.slope)] < critical {
        move(block, row, segment, segment.length, sign)
      }
    }
    noteContradiction(block, row, critical, left)
    if critical != Int32.max {
      share(block, row, left, critical: critical, sign)
    } else if left > 0 {
      shareIndifferent(block, row, left, sign)
    }
  }

  /// Required rows contradict when some had to be violated on the way, or when the way was too short.
  private mutating func noteContradiction(_ block: Block, _ row: BlockRow, _ critical: Int32, _ left: Double) {
    guard block.hasRequiredRows else { return }
    var violation = critical == Int32.max && row.level == 0 ? left : 0
    var isCriticalRequired = false
    for slope in scratch.pointee.segments.totals.indices
    where scratch.pointee.segments.entries[slope * scratch.pointee.segments.levelCount] > SegmentTable.slopeTolerance {
      let rank = scratch.pointee.segments.ranks[slope]
      if rank < critical { violation += scratch.pointee.segments.totals[slope] }
      if rank == critical { isCriticalRequired = true }
    }
    if isCriticalRequired { violation += left }
    if violation > TapeRunner.tolerance(value(row.source)) { contradicts = true }
  }

  /// The rank in which what is missing runs out, and how much of it is left for that rank.
  private func criticalRank(_ missing: Double) -> (rank: Int32, left: Double) {
    var left = missing
    var place = 0
    let count = scratch.pointee.segments.order.count
    while place < count {
      let rank = scratch.pointee.segments.ranks[Int(scratch.pointee.segments.order[place])]
      var total = 0.0
      while place < count && scratch.pointee.segments.ranks[Int(scratch.pointee.segments.order[place])] == rank {
        total += scratch.pointee.segments.totals[Int(scratch.pointee.segments.order[place])]
        place += 1
      }
      if total >= left { return (rank, left) }
      left -= total
    }
    return (Int32.max, left)
  }

  private mutating func share(
    _ block: Block, _ row: BlockRow, _ amount: Double, critical: Int32, _ sign: Double
  ) {
    let count = scratch.pointee.segments.segments.count
    // What the segments after each can still take, summed from the end so that it is exact where it is zero.
    scratch.pointee.segments.roomAfter.removeAll(keepingCapacity: true)
    var room = 0.0
    var sharing = 0
    for index in (0..<count).reversed() {
      scratch.pointee.segments.roomAfter.append(room)
      let segment = scratch.pointee.segments.segments[index]
      if scratch.pointee.segments.ranks[Int(segment.slope)] == critical {
        room += segment.length
        sharing += 1
      }
    }
    let isUnique = sharing == 1 || room - amount <= 1e-9
    var left = amount
    for index in 0..<count {
      let segment = scratch.pointee.segments.segments[index]
      guard scratch.pointee.segments.ranks[Int(segment.slope)] == critical else { continue }
      let least = max(0, left - scratch.pointee.segments.roomAfter[count - 1 - index])
      left -= moveNaturally(block, row, segment, least, min(segment.length, left), sign)
      if !isUnique { isFree[Int(block.firstVariable) + Int(segment.variable)] = 1 }
    }
  }

  /// The row stays short by whatever these do not take, at no difference for any level.
  private mutating func shareIndifferent(_ block: Block, _ row: BlockRow, _ amount: Double, _ sign: Double) {
    var left = amount
    for index in 0..<scratch.pointee.segments.indifferent.count {
      let segment = scratch.pointee.segments.indifferent[index]
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
