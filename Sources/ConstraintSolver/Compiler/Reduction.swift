/// Phase B, second half: eliminates variables that can be computed from others after the blocks.
///
/// The highest variable of the document goes first. So of the variables that could absorb what is left over, the last
/// one does. Peels go before aggregations: then a list falls apart item by item from its end, and a change in the
/// middle moves only what follows. A variable that is eliminated follows from others, and its natural value has no say;
/// only under an inequality does it keep to its natural value as far as the row lets it.
///
/// A *floor* is the row that keeps a size from below zero. A size with a floor is eliminated all the same, and the
/// floor becomes a row on the others. Otherwise another size would absorb in its place, and values would jump when the
/// size reaches zero.
extension Compiler {
  /// A longer row is not substituted into another: the other would fill up.
  private static let longestPivotRow: Int32 = 64

  mutating func eliminateVariables() {
    for variable in 0..<Int32(unknowns.count) { offer(variable) }
    eliminateOffered()
    if useSlackRule() { eliminateOffered() }
  }

  private mutating func eliminateOffered() {
    while true {
      let before = nodes.count
      let variable: Int32
      if let ripe = peelable.popHighest() {
        variable = ripe
        peel(ripe)
      } else if let ripe = aggregable.popHighest() {
        variable = ripe
        aggregate(ripe)
      } else {
        return
      }
      charge(variable, forNodesSince: before)
      if budget.isExhausted { return }
    }
  }

  @inline(__always) private mutating func charge(_ variable: Int32, forNodesSince before: Int) {
    budget.spend(Compiler.termWork * (nodes.count - before))
    if budget.isExhausted { tangled = .unknown(variable) }
  }

  /// Queues a variable for the step it is ripe for, if any.
  @inline(__always) private mutating func offer(_ variable: Int32) {
    let link = links[variable]
    guard link.isFree else { return }
    if link.multiCount > 0 && link.ownRowCount <= 1 {
      peelable.insert(variable)
    } else if link.ownRowCount == 2 {
      aggregable.insert(variable)
    }
  }

  /// A free column singleton: its one row can always be met by it, whatever the others do and whatever the row is.
  private mutating func peel(_ variable: Int32) {
    let link = links[variable]
    guard link.isFree else { return }
    guard link.multiCount == 1 else { return peelThroughFloors(variable) }
    let node = nodes[liveNode(from: link.firstNode)]
    guard !multis[node.row].isHeld && isGoodPivot(node) else { return }
    if multis[node.row].isRequiredEquality { return eliminate(by: node) }
    guard floorsAgree(link) else { return hold(node) }
    let floor = removeFloors(of: variable)
    if let floor { passOn(floor, by: node) }
    eliminate(node, floor)
    retire(node.row)
  }

  /// A variable in one required equality and in rows that floors left behind: these do not change whose turn it is.
  private mutating func peelThroughFloors(_ variable: Int32) {
    guard links[variable].ownRowCount == 1 else { return holdByFloors(variable) }
    let pivot = nodes[ownNode(from: links[variable].firstNode)]
    guard isGoodPivot(pivot) else { return }
    guard multis[pivot.row].isRequiredEquality else { return hold(pivot) }
    eliminate(by: pivot)
  }

  /// A variable that its row would give, if floors did not stop it, stays in a block. There it comes last, and of
  /// several such variables the last one first, as if they followed from the others. Its row gives no other variable
  /// either, which would absorb in its place.
  private mutating func hold(_ held: Node) {
    if !links[held.variable].isHeld { holds.append(held.variable) }
    links[held.variable].isHeld = true
    multis[held.row].isHeld = true
    guard !multis[held.row].isFloor else { return }
    multis[held.row].isFloor = true
    var index = nodeInRow(from: multis[held.row].firstNode)
    while index >= 0 {
      let node = nodes[index]
      links[node.variable].floorRowCount += 1
      offer(node.variable)
      index = nodeInRow(from: node.nextInRow)
    }
  }

