import ConstraintSolver

/// The least total violation of one priority.
struct Level: Equatable {
  let priority: Float
  let violation: Double
}

/// What an exact treatment of priorities asks of a system, found by linear programming, level by level.
struct LexicographicOptimum {
  /// Preferences only, the highest priority first.
  let levels: [Level]
  /// One optimal solution: a vertex, not the one that ties would choose (unless `lexicographicOptimum`
  /// was given a tail).
  let values: [Double]
}

enum OracleAnswer {
  case optimum(LexicographicOptimum)
  /// The required rows contradict each other (or a size would have to be negative).
  case infeasible
  /// GLPK failed, or its answer did not stand the check that follows it. Says nothing about the system.
  case failed(String)
}

/// Brings `variable` as near as possible to `target`, after all rows: one step of the order that settles ties.
struct TailStep {
  let variable: Int
  let target: Double
}

/// Solves `system` by one linear program per priority, the highest first; each level keeps the ones above it
/// at their optimum.
///
/// A preference `lhs >= c` becomes `lhs + e >= c` with an error column `e >= 0`, one per direction in which the
/// row can be violated; the level's objective is the sum of its errors.
///
/// - Parameter tail: what to minimise after the last level, one by one: `|variable - target|`.
func lexicographicOptimum(of system: ConstraintSystem, tail: [TailStep] = []) -> OracleAnswer {
  var program = LinearProgram()
  let variables = system.isSize.map { program.addColumn(from: $0 ? 0 : -.infinity, to: .infinity) }
  var errors: [Float: [Int32]] = [:]

  func add(_ terms: [(Int32, Double)], _ relation: Relation, _ constant: Double, errors: inout [Int32]?) {
    var row = mergingRepeated(terms)
    if errors != nil, relation != .lessThanOrEqual {
      let missing = program.addColumn(from: 0, to: .infinity)
      row.append((missing, 1))
      errors!.append(missing)
    }
    if errors != nil, relation != .greaterThanOrEqual {
      let excess = program.addColumn(from: 0, to: .infinity)
      row.append((excess, -1))
      errors!.append(excess)
    }
    program.addRow(
      row, from: relation == .lessThanOrEqual ? -.infinity : constant,
      to: relation == .greaterThanOrEqual ? .infinity : constant)
  }

  for row in 0..<system.constraintCount {
    let range = Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1])
    let terms = range.map { (variables[Int(system.termVariables[$0])], system.termCoefficients[$0]) }
    let priority = system.priorities[row]
    var rowErrors: [Int32]? = priority >= 1000 ? nil : errors[priority, default: []]
    add(terms, system.relations[row], system.constants[row], errors: &rowErrors)
    if let rowErrors { errors[priority] = rowErrors }
  }
  var objectives = errors.sorted { $0.key > $1.key }.map(\.value)
  for step in tail {
    var stepErrors: [Int32]? = []
    add([(variables[step.variable], 1)], .equal, step.target, errors: &stepErrors)
    objectives.append(stepErrors!)
  }

  if objectives.isEmpty { objectives = [[]] }
  for (index, objective) in objectives.enumerated() {
    switch program.minimiseSum(of: objective) {
    case .optimal: program.keepOptimal()
    // Later objectives only narrow a program that has a solution.
    case .infeasible: return index == 0 ? .infeasible : .failed("level \(index) lost the optimum of level 0")
    case .failed(let code): return .failed("GLPK ended with \(code)")
    }
  }

  let values = variables.map { program.value(of: $0) }
  let levels = zip(errors.keys.sorted(by: >), objectives).map { priority, columns in
    Level(priority: priority, violation: columns.reduce(0) { $0 + program.value(of: $1) })
  }
  // The errors GLPK believes in and those its own values give must be the same thing.
  let measured = Violations(of: system, at: values)
  for (claimed, found) in zip(levels, measured.levels)
  where abs(claimed.violation - found.violation) > 1e-6 * max(1, claimed.violation) {
    return .failed("GLPK claims \(claimed) but its values give \(found)")
  }
  guard measured.required <= 1e-6 * max(1, values.map(abs).max() ?? 0) else {
    return .failed("GLPK's values violate a required row by \(measured.required)")
  }
  return .optimum(LexicographicOptimum(levels: levels, values: values))
}

/// Terms with every column once; columns that cancel out are dropped.
private func mergingRepeated(_ terms: [(Int32, Double)]) -> [(column: Int32, coefficient: Double)] {
  var merged: [(column: Int32, coefficient: Double)] = []
  for (column, coefficient) in terms {
    if let index = merged.firstIndex(where: { $0.column == column }) {
      merged[index].coefficient += coefficient
    } else {
      merged.append((column, coefficient))
    }
  }
  return merged.filter { $0.coefficient != 0 }
}
