/// Leaves out of a contradiction the rows that it does without.
///
/// The certificate of a block names every row with a part in what cannot hold there. That may be two contradictions at
/// once, or one that other rows would do for. This is a deletion filter: each row in turn goes for good if the others
/// still contradict each other. What remains is minimal: without any one of its rows the others can hold.
///
/// Imported rows are tried first, so that a row that may yield is among those that stay. Then earlier rows are tried
/// before later ones, because the last row is the one that yields.
struct ContradictionFilter {
  private let system: ConstraintSystem

  /// Each row costs a compilation of the others. More rows than these nobody reads, and they would take milliseconds.
  private static let limit = 64

  init(_ system: ConstraintSystem) { self.system = system }

  /// - Parameters:
  ///   - rows: required rows, ascending.
  ///   - budget: whoever finds it exhausted afterwards has no answer.
  /// - Returns: some of them that contradict each other, ascending; all of them when there are too many to try, nil
  ///   when they can hold together.
  func minimal(_ rows: [ConstraintID], _ budget: inout WorkBudget) -> [ConstraintID]? {
    guard rows.count <= Self.limit else { return rows }
    if canHold(rows, &budget) { return nil }
    var needed = rows
    let isImported = { (row: ConstraintID) in system.isImported[Int(row.index)] }
    for row in rows.filter(isImported) + rows.filter({ !isImported($0) }) {
      let others = needed.filter { $0 != row }
      if !canHold(others, &budget) { needed = others }
    }
    return needed
  }

  /// Whether `rows` can hold together; not when the budget is at its end, and then nobody asks for more.
  private func canHold(_ rows: [ConstraintID], _ budget: inout WorkBudget) -> Bool {
    if budget.isExhausted { return false }
    let part = system.part(rows) { _ in .required }
    guard var variant = try? Variant(part, Variant.Key(), &budget), (try? variant.solve(&budget)) != nil else {
      return false
    }
    return variant.run.counters.contradictionCount == 0
  }
}
