/// Solves a system of linear constraints with ordered priorities, and solves it again when numbers change.
///
/// The structure is compiled once into a plan; a solve runs the part of it whose inputs changed. What the result is:
///
/// - Required rows hold. Below them the total violation of the highest priority is as small as it can be, then that
///   of the next, and so on: priorities are never weighed against each other.
/// - What is still open is settled by the *tail*: the plan first lets the last variables in document order follow
///   from the others where it can; of the rest, in document order, each is brought as near as possible to its natural
///   value. So earlier variables keep theirs and the last absorbs what is left over or missing.
/// - Sizes are not negative. No row says so, because a row a size would couple everything that shares a container;
///   instead a solution with a negative size is solved again with the rows `size >= 0` it violates (`Variant`). That
///   is exact: without those rows the system is a relaxation, and an optimum of a relaxation that breaks nothing it
///   left out is the optimum.
/// - Required rows that cannot hold together do not stop anything: of each contradiction the row latest in document
///   order that is not imported yields, to all other required rows and to nothing else (`conflicts`).
///
/// The result is a function of the current constants and natural values only, bit for bit, whatever was solved before.
/// A solver is a value; copies share the plan.
public struct Solver: Sendable {
  private(set) var base: Variant
  /// What of the system may be compiled by itself.
  public let units: UnitMap
  private(set) var variants: [Variant.Key: Variant] = [:]
  /// Which variant answered the last solve; the empty key is `base`.
  private(set) var answer = Variant.Key()
  /// The values by variable, when a variant answered.
  private var answerValues: [Double] = []
  /// Set when the list cannot be read off the run of `base`.
  private var listedChanges: [VariableID]?
  /// A number changed since the last solve. It may concern a variant even when `base` does not read it.
  private var isDirty = true
  private var compileCount = 1
  /// For tests of the rule: contradictions are settled one after another instead of as many as possible at once.
  var settlesOneByOne = false
  /// Work of variants that were dropped.
  private var retiredWork = RunCounters()

  /// Of the last solve, by the yielded row.
  public private(set) var conflicts: [Conflict] = []

  /// Variants kept for the next time their rows are needed. By feel: a window being resized needs a handful.
  private static let variantLimit = 32

  /// Compiles `system`; solves nothing yet.
  public init(_ system: ConstraintSystem) {
    var pool = PartPool()
    self.init(system, units: UnitMap(), reusing: &pool)
  }

  /// Compiles `system`; solves nothing yet.
  ///
  /// - Parameters:
  ///   - units: what of it may be compiled by itself.
  ///   - pool: what is compiled already; what is not goes into it.
  public init(_ system: ConstraintSystem, units: UnitMap, reusing pool: inout PartPool) {
    self.units = units
    base = Variant(system, Variant.Key(), units, reusing: &pool)
    base.checkInvariantsWhenDebugging()
  }

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

  /// Brings all values up to date. Costs what the changes since the last solve touch; everything the first time.
  public mutating func solve() {
    guard isDirty else {
      listedChanges = []
      return
    }
    isDirty = false
    base.solve()
    if !answer.isEmpty {
      solveWithVariants(comparedTo: answerValues)
    } else if !base.isSound {
      solveWithVariants(comparedTo: base.run.counters.changes == .everything ? nil : base.previousValues())
    } else {
      // Assigning counts references even when nothing changes.
      if listedChanges != nil { listedChanges = nil }
      if !conflicts.isEmpty { conflicts = [] }
    }
  }

  /// Solves everything again from nothing but the plan: the same values as `solve()`, bit for bit.
  package mutating func solveFromScratch() {
    let old = hasSolved ? (0..<system.variableCount).map { value(of: VariableID(Int32($0))) } : nil
    isDirty = false
    base.restart()
    for key in variants.keys { variants[key]!.restart() }
    base.solve()
    solveWithVariants(comparedTo: old)
  }

  private var hasSolved: Bool { base.run.hasSolved }

  /// The value of a variable after the last solve; 0 before the first.
  @inline(__always) public func value(of variable: VariableID) -> Double {
    answer.isEmpty
      ? base.run.value(ofSlot: base.plan.valueSlots[Int(variable.index)]) : answerValues[Int(variable.index)]
  }

  /// The variables whose value the last solve changed, ascending; all of them after the first. Costs what the solve
  /// touched.
  public var changedVariables: [VariableID] { listedChanges ?? base.changedVariables() }

  /// Representatives of what all real levels left open in the last solve, ascending: the lowest of the variables that
  /// move together.
  public var ambiguousVariables: [VariableID] {
    answer.isEmpty ? base.ambiguousVariables() : variants[answer]!.ambiguousVariables()
  }

  // MARK: Variants

  /// Adds the rows that the solution of `base` lacks and solves again, until nothing is missing. Always from `base`:
  /// a conflict that existed for one frame leaves no trace.
  private mutating func solveWithVariants(comparedTo old: [Double]?) {
    var settling = Settling(isOneByOne: settlesOneByOne)
    var found = base.shortcomings(settling.key)
    while settling.advance(past: found, system) { found = use(settling.key) }
    adopt(settling.key, comparedTo: old)
    conflicts = settling.conflicts(system, value)
  }

  /// Solves a variant with the current numbers and says what it lacks.
  private mutating func use(_ key: Variant.Key) -> Shortcomings {
    var variant: Variant
    if let index = variants.index(forKey: key) {
      variant = variants.remove(at: index).value
    } else {
      if variants.count >= Solver.variantLimit { dropVariants() }
      var pool = PartPool()
      variant = Variant(system, key, units, reusing: &pool)
      variant.checkInvariantsWhenDebugging()
      compileCount += 1
    }
    variant.takeNumbers(from: system)
    variant.solve()
    let shortcomings = variant.shortcomings(key)
    variants[key] = variant
    return shortcomings
  }

  private mutating func dropVariants() {
    for variant in variants.values { retiredWork.addWork(of: variant.run.counters) }
    variants = [:]
  }

  private mutating func adopt(_ key: Variant.Key, comparedTo old: [Double]?) {
    answer = key
    if !key.isEmpty { answerValues = variants[key]!.values() }
    let all = (0..<Int32(system.variableCount)).map(VariableID.init)
    if let old {
      listedChanges = all.filter { value(of: $0).bitPattern != old[Int($0.index)].bitPattern }
    } else {
      listedChanges = all
    }
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
