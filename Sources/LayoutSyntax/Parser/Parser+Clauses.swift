/// Clauses and constraints, on a view's line or as statements. Placements are in `Parser+Placements.swift`.
///
/// A word that can continue the clause before it does: `fill x center` fills along x, `fill margins` fills the
/// guide, so a view's own `margins 10` stands before `fill` or on its own line.
extension Parser {
  mutating func clauses() throws(StatementAbandoned) {
    clauseBefore = nil
    firstTakers = (nil, nil)
    // One begins with the kind of a view: `grid-template-columns`.
    if word == .grid, peekKind() == .minus { try refuseForeignArranging() }
    while !isAtStatementEnd && kind != .leftBrace {
      let (first, mark) = (position, nodeMark)
      try clause()
      let kind = nodes[mark].kind
      if !kind.modifies(clauseBefore?.kind ?? .error) { clauseBefore = (first, kind) }
      if firstTakers.inset == nil, kind.clauseRole.contains(.takesInset) { firstTakers.inset = first }
      if firstTakers.gap == nil, kind.clauseRole.contains(.takesGap) { firstTakers.gap = first }
      if word == .grid, peekKind() == .minus { try refuseForeignArranging() }
    }
  }

  mutating func clause() throws(StatementAbandoned) {
    guard kind == .identifier || kind == .quotedIdentifier || kind == .leftParenthesis else {
      try refuseModifier()
      try refuseState()
      try refuseCellsOfGrid()
      try refuseRelationOfChoice()
      if kind == .comma, peekKind() == .identifier {
        throw fail(.commaBetweenClauses(from(0, before: startOfWhatFollows(position)), at: here))
      }
      throw fail(.unexpected(found, expected: "a clause", at: foundPlace))
    }
    if kind != .leftParenthesis {
      try refuseForeignClause()
      if peekKind() == .colon { return try property() }
      if startsConstraint { return try constraint() }
    }
    switch word {
    case .fill: try fillClause()
    case .center: try centerClause()
    case .pin: try pinClause()
    case .at: try atClause()
    case .dock: try dockClause()
    case .rest, .below, .above, .before, .after: try adjacentClause()
    case .align, .x, .y: try axisClause()
    case .aspect: try aspectClause()
    case .inset:
      let node = start(.insetClause)
      advance()
      try insets()
      try suffix()
      finish(node)
    case .offset: try offsetClause()
    case .top, .bottom, .leading, .trailing, .left, .right: try edgeClause()
    case .size: try listClause(.sizeClause, suffixed: true)
    case .width: try lengthClause(.widthClause)
    case .height: try lengthClause(.heightClause)
    case .hug, .resist, .shrink, .noshrink, .grow, .nogrow, .exact: try contentClause()
    case .intrinsic: try listClause(.intrinsicClause, suffixed: false)
    case .baselines: try listClause(.baselinesClause, suffixed: false)
    case .margins: try marginsClause()
    case .trait: try traitClause()
    case .gap:
      let node = start(.gapClause)
      advance()
      try expression()
      if consume(.comma) { try expression() } else { try refuseGapsWithoutComma() }
      try suffix()
      finish(node)
    case .items: try wordClause(.itemsClause)
    case .distribute: try wordClause(.distributeClause)
    case .justify: try wordClause(.justifyClause)
    case .lines where startsFreeClause: try wordClause(.linesClause)
    case .self: try wordClause(.selfClause)
    case .columns where startsFreeClause: try trackClause(.columnsClause)
    case .rows where startsFreeClause: try trackClause(.rowsClause)
    case .span where startsFreeClause: try listClause(.spanClause, suffixed: false)
    case .cell where startsFreeClause: try listClause(.cellClause, suffixed: false)
    case .auto:
      let node = start(.autoClause)
      advance()
      if consume(.when) { try condition() }
      finish(node)
    case .hidden: leaf(.hiddenClause)
    case .initial:
      let node = start(.initialClause)
      advance()
      try requireAnyName(of: "a configuration")
      finish(node)
    case .conditions: try conditionsClause()
    default: throw unknownClause()
    }
  }

