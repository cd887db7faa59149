/// Phase B, second half: variables that can be computed from others after the blocks are eliminated.
///
/// Always the highest variable of the document first, so that the last of those that could absorb what is left over
/// does. All possible peels go before any aggregation: list chains then fall apart item by item from the end, and a
/// change in the middle moves only what follows it. What is eliminated is not asked for its natural value: it follows
/// (except under an inequality, where it keeps to its natural value as far as the row lets it).
extension Compiler {
  /// A longer row is not substituted into another: the other would fill up.
  private static let longestPivotRow: Int32 = 64

  mutating func eliminateVariables() {
    for variable in 0..<Int32(variableCount) { offer(variable) }
    eliminateOffered()
    if useSlackRule() { eliminateOffered() }
  }

  private mutating func eliminateOffered() {
    while true {
      if let variable = peelable.popHighest() {
        peel(variable)
      } else if let variable = aggregable.popHighest() {
        aggregate(variable)
      } else {
        return
      }
    }
  }

  /// Queues a variable for the step it is ripe for, if any.
  @inline(__always) private mutating func offer(_ variable: Int32) {
    let link = links[variable]
    guard link.singleCount == 0 && !link.isEliminated else { return }
    if link.multiCount == 1 {
      peelable.insert(variable)
    } else if link.multiCount == 2 {
      aggregable.insert(variable)
    }
  }

  /// A free column singleton: its one row can always be met by it, whatever the others do and whatever the row is.
  private mutating func peel(_ variable: Int32) {
    let link = links[variable]
    guard link.singleCount == 0 && !link.isEliminated && link.multiCount == 1 else { return }
    let node = nodes[liveNode(from: link.firstNode)]
    guard isGoodPivot(node) else { return }
    counts.peeled += 1
    eliminate(variable, by: node)
    retire(node.row)
  }

  /// In two rows, one of them a required equality: that one is substituted into the other.
  private mutating func aggregate(_ variable: Int32) {
    let link = links[variable]
    guard link.singleCount == 0 && !link.isEliminated else { return }
    guard link.multiCount == 2 else { return offer(variable) }
    let first = liveNode(from: link.firstNode)
    let second = liveNode(from: nodes[first].nextInVariable)
    guard let (pivot, target) = choosePivot(nodes[first], nodes[second]) else { return }
    counts.aggregated += 1
    eliminate(variable, by: pivot)
    substitute(pivot, into: target)
  }

  /// The shorter equality is the pivot: N-long chains stay linear.
  private func choosePivot(_ first: Node, _ second: Node) -> (pivot: Node, target: Node)? {
    func canPivot(_ node: Node) -> Bool {
      multis[node.row].isRequiredEquality && multis[node.row].length <= Compiler.longestPivotRow && isGoodPivot(node)
    }
    // Nodes of a variable are listed from the latest row; prefer the earlier row when both are equally short.
    switch (canPivot(first), canPivot(second)) {
    case (false, false): return nil
    case (true, false): return (first, second)
    case (false, true): return (second, first)
    case (true, true):
      let firstIsShorter = multis[first.row].length < multis[second.row].length
      return firstIsShorter ? (first, second) : (second, first)
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
    multis[pivot.row].isAlive = false
    var index = multis[pivot.row].firstNode
    while index >= 0 {
      let node = nodes[index]
      index = node.nextInRow
      guard node.coefficient != 0 else { continue }
      links[node.variable].multiCount -= 1
      if node.variable == pivot.variable {
        delete(target.row, findNode(node.variable, target.row))
      } else {
        add(-factor * node.coefficient, of: node.variable, to: target.row)
        offer(node.variable)
      }
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
    links[nodes[node].variable].multiCount -= 1
  }

  /// A multi row that lost its company is a single row, or a check.
  private mutating func demoteShortRow(_ row: Int32) {
    let multi = multis[row]
    multis[row].isAlive = false
    var index = multi.firstNode
    while index >= 0 && nodes[index].coefficient == 0 { index = nodes[index].nextInRow }
    if index >= 0 {
      let node = nodes[index]
      links[node.variable].multiCount -= 1
      addSingle(node.variable, node.coefficient, multi.relation, multi.priority, multi.source)
    } else if multi.priority >= Compiler.required {
      emitCheck(multi.origin, excess: materialize(multi.source))
    }
  }

  /// A variable in one required equality and under one single row: the single row moves to the others of the
  /// equality, the variable is computed. This turns "edge of a child inside its parent" plus a bound into one row.
  private mutating func useSlackRule() -> Bool {
    let before = counts.slackened
    for variable in (0..<Int32(variableCount)).reversed() {
      let link = links[variable]
      guard link.singleCount == 1 && link.multiCount == 1 && !link.isEliminated else { continue }
      let node = nodes[liveNode(from: link.firstNode)]
      guard multis[node.row].isRequiredEquality && multis[node.row].length >= 3 && isGoodPivot(node) else { continue }
      moveSingle(link.lastSingle, awayFrom: node)
    }
    return counts.slackened > before
  }

  private mutating func moveSingle(_ index: Int32, awayFrom pivot: Node) {
    let single = singles[index]
    let equality = multis[pivot.row]
    counts.slackened += 1
    let factor = single.coefficient / pivot.coefficient
    let equalitySource = materialize(equality.source)
    multis[pivot.row].source = .slot(equalitySource)
    let singleSource = materialize(single.source)
    addTerm(singleSource, 1)
    addTerm(equalitySource, -factor)
    let source = Source.slot(emit(.dot))
    singles[index].isAlive = false
    links[pivot.variable].singleCount = 0
    eliminate(pivot.variable, by: pivot)
    let moved = Int32(multis.count)
    multis.append(
      MultiRow(
        origin: equality.origin, source: source, firstNode: -1, length: equality.length - 1,
        priority: single.priority, relation: single.relation, isAlive: true))
    var node = equality.firstNode
    while node >= 0 {
      let term = nodes[node]
      if term.coefficient != 0 && term.variable != pivot.variable {
        addNode(moved, term.variable, -factor * term.coefficient)
      }
      node = term.nextInRow
    }
    retire(pivot.row)
  }

  private mutating func eliminate(_ variable: Int32, by node: Node) {
    links[variable].isEliminated = true
    eliminations.append(Elimination(coefficient: node.coefficient, variable: variable, row: node.row))
  }

  /// Takes a row out; its variables may become ripe.
  private mutating func retire(_ row: Int32) {
    multis[row].isAlive = false
    var index = multis[row].firstNode
    while index >= 0 {
      let node = nodes[index]
      if node.coefficient != 0 {
        links[node.variable].multiCount -= 1
        offer(node.variable)
      }
      index = node.nextInRow
    }
  }

  /// The first node, from `index` on in the list of a variable, that is in a live row.
  @inline(__always) private func liveNode(from index: Int32) -> Int32 {
    var index = index
    while nodes[index].coefficient == 0 || !multis[nodes[index].row].isAlive { index = nodes[index].nextInVariable }
    return index
  }

  /// The node of `variable` in `row`, or -1: searched in the shorter of the two lists.
  private func findNode(_ variable: Int32, _ row: Int32) -> Int32 {
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
  private func isGoodPivot(_ pivot: Node) -> Bool {
    let limit = abs(pivot.coefficient) / Compiler.smallestPivot
    var index = multis[pivot.row].firstNode
    while index >= 0 {
      if abs(nodes[index].coefficient) > limit { return false }
      index = nodes[index].nextInRow
    }
    return true
  }
}
