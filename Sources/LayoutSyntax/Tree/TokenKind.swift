/// What a token is by its shape alone; which identifiers are keywords is `SyntaxToken.word`.
public enum TokenKind: UInt8, Sendable {
  /// Stands after the last byte and is empty; every token array ends with one.
  case endOfFile
  /// A name or word; letters of any script, digits and `_`.
  case identifier
  /// A name in backticks, which are part of the token.
  case quotedIdentifier
  /// `_` alone.
  case wildcard
  /// Digits, perhaps with a fraction, with no unit or `pt`, `px` glued to it.
  case number
  /// A number with `%`.
  case percent
  /// A number with `ms` or `s`.
  case duration
  /// `"…"` on one line.
  case string
  /// `"""…"""`, perhaps over several lines.
  case multilineString
  /// `#` and the letters and digits after it: a colour where an operand is expected, else an id.
  case hash

  case leftBrace, rightBrace, leftParenthesis, rightParenthesis, leftBracket, rightBracket
  case comma, semicolon, colon, dot, at
  case plus, minus, star, slash, percentSign
  case equalEqual, greaterEqual, lessEqual, less, greater
  case andAnd, orOr, bang, arrow, closedRange, halfOpenRange
  /// `<~`, which stands before a priority as `@` does.
  case lessTilde
  /// A single `=`: declarations have it, constraints never.
  case equal
  /// Bytes that no rule of the language begins with (`!=`, a lone `&`, `$`, broken UTF-8).
  /// The lexer has already complained, or the parser says what to write instead.
  case unknown
}

/// One token. What lies between two tokens (blanks, line ends, comments) belongs to neither and is read from the
/// source text, which is why the tree is lossless.
public struct SyntaxToken: Equatable, Sendable {
  /// What it is, by its spelling alone.
  public var kind: TokenKind
  /// The word of the language it spells; `.none` for other names and everything else.
  public var word: Word
  /// Whether a line end stands between the token before it and this one.
  public var startsLine: Bool
  /// Bytes of the source text.
  public var start: Int32
  /// Behind its last byte.
  public var end: Int32

  @inlinable public init(kind: TokenKind, word: Word = .none, startsLine: Bool = false, start: Int32, end: Int32) {
    self.kind = kind
    self.word = word
    self.startsLine = startsLine
    self.start = start
    self.end = end
  }

  /// Its bytes, blanks and comments around it left out.
  @inlinable public var span: SourceSpan { SourceSpan(start: start, end: end) }
}
