/// Thrown inside the parser, after a complaint, to leave the statement at hand; never leaves the parser.
struct StatementAbandoned: Error {}

/// A recursive-descent parser with one token of look-ahead (two to tell a view from a constraint).
///
/// This file is the machinery: where we stand, which nodes are open, what happens after a mistake. The rules are
/// in the extensions, one topic a file. A rule appends its node before its parts, which gives preorder; an operator
/// whose left side is already there inserts its node in front of it. After a mistake a rule throws; the statement
/// around it closes whatever is open, skips to its end, and still reads the blocks it meets on the way.
///
/// Rules where the grammar is silent:
/// - A line end counts as `;` except inside parentheses and brackets and after an operator, comma, colon or `{`.
///   `{` and `else` may stand on the next line, since no statement begins with them.
/// - A `}` ends its statement, so another may follow on the same line.
/// - Any clause of a placement (`inset`, `gap`, `offset` too) may carry a priority and an id of its own.
struct Parser {
  let source: SourceText
  let tokens: [SyntaxToken]
  private(set) var nodes: [SyntaxStorage.Node] = []

  /// Index of the current token.
  private(set) var position = 0
  /// The current token's kind; `.semicolon` when a line end that counts stands before it.
  private(set) var kind = TokenKind.endOfFile
  /// The current token's word; `.none` at a line end that counts.
  private(set) var word = Word.none
  /// Open parentheses and brackets around the current token, in the innermost block.
  private var parentheses = 0
  /// Nesting of blocks, and of parentheses in expressions.
  var blockDepth = 0
  var expressionDepth = 0

  private let complaints: [Lexer.Complaint]
  private var diagnostics: [Diagnostic] = []
  /// Where the innermost statement began, for "first error of a statement only".
  private var statementStart = 0

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

  mutating func take(_ wanted: TokenKind) -> Bool {
    guard kind == wanted else { return false }
    advance()
    return true
  }

  mutating func take(_ wanted: Word) -> Bool {
    guard word == wanted else { return false }
    advance()
    return true
  }

  /// After `*` as a transition's state, which is no operator there.
  mutating func endLineHere() {
    if token.startsLine && token.kind != .endOfFile && token.kind != .rightBrace { (kind, word) = (.semicolon, .none) }
  }

  private mutating func settle() {
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

  /// Whether there are more errors than will be shown: then nobody needs to word another.
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

  mutating func report(_ diagnostic: Diagnostic) {
    if isFull { return }
    let start = tokens[min(statementStart, tokens.count - 1)].start
    let end = token.end
    if complaints.contains(where: { $0.offset >= start && $0.offset <= end }) { return }
    diagnostics.append(diagnostic)
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
    case "..": .foreignOperator("..", use: "...", at: here)
    case let text: .unexpectedCharacter(text, at: here)
    }
  }

  // MARK: Statements and recovery

  /// Reads one statement by `rule`, and what stands in the way of the next one.
  mutating func statement(_ rule: (inout Parser) throws(StatementAbandoned) -> Void) {
    let (outerStart, outerBlocks, outerExpressions) = (statementStart, blockDepth, expressionDepth)
    statementStart = position
    let (firstNode, firstToken) = (nodes.count, position)
    do throws(StatementAbandoned) {
      try rule(&self)
      try expectStatementEnd()
    } catch {
      recover(from: firstNode)
    }
    if position == firstToken && !isAtStatementEnd {
      let error = start(.error)
      advance()
      finish(error)
    }
    (statementStart, blockDepth, expressionDepth) = (outerStart, outerBlocks, outerExpressions)
  }

  private mutating func expectStatementEnd() throws(StatementAbandoned) {
    if isAtStatementEnd || (position > 0 && tokens[position - 1].kind == .rightBrace) { return }
    switch kind {
    case .leftBrace: throw fail(.blockWithoutOwner(at: here))
    case .equal, .colon: throw fail(.expectedConstraintOperator(found: currentText, at: here))
    case .equalEqual, .greaterEqual, .lessEqual, .less, .greater: throw fail(.chainedComparison(currentText, at: here))
    case .identifier where word == .and: throw fail(.foreignOperator("and", use: "&&", at: here))
    case .identifier where word == .or: throw fail(.foreignOperator("or", use: "||", at: here))
    case .identifier: throw fail(.unfinishedStatement(found: currentText, at: here))
    default: throw fail(.unexpected(found, expected: "the end of the statement", at: foundPlace))
    }
  }

