import ConstraintSolver
import TestSupport

/// A promise of the solver that a system shows to be broken.
struct Complaint: Equatable {
  enum Promise: String {
    case optimality, independenceOfHistory, continuity, rowOrder, ties, conflicts, decided
  }

  let promise: Promise
  let text: String
}

/// The promises, one function each: `nil` when `sketch` keeps the promise, or does not touch it.
enum Trial {
  /// Every priority is violated as little as those above it allow, at first and after the sketch's edits.
  static func optimality(_ sketch: SystemSketch) -> Complaint? {
    var solver = sketch.solver
    solver.solve()
    if let text = shortcoming(of: solver, in: sketch, "first") { return Complaint(promise: .optimality, text: text) }
    solver.apply(sketch.edits)
    if let text = shortcoming(of: solver, in: sketch.edited, "after the edits") {
      return Complaint(promise: .optimality, text: text)
    }
    return nil
  }

  private static func shortcoming(of solver: Solver, in sketch: SystemSketch, _ moment: String) -> String? {
    let system = sketch.system
    switch lexicographicOptimum(of: system) {
    case .infeasible: return nil
    case .failed(let why): return "\(moment): the oracle failed: \(why)"
    case .optimum(let optimum):
      let values = solver.values(of: system)
      return ConstraintSolverTests.shortcoming(of: values, in: system, optimum: optimum).map { "\(moment): \($0)" }
    }
  }

  /// Values are a function of the rows alone: edited, made anew, edited back, every bit.
  static func independenceOfHistory(_ sketch: SystemSketch) -> Complaint? {
    func complain(_ text: String) -> Complaint { Complaint(promise: .independenceOfHistory, text: text) }
    let system = sketch.system
    var solver = sketch.solver
    solver.solve()
    let first = solver.values(of: system)

    solver.apply(sketch.edits)
    let incremental = solver.values(of: system)
    var fresh = sketch.edited.solver
    fresh.solve()
    if let text = difference(incremental, fresh.values(of: system)) { return complain("edited | made anew: \(text)") }

    for edit in sketch.edits.reversed() {
      solver.setConstant(ConstraintID(Int32(edit.row)), sketch.rows[edit.row].constant)
    }
    solver.solve()
    return difference(first, solver.values(of: system)).map { complain("first | edited and back: \($0)") }
  }

  /// Levels do not depend on the order of rows.
  static func rowOrder(_ sketch: SystemSketch, using random: inout SeededGenerator) -> Complaint? {
    var shuffled = sketch
    shuffled.rows.shuffle(using: &random)
    shuffled.edits = []
    let system = sketch.system
    let levels = [sketch, shuffled].map { sketch in
      var solver = sketch.solver
      solver.solve()
      return Violations(of: system, at: solver.values(of: system)).levels
    }
    for (one, other) in zip(levels[0], levels[1])
    where abs(one.violation - other.violation) > 1e-6 * max(1, one.violation) {
      return Complaint(
        promise: .rowOrder,
        text: "priority \(one.priority): \(one.violation), with rows in another order \(other.violation)")
    }
    return nil
  }

  /// Moving one constant never makes a value jump.
  ///
  /// Sweeps `row` over ±20 in steps of 1, then halves the steps with the largest changes ten times, following
  /// the larger half. A jump survives that; a slope below 50 leaves at most 0.05.
  static func continuity(_ sketch: SystemSketch, row: Int) -> Complaint? {
    let system = sketch.system
    let middle = sketch.rows[row].constant
    var solver = sketch.solver
    func values(_ constant: Double) -> [Double] {
      solver.setConstant(ConstraintID(Int32(row)), constant)
      solver.solve()
      return solver.values(of: system)
    }

    let samples = (-20...20).map { (constant: middle + Double($0), values: values(middle + Double($0))) }
    let steps = samples.indices.dropLast().sorted {
      distance(samples[$0].values, samples[$0 + 1].values) > distance(samples[$1].values, samples[$1 + 1].values)
    }
    for step in steps.prefix(3) {
      var (low, high) = (samples[step], samples[step + 1])
      for _ in 0..<10 {
        let constant = (low.constant + high.constant) / 2
        let between = (constant, values(constant))
        if distance(low.values, between.1) > distance(between.1, high.values) { high = between } else { low = between }
      }
      let jump = distance(low.values, high.values)
      if jump > 0.05 * max(1, distance(samples[step].values, samples[step + 1].values)) {
        return Complaint(
          promise: .continuity,
          text: "a value jumps by \(jump) while row \(row) goes from \(low.constant) to \(high.constant)")
      }
    }
    return nil
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  /// The first value that is not bit for bit the same.
  static func difference(_ one: [Double], _ other: [Double]) -> String? {
    for (variable, (left, right)) in zip(one, other).enumerated() where left.bitPattern != right.bitPattern {
      return "x[\(variable)] is \(left) | \(right)"
    }
    return nil
  }
}

extension Solver {
  /// Sets the constants of `edits` and solves.
  mutating func apply(_ edits: [SystemSketch.Edit]) {
    for edit in edits { setConstant(ConstraintID(Int32(edit.row)), edit.constant) }
    solve()
  }

  /// All values, by variable index.
  func values(of system: ConstraintSystem) -> [Double] {
    (0..<system.variableCount).map { value(of: VariableID(Int32($0))) }
  }
}
