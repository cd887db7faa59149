/// Values, conditions and expressions.
///
/// - One grammar serves conditions and numbers; what has which type is the resolver's business. Texts, colours and
///   durations are operands too, so that a wrong one is complained about by its type.
/// - `value` takes a trait or guide that nothing follows as a plain `word` (`style: dark`, `avoid: keyboard`); a bare
///   anchor (`let a = top`) or any other name (`weight: bold`) stays a reference, and who expects a word reads its
///   text. A condition as a value stands in parentheses.
/// - Constants may be called like clauses (`let gap = 10`) and axes, not like anchors, guides or other operands.
/// - After a relation `compact` and `regular` stand alone: `trait.sizeClass.x == compact`.
/// - Bare words of traits (`phone`) are conditions; followed by `.`, `[`, `(` or `is` they are names.
/// - `#` where an operand is expected is a colour.
extension Parser {
  /// `value = expr | STRING | COLOUR | DURATION | WORD`
  mutating func value() throws(StatementAbandoned) {
    if kind == .identifier, isPlainWord { return leaf(.word) }
    try expression()
  }

  private var isPlainWord: Bool {
    switch word {
    case .none: false
    case .config, .flag: peekKind() != .identifier && peekKind() != .leftParenthesis
    case _ where word.roles.contains(.trait): !goesOnAsName
    case .compact, .regular: peekKind() != .dot
    case _ where word.roles.contains(.guide): peekKind() != .dot
    default: false
    }
  }

  private var goesOnAsName: Bool {
    switch peekKind() {
    case .dot, .leftBracket, .leftParenthesis: true
    default: peekWord() == .is
    }
  }

  /// `exprs = ( expr | "_" ) { "," … }`
  mutating func expressions() throws(StatementAbandoned) {
    try expressionOrWildcard()
    while kind == .comma {
      try refuseCommaBetweenClauses()
      advance()
      try expressionOrWildcard()
    }
  }

  mutating func expressionOrWildcard() throws(StatementAbandoned) {
    if kind == .wildcard { leaf(.wildcard) } else { try expression() }
  }

  // MARK: By precedence

  /// `cond = and { "||" and }`
  mutating func condition() throws(StatementAbandoned) {
    try chain(.orOr, .or) { parser throws(StatementAbandoned) in
      try parser.chain(.andAnd, .and) { parser throws(StatementAbandoned) in try parser.negation() }
    }
    if word == .and { throw fail(.foreignOperator("and", use: "&&", at: here)) }
    if word == .or { throw fail(.foreignOperator("or", use: "||", at: here)) }
  }

  private mutating func chain(
    _ token: TokenKind, _ node: SyntaxKind, _ operand: (inout Parser) throws(StatementAbandoned) -> Void
  ) throws(StatementAbandoned) {
    let (mark, first) = (nodeMark, position)
    try operand(&self)
    var count = 0
    while kind == token {
      try countOperator(&count)
      let outer = insert(node, at: mark, firstToken: first)
      advance()
      try operand(&self)
      finish(outer)
    }
  }

  /// `not = "!" not | expr [ rel expr ]`
  private mutating func negation() throws(StatementAbandoned) {
    if word == .not, peekKind() == .identifier || peekKind() == .leftParenthesis {
      throw fail(.foreignOperator("not", use: "!", at: here))
    }
    if kind == .bang {
      let node = start(.not)
      advance()
      try nested { parser throws(StatementAbandoned) in try parser.negation() }
      return finish(node)
    }
    let (mark, first) = (nodeMark, position)
    try expression()
    if kind == .equal { throw fail(.expectedComparison(at: here)) }
    if kind == .unknown, currentText == "!=" { return try foreignInequality(mark, first) }
    guard let relation = takeRelation() else { return }
    let node = insert(.compare, at: mark, firstToken: first)
    try refuseForeignComparison(relation, from: first)
    try comparedValue()
    finish(node, detail: relation.rawValue)
    switch kind {
    case .equalEqual, .greaterEqual, .lessEqual, .less, .greater: throw fail(.chainedComparison(currentText, at: here))
    default: break
    }
  }

  /// What a size class or a number is compared with.
  private mutating func comparedValue() throws(StatementAbandoned) {
    if (word == .compact || word == .regular) && peekKind() != .dot { leaf(.word) } else { try expression() }
  }

