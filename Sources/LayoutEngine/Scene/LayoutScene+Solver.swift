import ConstraintSolver

/// Lets benchmarks tell the solver's share of the work from the engine's.
extension LayoutScene {
  /// The solver of the structure in use, with the system as it was last solved; nil before the first solve.
  package var solver: Solver? { lowered.last?.solver }
}
