/// Joins compiled parts into one plan over the rows, variables and slots of the whole system.
///
/// First comes what the trunk knows without its units, then the units, which read of that what they import, then what
/// follows in the trunk from their exports. So an op reads only smaller slots, as everywhere (I1); and every row is
/// compiled in one part, so its constant has one reader (I2).
struct Linker: ~Copyable {
  private var ops: Column<Op>
  private var terms: Column<Term>
  private let constantReaders: Column<Int32>
  private let naturalReaders: Column<Int32>
  private let valueSlots: Column<Int32>
  private let representatives: Column<Int32>
  private var unattached = Column<Int32>(capacity: 16)
  private var blocks = BlockTable()
  private var counts = CompileCounts()

  /// - Parameter parts: by piece.
  static func link(_ parts: [CompiledPart], _ pieces: borrowing Pieces, _ system: ConstraintSystem) -> Plan {
    var linker = Linker(parts, system)
    linker.link(parts, pieces)
    return linker.columns().plan(isSize: system.isSize)
  }

  private init(_ parts: [CompiledPart], _ system: ConstraintSystem) {
    ops = Column(capacity: parts.reduce(2) { $0 + $1.slotCount })
    terms = Column(capacity: parts.reduce(0) { $0 + $1.terms.count })
    constantReaders = Column(repeating: -1, count: system.constraintCount)
    naturalReaders = Column(repeating: -1, count: system.variableCount)
    valueSlots = Column(repeating: 0, count: system.variableCount)
    representatives = Column(repeating: 0, count: system.variableCount)
    ops.append(Op(scale: 0, row: -1, firstTerm: 0, kind: .dot))  // slot 0: the constant zero
  }

  private consuming func columns() -> PlanColumns {
    ops.append(Op(scale: 0, row: -1, firstTerm: Int32(terms.count), kind: .dot))  // ends the terms of the last op
    blocks.end()
    return PlanColumns(
      ops: ops, terms: terms, constantReaders: constantReaders, naturalReaders: naturalReaders, valueSlots: valueSlots,
      representatives: representatives, unattached: unattached, blocks: blocks, counts: counts)
  }

  private mutating func link(_ parts: [CompiledPart], _ pieces: borrowing Pieces) {
    let trunk = Placement(parts[0], pieces, piece: 0)
    appendOps(of: trunk, pieces) { !trunk.part.follows[$0] }
    appendBlocks(of: trunk, pieces)
    for piece in 1..<pieces.count where !pieces.members.range(piece).isEmpty {
      let unit = Placement(parts[piece], pieces, piece: piece)
      counts.units += 1
      for inner in 0..<Int32(unit.variableCount) where unit.part.placeholders[Int(inner)] >= 0 {
        let outer = Int(pieces.trunkIndex[unit.variable(inner, pieces)])
        unit.slots[unit.part.placeholders[Int(inner)]] = trunk.slots[trunk.part.valueSlots[outer]]
      }
      appendOps(of: unit, pieces) { unit.slots[$0] < 0 }
      appendBlocks(of: unit, pieces)
      appendVariables(of: unit, pieces) { unit.part.placeholders[Int($0)] < 0 }
      for inner in 0..<Int32(unit.variableCount) {
        let outer = Int(pieces.trunkIndex[unit.variable(inner, pieces)])
        guard outer >= 0, trunk.part.placeholders[outer] >= 0 else { continue }
        trunk.slots[trunk.part.placeholders[outer]] = unit.slots[unit.part.valueSlots[Int(inner)]]
      }
    }
    appendOps(of: trunk, pieces) { trunk.slots[$0] < 0 }
    appendVariables(of: trunk, pieces) { trunk.part.placeholders[Int($0)] < 0 }
  }

  /// Appends the ops of a part that `isMeant`, in their order, and what reads constants and natural values there.
  private mutating func appendOps(
    of placement: borrowing Placement, _ pieces: borrowing Pieces, where isMeant: (Int) -> Bool
  ) {
    let part = placement.part
    part.ops.withUnsafeBufferPointer { partOps in
      part.terms.withUnsafeBufferPointer { partTerms in
        for slot in 1..<part.slotCount where isMeant(slot) {
          placement.slots[slot] = Int32(ops.count)
          var op = partOps[slot]
          let range = Int(op.firstTerm)..<Int(partOps[slot + 1].firstTerm)
          op.firstTerm = Int32(terms.count)
          for index in range {
            let term = partTerms[index]
            terms.append(Term(coefficient: term.coefficient, slot: placement.slots[term.slot]))
          }
          switch op.kind {
          case .dot, .check: if op.row >= 0 { op.row = placement.row(op.row, pieces) }
          case .natural, .naturalAtMost, .naturalAtLeast: op.row = placement.variable(op.row, pieces)
          case .block: op.row += Int32(blocks.blocks.count)
          case .blockOutput, .greater, .lesser: break
          }
          ops.append(op)
        }
      }
    }
  }

  /// Appends the blocks of a part whose ops are there.
  private mutating func appendBlocks(of placement: borrowing Placement, _ pieces: borrowing Pieces) {
    blocks.append(placement.part.blocks) { source in
      if let row = source.row { return .constant(ofRow: placement.row(row, pieces)) }
      return .slot(placement.slots[source.index])
    } slot: { slot in
      placement.slots[slot]
    } variable: { variable in
      placement.variable(variable, pieces)
    }
  }

