/// A term of a row that was collapsed onto the representatives of its variables.
struct CollapsedTerm: BitwiseCopyable {
  var coefficient: Double
  var representative: Int32
}

/// The members of a class as a list, and who waits for the class.
struct ClassLinks: BitwiseCopyable {
  /// Next member of the same class; -1 ends the list that starts at the representative.
  var nextMember: Int32 = -1

  // Of a representative.
  var lastMember: Int32
  var memberCount: Int32 = 1
  /// In `Watches.entries`, or -1.
  var firstWatch: Int32 = -1
}

/// The rows that wait, each for one of three representatives.
struct Watches: ~Copyable {
  struct Watcher: BitwiseCopyable {
    var row: Int32
    var isWoken = false
  }

  struct Entry: BitwiseCopyable {
    /// `3 · watcher + place`.
    var code: Int32
    /// The next one that waits for the same class, or -1.
    var next: Int32
  }

  var watchers = Column<Watcher>()
  var entries = Column<Entry>()
  /// What each place of each watcher watches; -1: nothing.
  var watched = Column<Int32>()
  /// Watchers to look at, first in, first out; up to `nextWoken` they have been.
  private var woken = Column<Int32>()
  private var nextWoken = 0

  mutating func add(_ row: Int32) -> Int32 {
    watchers.append(Watcher(row: row))
    for _ in 0..<3 { watched.append(-1) }
    return Int32(watchers.count - 1)
  }

  mutating func wake(_ watcher: Int32) {
    guard !watchers[watcher].isWoken else { return }
    watchers[watcher].isWoken = true
    woken.append(watcher)
  }

  mutating func popWoken() -> Int32? {
    guard nextWoken < woken.count else { return nil }
    let watcher = woken[nextWoken]
    nextWoken += 1
    watchers[watcher].isWoken = false
    return watcher
  }
}

/// Phase A: required equalities over few unknowns become affine classes.
///
/// The compiler takes these rows in document order, and then rows that others have woken, in the order they woke. It
/// collapses a row onto the representatives of its variables. How many are left says what the row is for:
///
/// - none: the row is a check,
/// - one: the row determines a class,
/// - two: the row unites two classes,
/// - more: the row waits for three of them, as watched literals do. It cannot be of use before one of the three is
///   determined or united, so a long row is not looked at again and again.
extension Compiler {
  mutating func buildAffineClasses() {
    for row in 0..<rows.count where rows.isRequiredEquality(row) { solve(Int32(row), watcher: nil) }
    solveWokenRows()
  }

  mutating func solveWokenRows() {
    while let watcher = watches.popWoken() {
      let row = watches.watchers[watcher].row
      // A row may be woken for each of its terms.
      budget.spend(rows.terms(of: Int(row)).count)
      if budget.isExhausted { return tangled = .row(row) }
      solve(row, watcher: watcher)
    }
  }

  @inline(__always) private mutating func solve(_ row: Int32, watcher: Int32?) {
    collapse(Int(row))
    switch collapsed.count {
    case 0: checkRow(row)
    case 1: determine(by: row)
    case 2: unite(by: row)
    default: watchThree(watcher ?? watches.add(row))
    }
  }

  /// Writes row `row` over representatives and offsets into `collapsed` and `collapsedOffsets`.
  @inline(__always) mutating func collapse(_ row: Int) {
    collapsed.removeAll()
    collapsedOffsets.removeAll()
    var hasZeros = false
    for index in rows.terms(of: row) {
      let coefficient = rows.coefficients[index]
      let member = classes[rows.variables[index]]
      if member.offset >= 0 { collapseOffset(member.offset, coefficient, &hasZeros) }
      let representative = member.representative
      guard representative >= 0 else { continue }
      let scaled = coefficient * member.ratio
      let place = Int(mark[representative])
      if place < collapsed.count && collapsed[place].representative == representative {
        collapsed[place].coefficient += scaled
        hasZeros = true
      } else {
        mark[representative] = Int32(truncatingIfNeeded: collapsed.count)
        collapsed.append(CollapsedTerm(coefficient: scaled, representative: representative))
        if abs(scaled) <= Compiler.zeroCoefficient { hasZeros = true }
      }
    }
    if hasZeros { dropZeros() }
  }

