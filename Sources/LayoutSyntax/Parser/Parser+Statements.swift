/// What stands in a block.
extension Parser {
  mutating func statementInBlock() throws(StatementAbandoned) {
    try refuseForeignStatement()
    switch word {
    case .let: try valueDeclaration(.letDeclaration)
    case .var: try valueDeclaration(.varDeclaration)
    case .guide: try guide()
    case .if: try ifStatement()
    case .config: try config()
    case .transition: try transition()
    case .preview: try preview()
    case .test: try test()
    case .remove: try remove()
    case .expect: throw fail(.misplaced("'expect'", belongs: "in a test", at: here))
    case .slot: try slot()
    case .for: try forStatement()
    case .with: try with()
    case .else: throw fail(.elseWithoutIf(at: here))
    case .layout, .component, .import:
      throw fail(.misplaced("'\(currentText)'", belongs: "at the top of a file", at: here))
    default: try viewOrClauses()
    }
  }

  /// Tells a view from clauses and constraints by the first word and the token after it: a clause's word begins
  /// clauses, an operator, `.`, `[` or `within` after anything a constraint, a `:` a property; the rest are views.
  private mutating func viewOrClauses() throws(StatementAbandoned) {
    guard kind == .identifier || kind == .quotedIdentifier else {
      switch kind {
      case .leftParenthesis: return try constraint()
      case .less where peekKind() == .identifier: throw foreignTag()
      case .leftBrace where closingBrace(from: position) != nil: throw foreignBraces()
      case .plus, .minus, .star, .slash, .percentSign, .andAnd, .orOr, .equalEqual, .greaterEqual, .lessEqual, .less,
        .greater:
        throw fail(.lineStartsWithOperator(currentText, at: here))
      case .number: throw fail(.numberFirst(found, at: foundPlace))
      case .colon, .unknown:
        try refuseState()
        throw fail(.unexpected(found, expected: "a view, a clause or a constraint", at: foundPlace))
      case .at:
        try refuseMediaQuery()
        fallthrough
      default:
        try refuseModifier()
        throw fail(.unexpected(found, expected: "a view, a clause or a constraint", at: foundPlace))
      }
    }
    try refuseForeignClause()
    try refuseForeignView()
    if startsQualifiedView { return try view() }
    if startsClause || startsConstraint || peekKind() == .colon { return try clauses() }
    if word == .animate {
      let example = "behind the condition of a branch, as in `if flag(open) animate 250ms { … }`"
      throw fail(.misplaced("'animate'", belongs: example, at: here))
    }
    if word.isReserved { throw fail(.reservedName(currentText, at: here)) }
    switch peekKind() {
    case .identifier, .quotedIdentifier, .string, .multilineString, .leftBrace, .leftParenthesis, .semicolon,
      .rightBrace, .endOfFile:
      try view()
    default:
      if kind == .identifier, let nearest = nearestWord(Word.all(.clause) + Word.all(.statement)) {
        throw fail(.unknownWord(currentText, kind: "clause or statement", nearest: nearest, at: here))
      }
      advance()
      throw fail(.unexpected(found, expected: "a name, a text, a clause or a relation like '=='", at: foundPlace))
    }
  }

  /// Whether the word begins a clause.
  private var startsClause: Bool { word.roles.contains(.clause) && (word.isReserved || startsFreeClause) }

  /// Whether the current name is the left side of a constraint.
  var startsConstraint: Bool {
    switch peekKind() {
    case .dot, .leftBracket, .equal: true
    case .equalEqual, .greaterEqual, .lessEqual, .less, .greater: word != .fill
    case .identifier: peekWord() == .within
    default: false
    }
  }

