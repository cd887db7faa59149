extension TapeRunner {
  mutating func solveGeneral(_ block: Block) {
    guard counters.value.workLeft >= 0 else { return }
    var solver = GeneralBlock(block, self)
    let states = generalStates
    let index = Int(block.general)
    loadTargets(block, solver)
    let isWarm = states[index].phase == .optimal
    if isWarm && solver.replay(states[index]) {
      counters.value.warmAnswers += 1
    } else {
      solver.needsTail = states[index].needsTail
      let isOptimal = optimise(block, &solver, isWarm: isWarm)
      guard !solver.isExhausted else { return charge(solver, for: block) }
      states[index] = solver.makeReplay(states[index].kernel)
      states[index].standIn = solver.standIn
      if !isOptimal { states[index].phase = .cold }
      if block.hasRequiredRows { solver.recomputeResiduals(0..<Int(solver.levelStarts[1])) }
    }
    counters.value.pivots += solver.pivots
    charge(solver, for: block)
    contradicts = block.hasRequiredRows && solver.violatesRequiredRow()
    for variable in 0..<solver.count { values[Int(block.slot) + variable] = solver.point[variable] }
  }

  @inline(__always) private func beginBasis(_ solver: inout GeneralBlock, _ standIn: Int32 = -1) {
    if solver.isSparse { solver.beginBasis(SparseMemory(memory, layout[0]), standIn) }
  }

  /// Takes what a block has cost out of the budget.
  @inline(__always) func charge(_ solver: borrowing GeneralBlock, for block: Block) {
    counters.value.workLeft -= solver.work
    if counters.value.workLeft < 0 { counters.value.tangledSlot = block.slot }
  }

  /// Places of the variables of a general block that its real levels leave open.
  mutating func freePlaces(of block: Block) -> [Int] {
    askAnew(block) { $0.freeVariables() }.map { Int(block.firstVariable) + $0 }
  }

  /// What the required rows of a general block that contradict each other come from, each with its part in
  /// `0 == something else`; and how many of them are not active, and so may depend on the others.
  mutating func certificate(of block: Block) -> (seeds: [(source: Source, multiplier: Double)], inactive: Int) {
    askAnew(block) { solver in
      let (rows, inactive) = solver.certificate()
      return (rows.map { (solver.rows[$0.row].source, $0.multiplier) }, inactive)
    }
  }

  /// Begins to solve a general block again, so that the answer does not depend on what was solved before.
  private mutating func askAnew<Answer>(_ block: Block, _ answer: (inout GeneralBlock) -> Answer) -> Answer {
    var solver = GeneralBlock(block, self)
    loadTargets(block, solver)
    beginBasis(&solver)
    crash(block, &solver)
    solver.recomputePoint()
    defer { charge(solver, for: block) }
    return answer(&solver)
  }

  func loadTargets(_ block: Block, _ solver: borrowing GeneralBlock) {
    for row in 0..<solver.tailStart { solver.target[row] = value(solver.rows[row].source) }
    for variable in 0..<solver.count {
      solver.target[solver.tailStart + variable] =
        naturals[Int(blocks.variables[Int(block.firstVariable) + variable])]
    }
  }

  /// From the last vertex if there is one, else, and when that fails, from the optima of the single rows. False when
  /// both fail, or the budget has come to its end.
  @discardableResult
  mutating func optimise(_ block: Block, _ solver: inout GeneralBlock, isWarm: Bool) -> Bool {
    beginBasis(&solver, generalStates[Int(block.general)].standIn)
    if isWarm && solver.reachOptimum(isWarm: true) { return true }
    if solver.isExhausted { return false }
    crash(block, &solver)
    if solver.reachOptimum(isWarm: false) { return true }
    if solver.isExhausted { return false }
    counters.value.failedBlocks += 1
    return false
  }

  /// Every variable starts where its own rows want it; in a large block, unless equalities give it from others.
  private mutating func crash(_ block: Block, _ solver: inout GeneralBlock) {
    solver.resetBasis()
    for variable in 0..<solver.count {
      let place = Int(block.firstVariable) + variable
      let (low, high) = ownOptimum(ofVariableAt: place)
      let natural = naturals[Int(blocks.variables[place])]
      if low < high && natural >= low && natural <= high { continue }
      let start = low < high ? nearest(to: natural, low, high) : low
      for index in Int(solver.columnStarts[variable])..<Int(solver.columnStarts[variable + 1]) {
        let row = Int(solver.columns[index].row)
        guard row < solver.tailStart, solver.termRange(row).count == 1 else { continue }
        let coefficient = solver.terms[solver.termRange(row).lowerBound].coefficient
        guard solver.target[row] / coefficient == start else { continue }
        solver.place[solver.tailStart + variable] = -1
        solver.activate(row, at: variable, coefficient: coefficient)
        break
      }
    }
    if solver.isSparse && block.hasRequiredRows { solver.activateEqualities() }
  }
}