  /// Leaves a broken statement: closes its inner nodes, puts what is skipped into `error` nodes, reads the blocks on
  /// the way as children of the statement's own node, and stops at the statement's end.
  private mutating func recover(from firstNode: Int) {
    closeNodes(after: firstNode)
    let owner = firstNode < nodes.count && nodes[firstNode].endToken < 0
    let limit = closingParenthesis()
    parentheses = 0
    var error: Int?
    var isDone = kind == .semicolon && position >= limit
    while !isDone {
      let token = tokens[position]
      switch token.kind {
      case .endOfFile, .rightBrace: isDone = true
      case .semicolon where position >= limit: isDone = true
      case .leftBrace:
        if let error { finish(error) }
        error = nil
        block()
        isDone = tokens[position].word != .else
      default:
        if error == nil { error = start(.error) }
        position += 1
        let next = tokens[position]
        isDone = position >= limit && next.startsLine && next.kind != .leftBrace && next.word != .else
      }
    }
    if let error { finish(error) }
    settle()
    if owner {
      finish(firstNode, detail: nodes[firstNode].detail)
      nodes[firstNode].hasError = true
    }
  }

  /// When the mistake is inside parentheses that are closed before the next brace or `;`: the index of the closing
  /// one, up to which line ends do not count; else the current index.
  private func closingParenthesis() -> Int {
    var open = parentheses
    var index = position
    while open > 0 {
      switch tokens[index].kind {
      case .endOfFile, .leftBrace, .rightBrace, .semicolon: return position
      case .leftParenthesis, .leftBracket: open += 1
      case .rightParenthesis, .rightBracket: open -= 1
      default: break
      }
      index += 1
    }
    return index
  }

  /// Closes at the current token every open node but the outermost from `firstNode` on, and marks them.
  private mutating func closeNodes(after firstNode: Int) {
    var isOutermost = true
    for index in firstNode..<max(firstNode, nodes.count) where nodes[index].endToken < 0 {
      nodes[index].hasError = true
      if isOutermost && index == firstNode {
        isOutermost = false
        continue
      }
      finish(index, detail: nodes[index].detail)
    }
  }

  /// `{ … }`. A missing `}` is reported at the `{`; the block then ends with the file.
  mutating func block() {
    let brace = here
    let node = start(.block)
    let outerParentheses = parentheses
    parentheses = 0
    guard blockDepth < SyntaxLimits.depth else {
      report(.tooDeep("blocks", at: brace))
      skipBlock()
      parentheses = outerParentheses
      finish(node)
      nodes[node].hasError = true
      return
    }
    blockDepth += 1
    advance()
    while true {
      while kind == .semicolon { skipStatementEnd() }
      if kind == .rightBrace || kind == .endOfFile { break }
      statement { parser throws(StatementAbandoned) in try parser.statementInBlock() }
    }
    blockDepth -= 1
    if kind == .endOfFile { report(.missingBrace(at: brace, end: gap)) }
    parentheses = outerParentheses
    if kind == .rightBrace { advance() }
    finish(node)
  }

  /// Steps over a block without reading it.
  private mutating func skipBlock() {
    var depth = 0
    repeat {
      switch tokens[position].kind {
      case .leftBrace: depth += 1
      case .rightBrace: depth -= 1
      case .endOfFile: return settle()
      default: break
      }
      position += 1
    } while depth > 0
    settle()
  }

  // MARK: What rules ask for again and again

  mutating func requireBlock(after what: String) throws(StatementAbandoned) {
    guard kind == .leftBrace else { throw fail(.expectedBlock(after: what, found: found, at: foundPlace)) }
    block()
  }

  mutating func require(_ wanted: TokenKind, _ text: String) throws(StatementAbandoned) {
    guard take(wanted) else { throw fail(.unexpected(found, expected: text, at: foundPlace)) }
  }

  /// A closing parenthesis or bracket.
  mutating func requireClosing(_ wanted: TokenKind, opened: Diagnostic.Place) throws(StatementAbandoned) {
    guard take(wanted) else {
      let text = wanted == .rightParenthesis ? ")" : "]"
      throw fail(.missingParenthesis(text, found: found, opened: opened, at: foundPlace))
    }
  }

  /// A name that is declared or looked up: no reserved word, or in backticks.
  mutating func requireName(of what: String) throws(StatementAbandoned) {
    switch kind {
    case .quotedIdentifier: leaf(.name)
    case .identifier where !word.isReserved: leaf(.name)
    case .identifier: throw fail(.reservedName(currentText, at: here))
    default: throw fail(.expectedName(of: what, found: found, at: foundPlace))
    }
  }