  /// Whether `t.card` stands here and what may follow a view's kind: a component of the file imported as `t`. Before
  /// a relation, or where its last name is an anchor, it begins a constraint.
  private var startsQualifiedView: Bool {
    let (dot, name, next) = (rawToken(ahead: 1), rawToken(ahead: 2), rawToken(ahead: 3))
    guard dot.kind == .dot, !word.isReserved, !dot.startsLine, !name.startsLine else { return false }
    guard name.kind == .quotedIdentifier || name.kind == .identifier && !name.word.isOperand else { return false }
    if next.startsLine { return true }
    switch next.kind {
    case .identifier: return next.word != .within
    case .quotedIdentifier, .string, .multilineString, .leftBrace, .leftParenthesis, .semicolon, .rightBrace,
      .endOfFile:
      return true
    default: return false
    }
  }

  /// `[ NAME "." ] NAME [ NAME { "[" expr "]" } ] [ args ] [ STRING [ "*" ( NUMBER | "(" expr ")" ) ] ] { clause }
  /// [ block ]`. A reserved word is never the name.
  private mutating func view() throws(StatementAbandoned) {
    let node = start(.view)
    let outer = (kindOfView, componentOfView)
    defer { (kindOfView, componentOfView) = outer }
    let kindToken = position
    (kindOfView, componentOfView) = (word.roles.contains(.viewKind) ? word : .none, nil)
    let typeName = start(.typeName)
    advance()
    if consume(.dot) { advance() }
    finish(typeName)
    let isName = kind == .identifier && !word.isReserved && peekKind() != .colon && !startsFreeClause
    if kind == .quotedIdentifier || isName {
      leaf(.name)
      if kind == .leftBracket { try nameIndex() }
    } else if isReservedViewName {
      throw fail(.reservedName(currentText, at: here))
    }
    // What stands behind the kind of a component is rather its name.
    if kindOfView == .none { componentOfView = kindToken }
    if kind == .leftParenthesis { try arguments() }
    if kind == .string || kind == .multilineString {
      leaf(.string)
      if kind == .plus { throw fail(.choiceAtName("put together", at: here, text: tokens[position - 1].start)) }
      if kind == .star {
        let count = start(.textRepeat)
        advance()
        if kind == .leftParenthesis { try expression() } else { try requireNumber("how often the text stands") }
        finish(count)
      }
    }
    try clauses()
    if kind == .leftBrace { block() }
    finish(node)
  }

  /// `{ "[" expr "]" }` behind the name of a view in a `for`.
  private mutating func nameIndex() throws(StatementAbandoned) {
    let node = start(.nameIndex)
    while kind == .leftBracket {
      let opened = here
      advance()
      try expression()
      try requireClosing(.rightBracket, opened: opened)
    }
    finish(node)
  }

  /// Whether the word after a view's kind must be meant as its name: it begins no clause, or one that cannot end here.
  private var isReservedViewName: Bool {
    guard kind == .identifier, word.isReserved, peekKind() != .colon, !startsConstraint else { return false }
    guard word.roles.contains(.clause) else { return true }
    switch peekKind() {
    case .string, .multilineString: return true
    case .leftBrace, .rightBrace, .semicolon, .endOfFile: return !word.isCompleteClause
    case .identifier: return cannotBeginClause
    default: return false
    }
  }

  /// `"guide" NAME { clause } [ block ]`
  private mutating func guide() throws(StatementAbandoned) {
    let node = start(.guide)
    advance()
    try requireName(of: "a guide")
    try clauses()
    if kind == .leftBrace { block() }
    finish(node)
  }

  /// `"if" [ "direct" ] cond [ anim ] block [ "else" ( if | block ) ]`. An `else if` counts as one more level.
  private mutating func ifStatement() throws(StatementAbandoned) {
    let node = start(.ifStatement)
    advance()
    let isDirect = consume(.direct)
    try condition()
    try animation()
    try requireBlock(after: "the condition")
    if token.word == .else, token.kind == .identifier {
      if kind == .semicolon { skipStatementEnd() }
      advance()
      if word == .if {
        guard blockDepth < SyntaxLimits.depth else { throw fail(.tooDeep("'else if's", at: here)) }
        blockDepth += 1
        try ifStatement()
        blockDepth -= 1
      } else {
        try requireBlock(after: "'else'")
      }
    }
    finish(node, detail: isDirect ? 1 : 0)
  }

