/// Which elements stand on which line: the formatter's rules about line ends, blank lines, indentation and braces.
///
/// Works on the elements in order, with the roles of the tokens. Blocks are tried on one line first, where the author
/// wrote them so; those of a line that gets too long are opened, the outer ones first.
struct LineLayout {
  /// Longer lines have their one-line blocks opened.
  static let columns = 120
  static let indentation = 2
  /// How many columns a line is indented that continues a statement: more than a block, so that the two look different.
  static let continuation = 4

  struct Line {
    /// Indices of `elements`.
    var elements: Range<Int>
    var indent: Int
    var hasBlankLineBefore: Bool
    /// Whether it begins a statement or an `else`, and is whole: what columns are made of.
    var isRow: Bool
    /// Whether it goes on with a statement of the line before.
    var isContinuation: Bool
    /// Whether a block of several lines begins or ends on it.
    var bordersBlock: Bool
  }

  let tree: SyntaxTree
  let elements: [FormatElement]
  let roles: TokenRoles
  private(set) var lines: [Line] = []
  /// Blanks before each element (nothing where it begins a line), before columns.
  private(set) var gaps: [Int]
  /// Whether `;` stands before an element.
  private(set) var hasSemicolon: [Bool]
  /// For each token that is a `{`: whether its block is on one line.
  private(set) var isOneLine: [Bool]
  /// For each element the token that follows it, and whether only comments and blanks of the same line lie between.
  private let followers: [(role: TokenRoles.Role, isOnSameLine: Bool, hang: Int)]

  init(tree: SyntaxTree, elements: [FormatElement], roles: TokenRoles) {
    self.tree = tree
    self.elements = elements
    self.roles = roles
    gaps = Array(repeating: 0, count: elements.count)
    hasSemicolon = Array(repeating: false, count: elements.count)
    isOneLine = Array(repeating: false, count: tree.tokens.count)
    followers = Self.followers(of: elements, roles)
    findOneLineBlocks()
  }

  /// From the end, so that many comments in a row cost no more than so many tokens.
  private static func followers(
    of elements: [FormatElement], _ roles: TokenRoles
  ) -> [(role: TokenRoles.Role, isOnSameLine: Bool, hang: Int)] {
    var next = (role: TokenRoles.Role.endOfFile, isOnSameLine: false, hang: continuation)
    var followers = Array(repeating: next, count: elements.count)
    for index in elements.indices.reversed() {
      followers[index] = next
      if let token = elements[index].token { next = (roles.role[token], true, roles.hang[token] ?? continuation) }
      if elements[index].lineEnds > 0 { next.isOnSameLine = false }
    }
    return followers
  }

  mutating func layOut() {
    repeat { cutLines() } while openOverlongBlocks()
  }

  // MARK: One line or several

  /// As the author wrote them; an empty block is on one line anyway.
  private mutating func findOneLineBlocks() {
    var open: [(token: Int, breaks: Int, element: Int)] = []
    var breaks = 0
    for (index, element) in elements.enumerated() {
      if element.lineEnds > 0 || element.hasSeveralLines { breaks += 1 }
      guard let token = element.token else { continue }
      switch roles.role[token] {
      case .openBrace: open.append((token, breaks, index))
      case .closeBrace:
        guard let start = open.popLast() else { continue }
        isOneLine[start.token] = start.breaks == breaks || start.element == index - 1
      default: break
      }
    }
  }

  /// - Returns: whether a line was too long and had a block to open.
  private mutating func openOverlongBlocks() -> Bool {
    var opened = false
    for line in lines where width(of: line) > Self.columns {
      var depth = 0
      for index in line.elements {
        guard let token = elements[index].token else { continue }
        switch roles.role[token] {
        case .openBrace where isOneLine[token]:
          let isEmpty = index + 1 < elements.count && elements[index + 1].token == Int(roles.closing[token])
          if depth == 0, !isEmpty {
            isOneLine[token] = false
            opened = true
          }
          depth += 1
        case .closeBrace where depth > 0: depth -= 1
        default: break
        }
      }
    }
    return opened
  }

  /// Columns of a line before columns are aligned, without a comment at its end.
  private func width(of line: Line) -> Int {
    var width = line.indent
    for index in line.elements where elements[index].kind != .lineComment {
      width += gaps[index] + elements[index].width + (hasSemicolon[index] ? 1 : 0)
    }
    return width
  }

  // MARK: Cutting

  /// Where the elements so far have led.
  private struct State {
    /// For each open block whether it is on one line.
    var blocks: [Bool] = []
    /// Open blocks of several lines.
    var depth = 0
    /// Whether nothing of the innermost block stands yet on a line of its own.
    var isAtBlockStart = true
    /// Whether no statement of the innermost block has begun.
    var awaitsFirstStatement = true
    /// Whether the last token was the `}` of a block of several lines.
    var followsOpenedBlock = false
    /// Whether the `;` before the coming statement is written already, or not needed.
    var isSeparated = false

    var isInOneLineBlock: Bool { blocks.last == true }
  }

  private mutating func cutLines() {
    lines.removeAll(keepingCapacity: true)
    var state = State()
    for index in elements.indices {
      hasSemicolon[index] = false
      gaps[index] = 0
      if case .token(let token) = elements[index].kind {
        place(token, index, &state)
      } else {
        placeComment(index, &state)
      }
    }
    for (index, line) in lines.enumerated() where line.isContinuation && index > 0 { lines[index - 1].isRow = false }
  }

