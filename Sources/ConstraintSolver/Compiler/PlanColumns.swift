/// A tape and its blocks as they are when the compiler has written them, or when parts have been linked: all of a plan
/// but what follows from the rest.
struct PlanColumns: ~Copyable {
  /// One more than there are slots: the last one only ends the terms.
  let ops: Column<Op>
  let terms: Column<Term>
  let constantReaders: Column<Int32>
  let naturalReaders: Column<Int32>
  let valueSlots: Column<Int32>
  let classes: Column<ClassMembership>
  let unattached: Column<Int32>
  let blocks: BlockTable
  let counts: CompileCounts

  private var opCount: Int { ops.count - 1 }

  /// - Parameter isSize: by variable.
  consuming func plan(isSize: [Bool]) -> Plan {
    let readers = writeReaders()
    let (slotVariableStarts, slotVariables) = variablesBySlot()
    var sizeSlots = Column<Int32>(capacity: valueSlots.count / 2)
    for variable in 0..<valueSlots.count where isSize[variable] && !ops[valueSlots[variable]].holdsSize {
      ops[valueSlots[variable]].holdsSize = true
      sizeSlots.append(valueSlots[variable])
    }
    return Plan(
      tape: Tape(ops: ops.array(), terms: terms.array(), readers: readers),
      valueSlots: valueSlots.array(), constantReaders: constantReaders.array(),
      naturalReaders: naturalReaders.array(), blocks: blocks, sizeSlots: sizeSlots.array(),
      slotVariableStarts: slotVariableStarts, slotVariables: slotVariables,
      unattached: unattached.array(), classes: classes.array(), counts: counts)
  }

  /// Who reads each slot, by counting sort.
  private func writeReaders() -> [Int32] {
    let starts = Column<Int32>(repeating: 0, count: opCount + 1)
    for term in 0..<terms.count { starts[terms[term].slot + 1] += 1 }
    blocks.forEachSource { slot, _ in starts[slot + 1] += 1 }
    for slot in 0..<opCount {
      ops[slot].firstReader = starts[slot]
      starts[slot + 1] += starts[slot]
    }
    ops[opCount].firstReader = starts[opCount]
    let readers = Column<Int32>(repeating: 0, count: Int(starts[opCount]))
    for op in 0..<opCount {
      for term in Int(ops[op].firstTerm)..<Int(ops[op + 1].firstTerm) {
        let slot = terms[term].slot
        readers[starts[slot]] = Int32(op)
        starts[slot] += 1
      }
    }
    blocks.forEachSource { slot, block in
      readers[starts[slot]] = block
      starts[slot] += 1
    }
    return readers.array()
  }

  private func variablesBySlot() -> (starts: [Int32], variables: [Int32]) {
    let starts = Column<Int32>(repeating: 0, count: opCount + 2)
    for variable in 0..<valueSlots.count { starts[valueSlots[variable] + 2] += 1 }
    for slot in 0..<opCount { starts[slot + 2] += starts[slot + 1] }
    let variables = Column<Int32>(repeating: 0, count: valueSlots.count)
    for variable in 0..<Int32(valueSlots.count) {
      let slot = valueSlots[variable] + 1
      variables[starts[slot]] = variable
      starts[slot] += 1
    }
    return (starts.array(), variables.array())
  }
}
