import ConstraintSolver
import SolverWorkloads

/// Our solver on one workload: rows given, values out.
struct SolverTiming {
  let build: Timing
  let resize: Timing
  let edit: Timing
  let resizeWork: Work
  let editWork: Work
  /// After the first solve, by variable.
  let values: [Double]

  /// What one change made the solver do. Repeats exactly.
  struct Work {
    /// Operations of the tape.
    let ops: Int
    let pivots: Int
  }

  /// Times building with the first solve, a resize and an edit. The two changes go to and fro.
  init(_ workload: Workload, isQuick: Bool) {
    let repetitions = isQuick ? 3 : workload.viewCount >= 50_000 ? 5 : 11
    var solver: Solver?
    build = Timing.of(repetitions: repetitions, prepare: { solver = nil }) { _ in
      var built = Solver(workload.system)
      built.solve()
      solver = built
    }
    var solved = solver!
    solver = nil
    values = solved.values(count: workload.system.variableCount)

    func change(_ changes: [Workload.Change]) -> (Timing, Work) {
      let timing = Timing.of(repetitions: 3 * repetitions) { repetition in
        for change in changes {
          solved.setConstant(change.row, repetition % 2 == 0 ? change.changed : change.value)
        }
        solved.solve()
      }
      for change in changes { solved.setConstant(change.row, change.value) }
      solved.solve()
      let before = solved.statistics
      for change in changes { solved.setConstant(change.row, change.changed) }
      solved.solve()
      let after = solved.statistics
      for change in changes { solved.setConstant(change.row, change.value) }
      solved.solve()
      return (timing, Work(ops: after.opsRun - before.opsRun, pivots: after.pivots - before.pivots))
    }
    (resize, resizeWork) = change(workload.resize)
    (edit, editWork) = change(workload.edit)
  }
}

extension Solver {
  /// All values, by variable index.
  fileprivate func values(count: Int) -> [Double] {
    (0..<count).map { value(of: VariableID(Int32($0))) }
  }
}
