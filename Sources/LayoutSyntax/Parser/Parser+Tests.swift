/// Tests, and the statements that stand in them.
///
/// A test has steps and no views, so its block is read by rules of its own: words like `use` and `set` mean something
/// here and nowhere else, and may be names everywhere else.
extension Parser {
  /// `"test" STRING [ "of" NAME ] { environment } "{" { step NL } "}"`
  mutating func test() throws(StatementAbandoned) {
    let node = start(.test)
    // Restored by the statement around, so that what is left of a broken test is still read as one.
    isInTest = true
    advance()
    try requireString("what the test shows in quotes")
    if consume(.of) { try requireName(of: "a layout") }
    try environment()
    try requireBlock(after: "the test's name and environment")
    finish(node)
  }

  mutating func statementInTest() throws(StatementAbandoned) {
    switch word {
    case .let: try valueDeclaration(.letDeclaration)
    case .expect: try expect()
    case .after: try after()
    case .use: try use()
    case .set: try set()
    case .settle: leaf(.settleStatement)
    case .remember: try remember()
    case .append: try append()
    case .remove: try removeViews()
    case .scroll: try scroll()
    default:
      let steps: [Word] = [.expect, .after, .use, .set, .settle, .remember, .append, .remove, .scroll, .let]
      if kind == .identifier, let meant = Self.stepsOfOthers[currentText] {
        throw fail(.unknownWord(currentText, kind: "step of a test", nearest: meant, at: here))
      }
      if kind == .identifier, word == .none, let nearest = nearestWord(steps) {
        throw fail(.unknownWord(currentText, kind: "step of a test", nearest: nearest, at: here))
      }
      if kind == .identifier {
        throw fail(.misplaced("'\(currentText)'", belongs: "in a layout and not in a test", at: here))
      }
      let words = steps.dropLast().map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw fail(.unexpected(found, expected: "\(words) or 'let'", at: foundPlace))
    }
  }

  /// What other tools call the steps.
  private static let stepsOfOthers = [
    "assert": "expect", "check": "expect", "verify": "expect", "should": "expect", "wait": "after", "sleep": "after",
    "advance": "after", "resize": "set size",
  ]

  /// `"expect" cond`
  private mutating func expect() throws(StatementAbandoned) {
    let node = start(.expect)
    advance()
    try condition()
    finish(node)
  }

  /// `"after" expr [ block ]`
  private mutating func after() throws(StatementAbandoned) {
    let node = start(.afterStatement)
    advance()
    if kind == .number { throw fail(.numberAsDuration(currentText, at: here)) }
    try expression()
    if kind == .leftBrace { block() }
    finish(node)
  }

  /// `"use" ( NAME | "_" ) [ "on" path { "," path } ]`
  private mutating func use() throws(StatementAbandoned) {
    let node = start(.useStatement)
    advance()
    if kind == .wildcard { leaf(.wildcard) } else { try requireAnyName(of: "a configuration") }
    if consume(.on) { repeat { try path() } while consume(.comma) }
    finish(node)
  }

  /// `"remember" NAME "=" expr`
  private mutating func remember() throws(StatementAbandoned) {
    let node = start(.rememberStatement)
    advance()
    try requireOperandName(of: "what is remembered")
    guard consume(.equal) else { throw fail(expectedEqualSign) }
    try expression()
    finish(node)
  }

  // MARK: Views that go elsewhere

  /// `"append" path { "," path } "to" path [ "at" expr ]`
  private mutating func append() throws(StatementAbandoned) {
    let node = start(.appendStatement)
    advance()
    try viewList()
    guard consume(Word.to) else { throw fail(.unexpected(found, expected: "'to' and a stack", at: foundPlace)) }
    try path()
    if consume(Word.at) { try expression() }
    finish(node)
  }

  /// `"remove" path { "," path }`
  private mutating func removeViews() throws(StatementAbandoned) {
    let node = start(.removeStatement)
    advance()
    try viewList()
    finish(node)
  }

  private mutating func viewList() throws(StatementAbandoned) {
    let node = start(.viewList)
    repeat { try path() } while consume(.comma)
    finish(node)
  }

  /// `"scroll" path exprs`
  private mutating func scroll() throws(StatementAbandoned) {
    let node = start(.scrollStatement)
    advance()
    try path()
    try expressions()
    finish(node)
  }

  // MARK: What is set

  /// `"set" change { change }`
  private mutating func set() throws(StatementAbandoned) {
    let node = start(.setStatement)
    advance()
    repeat { try change() } while !isAtStatementEnd
    finish(node)
  }

  /// `change = environment | "flag" NAME [ "=" switch ] | "trait" NAME [ "." AXIS ] ":" ( value | "_" )`
  /// `| [ path "." ] "#" NAME ( "=" exprs | priority | "@" "_" | "*" ( expr | "_" ) | "active" [ "=" switch ] )`
  /// `| NAME "=" ( expr | records | "_" ) | path ( STRING | "_" )`
  /// `| path "hidden" [ "=" switch ] | path "intrinsic" exprs`
  private mutating func change() throws(StatementAbandoned) {
    switch kind {
    case .hash: try identifierChange(at: nodeMark, firstToken: position)
    case .identifier, .quotedIdentifier:
      guard isEnvironmentWord else { return try changeOfNamed() }
      switch word {
      case .flag: try flagChange()
      case .trait: try traitChange()
      default: try environmentClause()
      }
    default:
      throw fail(
        .unexpected(found, expected: "a part of the environment, an id, a variable or a view", at: foundPlace))
    }
  }