  /// Equal slots among the first few are merged: cancellations keep dependencies few. A search through all of a
  /// long row would be quadratic.
  ///
  /// - Parameter hasZeros: set when a sum may be zero.
  @inline(__always) private mutating func collapseOffset(
    _ slot: Int32, _ coefficient: Double, _ hasZeros: inout Bool
  ) {
    for place in 0..<min(collapsedOffsets.count, 8) where collapsedOffsets[place].slot == slot {
      collapsedOffsets[place].coefficient += coefficient
      hasZeros = true
      return
    }
    collapsedOffsets.append(Term(coefficient: coefficient, slot: slot))
    if coefficient == 0 { hasZeros = true }
  }

  @inline(never) private mutating func dropZeros() {
    var kept = 0
    for place in 0..<collapsed.count where abs(collapsed[place].coefficient) > Compiler.zeroCoefficient {
      collapsed[kept] = collapsed[place]
      kept += 1
    }
    collapsed.truncate(to: kept)
    kept = 0
    for place in 0..<collapsedOffsets.count where collapsedOffsets[place].coefficient != 0 {
      collapsedOffsets[kept] = collapsedOffsets[place]
      kept += 1
    }
    collapsedOffsets.truncate(to: kept)
  }

  /// `(constant - offsets) · scale` of the collapsed row.
  @inline(__always) mutating func emitRemainder(_ row: Int32, scale: Double) -> Int32 {
    for place in 0..<collapsedOffsets.count {
      let offset = collapsedOffsets[place]
      addTerm(offset.slot, -offset.coefficient * scale)
    }
    return emitConstant(row, scale: scale)
  }

  @inline(__always) private mutating func useUp(_ row: Int32) {
    isUsedUp[row] = true
    rowsLeft -= 1
  }

  private mutating func checkRow(_ row: Int32) {
    useUp(row)
    emitCheck(row, excess: emitRemainder(row, scale: 1))
  }

  /// One class left: its value follows.
  private mutating func determine(by row: Int32) {
    let term = collapsed[0]
    guard abs(term.coefficient) >= rows.smallestPivot(of: Int(row)) else { return }
    useUp(row)
    let value = emitRemainder(row, scale: 1 / term.coefficient)
    var member = term.representative
    while member >= 0 {
      let old = classes[member]
      let slot = emitAffine(old.ratio, value, offset: old.offset)
      classes[member] = ClassMembership(representative: ClassMembership.constant, offset: slot, ratio: 1)
      member = classLinks[member].nextMember
    }
    wake(term.representative)
  }

  /// Two classes left: one is expressed by the other. The class with the lower representative stays, unless the
  /// other is so much larger that relabelling it would not pay.
  private mutating func unite(by row: Int32) {
    var kept = collapsed[0]
    var moved = collapsed[1]
    if kept.representative > moved.representative { swap(&kept, &moved) }
    if classLinks[moved.representative].memberCount > 8 * classLinks[kept.representative].memberCount {
      swap(&kept, &moved)
    }
    guard min(abs(kept.coefficient), abs(moved.coefficient)) >= rows.smallestPivot(of: Int(row)) else { return }
    let factor = -kept.coefficient / moved.coefficient
    guard staysInRange(moved.representative, factor) else { return }
    useUp(row)
    let distance = emitRemainder(row, scale: 1 / moved.coefficient)
    var member = moved.representative
    while member >= 0 {
      let old = classes[member]
      let slot = emitAffine(old.ratio, distance, offset: old.offset)
      classes[member] = ClassMembership(
        representative: kept.representative, offset: slot, ratio: old.ratio * factor)
      member = classLinks[member].nextMember
    }
    let added = classLinks[moved.representative]
    classLinks[classLinks[kept.representative].lastMember].nextMember = moved.representative
    classLinks[kept.representative].lastMember = added.lastMember
    classLinks[kept.representative].memberCount += added.memberCount
    wake(moved.representative)
  }

