/// What flows and grids say. Their words are words that people call views (`list rows`, `box cell`), so most of them
/// are no reserved ones: what follows tells a clause from a name.
extension Parser {
  /// Whether a word that views may be called stands here as the beginning of a clause: `conditions animate`,
  /// `lines center`, `columns 3`, `cell 0, 1`.
  var startsFreeClause: Bool {
    switch word {
    case .conditions: return peekWord() == .animate || peekWord() == .direct
    case .lines:
      return (kindOfView.takesJustify || componentOfView != nil) && peekKind() == .identifier
        && (peekWord().roles.contains(.arrangement) || WordsOfOthers.isDistribution(hyphenatedName(ahead: 1).0))
    case .columns, .rows:
      switch peekKind() {
      case .number: return true
      case .identifier where componentOfView != nil && position == statementStart:
        // Else it may be a view of a component that is called so.
        return peekWord() == .auto || peekWord() == .min && rawToken(ahead: 2).kind == .number
      case .identifier: return componentOfView != nil || kindOfView == .grid && !isNameBeforeClause
      case .leftParenthesis, .minus, .percent:
        return kindOfView == .grid || componentOfView != nil && position > statementStart
      default: return false
      }
    case .span, .cell:
      switch peekKind() {
      case .number: return true
      // Else it is the name of the view, or the view that a statement begins with.
      case .leftParenthesis, .minus: return position > statementStart + 1
      case .identifier:
        let third = rawToken(ahead: 2)
        return third.kind == .comma && !third.startsLine
          || word == .span && position > statementStart && peekWord() == .none && third.kind != .colon
      default: return false
      }
    default: return false
    }
  }

  /// Whether a word behind the kind of a view is its name, because what follows is another clause: `grid columns fill`,
  /// `grid rows gap 8`.
  private var isNameBeforeClause: Bool {
    let next = peekWord()
    guard position == statementStart + 1, next != .auto, next != .min, next.roles.contains(.clause) else {
      return false
    }
    if next.isCompleteClause { return true }
    let third = rawToken(ahead: 2)
    return !third.startsLine && [.number, .percent, .identifier, .leftParenthesis].contains(third.kind)
  }

  /// `( "columns" | "rows" ) ( "min" expr | track { "," track } )`
  mutating func trackClause(_ kind: SyntaxKind) throws(StatementAbandoned) {
    let node = start(kind)
    advance()
    try refuseForeignTracks()
    let list = start(.trackList)
    if word == .min, peekKind() != .leftParenthesis {
      let least = start(.leastTrack)
      advance()
      try expression()
      finish(least)
    } else {
      let first = position
      repeat {
        try track()
        try refuseTracksWithoutComma(from: first)
      } while consume(.comma)
    }
    finish(list)
    finish(node)
  }

  /// `NUMBER "*" | "auto" | expr`. A number before `*` is a share, whatever follows: a product has parentheses.
  private mutating func track() throws(StatementAbandoned) {
    if word == .auto { return leaf(.word) }
    guard kind == .number, peekKind() == .star else { return try expression() }
    let node = start(.share)
    try requireNumber("a share")
    advance()
    // Here a `*` is no operator, so the line may end behind it.
    endLineHere()
    finish(node)
  }
}
