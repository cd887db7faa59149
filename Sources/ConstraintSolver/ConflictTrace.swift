/// Which rows of the system contradict each other, found from a check or block that failed.
///
/// A failed check is a combination of rows that says `0 == something else`. A sweep of the tape from its end gives the
/// multiplier of each row. Elimination uses rows that are linearly independent, so there is one such combination, and
/// its rows are a minimal contradiction. A failed block has a certificate: its rows with a multiplier at level 0 that
/// is not zero. These go through the tape in the same way. In a general block that would depend on the vertex, so all
/// rows with a part in its required rows are searched (`YieldSearch`).
///
/// One trace serves all contradictions of a solution: a sweep visits only the slots with a part in it.
struct ConflictTrace: ~Copyable {
  private let variant: Variant
  private let tape: Tape
  private let blocks: BlockTable
  private let system: ConstraintSystem
  private let values: MemoryTable<Double>
  /// Zero between sweeps.
  private var adjoints: Column<Double>
  /// Slots whose adjoint may differ from zero.
  private var touched: HighestFirstQueue
  private var slotsLeft = ConflictTrace.slotLimit
  private(set) var budget: WorkBudget

  /// Slots that a trace visits before it stops looking further than at the row at hand: some tenths of a second. A
  /// hundred thousand contradictions that each run through half of a list have too many members to be told.
  private static let slotLimit = 1_000_000
  /// Operations that a slot is charged with: it is taken from a queue, and its row is looked up by name.
  private static let slotWork = 64
  /// The same for a bound, which is sorted.
  private static let boundWork = 16

  init(_ variant: Variant, _ budget: WorkBudget) {
    self.budget = budget
    self.variant = variant
    tape = variant.plan.tape()
    blocks = variant.plan.blocks()
    system = variant.system
    values = variant.run.values
    adjoints = Column(repeating: 0, count: tape.count)
    touched = HighestFirstQueue(count: tape.count)
  }

  /// The contradictions at `slot`, each by the rows with a part in it, ascending. Of one variable all that follow one
  /// another as the last row of each yields; elsewhere the first.
  mutating func contradictions(at slot: Int) throws(Tangle) -> [[ConstraintID]] {
    let before = slotsLeft
    let found = found(at: slot)
    budget.spend(ConflictTrace.slotWork * (before - slotsLeft))
    if budget.isExhausted { throw tangle(at: slot, found) }
    return found
  }

  /// Some rows that contradict each other at `slot`.
  mutating func certificate(at slot: Int) -> Certificate {
    let before = slotsLeft
    defer { budget.spend(ConflictTrace.slotWork * (before - slotsLeft)) }
    let op = tape.ops[slot]
    guard op.kind == .block, blocks.blocks[Int(op.row)].kind == .general else {
      return Certificate(rows: found(at: slot).first ?? [], isMinimal: true)
    }
    var copy = variant
    var (seeds, inactive): ([(source: Source, multiplier: Double)], Int) = ([], 0)
    copy.withRunner(spending: &budget) { (seeds, inactive) = $0.certificate(of: blocks.blocks[Int(op.row)]) }
    return Certificate(rows: sweep(seeds), isMinimal: inactive == 1)
  }

  /// The unknowns of the block at `slot`; of a check, those of the rows with a part in it.
  private func tangle(at slot: Int, _ found: [[ConstraintID]]) -> Tangle {
    let op = tape.ops[slot]
    guard op.kind == .check else {
      return Tangle(variables: blocks.blocks[Int(op.row)].places.map { VariableID(blocks.variables[$0]) })
    }
    var variables: Set<Int32> = []
    for row in found.joined() {
      let terms = Int(system.rowStarts[Int(row.index)])..<Int(system.rowStarts[Int(row.index) + 1])
      variables.formUnion(system.termVariables[terms])
    }
    return Tangle(variables: variables.sorted().map(VariableID.init))
  }

  private mutating func found(at slot: Int) -> [[ConstraintID]] {
    let op = tape.ops[slot]
    if op.kind == .check {
      return slotsLeft > 0 ? [sweep([(.slot(Int32(slot)), 1)])] : [[ConstraintID(op.row)]]
    }
    let block = blocks.blocks[Int(op.row)]
    switch block.kind {
    case .singleVariable: return successiveCrossings(Int(block.firstVariable))
    case .singleRow:
      for place in block.places {
        let crossings = successiveCrossings(place)
        if !crossings.isEmpty { return crossings }
      }
      return [sweep(rowCertificate(block))]
    case .general: return generalContradictions(of: block)
    }
  }

  private mutating func sweep(_ seeds: [(source: Source, multiplier: Double)]) -> [ConstraintID] {
    var multipliers: [Int32: Double] = [:]
    for (source, multiplier) in seeds {
      if let row = source.row {
        multipliers[row, default: 0] += multiplier
      } else {
        add(multiplier, at: Int32(source.index))
      }
    }
    while let slot = touched.popHighest() {
      let adjoint = adjoints[slot]
      adjoints[slot] = 0
      slotsLeft -= 1
      let op = tape.ops[Int(slot)]
      if op.kind == .dot && op.row >= 0 { multipliers[op.row, default: 0] += adjoint * op.scale }
      guard adjoint != 0 && (slotsLeft > 0 || multipliers.isEmpty) else { continue }
      for term in tape.terms(of: Int(slot)) { add(adjoint * term.coefficient, at: term.slot) }
    }
    return multipliers.filter { abs($0.value) > 1e-9 }.keys.sorted().map(ConstraintID.init)
  }

  private mutating func add(_ multiplier: Double, at slot: Int32) {
    if slot > 0 { adjoints[slot] += multiplier }
    touch(slot)
  }

