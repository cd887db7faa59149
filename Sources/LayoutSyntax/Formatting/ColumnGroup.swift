/// The slots of lines that stand together, and which of them share a column.
struct ColumnGroup {
  /// Slots are only compared with slots of the same key. On every line keys come in the same order.
  struct Key: Hashable {
    var path: [Int]
    var kind: TokenRoles.Slot
    /// Number of the cell in its statement, for clauses.
    var cell: Int
  }

  struct Slot {
    var element: Int
    var key: Key
    /// Whether it stands behind a text; to find a line like its own.
    var hasText: Bool
    /// In the source, from the line's first element.
    var column: Int
    /// How many blanks it has in the source beyond what it needs.
    var slack: Int
    var needed: Int
    /// Columns from the slot before it on the line, or from the line's beginning.
    var before: Int
  }

  private var slots: [Slot] = []
  /// Index into `slots` where each row begins.
  private var rows: [Int] = []

  mutating func beginRow() { rows.append(slots.count) }
  mutating func add(_ slot: Slot) { slots.append(slot) }

  /// Decides the blanks before every slot, and forgets the rows.
  mutating func settle(_ gaps: inout [Int]) {
    defer {
      slots.removeAll(keepingCapacity: true)
      rows.removeAll(keepingCapacity: true)
    }
    guard slots.contains(where: { $0.slack > 0 }) else {
      for slot in slots { gaps[slot.element] = slot.needed }
      return
    }
    var columns = ColumnClasses(slots)
    columns.mend(slots)
    let order = columns.order(rows: rows, slotCount: slots.count)
    place(columns, order, &gaps)
  }

  /// Sets column after column, each where its widest row needs it.
  private func place(_ columns: ColumnClasses, _ order: [Int], _ gaps: inout [Int]) {
    var rowOfSlot = Array(repeating: 0, count: slots.count)
    for (row, start) in rows.enumerated() {
      let end = row + 1 < rows.count ? rows[row + 1] : slots.count
      for slot in start..<end { rowOfSlot[slot] = row }
    }
    var members: [[Int]] = Array(repeating: [], count: slots.count)
    for slot in slots.indices { members[columns.root(of: slot)].append(slot) }
    var reached = Array(repeating: 0, count: rows.count)
    for root in order {
      let isColumn = members[root].contains { slots[$0].slack > 0 }
      let start = members[root].map { reached[rowOfSlot[$0]] + slots[$0].before + slots[$0].needed }.max() ?? 0
      for slot in members[root] {
        let width = reached[rowOfSlot[slot]] + slots[slot].before
        let column = isColumn ? start : width + slots[slot].needed
        gaps[slots[slot].element] = column - width
        reached[rowOfSlot[slot]] = column
      }
    }
  }
}

/// A partition of a group's slots into columns.
struct ColumnClasses {
  private var parents: [Int]
  /// Of each class, by root: its first and last slot, and whether every member has blanks to spare.
  private var first: [Int]
  private var last: [Int]
  private var isLoose: [Bool]

  /// Slots of one key that begin in the same column of the source.
  init(_ slots: [ColumnGroup.Slot]) {
    parents = Array(slots.indices)
    first = parents
    last = parents
    isLoose = slots.map { $0.slack > 0 }
    struct Place: Hashable {
      var key: ColumnGroup.Key
      var column: Int
    }
    var places: [Place: Int] = [:]
    for (index, slot) in slots.enumerated() {
      let place = Place(key: slot.key, column: slot.column)
      if let other = places[place] { join(index, other) } else { places[place] = index }
    }
  }

  func root(of slot: Int) -> Int {
    var slot = slot
    while parents[slot] != slot { slot = parents[slot] }
    return slot
  }

  private mutating func join(_ left: Int, _ right: Int) {
    let (left, right) = (root(of: left), root(of: right))
    guard left != right else { return }
    let (kept, gone) = (min(left, right), max(left, right))
    parents[gone] = kept
    first[kept] = min(first[kept], first[gone])
    last[kept] = max(last[kept], last[gone])
    isLoose[kept] = isLoose[kept] && isLoose[gone]
    // Shortens the path to the root, so that long tables stay cheap.
    for slot in [left, right] { parents[slot] = kept }
  }

  /// A column that has blanks to spare in every row joins the column of the nearest row above that has such a slot,
  /// else below. Rows that are alike, with a text before the slot or without, come first.
  mutating func mend(_ slots: [ColumnGroup.Slot]) {
    guard slots.indices.contains(where: { isLoose[root(of: $0)] }) else { return }
    let neighbours = [SlotNeighbours(slots) { $0.hasText }, SlotNeighbours(slots) { _ in false }]
    for slot in slots.indices {
      while true {
        let root = root(of: slot)
        guard isLoose[root] else { break }
        let candidates = neighbours.flatMap { [$0.above[first[root]], $0.below[last[root]]] }
        guard let partner = candidates.first(where: { $0 >= 0 && self.root(of: $0) != root }) else { break }
        join(root, partner)
      }
    }
  }

  /// The classes, by root, such that every row meets them in order.
  func order(rows: [Int], slotCount: Int) -> [Int] {
    var following: [[Int]] = Array(repeating: [], count: slotCount)
    var waitsFor = Array(repeating: 0, count: slotCount)
    for (row, start) in rows.enumerated() {
      let end = row + 1 < rows.count ? rows[row + 1] : slotCount
      for slot in start..<max(start, end - 1) {
        let (left, right) = (root(of: slot), root(of: slot + 1))
        following[left].append(right)
        waitsFor[right] += 1
      }
    }
    var ready = (0..<slotCount).filter { root(of: $0) == $0 && waitsFor[$0] == 0 }
    var order: [Int] = []
    while let next = ready.popLast() {
      order.append(next)
      for other in following[next] {
        waitsFor[other] -= 1
        if waitsFor[other] == 0 { ready.append(other) }
      }
    }
    return order
  }
}

/// For each slot the nearest one of its key in the rows above and below, -1 where there is none.
private struct SlotNeighbours {
  private(set) var above: [Int]
  private(set) var below: [Int]

  /// - Parameter isOther: slots for which it differs are not compared either.
  init(_ slots: [ColumnGroup.Slot], apart isOther: (ColumnGroup.Slot) -> Bool) {
    struct Place: Hashable {
      var key: ColumnGroup.Key
      var isOther: Bool
    }
    above = Array(repeating: -1, count: slots.count)
    below = above
    var latest: [Place: Int] = [:]
    for (index, slot) in slots.enumerated() {
      let place = Place(key: slot.key, isOther: isOther(slot))
      if let other = latest[place] { (above[index], below[other]) = (other, index) }
      latest[place] = index
    }
  }
}
