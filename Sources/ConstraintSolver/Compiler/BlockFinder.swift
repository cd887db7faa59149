/// Phase C: live multi rows couple representatives into blocks. No row couples two blocks, so the lexicographic optimum
/// of each is its part of the optimum of all.
extension Compiler {
  mutating func findBlocks() {
    var components = Components(uniting: self)
    listMembers(&components)
    listRows(&components)
    groupSingles()
    reserveBlockRows()
    for index in blocks.blocks.indices {
      finishBlock(index)
      if budget.isExhausted {
        tangled = .block(index)
        break
      }
    }
    for place in 0..<blockMembers.count { blockMembers[place] = unknowns[blockMembers[place]] }
    blocks.variables = blockMembers.array()
    blocks.end()
  }

  private func isInBlock(_ unknown: Int32) -> Bool {
    !links[unknown].isEliminated && !links[unknown].isUnattached
  }

  /// One block a component, ordered by its lowest variable; in it variables ascend, and those that are held come last.
  private mutating func listMembers(_ components: inout Components) {
    let count = Int32(unknowns.count)
    var sizes = Column<Int32>(repeating: 0, count: unknowns.count)
    var total: Int32 = 0
    for unknown in 0..<count where isInBlock(unknown) {
      sizes[components.root(of: unknown)] += 1
      total += 1
    }
    var next: Int32 = 0
    // From here on `mark` holds, for a root, the number of its block.
    for unknown in 0..<count where sizes[unknown] > 0 {
      mark[unknown] = Int32(blocks.blocks.count)
      blocks.blocks.append(
        Block(
          kind: .singleVariable, hasRequiredRows: false, slot: -1, firstVariable: next,
          variableCount: sizes[unknown], firstRow: 0, rowCount: 0, levelCount: 0, general: -1))
      next += sizes[unknown]
      sizes[unknown] = next - sizes[unknown]
    }
    blockPlaces = Column(unwritten: unknowns.count)
    blockMembers = Column(unwritten: Int(total))
    func addMember(_ unknown: Int32) {
      let root = components.root(of: unknown)
      blockPlaces[unknown] = sizes[root]
      blockMembers[sizes[root]] = unknown
      sizes[root] += 1
    }
    for unknown in 0..<count where isInBlock(unknown) && !links[unknown].isHeld { addMember(unknown) }
    for index in (0..<holds.count).reversed() where isInBlock(holds[index]) { addMember(holds[index]) }
  }

  /// Live multi rows by block, in the order they were made.
  private mutating func listRows(_ components: inout Components) {
    var live: Int32 = 0
    for row in 0..<multis.count where multis[row].isAlive {
      blocks.blocks[Int(block(ofRow: row, &components))].rowCount += 1
      live += 1
    }
    var next: Int32 = 0
    for index in blocks.blocks.indices {
      blocks.blocks[index].firstRow = next
      next += blocks.blocks[index].rowCount
      blocks.blocks[index].rowCount = 0
    }
    blockRows = Column(unwritten: Int(live))
    for row in 0..<multis.count where multis[row].isAlive {
      let index = Int(block(ofRow: row, &components))
      blockRows[blocks.blocks[index].firstRow + blocks.blocks[index].rowCount] = Int32(row)
      blocks.blocks[index].rowCount += 1
    }
  }

  @inline(__always) private func block(ofRow row: Int, _ components: inout Components) -> Int32 {
    mark[components.root(of: nodes[nodeInRow(from: multis[row].firstNode)].variable)]
  }

  /// Sorts the single rows by variable, then priority, then document order; levels are numbered later.
  private mutating func groupSingles() {
    let listCount = blockMembers.count
    var starts = Column<Int32>(repeating: 0, count: listCount + 1)
    var live = 0
    for index in 0..<singles.count where singles[index].isAlive {
      starts[blockPlaces[singles[index].variable] + 1] += 1
      live += 1
    }
    for place in 0..<listCount { starts[place + 1] += starts[place] }
    blocks.singleStarts = starts.array()
    var sorted = Column<PendingSingle>(unwritten: live)
    for index in 0..<singles.count where singles[index].isAlive {
      let place = blockPlaces[singles[index].variable]
      sorted[starts[place]] = singles[index]
      starts[place] += 1
    }
    for place in 0..<listCount {
      Self.sortByPriority(&sorted, Int(blocks.singleStarts[place])..<Int(blocks.singleStarts[place + 1]))
    }
    singles = sorted
  }

