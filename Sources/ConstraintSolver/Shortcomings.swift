/// What a solution lacks: required rows that contradict each other, and sizes below zero.
struct Shortcomings {
  struct Contradiction {
    /// Ascending.
    var members: [ConstraintID]
    /// The member to demote; nil when all are imported.
    var yielding: ConstraintID?
  }

  /// First those that no row can yield in, then by the row that yields.
  var contradictions: [Contradiction] = []
  var negativeSizes: [VariableID] = []

  /// The contradictions to break in one round, each by the row that yields.
  ///
  /// A contradiction waits if a row that yields in another has a part in it: it may be gone with that row. If it is
  /// not, the next round finds it. What the next round finds depends on which rows the compiler uses first, so
  /// contradictions that share rows may end otherwise than if each had a round of its own.
  func contradictionsToBreak() -> [Contradiction] {
    var yielded: Set<ConstraintID> = []
    var broken: [Contradiction] = []
    for contradiction in contradictions {
      guard let row = contradiction.yielding, !contradiction.members.contains(where: yielded.contains) else { continue }
      yielded.insert(row)
      broken.append(contradiction)
    }
    return broken
  }
}

extension Variant {
  /// - Parameter key: of this variant: rows from its `nonNegative` on are not the author's.
  func shortcomings(_ key: Key, _ budget: inout WorkBudget) throws(Tangle) -> Shortcomings {
    var found = Shortcomings()
    guard !isSound else { return found }
    let authorRows = system.constraintCount - key.nonNegative.count
    if run.counters.contradictionCount > 0 {
      var trace = ConflictTrace(self, budget)
      defer { budget = trace.budget }
      for slot in contradictingSlots() {
        for rows in try trace.contradictions(at: slot) {
          let members = rows.filter { Int($0.index) < authorRows }
          guard !members.isEmpty else { continue }
          let yielding = members.last { !system.isImported[Int($0.index)] }
          found.contradictions.append(.init(members: members, yielding: yielding))
        }
      }
      // Stable, so that of two with the same row the first on the tape comes first.
      found.contradictions.sort { ($0.yielding?.index ?? -1) < ($1.yielding?.index ?? -1) }
    }
    if run.counters.negativeSizeCount > 0 {
      for variable in 0..<system.variableCount
      where system.isSize[variable] && run.value(ofSlot: plan.valueSlots[variable]) < Run.smallestSize {
        found.negativeSizes.append(VariableID(Int32(variable)))
      }
    }
    return found
  }

  func contradictingSlots() -> [Int] {
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