  /// Whether all ratios of a class, times `factor`, stay sane.
  @inline(__always) private func staysInRange(_ representative: Int32, _ factor: Double) -> Bool {
    if abs(factor) == 1 { return true }
    var member = representative
    while member >= 0 {
      let ratio = abs(classes[member].ratio * factor)
      if ratio > Compiler.largestRatio || ratio < 1 / Compiler.largestRatio { return false }
      member = classLinks[member].nextMember
    }
    return true
  }

  private mutating func watchThree(_ watcher: Int32) {
    let base = 3 * watcher
    for place in base..<base + 3 {
      let representative = watches.watched[place]
      if representative >= 0 && classes[representative].representative != representative {
        watches.watched[place] = -1
      }
    }
    for place in base..<base + 3 where watches.watched[place] < 0 {
      for index in 0..<collapsed.count {
        let representative = collapsed[index].representative
        if representative != watches.watched[base] && representative != watches.watched[base + 1]
          && representative != watches.watched[base + 2]
        {
          watch(representative, code: place)
          break
        }
      }
    }
  }

  private mutating func watch(_ representative: Int32, code: Int32) {
    watches.watched[code] = representative
    watches.entries.append(Watches.Entry(code: code, next: classLinks[representative].firstWatch))
    classLinks[representative].firstWatch = Int32(watches.entries.count - 1)
  }

  /// Wakes the rows that watch a class that is no more.
  @inline(__always) mutating func wake(_ representative: Int32) {
    if classLinks[representative].firstWatch >= 0 { wakeWatchers(of: representative) }
  }

  private mutating func wakeWatchers(of representative: Int32) {
    var index = classLinks[representative].firstWatch
    classLinks[representative].firstWatch = -1
    while index >= 0 {
      let entry = watches.entries[index]
      index = entry.next
      let watcher = entry.code / 3
      guard !isUsedUp[watches.watchers[watcher].row] && watches.watched[entry.code] == representative else { continue }
      watches.watched[entry.code] = -1
      watches.wake(watcher)
    }
  }

  /// Numbers what is left to be found. The lowest member of each class represents it, so that ties do not depend on the
  /// order of rows.
  mutating func numberUnknowns() {
    // `mark` holds, for a representative, its number.
    for variable in 0..<Int32(variableCount) {
      var representative = classes[variable].representative
      guard representative >= 0 else { continue }
      // Members come ascending, so the first one met while its class is led by a higher one is the lowest.
      if representative > variable {
        lead(by: variable)
        representative = variable
      }
      if representative == variable {
        mark[variable] = Int32(unknowns.count)
        unknowns.append(variable)
      }
      classes[variable].representative = mark[representative]
    }
    singles = Column(capacity: rowsLeft)
    nodes = Column(capacity: 2 * rowsLeft)
    let count = unknowns.count
    links = Column(repeating: VariableLinks(), count: count)
    peelable = HighestFirstQueue(count: count)
    aggregable = HighestFirstQueue(count: count)
    unknownSlots = Column(repeating: -1, count: count)
  }

  /// Makes a member the representative of its class.
  private mutating func lead(by variable: Int32) {
    let leader = classes[variable]
    var member = leader.representative
    while member >= 0 {
      let current = classes[member]
      let ratio = current.ratio / leader.ratio
      var offset = current.offset
      if leader.offset >= 0 {
        addTerm(leader.offset, -ratio)
        if current.offset >= 0 { addTerm(current.offset, 1) }
        offset = emit(.dot)
      }
      classes[member] =
        member == variable
        ? ClassMembership(representative: variable, offset: ClassMembership.noOffset, ratio: 1)
        : ClassMembership(representative: variable, offset: offset, ratio: ratio)
      member = classLinks[member].nextMember
    }
  }
}
