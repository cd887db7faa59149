/// What was compiled, in the one piece of memory of a plan.
extension Compiler {
  /// - Parameter isSize: by variable.
  mutating func plan(isSize: [Bool]) -> Plan {
    let readers = writeReaders()
    var sizeSlots = Column<Int32>(capacity: valueSlots.count / 2)
    for variable in 0..<valueSlots.count where isSize[variable] && !ops[valueSlots[variable]].holdsSize {
      ops[valueSlots[variable]].holdsSize = true
      sizeSlots.append(valueSlots[variable])
    }
    let layout = PlanLayout(
      opCount: ops.count, termCount: terms.count, readerCount: readers.count, sizeCount: sizeSlots.count, blocks)
    var memory = [UInt64](zeroes: 0, unwritten: layout.byteCount / 8)
    memory.lendMemory { memory in
      ops.write(to: layout.ops, of: memory)
      terms.write(to: layout.terms, of: memory)
      readers.write(to: layout.readers, of: memory)
      sizeSlots.write(to: layout.sizeSlots, of: memory)
      layout.write(blocks, to: memory)
    }
    return Plan(
      memory: memory, layout, valueSlots: valueSlots.array(), constantReaders: constantReaders.array(),
      naturalReaders: naturalReaders.array(), unattached: unattached.array(),
      representatives: (0..<variableCount).map { classes[$0].representative })
  }

  /// Who reads each slot, by counting sort.
  private mutating func writeReaders() -> Column<Int32> {
    let opCount = ops.count - 1
    // How many read a slot, then where the next of them goes.
    var places = Column<Int32>(repeating: 0, count: opCount)
    for term in 0..<terms.count { places[terms[term].slot] += 1 }
    blocks.forEachSource { slot, _ in places[slot] += 1 }
    var total: Int32 = 0
    for slot in 0..<opCount {
      ops[slot].firstReader = total
      let count = places[slot]
      places[slot] = total
      total += count
    }
    ops[opCount].firstReader = total
    var readers = Column<Int32>(unwritten: Int(total))
    for op in 0..<opCount {
      for term in Int(ops[op].firstTerm)..<Int(ops[op + 1].firstTerm) {
        let slot = terms[term].slot
        readers[places[slot]] = Int32(op)
        places[slot] += 1
      }
    }
    blocks.forEachSource { slot, block in
      readers[places[slot]] = block
      places[slot] += 1
    }
    return readers
  }
}
