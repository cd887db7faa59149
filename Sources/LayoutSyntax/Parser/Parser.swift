/// Thrown inside the parser, after a complaint, to leave the statement at hand; never leaves the parser.
struct StatementAbandoned: Error {}

/// A recursive-descent parser with one token of look-ahead (two to tell a view from a constraint).
///
/// This file is the machinery: where we stand, which nodes are open, what was complained about. Statements, blocks
/// and what follows a mistake are in `Parser+Recovery.swift`, the rules in the other extensions, one topic a file.
/// A rule appends its node before its parts, which gives preorder; an operator whose left side is already there
/// inserts its node in front of it. After a mistake a rule throws; the statement around it closes whatever is open,
/// skips to its end, and still reads the blocks it meets on the way.
///
/// Rules where the grammar is silent:
/// - A line end counts as `;` except inside parentheses and brackets and after an operator, comma, colon or `{`.
///   `{` and `else` may stand on the next line, since no statement begins with them.
/// - A `}` ends its statement, so another may follow on the same line.
/// - Any clause of a placement (`inset`, `gap`, `offset` too) may carry a priority and an id of its own.
struct Parser {
  let source: SourceText
  let tokens: [SyntaxToken]
  var nodes: [SyntaxStorage.Node] = []

  /// Index of the current token.
  var position = 0
  /// The current token's kind; `.semicolon` when a line end that counts stands before it.
  var kind = TokenKind.endOfFile
  /// The current token's word; `.none` at a line end that counts.
  var word = Word.none
  /// Open parentheses and brackets around the current token, in the innermost block.
  var parentheses = 0
  /// Nesting of blocks, and of parentheses in expressions.
  var blockDepth = 0
  var expressionDepth = 0
  /// The kind of the view whose clauses and block are being read; `.none` for a component, which may be anything.
  var kindOfView = Word.none
  /// The token of that view's kind where it is the name of a component, which may be a flow or a grid: only who knows
  /// all files can tell.
  var componentOfView: Int?
  /// The file's components and the kinds of their views, once somebody has asked; in it nil where the file imports
  /// others.
  var componentKinds: [String: Word]??
  /// Whether the innermost block belongs to a test, which has statements of its own.
  var isInTest = false

  private var complaints: [Lexer.Complaint]
  private var diagnostics: [Diagnostic] = []
  /// Where the innermost statement began, for "first error of a statement only".
  var statementStart = 0
  /// Where the clause began that stands before the current one on its line, the modifiers of a placement left out.
  var clauseBefore: (token: Int, kind: SyntaxKind)?
  /// Where the first clause began on its line that takes an `inset` behind it, and the first that takes a `gap`.
  var firstTakers: (inset: Int?, gap: Int?)

  init(source: SourceText, tokens: [SyntaxToken], complaints: [Lexer.Complaint]) {
    self.source = source
    self.tokens = tokens
    self.complaints = complaints
    nodes.reserveCapacity(tokens.count + 16)
    settle()
  }

  // MARK: Where we stand

  var token: SyntaxToken { tokens[position] }
  var isAtStatementEnd: Bool { kind == .semicolon || kind == .rightBrace || kind == .endOfFile }

  mutating func advance() {
    switch tokens[position].kind {
    case .endOfFile: return
    case .leftParenthesis, .leftBracket: parentheses += 1
    case .rightParenthesis, .rightBracket: parentheses = max(0, parentheses - 1)
    default: break
    }
    position += 1
    settle()
  }

  /// Takes a `;` or steps over a line end.
  mutating func skipStatementEnd() {
    let token = tokens[position]
    if token.kind == .semicolon { return advance() }
    (kind, word) = (token.kind, token.word)
  }

  /// The kind of the next token, as it would be seen after `advance()`.
  func peekKind() -> TokenKind {
    let next = min(position + 1, tokens.count - 1)
    return lineEnds(before: next) ? .semicolon : tokens[next].kind
  }

  func peekWord() -> Word {
    let next = min(position + 1, tokens.count - 1)
    return lineEnds(before: next) ? .none : tokens[next].word
  }

