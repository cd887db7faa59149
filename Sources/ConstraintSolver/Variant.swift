/// A system as compiled: the one that was given, or one with rows changed because its solution lacked something.
struct Variant: Sendable {
  /// How a variant differs from the system that was given.
  struct Key: Hashable, Sendable {
    /// Required rows that yield, ascending.
    var demoted: [ConstraintID] = []
    /// Sizes with a row that keeps them from being negative, ascending.
    var nonNegative: [VariableID] = []

    var isEmpty: Bool { demoted.isEmpty && nonNegative.isEmpty }
  }

  var system: ConstraintSystem
  let plan: Plan
  /// That of `plan`: borrowed from here, it counts no reference.
  let planMemory: [UInt64]
  var run: Run

  init(_ system: ConstraintSystem, _ key: Key, _ budget: inout WorkBudget) throws(Tangle) {
    var system = system
    for row in key.demoted { system.demote(row) }
    for size in key.nonNegative { system.add([(size, 1)], .greaterThanOrEqual, 0, imported: true) }
    self.system = system
    plan = try Compiler.compile(system, firstFloorRow: system.constraintCount - key.nonNegative.count, &budget)
    planMemory = plan.memory
    run = Run(plan)
  }

  /// A system that is not compiled: its values are zero, and it only takes numbers.
  init(uncompiled system: ConstraintSystem) {
    self.system = system
    plan = Plan(ofNothing: system)
    planMemory = plan.memory
    run = Run(plan)
  }

  /// Required rows hold and no size is negative.
  var isSound: Bool { run.counters.contradictionCount == 0 && run.counters.negativeSizeCount == 0 }

  @inline(__always) mutating func setConstant(_ row: ConstraintID, _ value: Double) {
    system.setConstant(row, value)
    run.mark(plan.constantReaders[Int(row.index)])
  }

  @inline(__always) mutating func setNatural(_ variable: VariableID, _ value: Double) {
    system.setNatural(variable, value)
    run.mark(plan.naturalReaders[Int(variable.index)])
  }

  /// Brings the values up to date. Runs what is dirty, or all of it the first time. What threw is of no more use.
  mutating func solve(_ budget: inout WorkBudget) throws(Tangle) {
    guard run.isDirty else { return }
    run.counters.workLeft = budget.operations
    if run.hasSolved {
      withRunner { $0.runDirty() }
    } else {
      withRunner { $0.runAll() }
      run.hasSolved = true
    }
    budget.operations = run.counters.workLeft
    guard !budget.isExhausted else { throw tangle() }
    run.isDirty = false
    checkInvariantsWhenDebugging()
  }

  /// Sets all numbers to those of the system this is a variant of.
  mutating func setNumbers(of other: ConstraintSystem) {
    for row in 0..<other.constraintCount where system.constants[row].bitPattern != other.constants[row].bitPattern {
      setConstant(ConstraintID(Int32(row)), other.constants[row])
    }
    for variable in 0..<other.variableCount
    where system.naturalValues[variable].bitPattern != other.naturalValues[variable].bitPattern {
      setNatural(VariableID(Int32(variable)), other.naturalValues[variable])
    }
  }

  func values() -> [Double] { plan.valueSlots.map(run.value(ofSlot:)) }

  /// What hangs together in the block in which a budget came to its end; when it was in none, in the largest.
  private func tangle() -> Tangle {
    let table = plan.blocks()
    let block =
      table.blocks.first { $0.kind == .general && $0.slot == run.counters.tangledSlot }
      ?? table.blocks.max { $0.variableCount < $1.variableCount }
    return Tangle(variables: block.map { $0.places.map { VariableID(table.variables[$0]) } } ?? [])
  }

  /// The variables that no row decides, ascending. The tables of the plan are read where they are: every solve asks,
  /// and to copy them takes longer than a small solve.
  ///
  /// - Parameter budget: when it comes to its end, blocks that come after that are left out.
  func ambiguousVariables(_ budget: inout WorkBudget) -> [VariableID] {
    var open = plan.unattached + ambiguousInGeneralBlocks(&budget)
    let values = run.values
    run.forEachFreePlace { open.append(MemoryTable(planMemory, plan.layout.blockVariables)[$0]) }
    planMemory.lendReadOnlyMemory { memory in
      let (ops, terms) = (memory.items(plan.layout.ops), memory.items(plan.layout.terms))
      for slot in plan.bounds {
        let bound = values[Int(terms[Int(ops[Int(slot)].firstTerm)].slot)]
        if values[Int(slot)] != bound { open.append(ops[Int(slot)].row) }
      }
    }
    return open.sorted().map(VariableID.init)
  }
}

extension Variant {
  private func ambiguousInGeneralBlocks(_ budget: inout WorkBudget) -> [Int32] {
    let states = run.generalStates
    let suspects = MemoryTable(planMemory, plan.layout.blocks).filter {
      $0.kind == .general && states[Int($0.general)].needsTail
    }
    guard !suspects.isEmpty else { return [] }
    let variables = MemoryTable(planMemory, plan.layout.blockVariables)
    var open: [Int32] = []
    var copy = self
    copy.withRunner(spending: &budget) { runner in
      for block in suspects {
        let places = runner.freePlaces(of: block)
        if runner.counters.value.workLeft < 0 { break }
        open += places.map { variables[$0] }
      }
    }
    return open
  }
}

extension RunCounters {
  mutating func addWork(of other: RunCounters) {
    opsRun += other.opsRun
    blocksSolved += other.blocksSolved
    pivots += other.pivots
    warmAnswers += other.warmAnswers
    failedBlocks += other.failedBlocks
  }
}

extension Solver.Statistics {
  init(_ base: Variant, compiles: Int, _ work: RunCounters) {
    let plan = base.plan
    rows = base.system.constraintCount
    variables = base.system.variableCount
    ops = plan.slotCount
    let blocks = MemoryTable(base.planMemory, plan.layout.blocks)
    singleRowBlocks = blocks.count { $0.kind == .singleRow }
    generalBlocks = blocks.count { $0.kind == .general }
    self.compiles = compiles
    opsRun = work.opsRun
    blocksSolved = work.blocksSolved
    pivots = work.pivots
    warmAnswers = work.warmAnswers
    failedBlocks = work.failedBlocks
  }
}
