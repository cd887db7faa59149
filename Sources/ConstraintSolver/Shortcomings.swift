/// What a solution lacks: required rows that contradict each other, and sizes below zero.
struct Shortcomings {
  struct Contradiction {
    /// Ascending.
    var members: [ConstraintID]
    /// The member to demote; nil when all are imported.
    var yielding: ConstraintID?
  }

  /// Those that nobody can settle first, then by the row that yields.
  var contradictions: [Contradiction] = []
  var negativeSizes: [VariableID] = []

  /// The contradictions to settle together.
  ///
  /// Those in which no row has a part that yields already: without that row they still contradict each other. One that
  /// has such a row may be settled with it and is looked at again, if it is still there. What is found then depends
  /// on which rows the next compilation uses first, so dependent contradictions may end otherwise than one a round.
  func settledAtOnce(isOneByOne: Bool = false) -> [Contradiction] {
    var yielded: Set<ConstraintID> = []
    var settled: [Contradiction] = []
    for contradiction in contradictions {
      guard let row = contradiction.yielding, !contradiction.members.contains(where: yielded.contains) else { continue }
      yielded.insert(row)
      settled.append(contradiction)
      if isOneByOne { break }
    }
    return settled
  }
}

extension Variant {
  /// - Parameter key: of this variant: rows from its `nonNegative` on are not the author's.
  func shortcomings(_ key: Key) -> Shortcomings {
    var found = Shortcomings()
    guard !isSound else { return found }
    let authorRows = system.constraintCount - key.nonNegative.count
    if run.counters.contradictionCount > 0 {
      var trace = ConflictTrace(self)
      for slot in contradictingSlots() {
        for rows in trace.contradictions(at: slot) {
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
