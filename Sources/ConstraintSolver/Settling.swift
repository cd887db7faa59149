/// The way from a system to the variant that lacks nothing: which rows yield and which sizes are kept from below zero,
/// decided round by round from what the last solution lacked. A function of the numbers of the moment alone.
///
/// It ends: a round takes rows or sizes that no round before took, and there is a bound on the rounds that look closely.
/// What yields beyond it yields without a known contradiction, and is reported when it does not hold.
struct Settling {
  /// Rounds that let yield what must. By feel: nested stacks that do not fit need a handful.
  static let closeRounds = 16
  /// Rounds after these in which all members of a contradiction yield; then all required rows do.
  private static let coarseRounds = 2

  private(set) var key = Variant.Key()
  private(set) var conflicts: [Conflict] = []
  private var round = 0
  /// Rounds that kept sizes from below zero. What one stack cannot lose any more its children must, and theirs after
  /// them: were only the sizes taken that are negative at the moment, every depth of nesting would be compiled. So
  /// after the first of these rounds the sizes around are taken as well, each time twice as far: a row too many costs
  /// little and changes nothing.
  private var sizeRounds = 0
  /// For tests: one contradiction a round, and only the sizes that are negative, however many rounds that takes.
  let isOneByOne: Bool

  init(isOneByOne: Bool) { self.isOneByOne = isOneByOne }

  /// Takes in what the solution of `key` lacks; false when nothing can be done about it, or nothing is lacking.
  mutating func advance(past found: Shortcomings, _ system: ConstraintSystem) -> Bool {
    defer { round += 1 }
    let before = key
    if round < Settling.closeRounds || isOneByOne {
      settleClosely(found, system)
    } else {
      settleCoarsely(found, system)
    }
    if key != before { return true }
    for contradiction in found.contradictions { report(contradiction) }
    return false
  }

  /// Contradictions first: a size may be negative because of one.
  private mutating func settleClosely(_ found: Shortcomings, _ system: ConstraintSystem) {
    let settled = found.settledAtOnce(isOneByOne: isOneByOne)
    guard settled.isEmpty else {
      for contradiction in settled { report(contradiction) }
      yield(settled.compactMap(\.yielding))
      return
    }
    guard !found.negativeSizes.isEmpty else { return }
    var sizes = found.negativeSizes
    if sizeRounds > 0 && !isOneByOne {
      sizes = system.sizes(near: key.nonNegative + sizes, within: 1 << min(sizeRounds - 1, 20))
    }
    sizeRounds += 1
    keepFromBelowZero(sizes)
  }

  /// The end of a long chain: every row that takes part in a contradiction yields, every size is kept from below zero.
  private mutating func settleCoarsely(_ found: Shortcomings, _ system: ConstraintSystem) {
    for contradiction in found.contradictions where contradiction.yielding != nil { report(contradiction) }
    var rows = found.contradictions.flatMap(\.members)
    if round >= Settling.closeRounds + Settling.coarseRounds && !rows.isEmpty {
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