  /// `a != b`, of which both sides are read, so that it can be said with them.
  private mutating func foreignInequality(_ mark: Int, _ first: Int) throws(StatementAbandoned) {
    let (sign, left) = (here, SourceSpan(start: tokens[first].start, end: tokens[position - 1].end))
    let node = insert(.compare, at: mark, firstToken: first)
    advance()
    let second = position
    try comparedValue()
    finish(node, detail: Relation.equal.rawValue)
    let right = SourceSpan(start: tokens[second].start, end: tokens[position - 1].end)
    let meant = "!(\(source.text(in: left)) == \(source.text(in: right)))"
    let whole = place(SourceSpan(start: left.start, end: right.end))
    report(.noNotEqual(at: sign, fix: .init("write '\(meant)' instead", replace: whole, by: meant)))
  }

  /// `expr = sum [ "if" cond "else" expr ]`
  mutating func expression() throws(StatementAbandoned) {
    let (mark, first) = (nodeMark, position)
    try sum()
    if kind == .unknown, currentText == "?" {
      _ = insert(.conditional, at: mark, firstToken: first)
      throw fail(.unexpectedCharacter("?", at: here))
    }
    guard word == .if else { return }
    let node = insert(.conditional, at: mark, firstToken: first)
    try nested { parser throws(StatementAbandoned) in
      parser.advance()
      try parser.condition()
      guard parser.consume(.else) else {
        throw parser.fail(
          .unexpected(parser.found, expected: "'else' and what it is otherwise", at: parser.foundPlace))
      }
      try parser.expression()
    }
    finish(node)
  }

  /// `sum = term { ("+"|"-") term }`
  private mutating func sum() throws(StatementAbandoned) {
    let (mark, first) = (nodeMark, position)
    try term()
    var count = 0
    while kind == .plus || kind == .minus {
      try countOperator(&count)
      let sign = kind == .plus ? ArithmeticOperator.add : .subtract
      let node = insert(.binary, at: mark, firstToken: first)
      advance()
      try term()
      finish(node, detail: sign.rawValue)
    }
  }

  /// `term = factor { ("*"|"/"|"%") factor }`
  private mutating func term() throws(StatementAbandoned) {
    let (mark, first) = (nodeMark, position)
    try factor()
    var count = 0
    while kind == .star || kind == .slash || kind == .percentSign {
      try countOperator(&count)
      let sign = kind == .star ? ArithmeticOperator.multiply : kind == .slash ? .divide : .remainder
      if sign == .remainder, position > 0, tokens[position - 1].kind == .number, !goesOnAsRemainder {
        throw fail(.detachedUnit("%", gap: gap, at: here))
      }
      let node = insert(.binary, at: mark, firstToken: first)
      advance()
      try factor()
      finish(node, detail: sign.rawValue)
    }
  }

  /// Whether an operand stands behind a `%`; else a percentage was meant.
  private var goesOnAsRemainder: Bool {
    if rawToken(ahead: 1).startsLine { return false }
    return switch peekKind() {
    case .number, .quotedIdentifier, .leftParenthesis, .minus: true
    // `50 % height 4` goes on with a clause.
    case .identifier: !peekWord().isReserved
    default: false
    }
  }

  private mutating func countOperator(_ count: inout Int) throws(StatementAbandoned) {
    count += 1
    if count > SyntaxLimits.operators { throw fail(.tooManyOperators(at: here)) }
  }

  private mutating func nested(
    _ rule: (inout Parser) throws(StatementAbandoned) -> Void
  ) throws(StatementAbandoned) {
    guard expressionDepth < SyntaxLimits.depth else {
      throw fail(.tooDeep("parentheses and signs", at: place(tokens[max(0, position - 1)].span)))
    }
    expressionDepth += 1
    try rule(&self)
    expressionDepth -= 1
  }

  // MARK: Operands

  private mutating func factor() throws(StatementAbandoned) {
    switch kind {
    case .number:
      leaf(.number, detail: numberUnit.rawValue)
      if kind == .identifier, word == .px || word == .pt, peekKind() != .dot, peekKind() != .colon {
        throw fail(.detachedUnit(currentText, gap: gap, at: here))
      }
    case .percent:
      leaf(.percent)
      try refusePercentOfView()
    case .duration: leaf(.duration)
    case .string, .multilineString: leaf(.string)
    case .hash: try colour()
    case .minus:
      let node = start(.negate)
      advance()
      try nested { parser throws(StatementAbandoned) in try parser.factor() }
      finish(node)
    case .leftParenthesis: try parenthesized()
    case .identifier, .quotedIdentifier: try operandWord()
    default: throw fail(.expectedExpression(found: found, at: foundPlace))
    }
  }

