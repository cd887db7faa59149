/// Which rows of the system contradict each other, found from a check or block that failed.
///
/// A failed check is a combination of rows that says `0 == something else`: a reverse sweep of the tape gives the
/// multiplier of each. The rows used by elimination are linearly independent, so the combination is unique and the
/// rows in it are a minimal contradiction. A failed block gives the rows of its certificate (nonzero multiplier at
/// level 0), which expand through the tape in the same way.
struct ConflictTrace {
  private let plan: Plan
  private let run: Run
  private let system: ConstraintSystem

  init(_ plan: Plan, _ run: Run, _ system: ConstraintSystem) {
    self.plan = plan
    self.run = run
    self.system = system
  }

  /// Rows with a part in the contradiction at `slot`, ascending.
  func rows(from slot: Int) -> [ConstraintID] {
    let op = plan.tape.ops[slot]
    if op.kind == .check { return sweep([(.slot(Int32(slot)), 1)]) }
    return sweep(certificate(of: plan.blocks.blocks[Int(op.row)]))
  }

  private func sweep(_ seeds: [(source: Source, multiplier: Double)]) -> [ConstraintID] {
    var multipliers: [Int32: Double] = [:]
    let top = seeds.compactMap { $0.source.slot }.max() ?? 0
    var adjoints = [Double](repeating: 0, count: Int(top) + 1)
    for (source, multiplier) in seeds {
      if let row = source.row {
        multipliers[row, default: 0] += multiplier
      } else {
        adjoints[source.index] += multiplier
      }
    }
    for slot in stride(from: Int(top), to: 0, by: -1) where adjoints[slot] != 0 {
      let op = plan.tape.ops[slot]
      if op.kind == .dot && op.row >= 0 { multipliers[op.row, default: 0] += adjoints[slot] * op.scale }
      for term in plan.tape.terms(of: slot) { adjoints[Int(term.slot)] += adjoints[slot] * term.coefficient }
    }
    return multipliers.filter { abs($0.value) > 1e-9 }.keys.sorted().map(ConstraintID.init)
  }

  // MARK: Certificates of blocks

  private func value(_ source: Source) -> Double {
    source.isSlot ? run.values[source.index] : system.constants[source.index]
  }

  private func certificate(of block: Block) -> [(source: Source, multiplier: Double)] {
    switch block.kind {
    case .singleVariable: return crossing(Int(block.firstVariable)) ?? []
    case .singleRow: return rowCertificate(block)
    case .general:
      var seeds: [(Source, Double)] = []
      var copy = run
      copy.withRunner(plan, system) { seeds = $0.requiredMultipliers(of: block) }
      return seeds
    }
  }

  /// The highest lower and the lowest upper required bound of a variable, if they cross.
  private func crossing(_ place: Int) -> [(source: Source, multiplier: Double)]? {
    var lower: (bound: Double, row: SingleRow)?
    var upper: (bound: Double, row: SingleRow)?
    for index in Int(plan.blocks.singleStarts[place])..<Int(plan.blocks.singleStarts[place + 1]) {
      let single = plan.blocks.singles[index]
      guard single.isRequired else { continue }
      let bound = value(single.source) / single.coefficient
      let isUpper = (single.relation == .lessThanOrEqual) == (single.coefficient > 0)
      if single.relation == .equal || !isUpper, lower == nil || bound > lower!.bound { lower = (bound, single) }
      if single.relation == .equal || isUpper, upper == nil || bound < upper!.bound { upper = (bound, single) }
    }
    guard let lower, let upper, lower.bound - upper.bound > TapeRunner.tolerance(lower.bound) else { return nil }
    return [(lower.row.source, 1 / lower.row.coefficient), (upper.row.source, -1 / upper.row.coefficient)]
  }

  /// A variable that contradicts itself, else the coupling row with the required bounds that stop its variables.
  private func rowCertificate(_ block: Block) -> [(source: Source, multiplier: Double)] {
    for variable in 0..<block.variableCount {
      if let seeds = crossing(Int(block.firstVariable + variable)) { return seeds }
    }
    let row = plan.blocks.rows[Int(block.firstRow)]
    var missing = value(row.source)
    for variable in 0..<Int(block.variableCount) {
      missing -= plan.blocks.terms[Int(row.firstTerm) + variable].coefficient * run.values[Int(block.slot) + variable]
    }
    var seeds: [(Source, Double)] = row.level == 0 ? [(row.source, 1)] : []
    for variable in 0..<Int(block.variableCount) {
      let coefficient = plan.blocks.terms[Int(row.firstTerm) + variable].coefficient
      let isUpwards = (missing > 0) == (coefficient > 0)
      if let stop = stoppingBound(Int(block.firstVariable) + variable, Int(block.slot) + variable, isUpwards) {
        seeds.append((stop.source, -coefficient / stop.coefficient))
      }
    }
    return seeds
  }

  /// The required bound that a variable has reached or passed.
  private func stoppingBound(_ place: Int, _ slot: Int, _ isUpwards: Bool) -> SingleRow? {
    for index in Int(plan.blocks.singleStarts[place])..<Int(plan.blocks.singleStarts[place + 1]) {
      let single = plan.blocks.singles[index]
      guard single.isRequired else { continue }
      let isUpper = (single.relation == .lessThanOrEqual) == (single.coefficient > 0)
      guard single.relation == .equal || isUpper == isUpwards else { continue }
      let beyond = run.values[slot] - value(single.source) / single.coefficient
      if isUpwards ? beyond >= -1e-9 : beyond <= 1e-9 { return single }
    }
    return nil
  }
}

extension TapeRunner {
  /// Multipliers of the required rows of a general block at its optimum, where they are not zero. Several
  /// certificates may exist; solving again from nothing gives the same one whatever was solved before.
  mutating func requiredMultipliers(of block: Block) -> [(Source, Double)] {
    var solver = GeneralBlock(block, blocks, state.generals)
    loadTargets(block, solver)
    optimise(block, &solver, isWarm: false)
    solver.recomputePoint()
    let level = 0..<Int(solver.levelStarts[1])
    solver.computeMultipliers(level)
    var seeds: [(Source, Double)] = []
    for row in level {
      let place = Int(solver.place[row])
      if place >= 0 {
        if abs(solver.multiplier[place]) > GeneralBlock.zero {
          seeds.append((solver.rows[row].source, solver.multiplier[place]))
        }
      } else if solver.excess(row) > GeneralBlock.zero {
        seeds.append((solver.rows[row].source, solver.residual[row] > 0 ? 1 : -1))
      }
    }
    return seeds
  }
}
