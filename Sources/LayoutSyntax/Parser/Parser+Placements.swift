/// Clauses that place a view: `place [ prio ] [ id ]`.
extension Parser {
  /// `"fill" [ rel ] [ where | AXIS | edges ]`
  mutating func fillClause() throws(StatementAbandoned) {
    let node = start(.fillClause)
    advance()
    let relation = takeRelation()
    if isAxis {
      leaf(.axis)
    } else if startsPlace {
      try place()
    } else if kind == .leftParenthesis {
      try edgePlaces()
    } else if relation != nil {
      throw fail(expectedPlace(after: "the relation"))
    } else {
      try refuseForeignPlace(distance: "inset")
      try refuseForgottenOf(guides: false)
    }
    try suffix()
    finish(node, detail: relation?.rawValue ?? 0)
  }

  /// `"center" [ AXIS | edges ] [ "in" where ]`
  mutating func centerClause() throws(StatementAbandoned) {
    let node = start(.centerClause)
    advance()
    if isAxis { leaf(.axis) } else if kind == .leftParenthesis { try edgePlaces() }
    try refuseForeignPlace(distance: "offset")
    try placeAfter(.in)
    try suffix()
    finish(node)
  }

  /// `"pin" pos [ "to" pos ] [ "of" ( where | path ) | "at" exprs ]`
  mutating func pinClause() throws(StatementAbandoned) {
    let node = start(.pinClause)
    advance()
    try position(after: "'pin'")
    if consume(.to) { try position(after: "'to'") }
    if consume(.of) {
      try placeOrPath()
    } else if consume(Word.at) {
      let point = start(.point)
      try expressions()
      finish(point)
    } else {
      try refuseForgottenOf(guides: true)
    }
    try suffix()
    finish(node)
  }

  /// `"at" exprs [ "in" where ]`
  mutating func atClause() throws(StatementAbandoned) {
    let node = start(.atClause)
    advance()
    try expressions()
    try placeAfter(.in)
    try suffix()
    finish(node)
  }

  /// `"dock" line [ "to" line ] [ "of" ( where | path ) ]`
  mutating func dockClause() throws(StatementAbandoned) {
    let node = start(.dockClause)
    advance()
    try line(after: "'dock'")
    if consume(.to) { try line(after: "'to'") }
    if consume(.of) { try placeOrPath() } else { try refuseForgottenOf(guides: true) }
    try suffix()
    finish(node)
  }

  /// `[ "rest" ] ( "below" | "above" | "before" | "after" ) path [ "in" where ]`
  mutating func adjacentClause() throws(StatementAbandoned) {
    let node = start(word == .rest ? .restClause : .adjacentClause)
    let isRest = consume(.rest)
    let side: Adjacency
    let lines: String
    switch word {
    case .below: (side, lines) = (.below, "top to bottom")
    case .above: (side, lines) = (.above, "bottom to top")
    case .before: (side, lines) = (.before, "trailing to leading")
    case .after: (side, lines) = (.after, "leading to trailing")
    default: throw fail(.unexpected(found, expected: "'below', 'above', 'before' or 'after'", at: foundPlace))
    }
    advance()
    try refuseOfBeforeNeighbour()
    try refuseGuideAsNeighbour(rest: isRest, lines)
    try path()
    try refuseForeignPlace(distance: "gap")
    try placeAfter(.in)
    try suffix()
    finish(node, detail: side.rawValue)
  }

  /// `"align" AXIS mode | AXIS mode`
  mutating func axisClause() throws(StatementAbandoned) {
    let node = start(word == .align ? .alignClause : .axisClause)
    try refuseAlignOfStack()
    _ = consume(.align)
    try requireAxis()
    try mode()
    try suffix()
    finish(node)
  }

  /// `"aspect" expr [ ":" expr ]`
  mutating func aspectClause() throws(StatementAbandoned) {
    let node = start(.aspectClause)
    advance()
    try expression()
    if consume(.colon) { try expression() }
    try suffix()
    finish(node)
  }

  // MARK: Parts of placements