  /// A variable in nothing but what several floors left behind: each of these rows would give it if the others were not
  /// there.
  private mutating func holdByFloors(_ variable: Int32) {
    guard links[variable].ownRowCount == 0 else { return }
    var index = links[variable].firstNode
    while index >= 0 {
      let node = nodes[index]
      if node.coefficient != 0 && multis[node.row].isAlive && !multis[node.row].isHeld && isGoodPivot(node) {
        hold(node)
      }
      index = node.nextInVariable
    }
  }

  /// In two rows, one of them a required equality: that one is substituted into the other.
  private mutating func aggregate(_ variable: Int32) {
    let link = links[variable]
    guard link.isFree else { return }
    guard link.ownRowCount == 2 else { return offer(variable) }
    let first = ownNode(from: link.firstNode)
    let second = ownNode(from: nodes[first].nextInVariable)
    guard let pivot = choosePivot(nodes[first], nodes[second]) else { return }
    eliminate(by: pivot)
  }

  /// Eliminates the variable of `pivot`, a required equality, from all rows that mention it.
  private mutating func eliminate(by pivot: Node) {
    let before = nodes.count
    moveSingles(awayFrom: pivot)
    eliminate(pivot, nil)
    var index = links[pivot.variable].firstNode
    while index >= 0 && !isTooMuch(since: before) {
      let node = nodes[index]
      if node.coefficient != 0 && multis[node.row].isAlive && node.row != pivot.row { substitute(pivot, into: node) }
      index = node.nextInVariable
    }
    retire(pivot.row)
  }

  /// The shorter equality is the pivot: N-long chains stay linear.
  @inline(__always) private func choosePivot(_ first: Node, _ second: Node) -> Node? {
    func canPivot(_ node: Node) -> Bool {
      multis[node.row].isRequiredEquality && multis[node.row].length <= Compiler.longestPivotRow && isGoodPivot(node)
    }
    // Nodes of a variable are listed from the latest row; prefer the earlier row when both are equally short.
    switch (canPivot(first), canPivot(second)) {
    case (false, false): return nil
    case (true, false): return first
    case (false, true): return second
    case (true, true): return multis[first.row].length < multis[second.row].length ? first : second
    }
  }

  private mutating func substitute(_ pivot: Node, into target: Node) {
    let factor = target.coefficient / pivot.coefficient
    let pivotSource = materialize(multis[pivot.row].source)
    let targetSource = materialize(multis[target.row].source)
    addTerm(targetSource, 1)
    addTerm(pivotSource, -factor)
    multis[target.row].source = .slot(emit(.dot))
    multis[pivot.row].source = .slot(pivotSource)
    var index = nodeInRow(from: multis[pivot.row].firstNode)
    while index >= 0 {
      let node = nodes[index]
      if node.variable == pivot.variable {
        delete(target.row, findNode(node.variable, target.row))
      } else {
        add(-factor * node.coefficient, of: node.variable, to: target.row)
      }
      index = nodeInRow(from: node.nextInRow)
    }
    if multis[target.row].length <= 1 { demoteShortRow(target.row) }
  }

  private mutating func add(_ coefficient: Double, of variable: Int32, to row: Int32) {
    let node = findNode(variable, row)
    guard node >= 0 else {
      addNode(row, variable, coefficient)
      multis[row].length += 1
      return
    }
    let sum = nodes[node].coefficient + coefficient
    if abs(sum) <= Compiler.zeroCoefficient {
      delete(row, node)
    } else {
      nodes[node].coefficient = sum
    }
  }

  private mutating func delete(_ row: Int32, _ node: Int32) {
    nodes[node].coefficient = 0
    multis[row].length -= 1
    forget(nodes[node].variable, in: row)
  }

  /// A multi row that lost its company is a single row, or a check.
  private mutating func demoteShortRow(_ row: Int32) {
    let multi = multis[row]
    multis[row].isAlive = false
    let last = nodeInRow(from: multi.firstNode)
    if last >= 0 {
      let node = nodes[last]
      forget(node.variable, in: row)
      addSingle(
        node.variable, node.coefficient, multi.relation, multi.priority, multi.source, isFloor: multi.isFloor)
    } else if multi.priority >= Compiler.required {
      emitCheck(multi.origin, excess: materialize(multi.source))
    }
  }