  private mutating func unknownClause() -> StatementAbandoned {
    if let known = foreignWordAlone { return fail(known) }
    if let anchor = AnchorName(word) { return fail(.anchorWithoutRelation(anchor.rawValue, at: here)) }
    let begins = word.roles.contains(.viewKind) || word.roles.contains(.statement)
    if kind == .identifier, begins { return fail(unfinishedStatement) }
    if let guide = GuideName(word) { return fail(.guideAsClause(guide.rawValue, at: here)) }
    // A word with more glued to it, or with arguments of others, is no slip of the pen.
    let isOther =
      peekKind() == .minus
      || peekKind() == .leftParenthesis && [.dot, .rightParenthesis].contains(rawToken(ahead: 2).kind)
    if isOther { return fail(.unexpected(found, expected: "a clause", at: foundPlace)) }
    if kind == .identifier, let nearest = nearestWord(Word.all(.clause)) {
      return fail(.unknownWord(currentText, kind: "clause", nearest: nearest, at: here))
    }
    if kind == .identifier, let guide = nearestWord(Word.all(.guide)) {
      return fail(.unknownWord(currentText, kind: "clause or guide", nearest: guide, at: here))
    }
    return fail(.unexpected(found, expected: "a clause", at: foundPlace))
  }

  /// `"offset" expr "," expr [ prio ] [ id ]`
  private mutating func offsetClause() throws(StatementAbandoned) {
    let node = start(.offsetClause)
    advance()
    try expression()
    try require(.comma, "',' and the vertical offset")
    try expression()
    try suffix()
    finish(node)
  }

  /// `"conditions" ( "direct" [ anim ] | anim )`
  private mutating func conditionsClause() throws(StatementAbandoned) {
    let node = start(.conditionsClause)
    advance()
    let isDirect = consume(.direct)
    guard isDirect || word == .animate else {
      throw fail(.unexpected(found, expected: "'direct' or 'animate'", at: foundPlace))
    }
    try animation(amongClauses: true)
    finish(node, detail: isDirect ? 1 : 0)
  }

  /// `NAME ":" value`
  private mutating func property() throws(StatementAbandoned) {
    let node = start(.property)
    leaf(.name)
    try refuseAutoresizing(from: position - 1)
    advance()
    try value()
    finish(node)
  }

  /// `( anchor | NAME | "(" expr ")" ) rel exprs [ prio ] [ id ]`, `anchor "within" expr range-op expr [ prio ] [ id ]`
  mutating func constraint() throws(StatementAbandoned) {
    let node = start(.constraint)
    let first = position
    if kind == .leftParenthesis {
      try expression()
    } else {
      try reference()
    }
    if consume(.within) {
      try expression()
      guard let range = takeRangeOperator() else {
        throw fail(.unexpected(found, expected: "'...' or '..<'", at: foundPlace))
      }
      try expression()
      try suffix()
      rename(node, .withinConstraint)
      return finish(node, detail: range.rawValue)
    }
    guard let relation = takeRelation() else {
      try refuseAutoresizing(from: Int(nodes[node].firstToken))
      throw fail(constraintWithoutRelation(from: first))
    }
    try expressions()
    if [.equalEqual, .greaterEqual, .lessEqual, .less, .greater].contains(kind) {
      throw fail(.chainedComparison(currentText, at: here))
    }
    try suffix()
    finish(node, detail: relation.rawValue)
  }

  /// Throws where `translatesAutoresizingMaskIntoConstraints` has just been read, which whoever knows UIKit writes
  /// first of all.
  ///
  /// - Parameter first: the token with which the clause begins.
  private mutating func refuseAutoresizing(from first: Int) throws(StatementAbandoned) {
    let name = tokens[position - 1].span
    guard name.end - name.start > 21, kind == .colon || kind == .equal, peekKind() == .identifier,
      source.text(in: name).hasPrefix("translatesAutoresizing")
    else { return }
    let all = place(SourceSpan(start: tokens[first].start, end: tokens[position + 1].end))
    throw fail(.autoresizing(source.text(in: name), all, at: place(name)))
  }

  mutating func takeRelation() -> Relation? {
    let relation: Relation
    switch kind {
    case .equalEqual: relation = .equal
    case .greaterEqual: relation = .atLeast
    case .lessEqual: relation = .atMost
    case .less: relation = .less
    case .greater: relation = .greater
    default: return nil
    }
    advance()
    return relation
  }

