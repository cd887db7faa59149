/// What the formatter needs to know of each token beyond its kind: whether it begins a statement, whether it is glued
/// to the token before it, and whether a column may begin at it. Read off the tree once.
struct TokenRoles {
  enum Role: UInt8 {
    case inner
    case statementStart
    case openBrace, closeBrace
    case elseWord
    case endOfFile
  }

  /// A place in a line where the author may begin a column by setting it off with blanks.
  enum Slot: UInt8 {
    case none
    /// The name behind a view's kind.
    case name
    /// The text behind a view's name.
    case text
    /// The first clause behind a head, and every further one.
    case firstClause, clause
    /// `gap`, `inset`, `offset` behind the placement they belong to: never a cell of their own.
    case modifier
    /// The priority or id at the end of a statement.
    case tail
    case brace, elseWord
    /// A statement behind `;` on the same line.
    case statement
    case relation, equalSign, arrow, on, timing
  }

  private(set) var role: [Role]
  private(set) var isTight: [Bool]
  private(set) var slot: [Slot]
  /// By token that begins a line otherwise than a continuation: how much further it is indented than its statement.
  private(set) var hang: [Int: Int] = [:]
  /// For each `{`: the index of its `}`; else -1.
  private(set) var closing: [Int32]

  private let tree: SyntaxTree

  init(of tree: SyntaxTree) {
    self.tree = tree
    let count = tree.tokens.count
    role = Array(repeating: .inner, count: count)
    isTight = Array(repeating: false, count: count)
    slot = Array(repeating: .none, count: count)
    closing = Array(repeating: -1, count: count)
    role[count - 1] = .endOfFile
    statements(of: tree.root)
  }

  // MARK: Statements

  private mutating func statements(of owner: SyntaxNode) {
    var previous: SyntaxNode?
    for child in owner.children {
      let first = Int(child.tokenRange.lowerBound)
      if let previous, previous.kind.isClause, child.kind.isClause, !tree.tokens[first].startsLine,
        tree.tokens[first - 1].kind != .semicolon
      {
        clause(child, after: previous)
      } else {
        markTail(of: previous)
        role[first] = .statementStart
        slot[first] = .statement
      }
      visit(child)
      previous = child
    }
    markTail(of: previous)
  }

  private mutating func clause(_ node: SyntaxNode, after previous: SyntaxNode) {
    slot[Int(node.tokenRange.lowerBound)] = node.kind.modifies(previous.kind) ? .modifier : .clause
  }

  /// Clauses of a head in order; the first stands behind a column boundary of its own.
  private mutating func clauses(of node: SyntaxNode, where isClause: (SyntaxKind) -> Bool) {
    var previous: SyntaxNode?
    for child in node.children where isClause(child.kind) {
      if let previous { clause(child, after: previous) } else { slot[Int(child.tokenRange.lowerBound)] = .firstClause }
      previous = child
    }
    markTail(of: previous)
  }

  private mutating func markTail(of last: SyntaxNode?) {
    guard let last, last.kind.isClause else { return }
    let part = last.children.first { $0.kind == .priority || $0.kind == .identifier }
    if let part { slot[Int(part.tokenRange.lowerBound)] = .tail }
  }

  // MARK: Constructs

  private mutating func visit(_ node: SyntaxNode) {
    let first = Int(node.tokenRange.lowerBound)
    switch node.kind {
    case .view:
      if let name = node.first(.name) { slot[Int(name.tokenRange.lowerBound)] = .name }
      if let text = node.first(.string), Int(text.tokenRange.lowerBound) > first + 1 {
        slot[Int(text.tokenRange.lowerBound)] = .text
      }
      clauses(of: node, where: \.isClause)
    case .guide, .component: clauses(of: node, where: \.isClause)
    case .layout, .preview, .test: clauses(of: node, where: \.isEnvironment)
    case .with: clauses(of: node) { $0 == .place || $0.isClause }
    case .letDeclaration, .varDeclaration, .rememberStatement:
      slot[node.first(.listType).map { Int($0.tokenRange.upperBound) } ?? first + 2] = .equalSign
    case .constraint where role[first] == .statementStart:
      if let left = node.first(.reference), left.tokenRange.lowerBound == node.tokenRange.lowerBound {
        slot[Int(left.tokenRange.upperBound)] = .relation
      }
    case .transition: transition(node)
    case .ifStatement: markElse(of: node)
    case .block:
      block(node)
      return
    case .negate, .not, .share: isTight[first + 1] = true
    case .call, .flagCondition: isTight[first + 1] = true
    case .recordList:
      // Records are indented like what is in a block, and `]` like its `}`.
      for record in node.children where record.kind == .record {
        hang[Int(record.tokenRange.lowerBound)] = LineLayout.indentation
      }
      hang[Int(node.tokenRange.upperBound) - 1] = 0
    case .argumentList, .parameterList: isTight[first] = true
    // `fill(x: super)`, but `fill <= (x: super)`.
    case .edgePlaces: isTight[first] = tree.tokens[first - 1].kind == .identifier
    case .insets where node.first(.edgeValue) != nil: isTight[first] = true
    case .priority:
      // `@high-1`, but `<~ high-1`.
      let base = tree.tokens[first].kind == .lessTilde ? first + 2 : first + 1
      for token in base..<Int(node.tokenRange.upperBound) { isTight[token] = true }
    case .priorityChange:
      if let taken = node.first(.wildcard) { isTight[Int(taken.tokenRange.lowerBound)] = true }
    case .easing:
      let end = node.first(.argumentList)?.tokenRange.lowerBound ?? node.tokenRange.upperBound
      for token in first + 1..<max(first + 1, Int(end)) { isTight[token] = true }
    case .aspectClause: markRatio(of: node)
    default: break
    }
    for child in node.children { visit(child) }
  }

  private mutating func block(_ node: SyntaxNode) {
    let (open, close) = (Int(node.tokenRange.lowerBound), Int(node.tokenRange.upperBound) - 1)
    role[open] = .openBrace
    slot[open] = .brace
    role[close] = .closeBrace
    closing[open] = Int32(close)
    statements(of: node)
  }

  /// The `else` stands right behind the first block.
  private mutating func markElse(of node: SyntaxNode) {
    guard let block = node.first(.block) else { return }
    let word = Int(block.tokenRange.upperBound)
    guard word < Int(node.tokenRange.upperBound) else { return }
    role[word] = .elseWord
    slot[word] = .elseWord
  }

  private mutating func transition(_ node: SyntaxNode) {
    for child in node.children {
      let first = Int(child.tokenRange.lowerBound)
      switch child.kind {
      case .transitionState where tree.tokens[first - 1].kind == .arrow: slot[first - 1] = .arrow
      case .path: slot[first - 1] = .on
      case .timing where !child.tokens.isEmpty: slot[first] = .timing
      default: break
      }
    }
  }

  /// The `:` of `aspect 200:100`.
  private mutating func markRatio(of node: SyntaxNode) {
    var depth = 0
    for token in Int(node.tokenRange.lowerBound)..<Int(node.tokenRange.upperBound) {
      switch tree.tokens[token].kind {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .colon where depth == 0: isTight[token + 1] = true
      default: break
      }
    }
  }
}
