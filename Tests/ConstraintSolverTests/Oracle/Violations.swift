import ConstraintSolver

/// How far given values are from satisfying a system.
struct Violations {
  /// The worst required row.
  private(set) var required = 0.0
  /// The row that is worst.
  private(set) var worstRequired: Int?
  /// The total of each preference's priority, the highest first.
  let levels: [Level]
  /// By how much the smallest size is below 0; at most 0 when none is.
  let negativeSize: Double

  init(of system: ConstraintSystem, at values: [Double]) {
    var sums: [Float: Double] = [:]
    for row in 0..<system.constraintCount {
      let violation = Self.violation(of: row, in: system, at: values)
      if system.priorities[row] < 1000 {
        sums[system.priorities[row], default: 0] += violation
      } else if violation > required || worstRequired == nil {
        required = violation
        worstRequired = row
      }
    }
    levels = sums.sorted { $0.key > $1.key }.map { Level(priority: $0.key, violation: $0.value) }
    negativeSize = -(zip(values, system.isSize).filter(\.1).map(\.0).min() ?? 0)
  }

  /// `|lhs - c|`, or the part of it in the forbidden direction.
  static func violation(of row: Int, in system: ConstraintSystem, at values: [Double]) -> Double {
    var difference = -system.constants[row]
    for term in Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1]) {
      difference += system.termCoefficients[term] * values[Int(system.termVariables[term])]
    }
    return switch system.relations[row] {
    case .equal: abs(difference)
    case .lessThanOrEqual: max(0, difference)
    case .greaterThanOrEqual: max(0, -difference)
    }
  }
}

/// Says where `values` fall short of the optimum of `system`; `nil` when they do not.
///
/// A level may differ by 1e-5 of the largest number in play. Being better than the optimum is a complaint too,
/// ten times later: then the oracle is wrong, or a level above was quietly sacrificed.
func shortcoming(of values: [Double], in system: ConstraintSystem, optimum: LexicographicOptimum) -> String? {
  let found = Violations(of: system, at: values)
  let magnitude = values.map(abs).max() ?? 0
  guard magnitude.isFinite else { return "a value is not finite" }
  if found.required > 1e-6 * max(1, magnitude) {
    return "required row \(found.worstRequired ?? -1) is violated by \(found.required)"
  }
  if found.negativeSize > 1e-6 * max(1, magnitude) { return "a size is negative: -\(found.negativeSize)" }
  for (ours, best) in zip(found.levels, optimum.levels) {
    let slop = 1e-5 * max(1, best.violation, magnitude)
    if ours.violation > best.violation + slop {
      return "priority \(best.priority): violated by \(ours.violation), could be \(best.violation)"
    }
    if ours.violation < best.violation - 10 * slop {
      return "priority \(best.priority): violated by \(ours.violation), better than the oracle's \(best.violation)"
    }
  }
  return nil
}