  /// `"(" item { "," item } ")"`. One expression in parentheses leaves no node of its own.
  private mutating func parenthesized() throws(StatementAbandoned) {
    let opened = here
    let (mark, first) = (nodeMark, position)
    advance()
    let isLabelled = startsEdgeValue
    try tupleItem()
    if isLabelled || kind == .comma {
      let node = insert(.tuple, at: mark, firstToken: first)
      while consume(.comma) { try tupleItem() }
      try requireClosing(.rightParenthesis, opened: opened)
      finish(node)
    } else {
      try requireClosing(.rightParenthesis, opened: opened)
    }
  }

  /// `item = cond | ( EDGE | AXIS ) ":" expr`
  private mutating func tupleItem() throws(StatementAbandoned) {
    guard startsEdgeValue else {
      return try nested { parser throws(StatementAbandoned) in try parser.condition() }
    }
    let node = start(.edgeValue)
    advance()
    try require(.colon, "':'")
    try nested { parser throws(StatementAbandoned) in try parser.expression() }
    finish(node)
  }

  private var startsEdgeValue: Bool {
    peekKind() == .colon && (word.roles.contains(.edge) || word.roles.contains(.axis))
  }

  private mutating func operandWord() throws(StatementAbandoned) {
    switch word {
    case .true, .false: leaf(.boolean, detail: word == .true ? 1 : 0)
    case .compact, .regular: try shortTrait()
    case .trait:
      let node = start(.traitCondition)
      advance()
      try require(.dot, "'.' and a trait's name")
      try requireAnyName(of: "a trait")
      if consume(.dot) { try requireAxis() }
      finish(node, detail: 1)
    case .flag where peekKind() == .leftParenthesis:
      let node = start(.flagCondition)
      advance()
      let opened = here
      advance()
      try requireAnyName(of: "a flag")
      try requireClosing(.rightParenthesis, opened: opened)
      finish(node)
    case .config:
      let node = start(.configCondition)
      advance()
      try requireAnyName(of: "a configuration")
      finish(node)
    case .hidden: leaf(.hiddenCondition)
    case _ where word.roles.contains(.trait) && !goesOnAsName: try shortTrait()
    default: try referenceOrCall()
    }
  }

  /// `( "compact" | "regular" ) "." AXIS | TRAIT`
  mutating func shortTrait() throws(StatementAbandoned) {
    let node = start(.traitCondition)
    let needsAxis = word == .compact || word == .regular
    if needsAxis, peekKind() != .dot { throw fail(.classWithoutAxis(currentText, at: here)) }
    leaf(.name)
    if needsAxis {
      advance()
      try requireAxis()
    }
    finish(node)
  }

  private mutating func referenceOrCall() throws(StatementAbandoned) {
    let isName = kind == .quotedIdentifier || !word.isOperand
    if isName && peekKind() == .leftParenthesis { return try call() }
    let (mark, first) = (nodeMark, position)
    try reference()
    guard word == .is else { return }
    if nodes[mark].kind == .reference { rename(mark, .path) }
    let node = insert(.isCondition, at: mark, firstToken: first)
    advance()
    try nested { parser throws(StatementAbandoned) in try parser.factor() }
    finish(node)
  }

  /// `NAME "(" [ cond { "," cond } ] ")"`
  private mutating func call() throws(StatementAbandoned) {
    let node = start(.call)
    leaf(.name)
    let opened = here
    advance()
    if kind != .rightParenthesis {
      repeat {
        try nested { parser throws(StatementAbandoned) in try parser.condition() }
      } while consume(.comma)
    }
    try requireClosing(.rightParenthesis, opened: opened)
    finish(node)
  }

