/// Writing ops: terms first, then the op that closes over them.
extension Compiler {
  @inline(__always) mutating func addTerm(_ slot: Int32, _ coefficient: Double) {
    terms.append(Term(coefficient: coefficient, slot: slot))
  }

  /// Closes an op over the terms added since the last one; returns its slot.
  @inline(__always) @discardableResult
  mutating func emit(_ kind: Instruction.Kind, row: Int32 = -1, scale: Double = 0) -> Int32 {
    let slot = Int32(ops.count)
    let relation = kind == .check ? rows.relations[Int(row)] : .equal
    ops.append(Instruction(scale: scale, row: row, firstTerm: openTerm, kind: kind, relation: relation))
    openTerm = Int32(terms.count)
    return slot
  }

  /// `scale · constant[row] + terms`: the one op that reads this constant.
  @inline(__always) mutating func emitConstant(_ row: Int32, scale: Double) -> Int32 {
    let slot = emit(.dot, row: row, scale: scale)
    assert(constantReaders[row] < 0, "I2: the constant of row \(row) is read twice")
    constantReaders[row] = slot
    return slot
  }

  /// `ratio · slot + offset`, without an op when it is that slot itself.
  @inline(__always) mutating func emitAffine(_ ratio: Double, _ slot: Int32, offset: Int32) -> Int32 {
    if offset < 0 && ratio == 1 { return slot }
    addTerm(slot, ratio)
    if offset >= 0 { addTerm(offset, 1) }
    return emit(.dot)
  }

  /// The value that must be about 0 for `row` to hold.
  mutating func emitCheck(_ row: Int32, excess: Int32) {
    addTerm(excess, 1)
    emit(.check, row: row)
  }

  /// A slot for a source, so that several ops can read it.
  mutating func materialize(_ source: Source) -> Int32 {
    if let slot = source.slot { return slot }
    return emitConstant(Int32(source.index), scale: 1)
  }

  /// Computes what was eliminated, in reverse: each reads variables eliminated after it, or block values.
  mutating func writeEliminatedVariables() {
    for unknown in 0..<Int32(unknowns.count) where links[unknown].isUnattached {
      let slot = emitNatural(.natural, of: unknown)
      unknownSlots[unknown] = slot
      unattached.append(unknowns[unknown])
    }
    var index = eliminations.count - 1
    while index >= 0 {
      write(eliminations[index])
      index -= 1
    }
  }

  private mutating func write(_ elimination: Elimination) {
    var slot = writeSolvedRow(elimination)
    if let floor = elimination.floor {
      addTerm(slot, 1)
      addTerm(floor.slot, 1)
      slot = emit(floor.isLower ? .greater : .lesser)
    }
    unknownSlots[elimination.variable] = slot
  }

  /// The variable as its row wants it: an inequality is only a bound on the natural value.
  private mutating func writeSolvedRow(_ elimination: Elimination) -> Int32 {
    let variable = elimination.variable
    let multi = multis[elimination.row]
    let inverse = 1 / elimination.coefficient
    var index = nodeInRow(from: multi.firstNode)
    while index >= 0 {
      let term = nodes[index]
      if term.variable != variable { addTerm(unknownSlots[term.variable], -term.coefficient * inverse) }
      index = nodeInRow(from: term.nextInRow)
    }
    let solved: Int32
    if let slot = multi.source.slot {
      addTerm(slot, inverse)
      solved = emit(.dot)
    } else {
      solved = emitConstant(Int32(multi.source.index), scale: inverse)
    }
    guard multi.relation != .equal else { return solved }
    addTerm(solved, 1)
    let isUpper = (multi.relation == .lessThanOrEqual) == (elimination.coefficient > 0)
    return emitNatural(isUpper ? .naturalAtMost : .naturalAtLeast, of: variable)
  }

  private mutating func emitNatural(_ kind: Instruction.Kind, of unknown: Int32) -> Int32 {
    let variable = unknowns[unknown]
    let slot = emit(kind, row: variable)
    naturalReaders[variable] = slot
    return slot
  }

  /// Gives every variable its slot.
  mutating func writeValues() {
    for variable in 0..<variableCount {
      let member = classes[variable]
      guard member.representative >= 0 else {
        valueSlots[variable] = max(member.offset, 0)
        continue
      }
      let slot = emitAffine(member.ratio, unknownSlots[member.representative], offset: member.offset)
      valueSlots[variable] = slot
      classes[variable].representative = unknowns[member.representative]
    }
  }
}
