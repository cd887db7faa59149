extension SystemSketch {
  /// A smaller sketch that still `fails`: without the rows, terms, edits and odd numbers that do not matter.
  ///
  /// Greedy and repeated until nothing helps, or `attempts` candidates were tried.
  func shrunk(attempts: Int = 1500, while fails: (SystemSketch) -> Bool) -> SystemSketch {
    var best = self
    var left = attempts
    /// Takes over the first candidate that still fails.
    func tryReplacing(_ candidate: SystemSketch) -> Bool {
      guard left > 0, candidate != best else { return false }
      left -= 1
      guard fails(candidate) else { return false }
      best = candidate
      return true
    }

    var progressed = true
    while progressed, left > 0 {
      progressed = false
      var chunk = max(1, best.rows.count / 2)
      while chunk >= 1 {
        var start = 0
        while start < best.rows.count {
          let end = min(start + chunk, best.rows.count)
          if tryReplacing(best.removingRows(start..<end)) { progressed = true } else { start += chunk }
        }
        chunk /= 2
      }
      for edit in best.edits.indices.reversed() {
        var candidate = best
        candidate.edits.remove(at: edit)
        if tryReplacing(candidate) { progressed = true }
      }
      for row in best.rows.indices {
        for term in best.rows[row].terms.indices.reversed() where best.rows[row].terms.count > 1 {
          var candidate = best
          candidate.rows[row].terms.remove(at: term)
          if tryReplacing(candidate) { progressed = true }
        }
      }
      if tryReplacing(best.removingUnusedVariables()) { progressed = true }
      for simplified in best.simplifications() where tryReplacing(simplified(best)) { progressed = true }
    }
    return best
  }

  private func removingRows(_ range: Range<Int>) -> SystemSketch {
    var result = self
    result.rows.removeSubrange(range)
    result.edits = edits.compactMap { edit in
      if range.contains(edit.row) { return nil }
      return Edit(row: edit.row < range.lowerBound ? edit.row : edit.row - range.count, constant: edit.constant)
    }
    return result
  }

  private func removingUnusedVariables() -> SystemSketch {
    var result = self
    let used = Set(rows.flatMap { $0.terms.map(\.variable) })
    let kept = variables.indices.filter(used.contains)
    let renumbered = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
    result.variables = kept.map { variables[$0] }
    for row in result.rows.indices {
      for term in result.rows[row].terms.indices {
        result.rows[row].terms[term].variable = renumbered[result.rows[row].terms[term].variable]!
      }
    }
    return result
  }

  /// Changes of single numbers towards plainer ones; each is applied to what is best by then.
  private func simplifications() -> [(SystemSketch) -> SystemSketch] {
    var changes: [(SystemSketch) -> SystemSketch] = []
    func add(_ change: @escaping (inout SystemSketch) -> Void) {
      changes.append { sketch in
        var result = sketch
        change(&result)
        return result
      }
    }
    for variable in variables.indices {
      if variables[variable].natural != 0 { add { $0.variables[variable].natural = 0 } }
      if variables[variable].isSize { add { $0.variables[variable] = Variable() } }
    }
    for row in rows.indices {
      if rows[row].isImported { add { $0.rows[row].isImported = false } }
      if rows[row].constant != 0 {
        add { $0.rows[row].constant = 0 }
        add { $0.rows[row].constant.round() }
        add { $0.rows[row].constant = ($0.rows[row].constant / 10).rounded() }
      }
      if rows[row].relation != .equal { add { $0.rows[row].relation = .equal } }
      for term in rows[row].terms.indices where rows[row].terms[term].coefficient != 1 {
        add { $0.rows[row].terms[term].coefficient = 1 }
        add { $0.rows[row].terms[term].coefficient = $0.rows[row].terms[term].coefficient < 0 ? -1 : 2 }
      }
    }
    for edit in edits.indices where edits[edit].constant != 0 {
      add { $0.edits[edit].constant = 0 }
      add { $0.edits[edit].constant.round() }
    }
    return changes
  }
}