  /// `EDGE expr [ prio ] [ id ]`
  private mutating func edgeClause() throws(StatementAbandoned) {
    let node = start(.edgeClause)
    let edge = word
    advance()
    try refuseGuideWithoutAnchor(of: edge)
    try refuseEdgeBehindEdge(edge)
    try expression()
    try suffix()
    finish(node)
  }

  /// `( "width" | "height" ) ( expr | expr range-op expr ) [ prio ] [ id ]`
  private mutating func lengthClause(_ kind: SyntaxKind) throws(StatementAbandoned) {
    let node = start(kind)
    let dimension = word
    advance()
    try refuseGuideWithoutAnchor(of: dimension)
    let first = position
    try expression()
    try refuseForeignRange(from: first)
    let range = takeRangeOperator()
    if range != nil { try expression() }
    try suffix()
    finish(node, detail: range?.rawValue ?? 0)
  }

  /// A word and `exprs`.
  private mutating func listClause(_ kind: SyntaxKind, suffixed: Bool) throws(StatementAbandoned) {
    let node = start(kind)
    advance()
    try expressions()
    if kind == .sizeClause { try refuseSidesWithoutComma() }
    if suffixed { try suffix() }
    finish(node)
  }

  /// A word and a WORD.
  private mutating func wordClause(_ kind: SyntaxKind) throws(StatementAbandoned) {
    let node = start(kind)
    let clause = word
    advance()
    if clause == .items || clause == .self, isAxis { leaf(.axis) }
    if clause == .justify || clause == .lines { try refuseForeignPacking() } else { try refuseForeignWord(of: clause) }
    guard self.kind == .identifier else { throw fail(.unexpected(found, expected: "a word", at: foundPlace)) }
    leaf(.word)
    finish(node)
  }

  /// `( "hug" | … ) [ AXIS ] [ prio ]`
  private mutating func contentClause() throws(StatementAbandoned) {
    try refuseNumberOfWish()
    let node = start(.contentClause)
    advance()
    if isAxis { leaf(.axis) }
    if isPrioritySign { try priority() }
    finish(node)
  }

  /// `"margins" insets`, on a view or in an environment.
  mutating func marginsClause() throws(StatementAbandoned) {
    let node = start(.marginsClause)
    advance()
    try insets()
    finish(node)
  }

  /// `"trait" NAME [ "." AXIS ] ":" value`, on a view or in an environment.
  mutating func traitClause() throws(StatementAbandoned) {
    let node = start(.traitClause)
    advance()
    try requireAnyName(of: "a trait")
    if consume(.dot) { try requireAxis() }
    try require(.colon, "':' and the trait's value")
    try value()
    finish(node)
  }

  // MARK: Parts of clauses

  /// `[ prio ] [ id ]`, in any order.
  mutating func suffix() throws(StatementAbandoned) {
    var (priority, id) = (-1, -1)
    while isPrioritySign || kind == .hash {
      let mark = nodeMark
      if kind == .hash {
        if id >= 0 { throw fail(.secondSuffix("id", earlier: place(ofNode: id), at: here)) }
        id = mark
        try identifier()
      } else {
        if priority >= 0 { throw fail(.secondSuffix("priority", earlier: place(ofNode: priority), at: here)) }
        priority = mark
        try self.priority()
      }
    }
  }

  private func place(ofNode index: Int) -> Diagnostic.Place {
    let (first, end) = (Int(nodes[index].firstToken), Int(nodes[index].endToken))
    return place(SourceSpan(start: tokens[first].start, end: tokens[end - 1].end))
  }

  private var isPrioritySign: Bool { kind == .at || kind == .lessTilde }

  /// `( "@" | "<~" ) ( "required" | "high" | "low" | "fitting" | NUMBER | NAME ) [ ("+"|"-") NUMBER ]`
  mutating func priority() throws(StatementAbandoned) {
    let node = start(.priority)
    advance()
    switch kind {
    case .number: try requireNumber("a priority")
    case .identifier where word.roles.contains(.priority): leaf(.word)
    case .identifier, .quotedIdentifier: try requireName(of: "a priority")
    case .dot where peekKind() == .identifier: throw fail(.dotBeforePriority(at: here))
    default:
      let expected = "a priority (required, high, low, fitting, a number or a constant's name)"
      throw fail(.unexpected(found, expected: expected, at: foundPlace))
    }
    let isMinus = kind == .minus
    if kind == .plus || kind == .minus {
      advance()
      try requireNumber("a number to change the priority by")
    }
    finish(node, detail: isMinus ? 1 : 0)
  }

