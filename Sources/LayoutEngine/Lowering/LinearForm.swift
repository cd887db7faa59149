import ConstraintSolver

/// A linear expression under construction: `Σ coefficient · variable + constant`. Adding a variable again adds up,
/// and what cancels is left out, so every row states each variable once.
///
/// One instance is used for all rows in turn; nothing is allocated once it has seen its longest row.
struct LinearForm {
  private struct Term {
    var variable: VariableID
    var coefficient: Double
  }

  /// The first `count` are in use; the others wait for a longer row.
  private var terms: [Term] = []
  private var count = 0
  var constant: Double = 0

  mutating func reset() {
    count = 0
    constant = 0
  }

  mutating func add(_ variable: VariableID, _ coefficient: Double) {
    for index in 0..<count where terms[index].variable == variable {
      terms[index].coefficient += coefficient
      return
    }
    let term = Term(variable: variable, coefficient: coefficient)
    if count == terms.count { terms.append(term) } else { terms[count] = term }
    count += 1
  }

  /// Closes a row `form (relation) 0`: the constant goes to the right side. A form without variables is a plain
  /// comparison of numbers; it still makes a row, so that a contradiction is found like any other.
  func emit(_ relation: Relation, _ priority: Priority, into system: inout ConstraintSystem) {
    for index in 0..<count where terms[index].coefficient != 0 {
      system.addTerm(terms[index].variable, terms[index].coefficient)
    }
    system.endRow(relation, 0 - constant, priority)
  }

  /// What it comes to with solved variables.
  func value(in solver: Solver) -> Double { value { solver.value(of: $0) } }

  /// What it comes to with these values of its variables.
  @inline(__always) func value(where value: (VariableID) -> Double) -> Double {
    var sum = constant
    for index in 0..<count { sum += terms[index].coefficient * value(terms[index].variable) }
    return sum
  }
}