  /// Stable, highest priority first. Insertion for the usual handful; a shared width may carry thousands.
  private static func sortByPriority(_ items: inout Column<PendingSingle>, _ range: Range<Int>) {
    if range.count > 16 {
      let unsorted = range.map { items[$0] }
      let order = unsorted.indices.sorted { left, right in
        unsorted[left].priority != unsorted[right].priority
          ? unsorted[left].priority > unsorted[right].priority : left < right
      }
      for (place, index) in order.enumerated() { items[range.lowerBound + place] = unsorted[index] }
      return
    }
    for index in range.dropFirst() {
      let item = items[index]
      var place = index
      while place > range.lowerBound && items[place - 1].priority < item.priority {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = item
    }
  }

  private mutating func reserveBlockRows() {
    blocks.singles.reserveCapacity(singles.count)
    blocks.rows.reserveCapacity(blockRows.count + 1)
    var termCount = 0
    for index in 0..<blockRows.count { termCount += Int(multis[blockRows[index]].length) }
    blocks.terms.reserveCapacity(termCount)
  }

  /// Classifies a block, numbers its levels and writes its rows and ops.
  private mutating func finishBlock(_ index: Int) {
    var block = blocks.blocks[index]
    let reducedRows = Int(block.firstRow)..<Int(block.firstRow + block.rowCount)
    block.kind =
      isAllOrNothing ? .general : block.rowCount == 0 ? .singleVariable : block.rowCount == 1 ? .singleRow : .general
    block.firstRow = Int32(blocks.rows.count)
    if block.kind == .singleVariable {
      writeSingles(ofLoneVariable: &block)
    } else {
      numberLevels(&block, reducedRows)
      writeSingles(block)
      if block.kind == .singleRow {
        writeMulti(blockRows[reducedRows.lowerBound], of: block)
      } else {
        writeGeneral(&block, reducedRows)
      }
    }
    block.rowCount = Int32(blocks.rows.count) - block.firstRow
    writeBlockOps(&block, index, reducedRows)
    blocks.blocks[index] = block
  }

  private mutating func numberLevels(_ block: inout Block, _ rows: Range<Int>) {
    levels.removeAll()
    for index in blocks.singleRange(of: block) { levels.insert(singles[index].priority) }
    for index in rows { levels.insert(multis[blockRows[index]].priority) }
    levels.finish()
    block.levelCount = Int32(levels.count)
    block.hasRequiredRows = levels.highest == Compiler.required
  }

  private mutating func writeSingles(_ block: Block) {
    for index in blocks.singleRange(of: block) {
      blocks.singles.append(singles[index].row(atLevel: levels.level(of: singles[index].priority)))
    }
  }

  /// The rows are sorted by priority, so each other one begins a level.
  private mutating func writeSingles(ofLoneVariable block: inout Block) {
    var level: Int32 = -1
    var last = Float.infinity
    for index in blocks.singleRange(of: block) {
      let single = singles[index]
      if single.priority != last {
        level += 1
        last = single.priority
        if last == Compiler.required { block.hasRequiredRows = true }
      }
      blocks.singles.append(single.row(atLevel: level))
    }
    block.levelCount = level + 1
  }

  /// Begins a row of a block; its terms follow.
  @inline(__always) private mutating func beginRow(_ source: Source, _ relation: Relation, level: Int32) {
    blocks.rows.append(
      BlockRow(firstTerm: Int32(blocks.terms.count), source: source, level: level, relation: relation))
  }

  /// A multi row, its terms in the order of their variables.
  private mutating func writeMulti(_ row: Int32, of block: Block) {
    let multi = multis[row]
    let first = blocks.terms.count
    beginRow(multi.source, multi.relation, level: levels.level(of: multi.priority))
    var index = nodeInRow(from: multi.firstNode)
    while index >= 0 {
      let node = nodes[index]
      blocks.terms.append(
        BlockTerm(coefficient: node.coefficient, variable: blockPlaces[node.variable] - block.firstVariable))
      index = nodeInRow(from: node.nextInRow)
    }
    sortTerms(from: first)
  }

  /// Sorts the last terms by variable: by insertion for the usual handful, since to sort a part of an array copies it.
  private mutating func sortTerms(from first: Int) {
    guard blocks.terms.count - first <= 16 else { return blocks.terms[first...].sort { $0.variable < $1.variable } }
    for index in first..<blocks.terms.count {
      let term = blocks.terms[index]
      var place = index
      while place > first && blocks.terms[place - 1].variable > term.variable {
        blocks.terms[place] = blocks.terms[place - 1]
        place -= 1
      }
      blocks.terms[place] = term
    }
  }

  /// All rows of a general block by level, single rows included, then its tail rows; and its columns.
  private mutating func writeGeneral(_ block: inout Block, _ reducedRows: Range<Int>) {
    let firstRow = blocks.rows.count
    let firstLevel = blocks.levelStarts.count
    let singleRows = blocks.singleRange(of: block)
    orderRowsByLevel(singleRows, reducedRows)
    var next = 0
    for level in 0..<levels.count {
      blocks.levelStarts.append(Int32(next))
      while next < Int(levelEnds[level]) {
        let row = Int(rowOrder[next])
        next += 1
        if row < singleRows.count {
          let single = blocks.singles[singleRows.lowerBound + row]
          beginRow(single.source, single.relation, level: Int32(level))
          let variable = blockPlaces[singles[singleRows.lowerBound + row].variable] - block.firstVariable
          blocks.terms.append(BlockTerm(coefficient: single.coefficient, variable: variable))
        } else {
          writeMulti(blockRows[reducedRows.lowerBound + row - singleRows.count], of: block)
        }
      }
    }
    blocks.levelStarts.append(Int32(blocks.rows.count - firstRow))
    for variable in 0..<block.variableCount {
      beginRow(.slot(0), .equal, level: Int32(levels.count))
      blocks.terms.append(BlockTerm(coefficient: 1, variable: variable))
    }
    let firstColumn = writeColumns(firstRow, Int(block.variableCount))
    reserveArena(&block, rowCount: blocks.rows.count - firstRow, firstLevel, firstColumn)
  }

  /// Numbers the single rows, then the reduced rows of a block; lists them by level in `rowOrder`, in this order inside
  /// a level. Those of a level end where `levelEnds` says.
  private mutating func orderRowsByLevel(_ singleRows: Range<Int>, _ reducedRows: Range<Int>) {
    levelEnds.refill(levels.count + 1, with: 0)
    for index in singleRows { levelEnds[blocks.singles[index].level + 1] += 1 }
    for index in reducedRows { levelEnds[levels.level(of: multis[blockRows[index]].priority) + 1] += 1 }
    for level in 0..<levels.count { levelEnds[level + 1] += levelEnds[level] }
    rowOrder.refill(singleRows.count + reducedRows.count, with: 0)
    for (row, index) in singleRows.enumerated() { order(Int32(row), blocks.singles[index].level) }
    for (row, index) in reducedRows.enumerated() {
      order(Int32(singleRows.count + row), levels.level(of: multis[blockRows[index]].priority))
    }
  }

  @inline(__always) private mutating func order(_ row: Int32, _ level: Int32) {
    rowOrder[levelEnds[level]] = row
    levelEnds[level] += 1
  }

  private mutating func writeColumns(_ firstRow: Int, _ variableCount: Int) -> Int {
    let firstColumn = blocks.columnStarts.count
    let base = blocks.columns.count
    let firstTerm = Int(blocks.rows[firstRow].firstTerm)
    // By variable: counted two places further on, so that what begins there is one place further on while it is filled.
    blocks.columnStarts.append(contentsOf: repeatElement(0, count: variableCount + 2))
    for index in firstTerm..<blocks.terms.count {
      blocks.columnStarts[firstColumn + Int(blocks.terms[index].variable) + 2] += 1
    }
    blocks.columnStarts[firstColumn] = Int32(base)
    blocks.columnStarts[firstColumn + 1] = Int32(base)
    for place in firstColumn + 2..<blocks.columnStarts.count {
      blocks.columnStarts[place] += blocks.columnStarts[place - 1]
    }
    blocks.columns.append(
      contentsOf: repeatElement(ColumnTerm(coefficient: 0, row: 0), count: blocks.terms.count - firstTerm))
    for row in firstRow..<blocks.rows.count {
      let end = row + 1 < blocks.rows.count ? Int(blocks.rows[row + 1].firstTerm) : blocks.terms.count
      for index in Int(blocks.rows[row].firstTerm)..<end {
        let place = firstColumn + Int(blocks.terms[index].variable) + 1
        blocks.columns[Int(blocks.columnStarts[place])] = ColumnTerm(
          coefficient: blocks.terms[index].coefficient, row: Int32(row - firstRow))
        blocks.columnStarts[place] += 1
      }
    }
    blocks.columnStarts.removeLast()
    return firstColumn
  }

  private mutating func reserveArena(_ block: inout Block, rowCount: Int, _ firstLevel: Int, _ firstColumn: Int) {
    let count = Int(block.variableCount)
    let isSparse = count > largestDenseBlock
    budget.spend(isSparse ? Compiler.sparseWork * (count + rowCount) : Compiler.entryWork * count * count)
    let longRow = isSparse ? longestRow(rowCount) : -1
    block.general = Int32(blocks.generals.count)
    blocks.generals.append(
      GeneralLayout(
        firstLevel: Int32(firstLevel), firstColumn: Int32(firstColumn), rowState: Int32(blocks.arenas.rows),
        variableState: Int32(blocks.arenas.variables), inverse: blocks.arenas.inverse,
        isSparse: isSparse, longRow: longRow))
    blocks.arenas.rows += rowCount
    blocks.arenas.variables += count
    if isSparse {
      blocks.arenas.sparse.fit(SparseRoom(variables: count, rows: rowCount, hasLongRow: longRow >= 0))
    } else {
      blocks.arenas.inverse += count * count
    }
    blocks.arenas.largestRowCount = max(blocks.arenas.largestRowCount, rowCount)
    blocks.arenas.largestVariableCount = max(blocks.arenas.largestVariableCount, count)
  }

  /// Of the block written last: the first of its longest rows, if it has more variables than a short row; else -1.
  private func longestRow(_ rowCount: Int) -> Int32 {
    let first = blocks.rows.count - rowCount
    var longest: Int32 = -1
    var length = longestShortRow
    for row in 0..<rowCount - 1 {
      let terms = Int(blocks.rows[first + row + 1].firstTerm - blocks.rows[first + row].firstTerm)
      if terms > length { (longest, length) = (Int32(row), terms) }
    }
    return longest
  }

  private mutating func writeBlockOps(_ block: inout Block, _ index: Int, _ reducedRows: Range<Int>) {
    for variable in 0..<block.variableCount {
      let slot = variable == 0 ? emit(.block, row: Int32(index)) : emit(.blockOutput)
      let unknown = blockMembers[block.firstVariable + variable]
      unknownSlots[unknown] = slot
      if variable == 0 { block.slot = slot }
      naturalReaders[unknowns[unknown]] = block.slot
    }
    for index in blocks.singleRange(of: block) {
      if let row = singles[index].source.row { constantReaders[row] = block.slot }
    }
    for index in reducedRows {
      if let row = multis[blockRows[index]].source.row { constantReaders[row] = block.slot }
    }
  }
}

extension PendingSingle {
  @inline(__always) fileprivate func row(atLevel level: Int32) -> SingleRow {
    SingleRow(
      coefficient: coefficient, source: source, level: level, relation: relation,
      isRequired: priority >= Compiler.required)
  }
}

/// Union-find over unknowns; the root of a component is its lowest member.
struct Components: ~Copyable {
  private var parents: Column<Int32>

  init(uniting compiler: borrowing Compiler) {
    parents = Column(unwritten: compiler.unknowns.count)
    for unknown in 0..<compiler.unknowns.count { parents[unknown] = Int32(unknown) }
    for row in 0..<compiler.multis.count where compiler.multis[row].isAlive {
      var index = compiler.nodeInRow(from: compiler.multis[row].firstNode)
      var first = root(of: compiler.nodes[index].variable)
      while index >= 0 {
        let node = compiler.nodes[index]
        let root = self.root(of: node.variable)
        if root != first {
          parents[max(root, first)] = min(root, first)
          first = min(root, first)
        }
        index = compiler.nodeInRow(from: node.nextInRow)
      }
    }
  }

  @inline(__always) mutating func root(of variable: Int32) -> Int32 {
    var member = variable
    while parents[member] != member {
      parents[member] = parents[parents[member]]
      member = parents[member]
    }
    return member
  }
}
