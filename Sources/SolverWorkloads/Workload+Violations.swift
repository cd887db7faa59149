import ConstraintSolver

extension Workload {
  /// How far `values` are from satisfying the rows: the worst required row, and the total of each priority below.
  public func violations(_ values: [Double]) -> (required: Double, byPriority: [Float: Double]) {
    var required = 0.0
    var byPriority: [Float: Double] = [:]
    for row in 0..<system.constraintCount {
      var difference = -system.constants[row]
      for term in Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1]) {
        difference += system.termCoefficients[term] * values[Int(system.termVariables[term])]
      }
      let violation =
        switch system.relations[row] {
        case .equal: abs(difference)
        case .lessThanOrEqual: max(0, difference)
        case .greaterThanOrEqual: max(0, -difference)
        }
      if system.priorities[row] >= 1000 {
        required = max(required, violation)
      } else {
        byPriority[system.priorities[row], default: 0] += violation
      }
    }
    return (required, byPriority)
  }
}
