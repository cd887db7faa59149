/// Which of some required rows yield, because not all of them can hold, and to which others.
///
/// Imported rows come first, then the others in document order. A row yields if it cannot hold together with those
/// before it that do not yield. So what yields depends on nothing but the rows and their numbers. All of it comes out
/// of one walk in which each row is a level of its own.
struct YieldSearch {
  private let system: ConstraintSystem
  private let rows: [ConstraintID]

  /// - Parameter rows: ascending.
  init(_ system: ConstraintSystem, _ rows: [ConstraintID]) {
    self.system = system
    self.rows = rows
  }

  /// By each row that yields: itself, and rows before it that it contradicts, and does not without any one of them.
  func contradictions(_ budget: inout WorkBudget) -> [[ConstraintID]] {
    let filter = ContradictionFilter(system)
    return candidates(&budget).map { filter.minimal($0, &budget) ?? $0 }
  }

  private func candidates(_ budget: inout WorkBudget) -> [[ConstraintID]] {
    var priority = Priority.required.value
    var part = system.part(rows) { row in
      if system.isImported[Int(row.index)] { return .required }
      priority = priority.nextDown
      return Priority(priority)
    }
    part.isAllOrNothing = true
    guard var variant = try? Variant(part, Variant.Key(), &budget) else { return [] }
    let blocks = variant.plan.blocks().blocks
    var found: [[Source]] = []
    variant.withRunner(spending: &budget) { runner in
      runner.runBeforeBlocks()
      for block in blocks where runner.counters.value.workLeft >= 0 { found += runner.leftOut(of: block) }
    }
    guard !found.isEmpty else { return [] }
    var trace = ConflictTrace(variant, budget)
    return found.map { sources in trace.rows(behind: sources).map { rows[Int($0.index)] } }
  }
}

extension ConstraintSystem {
  /// Some of the rows by themselves. Sizes may be negative in it: where it matters that they are not, a row says so.
  func part(_ rows: [ConstraintID], _ priority: (ConstraintID) -> Priority) -> ConstraintSystem {
    var part = ConstraintSystem()
    var variables: [Int32: VariableID] = [:]
    for row in rows {
      let terms = (Int(rowStarts[Int(row.index)])..<Int(rowStarts[Int(row.index) + 1])).map { term in
        let variable = variables[termVariables[term]] ?? part.addPosition()
        variables[termVariables[term]] = variable
        return (variable, termCoefficients[term])
      }
      part.add(terms, relations[Int(row.index)], constants[Int(row.index)], priority(row))
    }
    return part
  }
}

extension TapeRunner {
  /// Of a block in which a row counts only if it can be met: what each row that cannot, and those against it, come
  /// from.
  fileprivate mutating func leftOut(of block: Block) -> [[Source]] {
    var solver = GeneralBlock(block, self)
    solver.firstAllOrNothingLevel = block.hasRequiredRows ? 1 : 0
    loadTargets(block, solver)
    optimise(block, &solver, isWarm: false)
    charge(solver, for: block)
    return solver.leftOut.map { rows in rows.map { solver.rows[$0].source } }
  }
}