  /// `path [ "." [ GUIDE "." ] ANCHOR ] | GUIDE "." ANCHOR | "super" "." … | ANCHOR`. Words of anchors and guides are
  /// always the anchor and the guide, since no view is called like one without backticks.
  mutating func reference() throws(StatementAbandoned) {
    let node = start(.reference)
    var hasGuide = false
    var isFirst = true
    repeat {
      if AnchorName(word) != nil {
        leaf(.anchorSegment)
        return finish(node)
      }
      if word == .self, isFirst, peekKind() == .dot {
        let needless = place(SourceSpan(start: token.start, end: rawToken(ahead: 1).end))
        report(.withoutWord("self", "an anchor alone is that of the view itself", needless, at: here))
        advance()
        continue
      }
      if GuideName(word) != nil, !hasGuide {
        let (name, guidePlace) = (currentGuide, here)
        leaf(.guideSegment)
        if kind != .dot { throw fail(.guideWithoutAnchor(name, at: guidePlace)) }
        hasGuide = true
      } else if isFirst && word == .super {
        leaf(.superSegment)
      } else if isFirst && (kind != .identifier || word.isOperand) && kind != .quotedIdentifier {
        throw fail(.expectedExpression(found: found, at: foundPlace))
      } else if hasGuide {
        if kind == .identifier, let nearest = nearestWord(Word.all(.anchor)) {
          throw fail(.unknownWord(currentText, kind: "anchor", nearest: nearest, at: here))
        }
        throw fail(.unexpected(found, expected: "an anchor after the guide", at: foundPlace))
      } else {
        if !isFirst { try refuseClassOfView(from: Int(nodes[node].firstToken)) }
        try pathSegment()
      }
      isFirst = false
    } while consume(.dot)
    finish(node)
  }

  private var currentGuide: String { GuideName(word)?.rawValue ?? "" }

  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`
  private mutating func colour() throws(StatementAbandoned) {
    let digits = source.bytes[Int(token.start) + 1..<max(Int(token.start) + 1, Int(token.end))]
    guard [3, 4, 6, 8].contains(digits.count), digits.allSatisfy({ hexDigitValue($0) != nil }) else {
      throw fail(.badColour(currentText, at: here))
    }
    leaf(.colour)
  }

  // MARK: Arguments

  /// `"(" [ NAME ":" ] value { "," … } ")"`
  mutating func arguments() throws(StatementAbandoned) {
    let opened = here
    let node = start(.argumentList)
    advance()
    while kind != .rightParenthesis {
      let argument = start(.argument)
      if kind == .identifier || kind == .quotedIdentifier, peekKind() == .colon {
        leaf(.name)
        advance()
      }
      try value()
      finish(argument)
      if !consume(.comma) { break }
    }
    try requireClosing(.rightParenthesis, opened: opened)
    finish(node)
  }
}

extension Diagnostic {
  static func expectedExpression(found: String, at place: Place) -> Diagnostic {
    Diagnostic(.expectedExpression, "expected a number, an anchor or another value, found \(found)", at: place)
  }

  /// `.5`.
  static func numberWithoutZero(_ place: Place) -> Diagnostic {
    Diagnostic(
      .expectedExpression, "a number has a digit before its point", at: place,
      fixes: [Fix("write '0.'", replace: place, by: "0.")])
  }

  static func expectedComparison(at place: Place) -> Diagnostic {
    Diagnostic(
      .constraintOperator, "conditions compare with '==', found '='", at: place,
      fixes: [Fix("replace '=' by '=='", replace: place, by: "==")])
  }

  static func classWithoutAxis(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "'\(name)' is asked along one axis, as '\(name).x' or '\(name).y'", at: place,
      notes: [Note("help: '.x' is about the width, which is compact below 600, '.y' about the height, below 480")],
      fixes: [Fix("write '\(name).x'", replace: place, by: "\(name).x")])
  }

  static func detachedUnit(_ unit: String, gap: Place, at place: Place) -> Diagnostic {
    let whole = Place(file: place.file, span: SourceSpan(start: gap.span.end, end: place.span.end))
    return Diagnostic(
      .unknownUnit, "a unit stands right after its number, without a blank", at: place,
      fixes: [Fix("remove the blank before '\(unit)'", replace: whole, by: unit)])
  }

  static func tooManyOperators(at place: Place) -> Diagnostic {
    Diagnostic(.tooDeep, "an expression has more than \(SyntaxLimits.operators) operators in a row", at: place)
  }

  static func guideWithoutAnchor(_ guide: String, at place: Place) -> Diagnostic {
    Diagnostic(.guideWithoutAnchor, "'\(guide)' needs an anchor here, as in '\(guide).top'", at: place)
  }

  static func badColour(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(.badColour, "a colour has 3, 4, 6 or 8 hexadecimal digits, found '\(text)'", at: place)
  }
}
