/// A system cut along its units: which rows and variables are whose.
///
/// A row with a variable inside of a unit is the unit's, and so is one on nothing but its edge. All other rows, and all
/// other variables, are those of the *trunk*. Units that share a row are none: they are *dissolved*, their variables
/// and rows become the trunk's. What a unit's rows read of the trunk's variables is its *border*.
struct Partition: ~Copyable {
  static let trunk: Int32 = -1

  private let system: ConstraintSystem
  private let unitCount: Int
  /// By row: its unit, or `trunk`.
  private var owners: Column<Int32>
  /// By variable: the unit that it is inside of, or `trunk`.
  private var homes: Column<Int32>
  private var isDissolved: [Bool]

  init(_ system: ConstraintSystem, _ units: UnitMap) {
    self.system = system
    unitCount = units.count
    owners = Column(capacity: system.constraintCount)
    homes = Column(capacity: system.variableCount)
    isDissolved = Array(repeating: false, count: units.count)
    for variable in 0..<Int32(system.variableCount) {
      let code = units.code(of: variable)
      homes.append(code >= 0 && code & 1 == 0 ? code >> 1 : Partition.trunk)
    }
    var entangled: Set<Int32> = []
    for row in 0..<Int32(system.constraintCount) { owners.append(owner(ofRow: row, units, &entangled)) }
    dissolve(entangled)
  }

  @inline(__always) private func terms(ofRow row: Int32) -> Range<Int> {
    Int(system.rowStarts[Int(row)])..<Int(system.rowStarts[Int(row) + 1])
  }

  @inline(__always) private func owner(ofRow row: Int32, _ units: UnitMap, _ entangled: inout Set<Int32>) -> Int32 {
    var inside = Partition.trunk
    var edge = Partition.trunk
    var isOnEdgeAlone = true
    for term in terms(ofRow: row) {
      let code = units.code(of: system.termVariables[term])
      if code < 0 {
        isOnEdgeAlone = false
      } else if code & 1 == 1 {
        if edge >= 0 && edge != code >> 1 { isOnEdgeAlone = false }
        edge = code >> 1
      } else {
        if inside >= 0 && inside != code >> 1 { entangled.formUnion([inside, code >> 1]) }
        inside = code >> 1
      }
    }
    return inside >= 0 ? inside : isOnEdgeAlone ? edge : Partition.trunk
  }

  /// Gives units back to the trunk.
  mutating func dissolve(_ units: Set<Int32>) {
    guard !units.isEmpty else { return }
    for unit in units { isDissolved[Int(unit)] = true }
    for row in 0..<owners.count where owners[row] >= 0 && isDissolved[Int(owners[row])] {
      owners[row] = Partition.trunk
    }
    for variable in 0..<homes.count where homes[variable] >= 0 && isDissolved[Int(homes[variable])] {
      homes[variable] = Partition.trunk
    }
  }

  /// Whether there is anything to be gained: where the trunk is most of a system, it is compiled as a whole.
  var isWorthwhile: Bool {
    var trunkSize = 0
    for variable in 0..<homes.count where homes[variable] < 0 { trunkSize += 1 }
    return 2 * trunkSize <= homes.count
  }

  /// Cuts the system. Rows and variables stay in document order in each piece.
  func pieces() -> Pieces {
    var rows = Buckets(count: unitCount + 1)
    for row in 0..<owners.count { rows.count(in: owners[row] + 1) }
    rows.finishCounting()
    for row in 0..<owners.count { rows.append(Int32(row), to: owners[row] + 1) }

    let isShared = Column<Bool>(repeating: false, count: homes.count)
    let isBorder = Column<Bool>(repeating: false, count: homes.count)
    let borders = borders(rows)
    var members = Buckets(count: unitCount + 1)
    for variable in 0..<homes.count { members.count(in: homes[variable] + 1) }
    for place in 0..<borders.count {
      members.count(in: borders[place].unit + 1)
      isShared[borders[place].variable] = isBorder[borders[place].variable]
      isBorder[borders[place].variable] = true
    }
    members.finishCounting()
    let trunkIndex = Column<Int32>(repeating: -1, count: homes.count)
    for variable in 0..<Int32(homes.count) {
      if homes[variable] < 0 { trunkIndex[variable] = members.filledCount(0) }
      members.append(variable, to: homes[variable] + 1)
    }
    for place in 0..<borders.count { members.append(borders[place].variable, to: borders[place].unit + 1) }
    for unit in 0..<unitCount where !isDissolved[unit] { members.sort(unit + 1) }
    return Pieces(rows: rows, members: members, trunkIndex: trunkIndex, isBorder: isBorder, isShared: isShared)
  }

  private struct Border: BitwiseCopyable {
    var variable: Int32
    var unit: Int32
  }

  /// The variables of the trunk that the rows of each unit read, unit by unit, each once.
  private func borders(_ rows: borrowing Buckets) -> Column<Border> {
    // By variable: the last unit that was seen to read it.
    let reader = Column<Int32>(repeating: -1, count: homes.count)
    var borders = Column<Border>(capacity: 2 * unitCount)
    for unit in 0..<Int32(unitCount) {
      for index in rows.range(Int(unit) + 1) {
        for term in terms(ofRow: rows.items[index]) {
          let variable = system.termVariables[term]
          guard homes[variable] != unit, reader[variable] != unit else { continue }
          reader[variable] = unit
          borders.append(Border(variable: variable, unit: unit))
        }
      }
    }
    return borders
  }
}

/// A system in pieces: number 0 is the trunk, `unit + 1` a unit; a unit that is dissolved has nothing.
struct Pieces: ~Copyable {
  let rows: Buckets
  /// The variables of each piece, ascending; those of a unit with its border.
  let members: Buckets
  /// By variable: its number among the members of the trunk; -1 for those inside of a unit.
  let trunkIndex: Column<Int32>
  /// By variable: whether it is at the border of a unit, and whether at that of several.
  let isBorder: Column<Bool>
  let isShared: Column<Bool>

  var count: Int { rows.bucketCount }

  /// Units that cannot be solved by themselves: their exports are contested or those of other units as well.
  func unitsInDispute(with trunk: CompiledPart) -> Set<Int32> {
    let contested = Set(trunk.contested)
    var units: Set<Int32> = []
    for unit in 0..<count - 1 {
      for place in members.range(unit + 1) {
        let variable = members.items[place]
        let index = trunkIndex[variable]
        guard index >= 0 else { continue }
        let isExport = trunk.placeholders[Int(index)] >= 0
        if contested.contains(index) || isExport && isShared[variable] { units.insert(Int32(unit)) }
      }
    }
    return units
  }

  /// Units that the rule for ties has a say in the exports of.
  ///
  /// - Parameter parts: by piece, the trunk first.
  func unitsByChoice(_ parts: [CompiledPart]) -> Set<Int32> {
    var units: Set<Int32> = []
    for unit in 0..<count - 1 {
      let members = members.range(unit + 1)
      for place in members {
        let index = trunkIndex[self.members.items[place]]
        guard index >= 0, parts[0].placeholders[Int(index)] >= 0 else { continue }
        if parts[unit + 1].isChosen[place - members.lowerBound] { units.insert(Int32(unit)) }
      }
    }
    return units
  }
}