  /// `"#" NAME`
  private mutating func identifier() throws(StatementAbandoned) {
    let token = token
    let first = token.end - token.start > 1 ? source.bytes[Int(token.start) + 1] : 0x30
    if first >= 0x30 && first <= 0x39 { throw fail(.badIdentifier(currentText, at: here)) }
    leaf(.identifier)
  }

  /// `exprs | "(" ( EDGE | AXIS ) ":" expr { "," … } ")"`
  mutating func insets() throws(StatementAbandoned) {
    let isLabelled = startsLabelledList
    if !isLabelled { try refuseForeignInsets() }
    let node = start(.insets)
    if isLabelled {
      try labelledList(.edgeValue) { parser throws(StatementAbandoned) in try parser.expression() }
    } else {
      let first = position
      try expressions()
      try refuseInsetsWithoutComma(from: first)
    }
    finish(node)
  }

  /// Whether `(` and `EDGE :` or `AXIS :` stand here.
  var startsLabelledList: Bool {
    guard kind == .leftParenthesis, rawToken(ahead: 2).kind == .colon else { return false }
    let roles = rawToken(ahead: 1).word.roles
    return roles.contains(.edge) || roles.contains(.axis)
  }

  /// `"(" ( EDGE | AXIS ) ":" item { "," … } ")"`
  mutating func labelledList(
    _ kind: SyntaxKind, item: (inout Parser) throws(StatementAbandoned) -> Void
  ) throws(StatementAbandoned) {
    let opened = here
    repeat {
      advance()
      let node = start(kind)
      guard word.roles.contains(.edge) || word.roles.contains(.axis) else {
        throw fail(.unexpected(found, expected: "an edge, 'x' or 'y'", at: foundPlace))
      }
      advance()
      try require(.colon, "':'")
      try item(&self)
      finish(node)
    } while self.kind == .comma
    try requireClosing(.rightParenthesis, opened: opened)
  }

  var isAxis: Bool { (word == .x || word == .y) && peekKind() != .colon }

  mutating func requireAxis() throws(StatementAbandoned) {
    guard word == .x || word == .y else { throw fail(.unexpected(found, expected: "'x' or 'y'", at: foundPlace)) }
    leaf(.axis)
  }
}

extension Diagnostic {
  static func expectedConstraintOperator(found: String, at place: Place) -> Diagnostic {
    let fixes = found == "=" || found == ":" ? [Fix("replace '\(found)' by '=='", replace: place, by: "==")] : []
    return Diagnostic(.constraintOperator, "constraints use '==', found '\(found)'", at: place, fixes: fixes)
  }

  static func chainedComparison(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .chainedComparison, "a second relation '\(text)' cannot follow the first", at: place,
      notes: [Note("help: write two constraints, `a within b...c`, or join two conditions with '&&'")])
  }

  static func secondSuffix(_ noun: String, earlier: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "what stands here has \(noun == "id" ? "an" : "a") \(noun) already", at: place,
      notes: [Note("the first one", at: earlier)], fixes: [Fix("remove the first one", replace: earlier, by: "")])
  }

  static func autoresizing(_ name: String, _ all: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .unknownWord, "'\(name)' is nothing that a view needs here: its constraints are all that places it", at: place,
      fixes: [Fix("remove it", replace: all, by: "")])
  }

  static func dotBeforePriority(at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a priority is a word or a number, without '.' before it", at: place,
      fixes: [Fix("remove the '.'", replace: place, by: "")])
  }

  static func anchorWithoutRelation(_ anchor: String, at place: Place) -> Diagnostic {
    Diagnostic(.unexpectedToken, "expected a relation like '==' after '\(anchor)'", at: place)
  }

  static func guideAsClause(_ guide: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "'\(guide)' is a guide and no clause", at: place,
      notes: [Note("help: write what the view does with it, as in `fill \(guide)` or `center in \(guide)`")])
  }

  static func badIdentifier(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(.badIdentifier, "an id is '#' and a name that begins with a letter, found '\(text)'", at: place)
  }
}