  /// The token `distance` ahead, line ends or not; only to look into parentheses.
  func rawToken(ahead distance: Int) -> SyntaxToken { tokens[min(position + distance, tokens.count - 1)] }

  mutating func consume(_ wanted: TokenKind) -> Bool {
    guard kind == wanted else { return false }
    advance()
    return true
  }

  mutating func consume(_ wanted: Word) -> Bool {
    guard word == wanted else { return false }
    advance()
    return true
  }

  /// After `*` as a transition's state, which is no operator there.
  mutating func endLineHere() {
    if token.startsLine && token.kind != .endOfFile && token.kind != .rightBrace { (kind, word) = (.semicolon, .none) }
  }

  /// Sees the current token as the grammar does, line end included.
  mutating func settle() {
    if lineEnds(before: position) {
      (kind, word) = (.semicolon, .none)
    } else {
      (kind, word) = (tokens[position].kind, tokens[position].word)
    }
  }

  private func lineEnds(before index: Int) -> Bool {
    guard tokens[index].startsLine, parentheses == 0, index > 0 else { return false }
    switch tokens[index].kind {
    case .endOfFile, .rightBrace, .leftBrace: return false
    default: return !tokens[index - 1].kind.goesOn
    }
  }

  // MARK: Nodes

  /// Opens a node at the current token; close it with `finish`.
  mutating func start(_ kind: SyntaxKind) -> Int {
    nodes.append(SyntaxStorage.Node(kind: kind, firstToken: Int32(truncatingIfNeeded: position)))
    return nodes.count - 1
  }

  mutating func finish(_ node: Int, detail: UInt8 = 0) {
    nodes[node].detail = detail
    nodes[node].endToken = Int32(truncatingIfNeeded: position)
    nodes[node].subtreeEnd = Int32(truncatingIfNeeded: nodes.count)
  }

  /// A node of the current token alone.
  mutating func leaf(_ kind: SyntaxKind, detail: UInt8 = 0) {
    let node = start(kind)
    advance()
    finish(node, detail: detail)
  }

  /// Opens a node that begins at `firstToken` (perhaps a parenthesis) and will hold the nodes from `mark` on.
  mutating func insert(_ kind: SyntaxKind, at mark: Int, firstToken: Int) -> Int {
    nodes.insert(SyntaxStorage.Node(kind: kind, firstToken: Int32(truncatingIfNeeded: firstToken)), at: mark)
    for index in mark + 1..<nodes.count where nodes[index].subtreeEnd >= 0 { nodes[index].subtreeEnd += 1 }
    return mark
  }

  var nodeMark: Int { nodes.count }
  /// Gives a finished node another kind with the same children.
  mutating func rename(_ mark: Int, _ kind: SyntaxKind) { nodes[mark].kind = kind }

  // MARK: Complaints

  func place(_ span: SourceSpan) -> Diagnostic.Place { Diagnostic.Place(file: source.name, span: span) }
  var here: Diagnostic.Place { place(token.span) }
  /// An empty place after the token before the current one: where something is missing.
  var gap: Diagnostic.Place {
    let end = position > 0 ? tokens[position - 1].end : 0
    return place(SourceSpan(start: end, end: end))
  }

  /// Whether an unclosed brace was told of already that is probably this one.
  func isSuspected(_ brace: Diagnostic.Place) -> Bool {
    diagnostics.contains { $0.code == SyntaxCode.missingBrace.code && $0.notes.first?.place == brace }
  }

  /// Whether as many errors were found as are shown, so that no other needs words.
  var isFull: Bool { diagnostics.count > SyntaxLimits.errors }

  /// What stands here, in words for a message.
  var found: String {
    switch kind {
    case .semicolon where token.kind != .semicolon: "the end of the line"
    case .endOfFile: "the end of the file"
    default: "'\(currentText)'"
    }
  }
  /// Where `found` stands: the token, or just after the one before it at a line's end.
  var foundPlace: Diagnostic.Place {
    switch kind {
    case .semicolon where token.kind != .semicolon: gap
    case .endOfFile: gap
    case .rightBrace where token.startsLine: gap
    default: here
    }
  }
  var currentText: String {
    if isFull { return "" }
    let text = source.text(in: token.span)
    let line = text.prefix { !$0.isNewline }
    return line.count <= 40 && line.count == text.count ? text : String(line.prefix(40)) + "…"
  }