  /// A name where no other word can stand, so that any will do: a configuration, a flag, a trait.
  mutating func requireAnyName(of what: String, as node: SyntaxKind = .name) throws(StatementAbandoned) {
    guard kind == .identifier || kind == .quotedIdentifier else {
      throw fail(.expectedName(of: what, found: found, at: foundPlace))
    }
    leaf(node)
  }

  mutating func requireString(_ what: String) throws(StatementAbandoned) {
    guard kind == .string || kind == .multilineString else {
      throw fail(.unexpected(found, expected: what, at: foundPlace))
    }
    leaf(.string)
  }

  mutating func requireNumber(_ what: String) throws(StatementAbandoned) {
    guard kind == .number else { throw fail(.unexpected(found, expected: what, at: foundPlace)) }
    leaf(.number, detail: numberUnit.rawValue)
  }

  var numberUnit: NumberUnit {
    switch token.word {
    case .px: .pixels
    case .pt: .points
    default: .none
    }
  }
}

extension TokenKind {
  /// Whether a line that ends with it goes on with the next.
  fileprivate var goesOn: Bool {
    switch self {
    case .plus, .minus, .star, .slash, .equal, .equalEqual, .greaterEqual, .lessEqual, .less, .greater, .andAnd, .orOr,
      .bang, .arrow, .closedRange, .halfOpenRange, .comma, .colon, .dot, .leftBrace, .leftParenthesis, .leftBracket:
      true
    default: false
    }
  }
}

extension Diagnostic {
  static func unexpected(_ found: String, expected: String, at place: Place) -> Diagnostic {
    Diagnostic(.unexpectedToken, "expected \(expected), found \(found)", at: place)
  }

  static func unexpectedCharacter(_ text: String, at place: Place) -> Diagnostic {
    let scalars = text.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar.value >= 0x20, scalar != "\u{FFFD}" else {
      return Diagnostic(.unexpectedCharacter, "these bytes are no text in UTF-8", at: place)
    }
    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
    let shown = scalar.properties.isWhitespace ? number : "'\(text)' (\(number))"
    return Diagnostic(.unexpectedCharacter, "unexpected character \(shown)", at: place)
  }

  static func tooManyErrors(at place: Place) -> Diagnostic {
    Diagnostic(.tooManyErrors, "more than \(SyntaxLimits.errors) errors; those from here on are not shown", at: place)
  }

  static func missingBrace(at place: Place, end: Place) -> Diagnostic {
    Diagnostic(
      .missingBrace, "this '{' is never closed", at: place, fixes: [Fix("add '}' at the end", replace: end, by: "\n}")])
  }

  static func missingParenthesis(_ text: String, found: String, opened: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .missingParenthesis, "expected ',' or '\(text)', found \(found)", at: place, notes: [Note("opened here", at: opened)])
  }

  static func tooDeep(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(.tooDeep, "\(what) are nested more than \(SyntaxLimits.depth) deep", at: place)
  }

  static func expectedBlock(after what: String, found: String, at place: Place) -> Diagnostic {
    Diagnostic(.expectedBlock, "expected '{' after \(what), found \(found)", at: place)
  }

  static func blockWithoutOwner(at place: Place) -> Diagnostic {
    Diagnostic(.blockWithoutOwner, "a block '{ … }' cannot follow here", at: place)
  }

  static func unfinishedStatement(found: String, at place: Place) -> Diagnostic {
    let start = Place(file: place.file, span: SourceSpan(start: place.span.start, end: place.span.start))
    return Diagnostic(
      .unfinishedStatement, "'\(found)' begins another statement on the same line", at: place,
      fixes: [Fix("put ';' before it", replace: start, by: "; ")])
  }

  static func reservedName(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(text)' is a word of the language and no name", at: place,
      fixes: [Fix("write `\(text)` in backticks", replace: place, by: "`\(text)`")])
  }

  static func expectedName(of what: String, found: String, at place: Place) -> Diagnostic {
    Diagnostic(.expectedName, "expected the name of \(what), found \(found)", at: place)
  }

  static func foreignOperator(_ text: String, use ours: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(text)' here; use '\(ours)'", at: place,
      fixes: [Fix("replace '\(text)' by '\(ours)'", replace: place, by: ours)])
  }

  static func noNotEqual(at place: Place) -> Diagnostic {
    Diagnostic(.foreignOperator, "there is no '!='; write '!(a == b)'", at: place)
  }
}
