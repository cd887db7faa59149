/// What a solution lacks: required rows that contradict each other, and sizes below zero.
struct Shortcomings {
  var conflicts: [Conflict] = []
  /// Of each conflict, the row to demote; nil when all that take part are imported.
  var yielding: [ConstraintID?] = []
  var negativeSizes: [VariableID] = []

  /// The variant to try next: conflicts first, then sizes; the same key when nothing (more) can be done.
  func needed(after key: Variant.Key, isLast: Bool, _ system: ConstraintSystem) -> Variant.Key {
    var next = key
    if isLast { return allThatCouldMatter(after: key, system) }
    let rows = Set(yielding.compactMap { $0 }).subtracting(key.demoted)
    if !rows.isEmpty {
      next.demoted = (key.demoted + rows).sorted()
      return next
    }
    let sizes = Set(negativeSizes).subtracting(key.nonNegative)
    if !sizes.isEmpty { next.nonNegative = (key.nonNegative + sizes).sorted() }
    return next
  }

  /// The end of a long chain: every row that takes part in a conflict yields, every size is kept from below zero.
  private func allThatCouldMatter(after key: Variant.Key, _ system: ConstraintSystem) -> Variant.Key {
    var next = key
    let rows = conflicts.flatMap(\.members).filter { !system.isImported[Int($0.index)] }
    next.demoted = Set(key.demoted).union(rows).sorted()
    if !negativeSizes.isEmpty {
      next.nonNegative = (0..<system.variableCount).filter { system.isSize[$0] }.map { VariableID(Int32($0)) }
    }
    return next
  }
}

extension Variant {
  /// - Parameter key: of this variant: rows from its `nonNegative` on are not the author's.
  func shortcomings(_ key: Key) -> Shortcomings {
    var found = Shortcomings()
    guard !isSound else { return found }
    let authorRows = system.constraintCount - key.nonNegative.count
    for slot in contradictingSlots() {
      let rows = ConflictTrace(plan, run, system).rows(from: slot).filter { Int($0.index) < authorRows }
      guard let last = rows.last else { continue }
      let yielding = rows.last { !system.isImported[Int($0.index)] }
      found.conflicts.append(Conflict(yielded: yielding ?? last, members: rows, excess: 0))
      found.yielding.append(yielding)
    }
    if run.counters.negativeSizeCount > 0 {
      for variable in 0..<system.variableCount
      where system.isSize[variable] && run.values[Int(plan.valueSlots[variable])] < Run.smallestSize {
        found.negativeSizes.append(VariableID(Int32(variable)))
      }
    }
    return found
  }

  private func contradictingSlots() -> [Int] {
    var slots: [Int] = []
    for (word, bits) in run.contradictionWords.enumerated() {
      var bits = bits
      while bits != 0 {
        slots.append(word << 6 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
    return slots
  }
}