  /// `"fill" [ where ] | "center" [ "in" where ] [ "between" where ] | "overflow" pos
  /// | "attach" [ EDGE | GUIDE | "center" | "overflow" pos ] | EDGE [ "in" where ] | "none"`
  private mutating func mode() throws(StatementAbandoned) {
    let node = start(.mode)
    let mode: PlacementMode
    switch word {
    case .fill:
      mode = .fill
      advance()
      if startsPlace { try place() } else { try refuseForgottenOf(guides: false) }
    case .center:
      mode = .center
      advance()
      try placeAfter(.in)
      if word == .between {
        let between = start(.between)
        try placeAfter(.between)
        finish(between)
      }
    case .overflow:
      mode = .overflow
      advance()
      try position(after: "'overflow'")
    case .attach:
      mode = .attach
      advance()
      let roles = word.roles
      if consume(.overflow) {
        try position(after: "'overflow'")
      } else if (roles.contains(.edge) || roles.contains(.guide) || word == .center) && !startsConstraint {
        leaf(.word)
      }
    case .nothing:
      mode = .none
      advance()
    case _ where word.roles.contains(.edge):
      mode = .edge
      leaf(.word)
      try placeAfter(.in)
    default:
      let expected = "how to stand on this axis (fill, center, an edge, attach, overflow or none)"
      throw fail(.unexpected(found, expected: expected, at: foundPlace))
    }
    finish(node, detail: mode.rawValue)
  }

  /// `"(" ( EDGE | AXIS ) ":" where { "," … } ")"`
  private mutating func edgePlaces() throws(StatementAbandoned) {
    let node = start(.edgePlaces)
    try labelledList(.edgePlace) { parser throws(StatementAbandoned) in try parser.place() }
    finish(node)
  }

  /// Whether a `where` begins here.
  var startsPlace: Bool {
    (word.roles.contains(.guide) || word == .super || word == .of) && peekKind() != .colon && !startsConstraint
  }

  /// A `where` if `introduction` stands here.
  private mutating func placeAfter(_ introduction: Word) throws(StatementAbandoned) {
    if consume(introduction) { try place() }
  }

  /// `where = GUIDE [ "of" path ] | "super" | "of" path`
  mutating func place() throws(StatementAbandoned) {
    let node = start(.place)
    if word.roles.contains(.guide) {
      leaf(.guideSegment)
      if consume(.of) { try path() }
    } else if word == .super {
      leaf(.superSegment)
    } else if consume(.of) {
      try refuseOfBeforeGuide()
      try path()
    } else if kind == .identifier, word != .none || !isWrittenElsewhere, let guide = nearestWord(Word.all(.guide)) {
      throw fail(.unknownWord(currentText, kind: "guide", nearest: guide, at: here))
    } else {
      throw fail(expectedPlace(after: "this"))
    }
    finish(node)
  }

  /// What follows `of`: `where | path`.
  private mutating func placeOrPath() throws(StatementAbandoned) {
    if word.roles.contains(.guide) || word == .super { return try place() }
    let node = start(.place)
    try path()
    finish(node)
  }

  /// `pos = "center" | EDGE [ "." ( EDGE | "center" ) ]`
  private mutating func position(after what: String) throws(StatementAbandoned) {
    let node = start(.position)
    if consume(.center) { return finish(node) }
    guard word.roles.contains(.edge) else {
      try refuseCornerInOneWord()
      throw fail(
        .unexpected(found, expected: "an edge, a corner like 'top.leading' or 'center' after \(what)", at: foundPlace))
    }
    advance()
    if consume(.dot) {
      guard word.roles.contains(.edge) || word == .center else {
        throw fail(.unexpected(found, expected: "an edge or 'center'", at: foundPlace))
      }
      advance()
    } else {
      try refuseCornerWithoutDot()
    }
    finish(node)
  }

  /// `line = EDGE | "centerX" | "centerY"`
  private mutating func line(after what: String) throws(StatementAbandoned) {
    guard word.roles.contains(.edge) || word == .centerX || word == .centerY else {
      throw fail(.unexpected(found, expected: "an edge, 'centerX' or 'centerY' after \(what)", at: foundPlace))
    }
    leaf(.line)
  }

  /// `path = NAME [ "[" expr "]" ] { "." NAME [ "[" expr "]" ] }`; also `super`.
  mutating func path() throws(StatementAbandoned) {
    let node = start(.path)
    if word == .super { leaf(.superSegment) } else { try pathSegment() }
    while consume(.dot) { try pathSegment() }
    finish(node)
  }

  /// `NAME { "[" expr "]" }`
  mutating func pathSegment() throws(StatementAbandoned) {
    let node = start(.pathSegment)
    try requireOperandName(of: "a view")
    while kind == .leftBracket {
      let opened = here
      advance()
      try expression()
      try requireClosing(.rightBracket, opened: opened)
    }
    finish(node)
  }
}

extension Diagnostic {
  static func expectedPlace(after what: String, found: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedPlace, "expected a guide, 'super' or 'of' and a view after \(what), found \(found)", at: place)
  }
}
