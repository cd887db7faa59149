import ConstraintSolver

/// A linear expression under construction: `Σ coefficient · variable + constant`. A variable that is added again adds
/// up, and what cancels is left out, so every row states each variable once.
///
/// One value is used for all rows in turn. Nearly all of them find room in it; only a row over many views, or over
/// views deep in others, needs an array.
struct LinearForm {
  private struct Term {
    var variable = VariableID(-1)
    var coefficient = 0.0
  }

  private static let room = 8

  /// The terms. The first `count` places are in use, and further terms are in `more`.
  private var first = InlineArray<8, Term>(repeating: Term())
  private var count = 0
  private var more: [Term] = []
  var constant: Double = 0

  mutating func reset() {
    count = 0
    constant = 0
    if !more.isEmpty { more.removeAll(keepingCapacity: true) }
  }

  mutating func add(_ variable: VariableID, _ coefficient: Double) {
    for index in 0..<count where first[index].variable == variable {
      first[index].coefficient += coefficient
      return
    }
    if count < Self.room {
      first[count] = Term(variable: variable, coefficient: coefficient)
      count += 1
    } else {
      addFurther(variable, coefficient)
    }
  }

  @inline(never) private mutating func addFurther(_ variable: VariableID, _ coefficient: Double) {
    if let index = more.firstIndex(where: { $0.variable == variable }) {
      more[index].coefficient += coefficient
    } else {
      more.append(Term(variable: variable, coefficient: coefficient))
    }
  }

  /// Writes the row `form (relation) 0`, with the constant on the right side. A form without variables only compares
  /// numbers; it still makes a row, so that a contradiction is found like any other.
  ///
  /// The method is mutating because an inline array that is only read is copied number by number.
  mutating func emit(_ relation: Relation, _ priority: Priority, into system: inout SystemWriter) {
    for index in 0..<count where first[index].coefficient != 0 {
      system.addTerm(first[index].variable, first[index].coefficient)
    }
    for term in more where term.coefficient != 0 { system.addTerm(term.variable, term.coefficient) }
    system.endRow(relation, 0 - constant, priority)
  }

  /// The value of the form with solved variables.
  func value(in solver: Solver) -> Double { value { solver.value(of: $0) } }

  /// The value of the form with these values of its variables.
  @inline(__always) func value(where value: (VariableID) -> Double) -> Double {
    var sum = constant
    let terms = first.span
    for index in 0..<count { sum += terms[index].coefficient * value(terms[index].variable) }
    for term in more { sum += term.coefficient * value(term.variable) }
    return sum
  }
}