  /// `"config" NAME [ "when" cond ] [ anim ] block`
  private mutating func config() throws(StatementAbandoned) {
    let node = start(.config)
    advance()
    try requireAnyName(of: "a configuration")
    if consume(.when) { try condition() }
    try animation()
    try requireBlock(after: "the configuration")
    finish(node)
  }

  /// `"remove" anchor { "," anchor }`
  private mutating func remove() throws(StatementAbandoned) {
    let node = start(.remove)
    repeat {
      advance()
      try reference()
    } while kind == .comma
    finish(node)
  }

  /// `"slot" [ NAME ] [ block ]`
  private mutating func slot() throws(StatementAbandoned) {
    let node = start(.slot)
    advance()
    if !isAtStatementEnd && kind != .leftBrace { try requireName(of: "a slot") }
    if kind == .leftBrace { block() }
    finish(node)
  }

  /// `"for" NAME "in" ( expr range-op expr | expr "by" expr [ "animate" timing ] ) block`
  private mutating func forStatement() throws(StatementAbandoned) {
    let node = start(.forStatement)
    advance()
    try refuseParenthesesOfLoop()
    try requireOperandName(of: "a counter")
    if word == .of { throw fail(.foreignOperator("of", use: "in", at: here)) }
    guard consume(.in) else { throw fail(.unexpected(found, expected: "'in'", at: foundPlace)) }
    let list = position
    try expression()
    if consume(.by) {
      try expression()
      try animation()
      try requireBlock(after: "the key")
      return finish(node)
    }
    guard let range = takeRangeOperator() else {
      if kind == .leftBrace, list + 1 == position, tokens[list].kind == .identifier {
        throw fail(.loopWithoutKey(source.text(in: tokens[list].span), at: gap))
      }
      throw fail(.unexpected(found, expected: "'...' or '..<', or 'by' and the key of a record", at: foundPlace))
    }
    try expression()
    if word == .animate {
      report(.animatedCounter(at: here))
      try animation()
    }
    try requireBlock(after: "the range")
    finish(node, detail: range.rawValue)
  }

  /// `"with" [ where ] { "inset" insets | "gap" expr | AXIS mode } block`
  private mutating func with() throws(StatementAbandoned) {
    let node = start(.with)
    advance()
    if startsPlace { try place() }
    while kind != .leftBrace && !isAtStatementEnd {
      switch word {
      case .inset, .gap, .x, .y: try clause()
      default: throw fail(.unexpected(found, expected: "'inset', 'gap', 'x', 'y' or '{'", at: foundPlace))
      }
    }
    try requireBlock(after: "'with' and its defaults")
    finish(node)
  }

  mutating func takeRangeOperator() -> RangeOperator? {
    if consume(.closedRange) { return .closed }
    if consume(.halfOpenRange) { return .halfOpen }
    return nil
  }
}

extension Diagnostic {
  /// `for m in messages { … }`, as SwiftUI has it for what has an identity of its own.
  fileprivate static func loopWithoutKey(_ list: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a 'for' over records says by which field its views go: `for m in \(list) by m.id { … }`",
      at: place)
  }

  fileprivate static func animatedCounter(at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a 'for' that counts has nothing to animate: what it makes neither comes nor goes", at: place,
      notes: [Note("help: one over records has, `for m in messages by m.id animate 250ms { … }`")])
  }

  static func numberFirst(_ found: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "expected a view, a clause or a constraint, found \(found)", at: place,
      notes: [
        Note("help: a constraint begins with what it is about: `width >= 20`, or of a range `width within 20...80`")
      ])
  }

  static func elseWithoutIf(at place: Place) -> Diagnostic {
    Diagnostic(.elseWithoutIf, "this 'else' follows no 'if'", at: place)
  }

  static func lineStartsWithOperator(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .lineStartsWithOperator, "a statement cannot begin with '\(text)'", at: place,
      notes: [Note("help: to go on with the line before, end it with the operator")])
  }
}
