extension Solver {
  /// The compiled system and its values for a person: classes, tape, blocks, what was solved with.
  package func dump() -> String {
    let variant = answer.isEmpty ? base : variants[answer]!
    var text = variant.dump()
    if !answer.demoted.isEmpty {
      text += "yielded: " + answer.demoted.map { "r\($0.index)" }.joined(separator: " ") + "\n"
    }
    if !answer.nonNegative.isEmpty {
      text += "kept from below zero: " + answer.nonNegative.map { "x\($0.index)" }.joined(separator: " ") + "\n"
    }
    return text
  }
}

/// `xN` is variable N, `rN` row N, `sN` slot N of the tape.
extension Variant {
  func dump() -> String {
    section("rows", rowLines()) + section("classes", classLines()) + section("tape", tapeLines())
      + section("blocks", blockLines()) + section("values", valueLines())
  }

  private func section(_ name: String, _ lines: [String]) -> String {
    ([name] + lines.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  private func rowLines() -> [String] {
    (0..<system.constraintCount).map { row in
      let terms = (Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1])).map {
        (system.termCoefficients[$0], "x\(system.termVariables[$0])")
      }
      let priority = system.priorities[row] >= Compiler.required ? "" : " @\(system.priorities[row])"
      return "r\(row): \(sum(terms)) \(symbol(system.relations[row])) \(system.constants[row])\(priority)"
    }
  }

  private func classLines() -> [String] {
    let tape = plan.tape()
    return plan.representatives.enumerated().compactMap { variable, representative in
      let slot = plan.valueSlots[variable]
      if representative < 0 { return "x\(variable) = s\(slot)" }
      if representative == Int32(variable) { return nil }
      let decided = plan.valueSlots[Int(representative)]
      if slot == decided { return "x\(variable) = x\(representative)" }
      let terms = tape.terms(of: Int(slot)).map {
        ($0.coefficient, $0.slot == decided ? "x\(representative)" : "s\($0.slot)")
      }
      return "x\(variable) = \(sum(terms))"
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
        case .natural: "natural(x\(op.row))"
        case .naturalAtMost: "min(natural(x\(op.row)), \(sum(terms)))"
        case .naturalAtLeast: "max(natural(x\(op.row)), \(sum(terms)))"
        case .greater: "max(\(terms[0].1), \(terms[1].1))"
        case .lesser: "min(\(terms[0].1), \(terms[1].1))"
        case .block: "block \(op.row)"
        case .blockOutput: "  \""
        }
      return "s\(slot) = \(meaning)  -> \(run.value(ofSlot: Int32(slot)))"
    }
  }

  private func blockLines() -> [String] {
    let table = plan.blocks()
    return table.blocks.enumerated().flatMap { index, block in
      let variables = table.variables[
        Int(block.firstVariable)..<Int(block.firstVariable + block.variableCount)]
      let names = variables.map { "x\($0)" }.joined(separator: " ")
      var lines = ["block \(index), \(block.kind), \(block.levelCount) levels: \(names)"]
      if block.kind != .general {
        for (offset, variable) in variables.enumerated() {
          let place = Int(block.firstVariable) + offset
          for index in Int(table.singleStarts[place])..<Int(table.singleStarts[place + 1]) {
            let single = table.singles[index]
            lines.append(
              "  \(sum([(single.coefficient, "x\(variable)")])) \(symbol(single.relation)) "
                + "\(name(single.source)), level \(single.level)")
          }
        }
      }
      for row in Int(block.firstRow)..<Int(block.firstRow + block.rowCount) where !table.rows[row].isTail {
        let terms = (Int(table.rows[row].firstTerm)..<Int(table.rows[row + 1].firstTerm)).map {
          let term = table.terms[$0]
          return (term.coefficient, "x\(variables[variables.startIndex + Int(term.variable)])")
        }
        let relation = symbol(table.rows[row].relation)
        lines.append(
          "  \(sum(terms)) \(relation) \(name(table.rows[row].source)), level \(table.rows[row].level)")
      }
      return lines
    }
  }

  private func valueLines() -> [String] {
    plan.valueSlots.enumerated().map { "x\($0) = \(run.value(ofSlot: $1)) (s\($1))" }
  }

  private func name(_ source: Source) -> String {
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