  private mutating func place(_ token: Int, _ index: Int, _ state: inout State) {
    let element = elements[index]
    let isBehindComment = index > 0 && elements[index - 1].isComment && element.lineEnds > 0
    let depth = state.depth
    switch roles.role[token] {
    case .statementStart:
      placeStatement(index, &state)
    case .openBrace:
      if isBehindComment { beginLine(index, indent: depth, continuation: true) } else { append(index) }
      state.blocks.append(isOneLine[token])
      if !isOneLine[token] {
        state.depth += 1
        lines[lines.count - 1].bordersBlock = true
        state.isAtBlockStart = true
      }
      state.awaitsFirstStatement = true
    case .closeBrace:
      let wasOneLine = state.blocks.popLast() ?? true
      if wasOneLine {
        append(index)
        if index > 0, let before = elements[index - 1].token, roles.role[before] == .openBrace { gaps[index] = 0 }
      } else {
        state.depth -= 1
        beginLine(index, indent: state.depth)
        lines[lines.count - 1].bordersBlock = true
      }
      state.followsOpenedBlock = !wasOneLine
      state.awaitsFirstStatement = false
      state.isSeparated = false
      state.isAtBlockStart = false
      return
    case .elseWord:
      if isBehindComment || (element.lineEnds > 0 && !state.followsOpenedBlock) {
        beginLine(index, indent: depth, isRow: true)
      } else {
        append(index)
      }
    case .inner:
      if element.lineEnds > 0 {
        beginLine(index, indent: depth, further: roles.hang[token] ?? Self.continuation, continuation: true)
      } else {
        append(index)
      }
    case .endOfFile: return
    }
    state.followsOpenedBlock = false
  }

  private mutating func placeStatement(_ index: Int, _ state: inout State) {
    let element = elements[index]
    defer {
      state.awaitsFirstStatement = false
      state.isSeparated = false
    }
    if state.isInOneLineBlock {
      append(index)
      hasSemicolon[index] = !state.awaitsFirstStatement && !state.isSeparated
      return
    }
    // A comment that begins the line keeps its statement beside it.
    let isBehindComments = !lines.isEmpty && lines[lines.count - 1].elements.allSatisfy { elements[$0].isComment }
    let mayGoOn = !state.awaitsFirstStatement && !state.followsOpenedBlock && !opensBlock(index)
    let goesOn = isBehindComments || mayGoOn
    guard index > 0, element.lineEnds == 0, goesOn else {
      beginLine(index, indent: state.depth, isRow: true, blankLine: element.lineEnds > 1 && !state.isAtBlockStart)
      state.isAtBlockStart = false
      return
    }
    append(index)
    hasSemicolon[index] = !state.isSeparated
  }

  /// Whether a block of several lines begins in the statement at an element: it does so on a line that the statement
  /// begins, or nobody would see whose lines these are.
  private func opensBlock(_ index: Int) -> Bool {
    var depth = 0
    for element in elements[(index + 1)...] {
      guard let token = element.token else { continue }
      switch roles.role[token] {
      case .openBrace where !isOneLine[token]: return true
      case .openBrace: depth += 1
      case .closeBrace where depth == 0: return false
      case .closeBrace: depth -= 1
      case .statementStart where depth == 0: return false
      default: break
      }
    }
    return false
  }

  private mutating func placeComment(_ index: Int, _ state: inout State) {
    let element = elements[index]
    let next = followers[index]
    if element.lineEnds == 0, index > 0 {
      append(index)
      let isBetweenStatements = !state.awaitsFirstStatement && !state.followsOpenedBlock
      if element.followsSemicolon, isBetweenStatements, next.role == .statementStart, next.isOnSameLine {
        hasSemicolon[index] = true
        state.isSeparated = true
      }
      return
    }
    let blankLine = element.lineEnds > 1 && !state.isAtBlockStart
    switch next.role {
    case .statementStart, .closeBrace, .endOfFile:
      let beginsRow = next.role == .statementStart && next.isOnSameLine
      beginLine(index, indent: state.depth, isRow: beginsRow, blankLine: blankLine)
      if beginsRow { state.isSeparated = true }
      state.isAtBlockStart = false
      state.followsOpenedBlock = false
    case .elseWord: beginLine(index, indent: state.depth)
    case .inner, .openBrace:
      beginLine(index, indent: state.depth, further: next.hang, continuation: true)
    }
  }

  // MARK: Lines

  private mutating func beginLine(
    _ index: Int, indent depth: Int, further: Int = 0, isRow: Bool = false, blankLine: Bool = false,
    continuation: Bool = false
  ) {
    lines.append(
      Line(
        elements: index..<index + 1, indent: depth * Self.indentation + further, hasBlankLineBefore: blankLine,
        isRow: isRow, isContinuation: continuation, bordersBlock: false))
    if elements[index].hasSeveralLines { lines[lines.count - 1].isRow = false }
  }

  private mutating func append(_ index: Int) {
    guard !lines.isEmpty else { return beginLine(index, indent: 0) }
    lines[lines.count - 1].elements = lines[lines.count - 1].elements.lowerBound..<index + 1
    gaps[index] = gap(before: index)
    if elements[index].hasSeveralLines { lines[lines.count - 1].isRow = false }
  }

  /// Blanks before an element behind another one on its line, where there are no columns.
  private func gap(before index: Int) -> Int {
    let (left, right) = (elements[index - 1], elements[index])
    guard let token = right.token else {
      if right.kind == .lineComment { return TrailingComments.gap }
      return TokenSpacing.blanksBesideComment(after: left.token.map { tree.tokens[$0].kind }, before: nil)
    }
    guard let before = left.token else {
      return TokenSpacing.blanksBesideComment(after: nil, before: tree.tokens[token].kind)
    }
    if roles.isTight[token] { return 0 }
    switch roles.slot[token] {
    case .firstClause, .clause: return right.lineEnds == 0 && right.blanks > 1 ? 2 : 1
    default: return TokenSpacing.blanks(between: tree.tokens[before].kind, and: tree.tokens[token].kind)
    }
  }
}
