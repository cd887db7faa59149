extension ConstraintSystem {
  /// The sizes that at most `distance` rows in a line connect with one of `variables`, these included, ascending.
  ///
  /// - Parameter allRows: false: of the required rows alone.
  func sizes(near variables: [VariableID], within distance: Int, byAllRows allRows: Bool) -> [VariableID] {
    let (starts, rows) = rowsByVariable(allRows)
    var isReached = [Bool](repeating: false, count: variableCount)
    var isPassed = [Bool](repeating: false, count: constraintCount)
    var front = variables.map(\.index)
    for variable in front { isReached[Int(variable)] = true }
    var step = 0
    while step < distance && !front.isEmpty {
      step += 1
      var next: [Int32] = []
      for variable in front {
        for index in starts[Int(variable)]..<starts[Int(variable) + 1] where !isPassed[Int(rows[Int(index)])] {
          let row = Int(rows[Int(index)])
          isPassed[row] = true
          for term in Int(rowStarts[row])..<Int(rowStarts[row + 1]) where !isReached[Int(termVariables[term])] {
            isReached[Int(termVariables[term])] = true
            next.append(termVariables[term])
          }
        }
      }
      front = next
    }
    return isReached.indices.filter { isReached[$0] && isSize[$0] }.map { VariableID(Int32($0)) }
  }

  /// Rows `rows[starts[v] ..< starts[v + 1]]` mention variable `v`.
  private func rowsByVariable(_ allRows: Bool) -> (starts: [Int32], rows: [Int32]) {
    var starts = [Int32](repeating: 0, count: variableCount + 2)
    func forEachTerm(_ body: (_ variable: Int, _ row: Int32) -> Void) {
      for row in 0..<constraintCount where allRows || priorities[row] >= Compiler.required {
        for term in Int(rowStarts[row])..<Int(rowStarts[row + 1]) { body(Int(termVariables[term]), Int32(row)) }
      }
    }
    forEachTerm { variable, _ in starts[variable + 2] += 1 }
    for variable in 0..<variableCount { starts[variable + 2] += starts[variable + 1] }
    var rows = [Int32](repeating: 0, count: Int(starts[variableCount + 1]))
    forEachTerm { variable, row in
      rows[Int(starts[variable + 1])] = row
      starts[variable + 1] += 1
    }
    return (starts, rows)
  }
}
