/// Solves a system of linear constraints with ordered priorities, and solves it again when numbers change.
///
/// The structure is compiled once into a plan; a solve runs the part of it whose inputs changed. What the result is:
///
/// - Required rows hold. Below them the total violation of the highest priority is as small as it can be, then that
///   of the next, and so on: priorities are never weighed against each other.
/// - The *tail* decides what is still open. Where it can, the plan lets the last variables in document order follow
///   from the others. Each of the rest, in document order, comes as near as possible to its natural value. So earlier
///   variables keep theirs, and the last absorbs what is left over or missing.
/// - Sizes are not negative. No row says so, because a row for each size would couple everything that shares a
///   container. Instead, a solution with a negative size is solved again with the rows `size >= 0` that it violates
///   (`Variant`). That is exact: without those rows the system is a relaxation, and an optimum of a relaxation that
///   breaks nothing it left out is the optimum.
/// - Required rows that cannot hold together stop nothing. Of each contradiction one row yields, to all other required
///   rows and to nothing else (`conflicts`): the latest in document order that is not imported.
///
/// The result is a function of the current constants and natural values only, bit for bit, whatever was solved before.
/// A solver is a value; copies share the plan.
///
/// A solve has a budget, counted in operations and not in time (`WorkBudget`). When that comes to its end the solver
/// has no result, and has forgotten all that it worked out: the next solve is that of a new solver.
public struct Solver: Sendable {
  private(set) var base: Variant
  private(set) var variants: [Variant.Key: Variant] = [:]
  /// Which variant answered the last solve; the empty key is `base`.
  private(set) var answer = Variant.Key()
  /// The values by variable, when a variant answered.
  private var answerValues: [Double] = []
  /// A number changed since the last solve. It may concern a variant even when `base` does not read it.
  private var isDirty = true
  /// Whether `base` is compiled, which the first solve does.
  private var isCompiled = false
  private var compileCount = 0
  /// Whether `base` has answered since somebody took note of the values.
  private var knowsChanges = false
  /// Work of variants that were dropped.
  private var retiredWork = RunCounters()

  /// Of the last solve, by the yielded row.
  public private(set) var conflicts: [Conflict] = []

  /// Variants kept for the next time their rows are needed. By feel: a window being resized needs a handful.
  private static let variantLimit = 32

  /// Does nothing yet: the first solve compiles `system`.
  public init(_ system: ConstraintSystem) { base = Variant(uncompiled: system) }

  /// The system with its current constants and natural values.
  public var system: ConstraintSystem { base.system }

  /// Changes the constant of a row; the next `solve()` takes it into account.
  ///
  /// - Parameter value: finite.
  public mutating func setConstant(_ row: ConstraintID, _ value: Double) {
    precondition(value.isFinite, "constant \(value) of row \(row.index)")
    guard base.system.constants[Int(row.index)].bitPattern != value.bitPattern else { return }
    isDirty = true
    base.setConstant(row, value)
  }

  /// Changes the value a variable takes when nothing else decides.
  ///
  /// - Parameter value: finite.
  public mutating func setNatural(_ variable: VariableID, _ value: Double) {
    precondition(value.isFinite, "natural value \(value) of variable \(variable.index)")
    guard base.system.naturalValues[Int(variable.index)].bitPattern != value.bitPattern else { return }
    isDirty = true
    base.setNatural(variable, value)
  }

  /// How a solve ended.
  public enum Outcome: Equatable, Sendable {
    /// All values are up to date.
    case solved
    /// It would take more work than allowed. All values are 0, and nothing is remembered of it.
    case exhausted(Tangle)
  }

  /// Brings all values up to date. Costs what the changes since the last solve touch; everything the first time.
  ///
  /// What is found is never half found: after `solved` the values are those that any budget leads to, bit for bit. What
  /// ends `exhausted` would also do so in a new solver: going on from what was solved before is given a quarter of the
  /// budget, and when that does not do the solver forgets all and begins anew, with the whole. The reverse does not
  /// hold. What is too much for a new solver may be little for one that has solved nearly the same.
  @discardableResult
  public mutating func solve(within budget: WorkBudget = .standard) -> Outcome {
    guard isDirty else { return .solved }
    if isCompiled {
      var part = WorkBudget(operations: budget.operations / 4)
      if case .solved = solve(spending: &part) { return .solved }
    }
    var whole = budget
    return solve(spending: &whole)
  }

  /// The same for whoever shares a budget among several solves: it takes from the budget what it costs, and does not
  /// begin anew when that is too much.
  public mutating func solve(spending budget: inout WorkBudget) -> Outcome {
    guard isDirty else { return .solved }
    do throws(Tangle) {
      try bringUpToDate(&budget)
      return .solved
    } catch {
      assert(budget.isExhausted, "\(budget.operations) operations are left")
      forget()
      return .exhausted(error)
    }
  }