extension GeneralBlock {
  /// A variable that follows from others by more equalities than this, one after the other, is seldom where it would be
  /// in the end. By feel, on nested stacks and ladders.
  private static let longestDerivation = 8

  /// Lets equalities of the first level hold where they can, so that none of these needs a step: each gives the last of
  /// its variables that is not known, if that is before its own row would. Own rows of higher levels are asked first.
  fileprivate mutating func activateEqualities() {
    let firstLevel = 0..<Int(levelStarts[1])
    forgetKnown { firstLevel.contains($0) && rows[$0].relation == .equal && $0 != longRow }
    // How many equalities a variable follows by.
    let steps = directions
    for row in 0..<rowCount where place[row] >= 0 && isKnown[Int(place[row])] == 0 {
      steps[Int(place[row])] = 0
      deduce(from: Int(place[row])) { equality, last in
        var most: Int32 = 0
        var (pivot, largest) = (0.0, 0.0)
        for index in termRange(equality) {
          let size = abs(terms[index].coefficient)
          largest = max(largest, size)
          if terms[index].variable == last { pivot = size } else { most = max(most, steps[Int(terms[index].variable)]) }
        }
        // A small one would make much of little.
        guard most < GeneralBlock.longestDerivation && pivot >= 0.1 * largest else { return false }
        steps[last] = most + 1
        place[Int(active[last])] = -1
        active[last] = Int32(equality)
        place[equality] = Int32(last)
        return true
      }
    }
    work += stepWork
  }

  /// Optimises from the active rows.
  ///
  /// - Parameter isWarm: the active rows were optimal for other targets.
  mutating func reachOptimum(isWarm: Bool) -> Bool {
    recomputePoint()
    if isExhausted { return false }
    var first = 0
    if isWarm && !hasReplacedRows {
      guard let changed = firstChangedLevel() else { return true }
      first = changed
    }
    for _ in 0..<3 {
      let before = pivots
      guard optimise(from: first) else { return false }
      if pivots == before { return true }
      recomputePoint()
      if isExhausted { return false }
      // An inverse that rounding has spoilt is made anew from the start.
      if !isSparse && hasDrifted() { return false }
      if !hasReplacedRows && !hasDrifted() && !hasFlipped() { return true }
      first = 0
    }
    return true
  }

  private mutating func hasDrifted() -> Bool {
    for place in 0..<count where abs(distance(Int(active[place]))) > GeneralBlock.tightness { return true }
    return false
  }

  private mutating func hasFlipped() -> Bool {
    (0..<rowCount).contains { decides[$0] && abs(residual[$0]) > GeneralBlock.tightness && hasChangedSides($0) }
  }

  mutating func violatesRequiredRow() -> Bool {
    for row in 0..<Int(levelStarts[1]) where excess(row) > TapeRunner.tolerance(target[row]) { return true }
    return false
  }

  @inline(__always) func excess(_ row: Int) -> Double {
    switch rows[row].relation {
    case .equal: abs(residual[row])
    case .lessThanOrEqual: residual[row]
    case .greaterThanOrEqual: -residual[row]
    }
  }
}
