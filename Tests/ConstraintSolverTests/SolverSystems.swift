import ConstraintSolver

/// A system under construction in a test, with rows written as they are read.
struct Sketch {
  var system = ConstraintSystem()

  mutating func size(_ natural: Double = 0) -> VariableID { system.addSize(natural: natural) }
  mutating func position() -> VariableID { system.addPosition() }

  @discardableResult
  mutating func row(
    _ terms: [(VariableID, Double)], _ relation: Relation, _ constant: Double, at priority: Float = 1000,
    imported: Bool = false
  ) -> ConstraintID {
    system.add(terms, relation, constant, Priority(priority), imported: imported)
  }

  /// Hugging and compression resistance around an intrinsic size.
  @discardableResult
  mutating func intrinsic(_ variable: VariableID, _ size: Double, hug: Float = 250, resist: Float = 750) -> (
    ConstraintID, ConstraintID
  ) {
    (row([(variable, 1)], .lessThanOrEqual, size, at: hug), row([(variable, 1)], .greaterThanOrEqual, size, at: resist))
  }

  /// A solver that has solved the system.
  func solved() -> Solver {
    var solver = Solver(system)
    solver.solve()
    return solver
  }
}

extension Solver {
  func values(_ variables: VariableID...) -> [Double] { variables.map(value) }

  /// All values, to the bit.
  var bits: [UInt64] { (0..<Int32(system.variableCount)).map { value(of: VariableID($0)).bitPattern } }
}