  /// A variable in one required equality and under one single row: the single row moves to the others of the
  /// equality, the variable is computed. This turns "edge of a child inside its parent" plus a bound into one row.
  private mutating func useSlackRule() -> Bool {
    var isUsed = false
    for variable in (0..<Int32(unknowns.count)).reversed() where !budget.isExhausted {
      let link = links[variable]
      guard link.singleCount == 1 && link.multiCount == 1 && !link.isSettled else { continue }
      let node = nodes[liveNode(from: link.firstNode)]
      guard multis[node.row].isRequiredEquality && multis[node.row].length >= 3 && isGoodPivot(node) else { continue }
      let before = nodes.count
      eliminate(by: node)
      charge(variable, forNodesSince: before)
      isUsed = true
    }
    return isUsed
  }

  /// Before a required equality eliminates a variable: its single rows bound the others instead, whatever they are.
  private mutating func moveSingles(awayFrom pivot: Node) {
    guard links[pivot.variable].singleCount > 0 else { return }
    let before = nodes.count
    var index = links[pivot.variable].lastSingle
    while index >= 0 && !isTooMuch(since: before) {
      copySingle(index, awayFrom: pivot)
      index = singles[index].previous
    }
    links[pivot.variable].singleCount = 0
    links[pivot.variable].floorCount = 0
  }

  /// The row that a single row of the variable of `pivot` is for the others, given the required equality of `pivot`.
  private mutating func copySingle(_ index: Int32, awayFrom pivot: Node) {
    let single = singles[index]
    let factor = single.coefficient / pivot.coefficient
    let equalitySource = materialize(multis[pivot.row].source)
    multis[pivot.row].source = .slot(equalitySource)
    let singleSource = materialize(single.source)
    addTerm(singleSource, 1)
    addTerm(equalitySource, -factor)
    let source = Source.slot(emit(.dot))
    singles[index].isAlive = false
    addRow(
      of: pivot, scaledBy: -factor, single.relation, source, priority: single.priority, isFloor: single.isFloor)
  }

  /// A row over the variables that share the row of `pivot` with its variable.
  private mutating func addRow(
    of pivot: Node, scaledBy factor: Double, _ relation: Relation, _ source: Source, priority: Float, isFloor: Bool
  ) {
    let origin = multis[pivot.row]
    let row = Int32(multis.count)
    multis.append(
      MultiRow(
        origin: origin.origin, source: source, firstNode: -1, length: origin.length - 1, priority: priority,
        relation: relation, isAlive: true, isFloor: isFloor))
    var index = nodeInRow(from: origin.firstNode)
    while index >= 0 {
      let term = nodes[index]
      if term.variable != pivot.variable { addNode(row, term.variable, factor * term.coefficient) }
      index = nodeInRow(from: term.nextInRow)
    }
    if origin.length <= 2 { demoteShortRow(row) }
  }

  /// Whether a step has added more nodes than the budget pays for. Each floor of a variable becomes a row as long as
  /// that of the pivot, so a single step might fill all memory. Ending it in the middle is no harm: nothing of a plan
  /// that exhausts its budget is used.
  @inline(__always) private func isTooMuch(since before: Int) -> Bool {
    Compiler.termWork * (nodes.count - before) > budget.operations
  }

  // MARK: Floors

  /// Whether all floors of a variable are required and bound it from the same side, so that it can follow from a
  /// preference or an inequality.
  @inline(__always) private func floorsAgree(_ link: VariableLinks) -> Bool {
    guard link.floorCount > 0 else { return true }
    let isLower = singles[link.lastSingle].isLowerBound
    var index = link.lastSingle
    while index >= 0 {
      let single = singles[index]
      if single.relation == .equal || single.priority < Compiler.required || single.isLowerBound != isLower {
        return false
      }
      index = single.previous
    }
    return true
  }

