extension Variant {
  /// Systems larger than this are not checked after every step: the check costs as much as compiling.
  private static let largestChecked = 2000

  func checkInvariantsWhenDebugging() {
    #if DEBUG
      if system.constraintCount <= Variant.largestChecked { checkInvariants() }
    #endif
  }

  /// Traps when the plan or the run contradicts what the compiler promises.
  func checkInvariants() {
    let (tape, blocks) = (plan.tape(), plan.blocks())
    check(tape)
    checkConstants(tape, blocks)
    check(blocks, tape)
    if run.hasSolved && !run.isDirty { checkValues() }
  }

  /// I1: an op reads only smaller slots. Readers are the reverse of that.
  private func check(_ tape: Tape) {
    for slot in 0..<tape.count {
      for term in tape.terms(of: slot) {
        precondition(term.slot >= 0 && term.slot < slot, "op \(slot) reads slot \(term.slot)")
        let readers = tape.readers(of: Int(term.slot))
        precondition(readers.contains(Int32(slot)), "slot \(term.slot) does not know its reader \(slot)")
      }
    }
    for (variable, slot) in plan.valueSlots.enumerated() {
      precondition(slot >= 0 && slot < tape.count, "variable \(variable) is read from slot \(slot)")
    }
  }

  /// I2: the constant of a row is read by the one op that is marked when it changes.
  private func checkConstants(_ tape: Tape, _ blocks: BlockTable) {
    var readers = [Int32](repeating: -1, count: system.constraintCount)
    func addReader(_ op: Int32, of row: Int32) {
      precondition(readers[Int(row)] < 0, "constant \(row) is read by ops \(readers[Int(row)]) and \(op)")
      readers[Int(row)] = op
    }
    for slot in 0..<tape.count where tape.ops[slot].kind == .dot && tape.ops[slot].row >= 0 {
      addReader(Int32(slot), of: tape.ops[slot].row)
    }
    for block in blocks.blocks {
      for row in sources(of: block, in: blocks).compactMap(\.row) { addReader(block.slot, of: row) }
    }
    precondition(readers == plan.constantReaders, "constants are not marked where they are read")
  }

  private func sources(of block: Block, in table: BlockTable) -> [Source] {
    let singles = table.singleRange(of: block)
    let rows = table.rows[block.realRows]
    return block.kind == .general ? rows.map(\.source) : table.singles[singles].map(\.source) + rows.map(\.source)
  }

  /// Blocks are disjoint, their slots consecutive, their rows over their own variables, single rows by level.
  private func check(_ table: BlockTable, _ tape: Tape) {
    precondition(Set(table.variables).count == table.variables.count, "a variable is in two blocks")
    for block in table.blocks {
      for offset in 1..<max(1, Int(block.variableCount)) {
        precondition(tape.ops[Int(block.slot) + offset].kind == .blockOutput, "block at \(block.slot) is torn")
      }
      for place in block.places {
        let singles = table.singles[Int(table.singleStarts[place])..<Int(table.singleStarts[place + 1])]
        for (left, right) in zip(singles, singles.dropFirst()) {
          precondition(left.level <= right.level, "single rows of block \(block.slot) are not in order")
        }
      }
      for row in Int(block.firstRow)..<Int(block.firstRow + block.rowCount) {
        for term in Int(table.rows[row].firstTerm)..<Int(table.rows[row + 1].firstTerm) {
          precondition(table.terms[term].variable < block.variableCount, "row \(row) leaves its block")
        }
      }
    }
  }

  /// I3, seen from its end: where nothing contradicts, required rows hold.
  private func checkValues() {
    let values = run.values.array
    for (slot, value) in values.enumerated() { precondition(value.isFinite, "slot \(slot) is \(value)") }
    guard run.counters.contradictionCount == 0 && run.counters.failedBlocks == 0 else { return }
    let magnitude = values.reduce(1) { max($0, abs($1)) }
    for row in 0..<system.constraintCount where system.priorities[row] >= Compiler.required {
      let excess = system.excess(of: ConstraintID(Int32(row))) { values[Int(plan.valueSlots[Int($0.index)])] }
      precondition(excess <= 1e-5 * magnitude, "required row \(row) is violated by \(excess)")
    }
    precondition(run.dirtyWords.array.allSatisfy { $0 == 0 }, "an op is still dirty")
  }
}