  /// Notes a complaint unless the lexer has one in this statement already; the caller throws what it returns.
  mutating func fail(_ diagnostic: Diagnostic) -> StatementAbandoned {
    if token.kind == .unknown && kind == .unknown {
      report(unknownToken())
    } else {
      report(diagnostic)
    }
    return StatementAbandoned()
  }

  /// The same, and goes on behind the token `last`: what stands there is of another language and is not read.
  mutating func fail(_ diagnostic: Diagnostic, behind last: Int) -> StatementAbandoned {
    let failure = fail(diagnostic)
    while position <= last { advance() }
    return failure
  }

  mutating func report(_ diagnostic: Diagnostic) {
    if isFull { return }
    let start = tokens[min(statementStart, tokens.count - 1)].start
    let end = token.end
    if complaints.contains(where: { $0.offset >= start && $0.offset <= end }) { return }
    diagnostics.append(diagnostic)
  }

  /// Takes back what the lexer said of a place about which the parser knows more.
  mutating func withdrawComplaints(in span: SourceSpan) {
    complaints.removeAll { $0.offset >= span.start && $0.offset < span.end }
  }

  /// Complaints of lexer and parser in the order of the text; after the twentieth one that says so.
  func sortedDiagnostics() -> [Diagnostic] {
    let all = complaints.map(\.diagnostic) + diagnostics
    let sorted = all.enumerated().sorted { left, right in
      let (a, b) = (left.element.place?.span.start ?? 0, right.element.place?.span.start ?? 0)
      return (a, left.offset) < (b, right.offset)
    }.map(\.element)
    guard sorted.count > SyntaxLimits.errors else { return sorted }
    let end = Int32(source.bytes.count)
    let place = sorted[SyntaxLimits.errors].place ?? place(SourceSpan(start: end, end: end))
    return sorted.prefix(SyntaxLimits.errors) + [.tooManyErrors(at: place)]
  }

  private func unknownToken() -> Diagnostic {
    switch source.text(in: token.span) {
    case "&": .foreignOperator("&", use: "&&", at: here)
    case "|": .foreignOperator("|", use: "||", at: here)
    case "!=": .noNotEqual(at: here)
    case "?": foreignChoice ?? .unexpectedCharacter("?", at: here)
    case "..": .foreignOperator("..", use: "...", at: here)
    case let text: .unexpectedCharacter(text, at: here)
    }
  }
}

extension TokenKind {
  /// Whether a line that ends with it goes on with the next.
  fileprivate var goesOn: Bool {
    switch self {
    case .plus, .minus, .star, .slash, .percentSign, .equal, .equalEqual, .greaterEqual, .lessEqual, .less, .greater,
      .andAnd, .orOr,
      .bang, .arrow, .lessTilde, .closedRange, .halfOpenRange, .comma, .colon, .dot, .leftBrace, .leftParenthesis,
      .leftBracket:
      true
    default: false
    }
  }
}

extension Diagnostic {
  static func unexpectedCharacter(_ text: String, at place: Place) -> Diagnostic {
    // What is no text in UTF-8 is not complained about here: see `parse(_:)`.
    let scalar = text.unicodeScalars.first ?? "\u{FFFD}"
    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
    let shown = scalar.properties.isWhitespace || scalar.value < 0x20 ? number : "'\(text)' (\(number))"
    return Diagnostic(.unexpectedCharacter, "unexpected character \(shown)", at: place)
  }

  static func tooManyErrors(at place: Place) -> Diagnostic {
    Diagnostic(.tooManyErrors, "more than \(SyntaxLimits.errors) errors; those from here on are not shown", at: place)
  }

  static func foreignOperator(_ text: String, use ours: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(text)' here; use '\(ours)'", at: place,
      fixes: [Fix("replace '\(text)' by '\(ours)'", replace: place, by: ours)])
  }

  static func noNotEqual(at place: Place, fix: Fix? = nil) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '!='; write '!(a == b)'", at: place, fixes: fix.map { [$0] } ?? [])
  }
}
