/// Phase A: required equalities over few unknowns become affine classes.
///
/// A worklist in document order. A row is collapsed onto the representatives of its variables; by the number left it
/// is a check, determines a class, unites two classes, or waits on three of its representatives (as watched
/// literals: it cannot become useful before one of them is determined or united), so long rows are not rescanned.
struct CollapsedTerm: BitwiseCopyable {
  var coefficient: Double
  var representative: Int32
}

/// Three representatives a waiting row watches, as lists by representative.
struct Watches: ~Copyable {
  struct Entry: BitwiseCopyable {
    /// `3 · row + place`.
    var code: Int32
    var next: Int32
  }

  var heads: Column<Int32>
  var entries: Column<Entry>
  /// What each place of each row watches; -1: nothing.
  var watched: Column<Int32>

  init(rowCount: Int, variableCount: Int) {
    heads = Column(repeating: -1, count: variableCount)
    entries = Column(capacity: 64)
    watched = Column(repeating: -1, count: 3 * rowCount)
  }

  mutating func watch(_ representative: Int32, code: Int32) {
    watched[code] = representative
    entries.append(Entry(code: code, next: heads[representative]))
    heads[representative] = Int32(entries.count - 1)
  }
}

extension Compiler {
  mutating func buildAffineClasses() {
    for row in 0..<rowCount where isRequired(row) && system.relations[row] == .equal {
      worklist.append(Int32(row))
      rowStates[row] = .queued
    }
    solveQueuedRows()
  }

  mutating func solveQueuedRows() {
    while nextInWorklist < worklist.count {
      let row = worklist[nextInWorklist]
      nextInWorklist += 1
      rowStates[row] = .pending
      collapse(Int(row))
      switch collapsed.count {
      case 0: checkRow(row)
      case 1: determine(by: row)
      case 2: unite(by: row)
      default: watchThree(of: row)
      }
    }
  }

  /// Writes row `row` over representatives and offsets into `collapsed` and `collapsedOffsets`.
  @inline(__always) mutating func collapse(_ row: Int) {
    collapsed.removeAll()
    collapsedOffsets.removeAll()
    var largest = 0.0
    for index in Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1]) {
      let coefficient = system.termCoefficients[index]
      let member = classes[system.termVariables[index]]
      largest = max(largest, abs(coefficient))
      if member.offset >= 0 { collapseOffset(member.offset, coefficient) }
      let representative = member.representative
      guard representative >= 0 else { continue }
      let place = Int(mark[representative])
      if place < collapsed.count && collapsed[place].representative == representative {
        collapsed[place].coefficient += coefficient * member.ratio
      } else {
        mark[representative] = Int32(collapsed.count)
        collapsed.append(
          CollapsedTerm(coefficient: coefficient * member.ratio, representative: representative))
      }
    }
    collapsedLargest = largest
    dropZeros()
  }

  /// Equal slots among the first few are merged: cancellations keep dependencies few. A search through all of a
  /// long row would be quadratic.
  @inline(__always) private mutating func collapseOffset(_ slot: Int32, _ coefficient: Double) {
    for place in 0..<min(collapsedOffsets.count, 8) where collapsedOffsets[place].slot == slot {
      collapsedOffsets[place].coefficient += coefficient
      return
    }
    collapsedOffsets.append(Term(coefficient: coefficient, slot: slot))
  }

  @inline(__always) private mutating func dropZeros() {
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

  private mutating func checkRow(_ row: Int32) {
    rowStates[row] = .done
    emitCheck(row, excess: emitRemainder(row, scale: 1))
  }

  /// One class left: its value follows.
  private mutating func determine(by row: Int32) {
    let term = collapsed[0]
    guard abs(term.coefficient) >= Compiler.smallestPivot * collapsedLargest else { return }
    rowStates[row] = .done
    counts.determined += 1
    let value = emitRemainder(row, scale: 1 / term.coefficient)
    var member = term.representative
    while member >= 0 {
      let old = classes[member]
      let slot = emitAffine(old.ratio, value, offset: old.offset)
      classes[member] = ClassMembership(representative: ClassMembership.constant, offset: slot, ratio: 1)
      member = nextMember[member]
    }
    wake(term.representative)
  }

  /// Two classes left: one is expressed by the other. The class with the lower representative stays, unless the
  /// other is so much larger that relabelling it would not pay.
  private mutating func unite(by row: Int32) {
    var kept = collapsed[0]
    var moved = collapsed[1]
    if kept.representative > moved.representative { swap(&kept, &moved) }
    if classSize[moved.representative] > 8 * classSize[kept.representative] { swap(&kept, &moved) }
    let smallest = min(abs(kept.coefficient), abs(moved.coefficient))
    guard smallest >= Compiler.smallestPivot * collapsedLargest else { return }
    let factor = -kept.coefficient / moved.coefficient
    guard staysInRange(moved.representative, factor) else { return }
    rowStates[row] = .done
    counts.unions += 1
    let distance = emitRemainder(row, scale: 1 / moved.coefficient)
    var member = moved.representative
    while member >= 0 {
      let old = classes[member]
      let slot = emitAffine(old.ratio, distance, offset: old.offset)
      classes[member] = ClassMembership(
        representative: kept.representative, offset: slot, ratio: old.ratio * factor)
      member = nextMember[member]
    }
    nextMember[lastMember[kept.representative]] = moved.representative
    lastMember[kept.representative] = lastMember[moved.representative]
    classSize[kept.representative] += classSize[moved.representative]
    wake(moved.representative)
  }

  /// Whether all ratios of a class, times `factor`, stay sane.
  private func staysInRange(_ representative: Int32, _ factor: Double) -> Bool {
    if abs(factor) == 1 { return true }
    var member = representative
    while member >= 0 {
      let ratio = abs(classes[member].ratio * factor)
      if ratio > Compiler.largestRatio || ratio < 1 / Compiler.largestRatio { return false }
      member = nextMember[member]
    }
    return true
  }

  private mutating func watchThree(of row: Int32) {
    let base = 3 * row
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
          watches.watch(representative, code: place)
          break
        }
      }
    }
  }

  /// Queues the rows that watch a class that is no more.
  mutating func wake(_ representative: Int32) {
    var index = watches.heads[representative]
    watches.heads[representative] = -1
    while index >= 0 {
      let entry = watches.entries[index]
      index = entry.next
      let row = entry.code / 3
      guard rowStates[row] != .done && watches.watched[entry.code] == representative else { continue }
      watches.watched[entry.code] = -1
      if rowStates[row] == .pending {
        rowStates[row] = .queued
        worklist.append(row)
      }
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
      member = nextMember[member]
    }
  }
}