  /// Says where the variables of a part that `isMeant` are read, and what reads its rows.
  private mutating func appendVariables(
    of placement: borrowing Placement, _ pieces: borrowing Pieces, where isMeant: (Int32) -> Bool
  ) {
    let part = placement.part
    for row in 0..<Int32(part.constantReaders.count) where part.constantReaders[Int(row)] >= 0 {
      constantReaders[placement.row(row, pieces)] = placement.slots[part.constantReaders[Int(row)]]
    }
    for number in 0..<Int32(placement.variableCount) where isMeant(number) {
      let variable = placement.variable(number, pieces)
      valueSlots[variable] = placement.slots[part.valueSlots[Int(number)]]
      let reader = part.naturalReaders[Int(number)]
      if reader >= 0 { naturalReaders[variable] = placement.slots[reader] }
      representatives[variable] = representative(of: number, placement, pieces)
    }
    for variable in part.unattached { unattached.append(placement.variable(variable, pieces)) }
    counts.add(part.counts)
  }

  private func representative(
    of variable: Int32, _ placement: borrowing Placement, _ pieces: borrowing Pieces
  ) -> Int32 {
    let representative = placement.part.representatives[Int(variable)]
    if representative >= 0 { return placement.variable(representative, pieces) }
    let follows = placement.part.follows[Int(placement.part.valueSlots[Int(variable)])]
    return follows ? ClassMembership.elsewhere : representative
  }
}

/// Where the rows, variables and slots of a part are in the whole.
private struct Placement: ~Copyable {
  let part: CompiledPart
  /// By slot of the part; -1: not placed yet.
  let slots: Column<Int32>
  private let firstRow: Int
  private let firstVariable: Int
  let variableCount: Int

  init(_ part: CompiledPart, _ pieces: borrowing Pieces, piece: Int) {
    self.part = part
    slots = Column(repeating: -1, count: part.slotCount)
    slots[0] = 0
    firstRow = pieces.rows.range(piece).lowerBound
    firstVariable = pieces.members.range(piece).lowerBound
    variableCount = pieces.members.range(piece).count
  }

  @inline(__always) func row(_ row: Int32, _ pieces: borrowing Pieces) -> Int32 {
    pieces.rows.items[firstRow + Int(row)]
  }

  @inline(__always) func variable(_ number: Int32, _ pieces: borrowing Pieces) -> Int32 {
    pieces.members.items[firstVariable + Int(number)]
  }
}

extension BlockTable {
  /// Appends the blocks of another table, over the sources, slots and variables of this one.
  fileprivate mutating func append(
    _ other: BlockTable, source: (Source) -> Source, slot: (Int32) -> Int32, variable: (Int32) -> Int32
  ) {
    let (firstVariable, firstSingle, firstRow, firstTerm) = (
      Int32(variables.count), Int32(singles.count), Int32(rows.count), Int32(terms.count)
    )
    let firstGeneral = Int32(generals.count)
    for var block in other.blocks {
      block.slot = slot(block.slot)
      block.firstVariable += firstVariable
      block.firstRow += firstRow
      if block.general >= 0 { block.general += firstGeneral }
      blocks.append(block)
    }
    for member in other.variables { variables.append(variable(member)) }
    if !singleStarts.isEmpty { singleStarts.removeLast() }
    for start in other.singleStarts { singleStarts.append(firstSingle + start) }
    for var single in other.singles {
      single.source = source(single.source)
      singles.append(single)
    }
    // The last row of a table only ends the terms.
    for var row in other.rows.dropLast() {
      row.firstTerm += firstTerm
      if !row.isTail { row.source = source(row.source) }
      rows.append(row)
    }
    terms += other.terms
    appendGenerals(other)
  }

  private mutating func appendGenerals(_ other: BlockTable) {
    guard !other.generals.isEmpty else { return }
    for var general in other.generals {
      general.firstLevel += Int32(levelStarts.count)
      general.firstColumn += Int32(columnStarts.count)
      general.rowState += Int32(arenas.rows)
      general.variableState += Int32(arenas.variables)
      general.inverse += arenas.inverse
      general.masks += arenas.masks
      generals.append(general)
    }
    levelStarts += other.levelStarts
    let firstColumnRow = Int32(columnRows.count)
    for start in other.columnStarts { columnStarts.append(firstColumnRow + start) }
    columnRows += other.columnRows
    arenas.add(other.arenas)
  }
}

extension ArenaSizes {
  fileprivate mutating func add(_ other: ArenaSizes) {
    rows += other.rows
    variables += other.variables
    inverse += other.inverse
    masks += other.masks
    largestRowCount = max(largestRowCount, other.largestRowCount)
    largestVariableCount = max(largestVariableCount, other.largestVariableCount)
  }
}

extension CompileCounts {
  fileprivate mutating func add(_ other: CompileCounts) {
    determined += other.determined
    unions += other.unions
    checks += other.checks
    peeled += other.peeled
    aggregated += other.aggregated
    slackened += other.slackened
  }
}
