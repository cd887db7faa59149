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
  var run: Run

  /// - Parameters:
  ///   - units: what of it may be compiled by itself.
  ///   - pool: what is compiled already.
  init(_ system: ConstraintSystem, _ key: Key, _ units: UnitMap, reusing pool: inout PartPool) {
    var system = system
    for row in key.demoted { system.demote(row) }
    for size in key.nonNegative { system.add([(size, 1)], .greaterThanOrEqual, 0, imported: true) }
    self.system = system
    plan = Plan.compile(
      system, firstFloorRow: system.constraintCount - key.nonNegative.count, units, reusing: &pool)
    run = Run(plan)
  }

  /// Required rows hold and no size is negative.
  var isSound: Bool { run.counters.contradictionCount == 0 && run.counters.negativeSizeCount == 0 }

  /// Notes that a number has changed.
  @inline(__always) mutating func setConstant(_ row: ConstraintID, _ value: Double) {
    system.setConstant(row, value)
    run.mark(plan.constantReaders[Int(row.index)])
  }

  @inline(__always) mutating func setNatural(_ variable: VariableID, _ value: Double) {
    system.setNatural(variable, value)
    run.mark(plan.naturalReaders[Int(variable.index)])
  }

  /// Brings the values up to date. Runs what is dirty, or all of it the first time.
  mutating func solve() {
    if !run.isDirty {
      run.counters.changes = .listedSlots
      run.counters.changedSlotCount = 0
    } else if run.hasSolved {
      withRunner { $0.runDirty() }
    } else {
      withRunner { $0.runAll() }
      run.hasSolved = true
    }
    run.isDirty = false
    checkInvariantsWhenDebugging()
  }

  /// Forgets everything but the plan and the work done.
  mutating func restart() {
    let done = run.counters
    run = Run(plan)
    run.counters.addWork(of: done)
  }

  /// Takes over the numbers of the system this is a variant of.
  mutating func takeNumbers(from other: ConstraintSystem) {
    for row in 0..<other.constraintCount where system.constants[row].bitPattern != other.constants[row].bitPattern {
      setConstant(ConstraintID(Int32(row)), other.constants[row])
    }
    for variable in 0..<other.variableCount
    where system.naturalValues[variable].bitPattern != other.naturalValues[variable].bitPattern {
      setNatural(VariableID(Int32(variable)), other.naturalValues[variable])
    }
  }

  func values() -> [Double] { plan.valueSlots.map(run.value(ofSlot:)) }

  /// The values before the last solve, by variable.
  func previousValues() -> [Double] {
    let previous = run.previousValues
    guard run.counters.changes == .listedSlots else { return plan.valueSlots.map { previous[Int($0)] } }
    var slots = run.values.array
    for slot in run.changedSlots { slots[Int(slot)] = previous[Int(slot)] }
    return plan.valueSlots.map { slots[Int($0)] }
  }

  func changedVariables() -> [VariableID] {
    switch run.counters.changes {
    case .everything:
      return (0..<Int32(plan.valueSlots.count)).map(VariableID.init)
    case .anySlot:
      var changed: [VariableID] = []
      let (values, previous) = (run.values, run.previousValues)
      for (variable, slot) in plan.valueSlots.enumerated()
      where values[Int(slot)].bitPattern != previous[Int(slot)].bitPattern {
        changed.append(VariableID(Int32(variable)))
      }
      return changed
    case .listedSlots:
      var changed: [VariableID] = []
      var isSorted = true
      for slot in run.changedSlots {
        var next = plan.firstVariables[Int(slot)]
        while next >= 0 {
          let variable = VariableID(next)
          next = plan.nextVariables[Int(next)]
          if let last = changed.last, variable < last { isSorted = false }
          changed.append(variable)
        }
      }
      return isSorted ? changed : changed.sorted()
    }
  }

  func ambiguousVariables() -> [VariableID] {
    var open = plan.unattached
    for (variable, isFree) in zip(plan.blocks.variables, run.isFree) where isFree != 0 { open.append(variable) }
    open += ambiguousInGeneralBlocks()
    let values = run.values
    for (slot, op) in plan.tape.ops.dropLast().enumerated() {
      guard op.kind == .naturalAtMost || op.kind == .naturalAtLeast else { continue }
      let bound = values[Int(plan.tape.terms[Int(op.firstTerm)].slot)]
      if values[slot] != bound { open.append(op.row) }
    }
    return open.sorted().map(VariableID.init)
  }
}

extension Variant {
  private func ambiguousInGeneralBlocks() -> [Int32] {
    let states = run.generalStates
    let suspects = plan.blocks.blocks.filter { $0.kind == .general && states[Int($0.general)].needsTail }
    guard !suspects.isEmpty else { return [] }
    var open: [Int32] = []
    var copy = self
    copy.withRunner { runner in
      for block in suspects { open += runner.freePlaces(of: block).map { plan.blocks.variables[$0] } }
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
    ops = plan.tape.count
    units = plan.counts.units
    determined = plan.counts.determined
    unions = plan.counts.unions
    checks = plan.counts.checks
    peeled = plan.counts.peeled
    aggregated = plan.counts.aggregated
    slackened = plan.counts.slackened
    unattached = plan.unattached.count
    for block in plan.blocks.blocks {
      switch block.kind {
      case .singleVariable: singleVariableBlocks += 1
      case .singleRow: singleRowBlocks += 1
      case .general: generalBlocks += 1
      }
      largestBlock = max(largestBlock, Int(block.variableCount))
    }
    self.compiles = compiles
    opsRun = work.opsRun
    blocksSolved = work.blocksSolved
    pivots = work.pivots
    warmAnswers = work.warmAnswers
    failedBlocks = work.failedBlocks
  }
}
