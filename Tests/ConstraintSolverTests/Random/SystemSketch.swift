import ConstraintSolver

/// A constraint system that can still be changed: generators write it, the shrinker cuts it down, a failure
/// prints it as Swift that builds the same system again.
struct SystemSketch: Equatable, Sendable {
  struct Variable: Equatable, Sendable {
    var isSize = false
    var natural = 0.0
  }

  struct Term: Equatable, Sendable {
    var variable: Int
    var coefficient: Double
  }

  struct Row: Equatable, Sendable {
    var terms: [Term]
    var relation: Relation
    var constant: Double
    var priority: Float = 1000
    var isImported = false
  }

  /// A row's constant becomes another.
  struct Edit: Equatable, Sendable {
    var row: Int
    var constant: Double
  }

  var variables: [Variable] = []
  var rows: [Row] = []
  /// What a test changes after the first solve.
  var edits: [Edit] = []

  /// The system itself, `edits` not applied.
  var system: ConstraintSystem {
    var system = ConstraintSystem()
    let ids = variables.map { $0.isSize ? system.addSize(natural: $0.natural) : system.addPosition() }
    for row in rows {
      system.add(
        row.terms.map { (ids[$0.variable], $0.coefficient) }, row.relation, row.constant,
        Priority(row.priority), imported: row.isImported)
    }
    return system
  }

  var solver: Solver { Solver(system) }

  /// The sketch after its edits.
  var edited: SystemSketch {
    var result = self
    for edit in edits { result.rows[edit.row].constant = edit.constant }
    return result
  }

  /// The total of a row's terms where the variables have `values`.
  static func sum(_ terms: [Term], at values: [Double]) -> Double {
    terms.reduce(0) { $0 + $1.coefficient * values[$1.variable] }
  }
}

extension SystemSketch: CustomStringConvertible {
  var description: String {
    var text = "var system = ConstraintSystem()\nlet x = [\n"
    for variable in variables {
      text += variable.isSize ? "  system.addSize(natural: \(variable.natural)),\n" : "  system.addPosition(),\n"
    }
    text += "]\n"
    for (index, row) in rows.enumerated() {
      let terms = row.terms.map { "(x[\($0.variable)], \($0.coefficient))" }.joined(separator: ", ")
      let imported = row.isImported ? ", imported: true" : ""
      text += "system.add([\(terms)], .\(row.relation), \(row.constant), Priority(\(row.priority))\(imported))"
      text += "  // \(index)\n"
    }
    for edit in edits { text += "solver.setConstant(ConstraintID(\(edit.row)), \(edit.constant))\n" }
    return text
  }
}
