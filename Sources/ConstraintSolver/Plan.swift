/// A compiled system: everything that depends on its structure and on nothing that changes from solve to solve.
///
/// Immutable and shared by copies of a solver; what changes lives in `Run`.
final class Plan: Sendable {
  /// The tape and the blocks.
  let memory: [UInt64]
  let layout: PlanLayout
  /// Where each variable is read. Several variables may share a slot.
  let valueSlots: [Int32]
  /// By slot: the last variable that is read there, -1 for none.
  let lastReaders: [Int32]
  /// By variable: the one before it that is read in the same slot, -1 for none.
  let formerReaders: [Int32]
  /// The one op that reads the constant of a row; -1 when none does.
  let constantReaders: [Int32]
  /// The one op that reads the natural value of a variable; -1 when none does.
  let naturalReaders: [Int32]
  /// What the memory of every run of this plan begins with.
  let runLayout: RunLayout
  /// Ops that keep a natural value within a bound.
  let bounds: [Int32]
  /// Representatives that no row is left to decide.
  let unattached: [Int32]
  /// `ClassMembership.representative` of each variable; how it follows from that one, its op says.
  let representatives: [Int32]

  init(
    memory: [UInt64], _ layout: PlanLayout, valueSlots: [Int32], constantReaders: [Int32], naturalReaders: [Int32],
    unattached: [Int32], representatives: [Int32]
  ) {
    self.memory = memory
    self.layout = layout
    self.valueSlots = valueSlots
    (lastReaders, formerReaders) = Self.readers(of: layout.ops.count, valueSlots)
    self.constantReaders = constantReaders
    self.naturalReaders = naturalReaders
    runLayout = RunLayout(layout)
    var bounds: [Int32] = []
    memory.lendReadOnlyMemory { memory in
      let ops = memory.items(layout.ops)
      for slot in 0..<layout.ops.count - 1 where ops[slot].kind == .naturalAtMost || ops[slot].kind == .naturalAtLeast {
        bounds.append(Int32(slot))
      }
    }
    self.bounds = bounds
    self.unattached = unattached
    self.representatives = representatives
  }

  /// Which variables are read in each slot. So those of a few slots are found without a look at all.
  private static func readers(of slots: Int, _ valueSlots: [Int32]) -> (last: [Int32], former: [Int32]) {
    var last = [Int32](repeating: -1, count: slots)
    var former = [Int32](repeating: -1, count: valueSlots.count)
    for variable in valueSlots.indices {
      let slot = Int(valueSlots[variable])
      former[variable] = last[slot]
      last[slot] = Int32(variable)
    }
    return (last, former)
  }

  /// Reads nothing of a system and has zero for all of its variables.
  convenience init(ofNothing system: ConstraintSystem) {
    let layout = PlanLayout(opCount: 2, termCount: 0, readerCount: 0, sizeCount: 0, BlockTable())
    let nobody = [Int32](repeating: -1, count: max(system.constraintCount, system.variableCount))
    self.init(
      memory: [UInt64](repeating: 0, count: layout.byteCount / 8), layout,
      valueSlots: [Int32](repeating: 0, count: system.variableCount), constantReaders: nobody, naturalReaders: nobody,
      unattached: [], representatives: nobody)
  }

  var slotCount: Int { layout.ops.count - 1 }

  /// A copy of the tape, for whoever is in no hurry.
  func tape() -> Tape {
    Tape(
      ops: memory.items(of: layout.ops), terms: memory.items(of: layout.terms),
      readers: memory.items(of: layout.readers))
  }

  /// A copy of the blocks, for whoever is in no hurry.
  func blocks() -> BlockTable {
    BlockTable(
      blocks: memory.items(of: layout.blocks), variables: memory.items(of: layout.blockVariables),
      singleStarts: memory.items(of: layout.singleStarts), singles: memory.items(of: layout.singles),
      rows: memory.items(of: layout.rows), terms: memory.items(of: layout.blockTerms),
      generals: memory.items(of: layout.generals), levelStarts: memory.items(of: layout.levelStarts),
      columnStarts: memory.items(of: layout.columnStarts), columns: memory.items(of: layout.columns),
      arenas: layout.arenas)
  }
}

/// How a variable follows from its class: `ratio · representative + value of slot offset`.
struct ClassMembership: BitwiseCopyable, Sendable {
  static let constant: Int32 = -1
  static let noOffset: Int32 = -1

  /// The lowest member of the class; `constant` when required rows alone decide.
  var representative: Int32
  var offset: Int32
  var ratio: Double
}
