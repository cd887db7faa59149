/// Leaves out of a contradiction the rows that it does without, so that without any one of the others it can hold.
///
/// Rows that contradict each other come with a certificate: each of some of them is multiplied by a number, and the sum
/// says `0 == something else`. Where all of these but one are independent there is only one such sum, so the
/// certificate does without none of them (Gleeson and Ryan, Identifying minimally infeasible subsystems of
/// inequalities, ORSA Journal on Computing 2 (1990)). Nearly all are like that.
///
/// For the others there is a deletion filter: each row in turn goes for good if the others still contradict each other.
/// Imported rows are tried first, so that a row that may yield is among those that stay. Then earlier rows are tried
/// before later ones, because the last row is the one that yields.
struct ContradictionFilter {
  private let system: ConstraintSystem

  /// Each row that is tried costs a compilation of the others. More rows than these nobody reads, and they would take
  /// milliseconds.
  private static let limit = 64

  init(_ system: ConstraintSystem) { self.system = system }

  /// - Parameters:
  ///   - rows: required rows, ascending.
  ///   - budget: whoever finds it exhausted afterwards has no answer.
  /// - Returns: some of them that contradict each other, ascending; nil when they can hold together. Where there are
  ///   too many to try, they may not all be needed.
  func minimal(_ rows: [ConstraintID], _ budget: inout WorkBudget) -> [ConstraintID]? {
    guard var needed = certificate(of: rows, &budget) else { return nil }
    guard needed.rows.count <= Self.limit else { return needed.rows }
    let isImported = { (row: ConstraintID) in system.isImported[Int(row.index)] }
    for row in needed.rows.filter(isImported) + needed.rows.filter({ !isImported($0) }) where !needed.isMinimal {
      guard needed.rows.contains(row) else { continue }
      needed = certificate(of: needed.rows.filter { $0 != row }, &budget) ?? needed
    }
    return needed.rows
  }

  /// Some of `rows` that contradict each other, with a certificate that names all of them; nil when `rows` can hold
  /// together.
  private func certificate(of rows: [ConstraintID], _ budget: inout WorkBudget) -> Certificate? {
    guard let found = contradiction(among: rows, &budget) else { return nil }
    if found.rows.count == rows.count { return found }
    // Rounding may spoil a certificate, so what it names is looked at by itself.
    return certificate(of: found.rows, &budget) ?? Certificate(rows: rows, isMinimal: false)
  }

  /// The rows with a part in what cannot hold; nil when all can, or when the budget is at its end, and then nobody asks
  /// for more.
  private func contradiction(among rows: [ConstraintID], _ budget: inout WorkBudget) -> Certificate? {
    if budget.isExhausted { return nil }
    let part = system.part(rows) { _ in .required }
    guard var variant = try? Variant(part, Variant.Key(), &budget), (try? variant.solve(&budget)) != nil,
      let slot = variant.contradictingSlots().first
    else { return nil }
    var trace = ConflictTrace(variant, budget)
    defer { budget = trace.budget }
    var found = trace.certificate(at: slot)
    found.rows = found.rows.map { rows[Int($0.index)] }
    return found
  }
}

/// Rows that contradict each other because multiples of them come to `0 == something else`.
struct Certificate {
  /// Ascending; empty where rounding hides them.
  var rows: [ConstraintID]
  /// Whether the rows can hold together without any one of them: all but one are known to be independent.
  var isMinimal: Bool
}
