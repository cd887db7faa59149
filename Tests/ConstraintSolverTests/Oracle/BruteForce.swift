import ConstraintSolver

/// The lexicographic optimum by trying every vertex: what the oracle is held against, on tiny systems.
///
/// Levels are piecewise linear, with their creases on the rows' hyperplanes. Together with the coordinate
/// planes these cut space into cells that have corners, and over each cell the best corner is optimal. So the
/// optimum is among the points where `variableCount` of all those planes meet.
///
/// - Returns: the optimal levels; `nil` when no vertex satisfies the required rows.
func bruteForceLevels(of system: ConstraintSystem) -> [Level]? {
  let count = system.variableCount
  var planes: [(normal: [Double], offset: Double)] = []
  for row in 0..<system.constraintCount {
    var normal = [Double](repeating: 0, count: count)
    for term in Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1]) {
      normal[Int(system.termVariables[term])] += system.termCoefficients[term]
    }
    planes.append((normal, system.constants[row]))
  }
  for variable in 0..<count {
    var normal = [Double](repeating: 0, count: count)
    normal[variable] = 1
    planes.append((normal, 0))
  }

  var best: [Level]?
  func visit(_ chosen: [Int]) {
    if chosen.count < count {
      for plane in ((chosen.last ?? -1) + 1)..<planes.count { visit(chosen + [plane]) }
      return
    }
    guard let point = intersection(of: chosen.map { planes[$0] }) else { return }
    let found = Violations(of: system, at: point)
    guard found.required < 1e-7, found.negativeSize < 1e-7 else { return }
    guard let current = best else { return best = found.levels }
    for (new, old) in zip(found.levels, current) where abs(new.violation - old.violation) > 1e-9 {
      if new.violation < old.violation { best = found.levels }
      return
    }
  }
  if planes.count >= count { visit([]) }
  return best
}

/// Gaussian elimination with partial pivoting; `nil` for planes that do not meet in one point.
private func intersection(of planes: [(normal: [Double], offset: Double)]) -> [Double]? {
  var rows = planes.map { $0.normal + [$0.offset] }
  let count = rows.count
  for column in 0..<count {
    let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) }!
    guard abs(rows[pivot][column]) > 1e-9 else { return nil }
    rows.swapAt(column, pivot)
    for row in 0..<count where row != column {
      let factor = rows[row][column] / rows[column][column]
      guard factor != 0 else { continue }
      for index in column...count { rows[row][index] -= factor * rows[column][index] }
    }
  }
  return (0..<count).map { rows[$0][count] / rows[$0][$0] }
}