  /// Whether the word is one of the environment's, and not a variable or view that is called so.
  private var isEnvironmentWord: Bool {
    guard word == .flag || word.roles.contains(.environment) else { return false }
    switch peekKind() {
    case .equal, .string, .multilineString: return false
    case .dot: return word == .compact || word == .regular
    default: return peekWord() != .hidden && peekWord() != .intrinsic
    }
  }

  private mutating func flagChange() throws(StatementAbandoned) {
    let node = start(.flagChange)
    advance()
    try requireAnyName(of: "a flag")
    if consume(.equal) { try switchValue() }
    finish(node)
  }

  private mutating func traitChange() throws(StatementAbandoned) {
    let node = start(.traitChange)
    advance()
    try requireAnyName(of: "a trait")
    if consume(.dot) { try requireAxis() }
    try require(.colon, "':' and the trait's value")
    if kind == .wildcard { leaf(.wildcard) } else { try value() }
    finish(node)
  }

  /// What is named by a path: a variable, a view, or an id of a view.
  private mutating func changeOfNamed() throws(StatementAbandoned) {
    let (mark, first) = (nodeMark, position)
    let path = start(.path)
    try pathSegment()
    while kind == .dot {
      if peekKind() == .hash {
        finish(path)
        advance()
        return try identifierChange(at: mark, firstToken: first)
      }
      advance()
      try refusePartOfView(from: first)
      try pathSegment()
    }
    finish(path)
    switch (kind, word) {
    case (.equal, _):
      let node = insert(.variableChange, at: mark, firstToken: first)
      advance()
      if kind == .leftBracket { try records() } else { try expressionOrWildcard() }
      finish(node)
    case (.string, _), (.multilineString, _), (.wildcard, _):
      let node = insert(.textChange, at: mark, firstToken: first)
      leaf(kind == .wildcard ? .wildcard : .string)
      finish(node)
    case (_, .hidden):
      let node = insert(.hiddenChange, at: mark, firstToken: first)
      advance()
      if consume(.equal) { try switchValue() }
      finish(node)
    case (_, .intrinsic):
      let node = insert(.intrinsicChange, at: mark, firstToken: first)
      advance()
      try expressions()
      finish(node)
    default:
      throw fail(.unexpected(found, expected: "'=', a text in quotes, 'hidden' or 'intrinsic'", at: foundPlace))
    }
  }

  /// Throws behind the point in what the command line takes, or in what is set of nothing: `badge.hidden = true`,
  /// `title.text = "Hi"`, `root.width = 40`.
  ///
  /// - Parameter first: the token with which the path begins.
  private mutating func refusePartOfView(from first: Int) throws(StatementAbandoned) {
    let path = source.text(in: SourceSpan(start: tokens[first].start, end: tokens[position - 2].end))
    let point = tokens[position - 1]
    if AnchorName(word) != nil {
      let whole = place(SourceSpan(start: tokens[first].start, end: token.end))
      throw fail(.anchorIsSet("\(path).\(currentText)", at: whole))
    }
    // A field of a record may have any name.
    guard tokens[position - 2].kind != .rightBracket else { return }
    if word == .hidden { throw fail(.partOfView("\(path) hidden", place(point.span), at: here)) }
    let value = rawToken(ahead: 2)
    if source.text(in: token.span) == "text", peekKind() == .equal, value.kind == .string || value.kind == .wildcard {
      let whole = place(SourceSpan(start: point.start, end: value.start))
      throw fail(.partOfView("\(path) \(source.text(in: value.span))", whole, at: here))
    }
  }

  private mutating func identifierChange(at mark: Int, firstToken: Int) throws(StatementAbandoned) {
    let node = insert(.constantChange, at: mark, firstToken: firstToken)
    leaf(.identifier)
    switch (kind, word) {
    case (.equal, _):
      advance()
      try expressions()
    case (.at, _) where peekKind() == .wildcard:
      rename(node, .priorityChange)
      advance()
      leaf(.wildcard)
    case (.at, _), (.lessTilde, _):
      rename(node, .priorityChange)
      try priority()
    case (.star, _):
      rename(node, .multiplierChange)
      advance()
      try expressionOrWildcard()
    case (_, .active):
      rename(node, .activeChange)
      advance()
      if consume(.equal) { try switchValue() }
    default: throw fail(expectedEqualSign)
    }
    finish(node)
  }

  /// `switch = "true" | "false" | "_"`
  private mutating func switchValue() throws(StatementAbandoned) {
    switch (kind, word) {
    case (.wildcard, _): leaf(.wildcard)
    case (_, .true), (_, .false): leaf(.boolean, detail: word == .true ? 1 : 0)
    default: throw fail(.unexpected(found, expected: "'true', 'false' or '_'", at: foundPlace))
    }
  }
}

extension Diagnostic {
  fileprivate static func partOfView(_ meant: String, _ span: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "what is set of a view stands behind it; use 'set \(meant)'", at: place,
      fixes: [Fix("put a blank there", replace: span, by: " ")])
  }

  fileprivate static func anchorIsSet(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "'\(name)' follows from the layout, and nobody sets it", at: place,
      notes: [
        Note("help: a test sets how large the scene is, `set size 844, 390`, or the number of an id, `set #gap = 8`")
      ])
  }
}
