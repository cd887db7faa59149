/// A row over at least two representatives, with its terms as linked nodes.
struct MultiRow: BitwiseCopyable {
  /// The row of the system it came from.
  var origin: Int32
  var source: Source
  var firstNode: Int32
  var length: Int32
  var priority: Float
  var relation: Relation
  var isAlive: Bool
  /// Whether it is what a floor left for the others when its variable was eliminated.
  var isFloor = false
  /// Whether a variable is held by it: it is treated like what a floor left, but eliminates no variable.
  var isHeld = false

  var isRequiredEquality: Bool { relation == .equal && priority >= Compiler.required }
}

/// A term of a multi row, in the list of its row and in the list of its variable. Coefficient 0: deleted.
struct Node: BitwiseCopyable {
  var coefficient: Double
  var variable: Int32
  var row: Int32
  var nextInRow: Int32
  var nextInVariable: Int32
}

/// A row over one representative.
struct PendingSingle: BitwiseCopyable {
  var coefficient: Double
  var variable: Int32
  var source: Source
  var priority: Float
  var relation: Relation
  var isAlive: Bool
  /// Whether it keeps a size from below zero (`Compiler.firstFloorRow`), itself or on behalf of another.
  var isFloor: Bool
  /// The single row added before this one on the same variable, or -1.
  var previous: Int32

  /// Whether it bounds the variable from below; if it is an inequality.
  var isLowerBound: Bool { (relation == .greaterThanOrEqual) == (coefficient > 0) }
}

/// What mentions a representative.
struct VariableLinks: BitwiseCopyable {
  var firstNode: Int32 = -1
  /// Live multi rows that contain it.
  var multiCount: Int32 = 0
  /// How many of them are what floors of others left behind.
  var floorRowCount: Int32 = 0
  /// Live single rows on it.
  var singleCount: Int32 = 0
  /// How many of them are floors.
  var floorCount: Int32 = 0
  /// The single row added last; the others follow by `previous`.
  var lastSingle: Int32 = -1
  /// Its value follows from a row after the blocks are solved.
  var isEliminated = false
  /// Whether it would have been eliminated but for floors.
  var isHeld = false

  var isSettled: Bool { isEliminated || isHeld }
  /// Whether nothing but floors keeps it from following from others.
  var isFree: Bool { singleCount == floorCount && !isSettled }
  /// Live multi rows that an author wrote: they decide when the variable is eliminated.
  var ownRowCount: Int32 { multiCount - floorRowCount }

  var isUnattached: Bool { !isEliminated && multiCount == 0 && singleCount == 0 }
}

/// `variable` is computed from `row` after the blocks.
struct Elimination: BitwiseCopyable {
  var coefficient: Double
  var variable: Int32
  var row: Int32
  var floor: Floor?
}

/// A bound that its variable keeps to when it is eliminated.
struct Floor: BitwiseCopyable {
  /// Holds the bound.
  var slot: Int32
  var isLower: Bool
}

/// Phase B, first half: what the classes did not use up, as single and multi rows over representatives.
extension Compiler {
  mutating func collectReducedRows() {
    for row in 0..<rows.count where !isUsedUp[row] {
      collapse(row)
      guard collapsed.count > 0 else {
        // A preference between constants decides nothing.
        if rows.isRequired(row) { emitCheck(Int32(row), excess: emitRemainder(Int32(row), scale: 1)) }
        continue
      }
      let source = remainderSource(Int32(row))
      if collapsed.count == 1 {
        addSingle(
          collapsed[0].representative, collapsed[0].coefficient, rows.relations[row],
          rows.priority(of: row), source, isFloor: row >= firstFloorRow)
      } else {
        addMulti(origin: Int32(row), source)
      }
    }
  }

  /// The constant of the collapsed row less its offsets: the constant itself when there are none.
  @inline(__always) private mutating func remainderSource(_ row: Int32) -> Source {
    collapsedOffsets.count == 0 ? .constant(ofRow: row) : .slot(emitRemainder(row, scale: 1))
  }

  private mutating func addMulti(origin: Int32, _ source: Source) {
    let row = Int32(multis.count)
    multis.append(
      MultiRow(
        origin: origin, source: source, firstNode: -1, length: Int32(collapsed.count),
        priority: rows.priority(of: Int(origin)), relation: rows.relations[Int(origin)], isAlive: true))
    for place in 0..<collapsed.count {
      addNode(row, collapsed[place].representative, collapsed[place].coefficient)
    }
  }

  @inline(__always) mutating func addNode(_ row: Int32, _ variable: Int32, _ coefficient: Double) {
    let node = Int32(nodes.count)
    nodes.append(
      Node(
        coefficient: coefficient, variable: variable, row: row, nextInRow: multis[row].firstNode,
        nextInVariable: links[variable].firstNode))
    multis[row].firstNode = node
    links[variable].firstNode = node
    links[variable].multiCount += 1
    if multis[row].isFloor { links[variable].floorRowCount += 1 }
  }

  /// The first term, from `index` on in the list of a row, that was not deleted; -1 when there is none.
  @inline(__always) func nodeInRow(from index: Int32) -> Int32 {
    var index = index
    while index >= 0 && nodes[index].coefficient == 0 { index = nodes[index].nextInRow }
    return index
  }

  /// Undoes the counting of `addNode` when a row dies or loses a variable.
  @inline(__always) mutating func forget(_ variable: Int32, in row: Int32) {
    links[variable].multiCount -= 1
    if multis[row].isFloor { links[variable].floorRowCount -= 1 }
  }

  @inline(__always) mutating func addSingle(
    _ variable: Int32, _ coefficient: Double, _ relation: Relation, _ priority: Float, _ source: Source,
    isFloor: Bool = false
  ) {
    let previous = links[variable].lastSingle
    links[variable].singleCount += 1
    if isFloor { links[variable].floorCount += 1 }
    links[variable].lastSingle = Int32(singles.count)
    singles.append(
      PendingSingle(
        coefficient: coefficient, variable: variable, source: source, priority: priority, relation: relation,
        isAlive: true, isFloor: isFloor, previous: previous))
  }
}
