/// How many blanks stand between two tokens of a line where nobody asks for a column: none or one.
///
/// One is the rule; this is the list of exceptions. Those that a token's kind decides are here, those that need to
/// know its construct (a sign, the `(` of a call, the parts of `@high-1`) are marked in `TokenRoles.isTight`.
enum TokenSpacing {
  static func blanks(between left: TokenKind, and right: TokenKind) -> Int {
    switch left {
    case .leftParenthesis, .leftBracket, .dot, .closedRange, .halfOpenRange: return 0
    default: break
    }
    switch right {
    // Of `cell[2]`; behind a `=` it begins a list of records.
    case .leftBracket where left == .equal: return 1
    case .rightParenthesis, .rightBracket, .leftBracket, .comma, .colon, .dot, .closedRange, .halfOpenRange: return 0
    default: return 1
    }
  }

  /// Between a comment on the line and the token after it, or the other way round.
  static func blanksBesideComment(after left: TokenKind?, before right: TokenKind?) -> Int {
    if left == .leftParenthesis || left == .leftBracket { return 0 }
    switch right {
    case .rightParenthesis, .rightBracket, .comma: return 0
    default: return 1
    }
  }
}
