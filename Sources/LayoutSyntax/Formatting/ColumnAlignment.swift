/// Columns, in the spirit of gofmt but only where the author began one.
///
/// Consecutive lines of a block form a group; blank lines and blocks of several lines end it, comments do not. In a
/// line there are slots (`TokenRoles.Slot`) where a column may begin. What the blanks before a slot say:
///
/// - Clauses of a line: one blank joins, two or more set a run of clauses off as a cell of its own.
/// - Slots of one kind that begin in the same column of the written text, and one of them set off by more than it
///   needs, are a column: it moves to where its widest line needs it.
/// - A column in which every line has more room than it needs has lost the line that made it so wide, by an edit: it
///   joins the column of the line above, else below.
/// - A slot in no column has just the blanks it needs.
///
/// The source says which lines belong together, the widths say where; so a table can be mended after an edit, and
/// lines that stand together by chance are left alone. After formatting every column has a line with no room to
/// spare, so formatting again finds the same columns in the same places.
struct ColumnAlignment {
  private let elements: [FormatElement]
  private let roles: TokenRoles
  private let layout: LineLayout

  init(elements: [FormatElement], roles: TokenRoles, layout: LineLayout) {
    self.elements = elements
    self.roles = roles
    self.layout = layout
  }

  func align(_ gaps: inout [Int]) {
    var group = ColumnGroup()
    for line in layout.lines {
      if line.hasBlankLineBefore { group.settle(&gaps) }
      if line.isRow {
        addRow(line, gaps, to: &group)
        if line.bordersBlock { group.settle(&gaps) }
      } else if !line.elements.allSatisfy({ elements[$0].isComment }) {
        group.settle(&gaps)
      }
    }
    group.settle(&gaps)
  }

  /// Reads a line's slots, each with the column it has in the source, counted from the line's first element.
  private func addRow(_ line: LineLayout.Line, _ gaps: [Int], to group: inout ColumnGroup) {
    group.beginRow()
    var path = SlotPath()
    var column = 0
    var hasText = false
    /// Columns since the last slot, as the formatted text will have them.
    var before = 0
    for index in line.elements {
      let element = elements[index]
      let semicolon = layout.hasSemicolon[index] ? 1 : 0
      let isFirst = index == line.elements.lowerBound
      let written = isFirst ? 0 : semicolon + (element.lineEnds == 0 ? element.blanks : gaps[index])
      column += written
      let kind = element.token.map { roles.slot[$0] } ?? .none
      if let token = element.token { path.pass(roles.role[token], slot: kind, isOneLine: layout.isOneLine[token]) }
      if kind == .text { hasText = true }
      let isCell = kind == .clause || kind == .firstClause
      if !isFirst, kind != .none, kind != .clause || gaps[index] > 1 {
        if kind == .clause { path.cell += 1 }
        let needed = isCell ? gaps[index] : 1
        let gap = element.lineEnds == 0 ? element.blanks : needed
        group.add(
          ColumnGroup.Slot(
            element: index,
            key: ColumnGroup.Key(
              path: path.parts, kind: isCell ? .clause : kind, cell: isCell || kind == .modifier ? path.cell : 0),
            hasText: hasText, column: column, slack: max(0, gap - needed), needed: needed, before: before + semicolon))
        before = 0
      } else {
        before += (isFirst ? 0 : gaps[index]) + semicolon
      }
      column += element.width
      before += element.width
    }
  }
}

/// Where in a line we are: statement by statement, and into the blocks on it. Lines whose slots have the same path are
/// comparable.
private struct SlotPath {
  private(set) var parts = [0]
  /// Number of the cell within its statement.
  var cell = 0
  private var outer: [(count: Int, cell: Int)] = []

  mutating func pass(_ role: TokenRoles.Role, slot: TokenRoles.Slot, isOneLine: Bool) {
    switch role {
    case .statementStart:
      parts[parts.count - 1] += 1
      cell = 0
    case .openBrace where isOneLine:
      outer.append((parts.count, cell))
      parts.append(0)
      cell = 0
    case .closeBrace:
      guard let (count, cell) = outer.popLast() else { return }
      parts.removeLast(parts.count - count)
      self.cell = cell
    // What follows an `else` is not what stood before it; an `else` that begins its line is like an `if` there.
    case .elseWord: parts = parts == [0] ? [1] : parts + [-1, 0]
    default: break
    }
  }
}