  private mutating func bringUpToDate(_ budget: inout WorkBudget) throws(Tangle) {
    if !isCompiled {
      base = try Variant(base.system, Variant.Key(), &budget)
      base.checkInvariantsWhenDebugging()
      isCompiled = true
      compileCount += 1
    }
    try base.solve(&budget)
    if !answer.isEmpty || !base.isSound {
      try solveWithVariants(&budget)
    } else if !conflicts.isEmpty {
      // Assigning counts references even when nothing changes.
      conflicts = []
    }
    isDirty = false
  }

  /// Takes note of the values: `changedVariables` counts from here.
  public mutating func forgetChanges() {
    knowsChanges = answer.isEmpty
    if knowsChanges { base.run.forgetChanges() }
  }

  /// The variables with other values than at the last `forgetChanges`, ascending; some may have gone there and back.
  /// Nil: any may have others.
  public var changedVariables: [VariableID]? {
    knowsChanges ? base.run.changedVariables(of: base.plan)?.map(VariableID.init) : nil
  }

  /// Goes back to where it had solved nothing.
  private mutating func forget() {
    dropVariants()
    retiredWork.addWork(of: base.run.counters)
    base = Variant(uncompiled: base.system)
    isCompiled = false
    knowsChanges = false
    answer = Variant.Key()
    answerValues = []
    conflicts = []
  }

  /// The value of a variable after the last solve; 0 before the first.
  @inline(__always) public func value(of variable: VariableID) -> Double {
    answer.isEmpty
      ? base.run.value(ofSlot: base.plan.valueSlots[Int(variable.index)]) : answerValues[Int(variable.index)]
  }

  /// The values of a variable and of the three behind it: to ask once costs much less than to ask four times.
  public func fourValues(from variable: VariableID) -> (Double, Double, Double, Double) {
    (
      value(of: variable), value(of: VariableID(variable.index + 1)), value(of: VariableID(variable.index + 2)),
      value(of: VariableID(variable.index + 3))
    )
  }

  /// Representatives of what all real levels left open in the last solve, ascending: the lowest of the variables that
  /// move together.
  public var ambiguousVariables: [VariableID] {
    var budget = WorkBudget.standard
    return ambiguousVariables(spending: &budget)
  }

  /// The same for whoever has a budget for it. When that comes to its end, variables are missing.
  public func ambiguousVariables(spending budget: inout WorkBudget) -> [VariableID] {
    answer.isEmpty ? base.ambiguousVariables(&budget) : variants[answer]!.ambiguousVariables(&budget)
  }

  // MARK: Variants

  /// Adds the rows that the solution of `base` lacks and solves again, until nothing is missing. Always from `base`:
  /// a conflict that existed for one frame leaves no trace.
  private mutating func solveWithVariants(_ budget: inout WorkBudget) throws(Tangle) {
    knowsChanges = false
    var search = VariantSearch()
    var found = try base.shortcomings(search.key, &budget)
    while search.advance(past: found, system) { found = try use(search.key, &budget) }
    answer = search.key
    if !answer.isEmpty { answerValues = variants[answer]!.values() }
    conflicts = search.conflicts(system, value)
  }

  /// Solves a variant with the current numbers and says what it lacks.
  private mutating func use(_ key: Variant.Key, _ budget: inout WorkBudget) throws(Tangle) -> Shortcomings {
    var variant: Variant
    if let index = variants.index(forKey: key) {
      variant = variants.remove(at: index).value
    } else {
      if variants.count >= Solver.variantLimit { dropVariants() }
      variant = try Variant(system, key, &budget)
      variant.checkInvariantsWhenDebugging()
      compileCount += 1
    }
    variant.setNumbers(of: system)
    try variant.solve(&budget)
    let shortcomings = try variant.shortcomings(key, &budget)
    variants[key] = variant
    return shortcomings
  }

  private mutating func dropVariants() {
    for variant in variants.values { retiredWork.addWork(of: variant.run.counters) }
    variants = [:]
  }

  // MARK: Statistics

  /// Counts of this solver, since it was made.
  public var statistics: Statistics {
    var work = base.run.counters
    work.addWork(of: retiredWork)
    for variant in variants.values { work.addWork(of: variant.run.counters) }
    return Statistics(base, compiles: compileCount, work)
  }
}

extension ConstraintSystem {
  /// By how much a row is violated by given values.
  func excess(of row: ConstraintID, _ value: (VariableID) -> Double) -> Double {
    let index = Int(row.index)
    var sum = 0.0
    for term in Int(rowStarts[index])..<Int(rowStarts[index + 1]) {
      sum += termCoefficients[term] * value(VariableID(termVariables[term]))
    }
    switch relations[index] {
    case .equal: return abs(sum - constants[index])
    case .lessThanOrEqual: return max(0, sum - constants[index])
    case .greaterThanOrEqual: return max(0, constants[index] - sum)
    }
  }
}
