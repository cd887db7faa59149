/// What a dump says besides numbers: whoever made the system knows what its variables and rows stand for.
package struct SystemNames {
  /// A word for a variable.
  var variable: (VariableID) -> String
  /// Where a row comes from; nothing is said where this is empty.
  var row: (ConstraintID) -> String

  package init(variable: @escaping (VariableID) -> String, row: @escaping (ConstraintID) -> String) {
    self.variable = variable
    self.row = row
  }

  /// `xN` for variable N, and no word about rows.
  package static var numbers: SystemNames { SystemNames(variable: { "x\($0.index)" }, row: { _ in "" }) }
}

extension Solver {
  /// The compiled system and its values for a person: rows, classes, tape, blocks, what was solved with. `rN` is row
  /// N, `sN` slot N of the tape.
  package func dump(_ names: SystemNames = .numbers) -> String {
    var text = VariantDump(variant: answer.isEmpty ? base : variants[answer]!, names: names).text
    if !answer.demoted.isEmpty {
      text += "yielded: " + answer.demoted.map { "r\($0.index)" }.joined(separator: " ") + "\n"
    }
    if !answer.nonNegative.isEmpty {
      text += "kept from below zero: " + answer.nonNegative.map(names.variable).joined(separator: " ") + "\n"
    }
    return text
  }
}

private struct VariantDump {
  let variant: Variant
  let names: SystemNames

  private var system: ConstraintSystem { variant.system }
  private var plan: Plan { variant.plan }
  private var run: Run { variant.run }

  var text: String {
    section("rows", rowLines()) + section("classes", classLines()) + section("tape", tapeLines())
      + section("blocks", blockLines()) + section("values", valueLines())
  }

  private func name(_ variable: some BinaryInteger) -> String { names.variable(VariableID(Int32(variable))) }

  private func section(_ name: String, _ lines: [String]) -> String {
    ([name] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  private func rowLines() -> [String] {
    (0..<system.constraintCount).map { row in
      let terms = (Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1])).map {
        (system.termCoefficients[$0], name(system.termVariables[$0]))
      }
      let priority = system.priorities[row] >= Compiler.required ? "" : " @\(system.priorities[row])"
      let words = names.row(ConstraintID(Int32(row)))
      return "r\(row): \(sum(terms)) \(symbol(system.relations[row])) \(system.constants[row])\(priority)"
        + (words.isEmpty ? "" : "  | \(words)")
    }
  }

  private func classLines() -> [String] {
    let tape = plan.tape()
    return plan.representatives.enumerated().compactMap { variable, representative in
      let slot = plan.valueSlots[variable]
      if representative < 0 { return "\(name(variable)) = s\(slot)" }
      if representative == Int32(variable) { return nil }
      let decided = plan.valueSlots[Int(representative)]
      if slot == decided { return "\(name(variable)) = \(name(representative))" }
      let terms = tape.terms(of: Int(slot)).map {
        ($0.coefficient, $0.slot == decided ? name(representative) : "s\($0.slot)")
      }
      return "\(name(variable)) = \(sum(terms))"
    }
  }

  private func tapeLines() -> [String] {
    let tape = plan.tape()
    return (1..<max(1, tape.count)).map { slot in
      let op = tape.ops[slot]
      let terms = tape.terms(of: slot).map { ($0.coefficient, "s\($0.slot)") }
      let meaning =
        switch op.kind {
        case .dot: sum((op.row >= 0 ? [(op.scale, "c(r\(op.row))")] : []) + terms)
        case .check: "check r\(op.row): \(sum(terms))"
        case .natural: "natural(\(name(op.row)))"
        case .naturalAtMost: "min(natural(\(name(op.row))), \(sum(terms)))"
        case .naturalAtLeast: "max(natural(\(name(op.row))), \(sum(terms)))"
        case .greater: "max(\(terms[0].1), \(terms[1].1))"
        case .lesser: "min(\(terms[0].1), \(terms[1].1))"
        case .block: "block \(op.row)"
        case .blockOutput: "the next of that block"
        }
      return "s\(slot) = \(meaning)  -> \(run.value(ofSlot: Int32(slot)))"
    }
  }

  private func blockLines() -> [String] {
    let table = plan.blocks()
    return table.blocks.enumerated().flatMap { index, block in
      let variables = table.variables[block.places]
      let members = variables.map { name($0) }.joined(separator: " ")
      var lines = ["block \(index), \(block.kind), \(block.levelCount) levels: \(members)"]
      if block.kind != .general {
        for (offset, variable) in variables.enumerated() {
          let place = Int(block.firstVariable) + offset
          for index in Int(table.singleStarts[place])..<Int(table.singleStarts[place + 1]) {
            let single = table.singles[index]
            lines.append(
              "  \(sum([(single.coefficient, name(variable))])) \(symbol(single.relation)) "
                + "\(text(of: single.source)), level \(single.level)")
          }
        }
      }
      for row in block.realRows {
        let terms = (Int(table.rows[row].firstTerm)..<Int(table.rows[row + 1].firstTerm)).map {
          let term = table.terms[$0]
          return (term.coefficient, name(variables[variables.startIndex + Int(term.variable)]))
        }
        let relation = symbol(table.rows[row].relation)
        lines.append(
          "  \(sum(terms)) \(relation) \(text(of: table.rows[row].source)), level \(table.rows[row].level)")
      }
      return lines
    }
  }

  private func valueLines() -> [String] {
    plan.valueSlots.enumerated().map { "\(name($0)) = \(run.value(ofSlot: $1)) (s\($1))" }
  }

  private func text(of source: Source) -> String {
    source.isSlot ? "s\(source.index)" : "c(r\(source.index))"
  }

  private func symbol(_ relation: Relation) -> String {
    switch relation {
    case .equal: "=="
    case .lessThanOrEqual: "<="
    case .greaterThanOrEqual: ">="
    }
  }

  private func sum(_ terms: [(coefficient: Double, name: String)]) -> String {
    guard let first = terms.first else { return "0" }
    func scaled(_ coefficient: Double, _ name: String) -> String { coefficient == 1 ? name : "\(coefficient) \(name)" }
    var text = first.coefficient == -1 ? "-\(first.name)" : scaled(first.coefficient, first.name)
    for term in terms.dropFirst() {
      text += (term.coefficient < 0 ? " - " : " + ") + scaled(abs(term.coefficient), term.name)
    }
    return text
  }
}
