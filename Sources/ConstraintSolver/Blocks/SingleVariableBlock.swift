/// A weighted kink of a convex piecewise linear function: its slope grows by `jump` at `position`.
struct Breakpoint: BitwiseCopyable, Sendable {
  var position: Double
  var jump: Double
}

/// One variable under bounds and preferences: level by level the interval of its best values shrinks.
extension TapeRunner {
  mutating func solveSingleVariable(_ block: Block) {
    let place = Int(block.firstVariable)
    let (low, high) = ownOptimum(ofVariableAt: place)
    isFree[place] = low < high ? 1 : 0
    values[Int(block.slot)] = low < high ? nearest(to: naturals[Int(blocks.variables[place])], low, high) : low
  }

  @inline(__always) func nearest(to natural: Double, _ low: Double, _ high: Double) -> Double {
    natural < low ? low : natural > high ? high : natural
  }

  /// The values that are lexicographically best for the rows on one variable alone.
  @inline(__always) mutating func ownOptimum(ofVariableAt place: Int) -> (low: Double, high: Double) {
    var low = -Double.infinity
    var high = Double.infinity
    var index = Int(blocks.singleStarts[place])
    let end = Int(blocks.singleStarts[place + 1])
    while index < end {
      let single = blocks.singles[index]
      if index + 1 < end && blocks.singles[index + 1].level == single.level {
        var next = index + 2
        while next < end && blocks.singles[next].level == single.level { next += 1 }
        (low, high) = narrow(index..<next, low, high)
        index = next
      } else {
        let target = value(single.source) / single.coefficient
        switch direction(single) {
        case .equal:
          low = nearest(to: target, low, high)
          high = low
        case .lessThanOrEqual: if target < low { high = low } else if target < high { high = target }
        case .greaterThanOrEqual: if target > high { low = high } else if target > low { low = target }
        }
        index += 1
      }
      if low == high { break }
    }
    return (low, high)
  }

  /// How a single row bounds the variable itself.
  @inline(__always) private func direction(_ single: SingleRow) -> Relation {
    single.coefficient > 0 || single.relation == .equal
      ? single.relation : single.relation == .lessThanOrEqual ? .greaterThanOrEqual : .lessThanOrEqual
  }

  /// Several rows of one level, then `low ... high` of the levels above.
  @inline(never)
  private mutating func narrow(_ rows: Range<Int>, _ low: Double, _ high: Double) -> (Double, Double) {
    var lower = -Double.infinity
    var upper = Double.infinity
    for index in rows {
      let single = blocks.singles[index]
      let target = value(single.source) / single.coefficient
      switch direction(single) {
      case .equal:
        lower = max(lower, target)
        upper = min(upper, target)
      case .lessThanOrEqual: upper = min(upper, target)
      case .greaterThanOrEqual: lower = max(lower, target)
      }
    }
    if lower > upper {
      if blocks.singles[rows.lowerBound].isRequired && lower - upper > TapeRunner.tolerance(max(abs(lower), abs(upper)))
      {
        contradicts = true
      }
      (lower, upper) = weightedMedian(rows)
    }
    // The level's function is convex: outside its best interval the nearest end is best.
    if upper < low { return (low, low) }
    if lower > high { return (high, high) }
    return (max(low, lower), min(high, upper))
  }

  /// The best interval of a sum of hinges that cannot all be content: a walk over the breakpoints.
  private mutating func weightedMedian(_ rows: Range<Int>) -> (Double, Double) {
    scratch.value.breakpoints.removeAll(keepingCapacity: true)
    var slope = 0.0
    for index in rows {
      let single = blocks.singles[index]
      let weight = abs(single.coefficient)
      let direction = direction(single)
      if direction != .lessThanOrEqual { slope -= weight }
      scratch.value.breakpoints.append(
        Breakpoint(
          position: value(single.source) / single.coefficient, jump: direction == .equal ? 2 * weight : weight))
    }
    scratch.value.breakpoints.sort { $0.position < $1.position }
    // Both kinds of bound are present, so the slope begins below zero and ends above it.
    let flat = 1e-12
    var lower = scratch.value.breakpoints[0].position
    for breakpoint in scratch.value.breakpoints {
      let before = slope
      slope += breakpoint.jump
      if before < -flat { lower = breakpoint.position }
      if slope > flat { return (lower, breakpoint.position) }
    }
    return (lower, lower)
  }
}