  /// The tightest floor of a variable that has no other single rows; its rows are used up.
  private mutating func removeFloors(of variable: Int32) -> Floor? {
    guard links[variable].floorCount > 0 else { return nil }
    var index = links[variable].lastSingle
    links[variable].singleCount = 0
    links[variable].floorCount = 0
    let isLower = singles[index].isLowerBound
    var tightest: Int32 = -1
    while index >= 0 {
      let single = singles[index]
      singles[index].isAlive = false
      let source = materialize(single.source)
      addTerm(source, 1 / single.coefficient)
      let bound = emit(.dot)
      if tightest < 0 {
        tightest = bound
      } else {
        addTerm(tightest, 1)
        addTerm(bound, 1)
        tightest = emit(isLower ? .greater : .lesser)
      }
      index = single.previous
    }
    return Floor(slot: tightest, isLower: isLower)
  }

  /// What remains of the row of `pivot` for the others: with its variable at the floor, they may not ask it to go
  /// further. Nothing remains of an inequality that its variable can satisfy by moving away from the floor.
  private mutating func passOn(_ floor: Floor, by pivot: Node) {
    let multi = multis[pivot.row]
    let remaining: Relation = (pivot.coefficient > 0) == floor.isLower ? .lessThanOrEqual : .greaterThanOrEqual
    guard multi.relation == .equal || multi.relation == remaining else { return }
    let rowSource = materialize(multi.source)
    multis[pivot.row].source = .slot(rowSource)
    addTerm(rowSource, 1)
    addTerm(floor.slot, -pivot.coefficient)
    let source = Source.slot(emit(.dot))
    addRow(of: pivot, scaledBy: 1, remaining, source, priority: multi.priority, isFloor: true)
  }

  private mutating func eliminate(_ node: Node, _ floor: Floor?) {
    links[node.variable].isEliminated = true
    eliminations.append(
      Elimination(coefficient: node.coefficient, variable: node.variable, row: node.row, floor: floor))
  }

  /// Takes a row out; its variables may become ripe.
  private mutating func retire(_ row: Int32) {
    multis[row].isAlive = false
    var index = nodeInRow(from: multis[row].firstNode)
    while index >= 0 {
      let node = nodes[index]
      forget(node.variable, in: row)
      offer(node.variable)
      index = nodeInRow(from: node.nextInRow)
    }
  }

  /// The first node, from `index` on in the list of a variable, that is in a live row.
  @inline(__always) private func liveNode(from index: Int32) -> Int32 {
    var index = index
    while nodes[index].coefficient == 0 || !multis[nodes[index].row].isAlive { index = nodes[index].nextInVariable }
    return index
  }

  /// The first node, from `index` on, in a live row that no floor left behind.
  @inline(__always) private func ownNode(from index: Int32) -> Int32 {
    var index = liveNode(from: index)
    while multis[nodes[index].row].isFloor { index = liveNode(from: nodes[index].nextInVariable) }
    return index
  }

  /// The node of `variable` in `row`, or -1: searched in the shorter of the two lists.
  @inline(__always) private func findNode(_ variable: Int32, _ row: Int32) -> Int32 {
    if links[variable].multiCount < multis[row].length + 4 {
      var index = links[variable].firstNode
      while index >= 0 && (nodes[index].row != row || nodes[index].coefficient == 0) {
        index = nodes[index].nextInVariable
      }
      return index
    }
    var index = multis[row].firstNode
    while index >= 0 && (nodes[index].variable != variable || nodes[index].coefficient == 0) {
      index = nodes[index].nextInRow
    }
    return index
  }

  /// Whether dividing the row by this coefficient keeps the others sane.
  @inline(__always) private func isGoodPivot(_ pivot: Node) -> Bool {
    let limit = abs(pivot.coefficient) / Compiler.smallestPivot
    var index = multis[pivot.row].firstNode
    while index >= 0 {
      if abs(nodes[index].coefficient) > limit { return false }
      index = nodes[index].nextInRow
    }
    return true
  }
}
