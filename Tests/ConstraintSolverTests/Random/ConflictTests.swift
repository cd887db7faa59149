import ConstraintSolver
import Testing

/// Required rows that contradict each other: one yields and is named, and everything else holds as it would
/// without it.
@Suite("Random contradictions") struct RandomConflictTests {
  @Test(arguments: SeedBatch.all(share: 0.4))
  func `rows yield only where the others cannot hold, and those then hold`(batch: SeedBatch) {
    batch.expect(SystemSketch.contradictory(seed:), "contradictory system") { sketch, _ in
      Trial.conflicts(sketch) ?? Trial.conflicts(sketch.edited)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.4))
  func `the rows that are named contradict each other, and without any one of them do not`(batch: SeedBatch) {
    batch.expect(SystemSketch.contradictory(seed:), "contradictory system") { sketch, _ in
      Trial.minimalConflicts(sketch) ?? Trial.minimalConflicts(sketch.edited)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.4))
  func `a contradiction that came and went leaves no trace in any bit`(batch: SeedBatch) {
    batch.expect(SystemSketch.contradictory(seed:), "contradictory system") { sketch, _ in
      Trial.independenceOfHistory(sketch) ?? Trial.conflictsAreIndependentOfHistory(sketch)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.4))
  func `contradictions of independent parts are broken together as each part alone would be`(batch: SeedBatch) {
    batch.expect(SystemSketch.contradictory(seed:), "contradictory system") { sketch, _ in
      Trial.breakingTogether(sketch, sketch.edited)
    }
  }
}

extension Trial {
  /// Just below required and above every preference: what a yielded row becomes.
  private static let demoted = Float(1000).nextDown

  /// Conflicts are reported exactly when the oracle finds the required rows infeasible. Without the yielded rows
  /// they are feasible, and the values are the optimum of the system in which these are the highest preference.
  static func conflicts(_ sketch: SystemSketch) -> Complaint? {
    func complain(_ text: String) -> Complaint { Complaint(promise: .conflicts, text: text) }
    let system = sketch.system
    var solver = Solver(system)
    solver.solve()
    let yielded = solver.conflicts.map { Int($0.yielded.index) }

    switch lexicographicOptimum(of: system) {
    case .failed(let why): return complain("the oracle failed: \(why)")
    case .optimum where !yielded.isEmpty: return complain("rows \(yielded) yield, but all required rows can hold")
    case .infeasible where yielded.isEmpty:
      return complain("no row yields, but the required rows contradict each other")
    case .optimum, .infeasible: break
    }
    for conflict in solver.conflicts {
      guard sketch.rows[Int(conflict.yielded.index)].priority >= 1000 else {
        return complain("row \(conflict.yielded.index) yields, and is not required")
      }
      guard conflict.members.contains(conflict.yielded), conflict.members == conflict.members.sorted() else {
        return complain("\(conflict) does not list its rows in order")
      }
    }

    var imported = sketch
    imported.rows.removeAll { $0.priority >= 1000 && !$0.isImported }
    imported.edits = []
    // When imported rows contradict among themselves nothing can be demoted that helps.
    guard case .optimum = lexicographicOptimum(of: imported.system) else { return nil }
    if let row = yielded.first(where: { sketch.rows[$0].isImported }) {
      return complain("row \(row) yields although it is imported")
    }
    var relaxed = sketch
    for row in yielded { relaxed.rows[row].priority = demoted }
    switch lexicographicOptimum(of: relaxed.system) {
    case .failed(let why): return complain("the oracle failed: \(why)")
    case .infeasible: return complain("the required rows still contradict each other without rows \(yielded)")
    case .optimum(let optimum):
      return ConstraintSolverTests.shortcoming(of: solver.values(of: system), in: relaxed.system, optimum: optimum)
        .map { complain("with rows \(yielded) demoted, \($0)") }
    }
  }

  /// Two systems side by side, their rows in turn: in each the same rows yield as without the other, by as much.
  static func breakingTogether(_ one: SystemSketch, _ other: SystemSketch) -> Complaint? {
    var parts = [one, other]
    for part in parts.indices {
      parts[part].edits = []
      // Sizes of one part may be kept from below zero because the other has a second look at its own.
      for variable in parts[part].variables.indices { parts[part].variables[variable].isSize = false }
    }
    var both = parts[0]
    both.rows = []
    both.variables += parts[1].variables
    var places: [(part: Int, row: Int)] = []
    for row in 0..<max(parts[0].rows.count, parts[1].rows.count) {
      for part in parts.indices where row < parts[part].rows.count {
        var added = parts[part].rows[row]
        for term in added.terms.indices { added.terms[term].variable += part * parts[0].variables.count }
        both.rows.append(added)
        places.append((part, row))
      }
    }

    var together = Solver(both.system)
    together.solve()
    for part in parts.indices {
      var alone = Solver(parts[part].system)
      alone.solve()
      let expected = alone.conflicts.map { Int($0.yielded.index) }
      let found = together.conflicts.map { places[Int($0.yielded.index)] }.filter { $0.part == part }.map(\.row)
      if found != expected {
        return Complaint(promise: .conflicts, text: "rows \(expected) of part \(part) yield alone, \(found) together")
      }
    }
    return nil
  }

  /// What a conflict names cannot hold, as the oracle sees it; and whatever row is left out, the others can. In both
  /// sizes are not negative, unless that alone makes the others impossible: nobody's row says so.
  static func minimalConflicts(_ sketch: SystemSketch) -> Complaint? {
    func canHold(_ rows: [Int], anySize: Bool) -> Bool? {
      var part = sketch
      part.rows = rows.map { sketch.rows[$0] }
      part.edits = []
      if anySize { for index in part.variables.indices { part.variables[index].isSize = false } }
      switch lexicographicOptimum(of: part.system) {
      case .optimum: return true
      case .infeasible: return false
      case .failed: return nil
      }
    }
    var solver = sketch.solver
    solver.solve()
    for conflict in solver.conflicts {
      let members = conflict.members.map { Int($0.index) }
      if canHold(members, anySize: false) == true {
        return Complaint(promise: .conflicts, text: "\(members) can hold together")
      }
      for row in members where canHold(members.filter { $0 != row }, anySize: true) == false {
        return Complaint(promise: .conflicts, text: "\(members) contradict each other without \(row)")
      }
    }
    return nil
  }

  /// The same rows are named whatever was solved before.
  static func conflictsAreIndependentOfHistory(_ sketch: SystemSketch) -> Complaint? {
    var solver = sketch.solver
    solver.solve()
    let first = solver.conflicts
    solver.apply(sketch.edits)
    var fresh = sketch.edited.solver
    fresh.solve()
    guard solver.conflicts == fresh.conflicts else {
      return Complaint(
        promise: .independenceOfHistory,
        text: "conflicts edited \(solver.conflicts) | made anew \(fresh.conflicts)")
    }
    solver.apply(
      sketch.edits.reversed().map { .init(row: $0.row, constant: sketch.rows[$0.row].constant) })
    return solver.conflicts == first
      ? nil
      : Complaint(
        promise: .independenceOfHistory, text: "conflicts first \(first) | edited and back \(solver.conflicts)")
  }
}
