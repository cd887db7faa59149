/// The search for the variant that lacks nothing: which rows yield, and which sizes are kept from below zero.
///
/// Each round looks at what the last solution lacked. The outcome is a function of the numbers of the moment alone. The
/// search ends, because a round takes rows or sizes that no round before took, and few rounds look closely. What yields
/// after those yields without a known contradiction, and is reported when it does not hold.
struct VariantSearch {
  /// Rounds that let yield what must. By feel: nested stacks that do not fit need a handful.
  static let closeRounds = 16
  /// Rounds after these in which all members of a contradiction yield; then all required rows do.
  private static let coarseRounds = 2

  private(set) var key = Variant.Key()
  private(set) var conflicts: [Conflict] = []
  private var round = 0
  /// Rounds that kept sizes from below zero.
  ///
  /// What a stack cannot lose any more its children must lose, and theirs after them. If a round took only the sizes
  /// that are negative at the moment, every depth of nesting would be compiled. So each round after the first also
  /// takes the sizes around, twice as far as the round before: first those that required rows connect, then those that
  /// wishes do as well. A row too many costs little and changes nothing.
  private var sizeRounds = 0

  /// Takes in what the solution of `key` lacks; false when nothing can be done about it, or nothing is lacking.
  mutating func advance(past found: Shortcomings, _ system: ConstraintSystem) -> Bool {
    defer { round += 1 }
    let before = key
    if round < VariantSearch.closeRounds {
      lookClosely(at: found, system)
    } else {
      lookCoarsely(at: found, system)
    }
    if key != before { return true }
    for contradiction in found.contradictions { report(contradiction) }
    return false
  }

  /// Contradictions first: a size may be negative because of one.
  private mutating func lookClosely(at found: Shortcomings, _ system: ConstraintSystem) {
    let broken = found.contradictionsToBreak()
    guard broken.isEmpty else {
      for contradiction in broken { report(contradiction) }
      yield(broken.compactMap(\.yielding))
      return
    }
    guard !found.negativeSizes.isEmpty else { return }
    var sizes = found.negativeSizes
    if sizeRounds > 0 {
      sizes = system.sizes(
        near: key.nonNegative + sizes, within: 1 << min(sizeRounds - 1, 20), byAllRows: sizeRounds > 1)
    }
    sizeRounds += 1
    keepFromBelowZero(sizes)
  }

  /// The end of a long chain: every row that takes part in a contradiction yields, every size is kept from below zero.
  private mutating func lookCoarsely(at found: Shortcomings, _ system: ConstraintSystem) {
    for contradiction in found.contradictions where contradiction.yielding != nil { report(contradiction) }
    var rows = found.contradictions.flatMap(\.members)
    if round >= VariantSearch.closeRounds + VariantSearch.coarseRounds && !rows.isEmpty {
      rows = (0..<Int32(system.constraintCount)).map(ConstraintID.init).filter {
        system.priorities[Int($0.index)] >= Compiler.required
      }
    }
    yield(rows.filter { !system.isImported[Int($0.index)] })
    if !found.negativeSizes.isEmpty {
      keepFromBelowZero((0..<system.variableCount).filter { system.isSize[$0] }.map { VariableID(Int32($0)) })
    }
  }

  private mutating func report(_ contradiction: Shortcomings.Contradiction) {
    conflicts.append(
      Conflict(
        yielded: contradiction.yielding ?? contradiction.members.last!, members: contradiction.members, excess: 0))
  }

  private mutating func yield(_ rows: [ConstraintID]) { key.demoted = Set(key.demoted).union(rows).sorted() }

  private mutating func keepFromBelowZero(_ sizes: [VariableID]) {
    key.nonNegative = Set(key.nonNegative).union(sizes).sorted()
  }

  /// What gave way, by the yielded row, with what it comes to in `value`.
  func conflicts(_ system: ConstraintSystem, _ value: (VariableID) -> Double) -> [Conflict] {
    var reported = conflicts
    let known = Set(conflicts.map(\.yielded))
    for row in key.demoted where !known.contains(row) {
      reported.append(Conflict(yielded: row, members: [row], excess: 0))
    }
    for index in reported.indices { reported[index].excess = system.excess(of: reported[index].yielded, value) }
    // Rows that had to yield without a known contradiction are told of only if they do not hold.
    reported.removeAll {
      !known.contains($0.yielded) && $0.excess <= TapeRunner.tolerance(system.constants[Int($0.yielded.index)])
    }
    return reported.sorted { $0.yielded < $1.yielded }
  }
}