  /// Slot 0 is the constant zero, which no row has a part in.
  private mutating func touch(_ slot: Int32) {
    if slot > 0 { touched.insert(slot) }
  }

  // MARK: Certificates of blocks

  private func value(_ source: Source) -> Double {
    source.isSlot ? values[source.index] : system.constants[source.index]
  }

  /// The contradictions among all rows with a part in the required rows of a general block.
  private mutating func generalContradictions(of block: Block) -> [[ConstraintID]] {
    let rows = requiredRows(of: block)
    let found = slotsLeft > 0 ? YieldSearch(system, rows).contradictions(&budget) : []
    // Where none yields, imported rows contradict each other.
    return found.isEmpty ? [ContradictionFilter(system).minimal(rows, &budget) ?? rows] : found
  }

  private mutating func requiredRows(of block: Block) -> [ConstraintID] {
    let count = Int(blocks.levelStarts[Int(blocks.generals[Int(block.general)].firstLevel) + 1])
    return rows(behind: blocks.rows[Int(block.firstRow)..<Int(block.firstRow) + count].map(\.source))
  }

  /// All rows that have a part in any of these, ascending.
  mutating func rows(behind sources: [Source]) -> [ConstraintID] {
    var rows: Set<Int32> = []
    for source in sources {
      if let row = source.row { rows.insert(row) } else { touch(Int32(source.index)) }
    }
    while let slot = touched.popHighest() {
      slotsLeft -= 1
      let op = tape.ops[Int(slot)]
      if op.kind == .dot && op.row >= 0 { rows.insert(op.row) }
      for term in tape.terms(of: Int(slot)) { touch(term.slot) }
    }
    return rows.sorted().map(ConstraintID.init)
  }

  /// A required bound of a variable.
  private struct Bound {
    let value: Double
    let single: SingleRow

    /// How far a lower bound lies above an upper one; zero where that is rounding.
    func excess(over upper: Bound) -> Double {
      let excess = value - upper.value
      return excess > TapeRunner.tolerance(value) ? excess : 0
    }

    func seeds(with upper: Bound) -> [(source: Source, multiplier: Double)] {
      [(single.source, 1 / single.coefficient), (upper.single.source, -1 / upper.single.coefficient)]
    }
  }

  /// The required bounds of a variable from below, the highest first, and from above, the lowest first; of equal ones
  /// the first in document order.
  private mutating func requiredBounds(_ place: Int) -> (lower: [Bound], upper: [Bound]) {
    var lower: [Bound] = []
    var upper: [Bound] = []
    let singles = Int(blocks.singleStarts[place])..<Int(blocks.singleStarts[place + 1])
    budget.spend(ConflictTrace.boundWork * singles.count)
    for index in singles {
      let single = blocks.singles[index]
      guard single.isRequired else { continue }
      let bound = Bound(value: value(single.source) / single.coefficient, single: single)
      let isUpper = (single.relation == .lessThanOrEqual) == (single.coefficient > 0)
      if single.relation == .equal || !isUpper { lower.append(bound) }
      if single.relation == .equal || isUpper { upper.append(bound) }
    }
    // Sorting is stable.
    lower.sort { $0.value > $1.value }
    upper.sort { $0.value < $1.value }
    return (lower, upper)
  }

  /// What contradicts on one variable, as if the row that yields were taken out and the rest looked at again.
  private mutating func successiveCrossings(_ place: Int) -> [[ConstraintID]] {
    let (lower, upper) = requiredBounds(place)
    var yielded: Set<Int32> = []
    var found: [[ConstraintID]] = []
    var low = 0
    var high = 0
    while low < lower.count && high < upper.count {
      if yielded.contains(row(behind: lower[low].single.source)) {
        low += 1
      } else if yielded.contains(row(behind: upper[high].single.source)) {
        high += 1
      } else {
        guard lower[low].excess(over: upper[high]) > 0 else { break }
        let rows = sweep(lower[low].seeds(with: upper[high]))
        found.append(rows)
        guard let last = rows.last(where: { !system.isImported[Int($0.index)] }) else { break }
        let ends = [row(behind: lower[low].single.source), row(behind: upper[high].single.source)]
        // Another row yields, of those that move the bound: where it then is, compiling again will show.
        guard ends.contains(last.index) else { break }
        yielded.insert(last.index)
      }
    }
    return found
  }

  /// The row that a source is the constant of, less what is known of its variables; -1 when it is of several rows.
  private func row(behind source: Source) -> Int32 {
    if let row = source.row { return row }
    let op = tape.ops[source.index]
    return op.kind == .dot ? op.row : -1
  }

  /// The row of a block, with the bounds that keep all of its variables from it.
  private mutating func rowCertificate(_ block: Block) -> [(source: Source, multiplier: Double)] {
    let row = blocks.rows[Int(block.firstRow)]
    var certificate: [(source: Source, multiplier: Double)] = []
    var most = -Double.infinity
    directions: for isMore in [true, false] where row.relation != (isMore ? .lessThanOrEqual : .greaterThanOrEqual) {
      var missing = value(row.source)
      var seeds = [(source: row.source, multiplier: 1.0)]
      for (place, index) in zip(block.places, Int(row.firstTerm)...) {
        let coefficient = blocks.terms[index].coefficient
        let (lower, upper) = requiredBounds(place)
        guard let end = ((coefficient > 0) == isMore ? upper : lower).first else { continue directions }
        missing -= coefficient * end.value
        seeds.append((end.single.source, -coefficient / end.single.coefficient))
      }
      if !isMore { missing = -missing }
      if missing > most { (certificate, most) = (seeds, missing) }
    }
    return certificate
  }
}
