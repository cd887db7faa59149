/// What people write who know CSS, SwiftUI or other libraries: `width: 100`, `min-width`, `50% of a`, `top = 10`.
///
/// Each is one error that says how it is written here. To take it silently for something else would leave a view of
/// no size, or one that nobody finds.
extension Parser {
  // MARK: Names of clauses and properties

  /// Throws where a clause begins with what others call it: `width: 100`, `padding: 8`, `min-width`, `font-size`.
  mutating func refuseForeignClause() throws(StatementAbandoned) {
    guard kind == .identifier else { return }
    if peekKind() == .minus { try refuseUtility() }
    try refuseSideOfView()
    try refuseAlignmentOfContent()
    try refuseForeignArranging()
    try refuseForeignSetting()
    try refuseAbsentSetting()
    try refuseBracesOfValue()
    try refuseSignOfClause()
    if let (name, end) = foreignName, let meant = WordsOfOthers.phrase(of: name) {
      let hasSign = [.colon, .equal].contains(rawToken(ahead: end).kind)
      let last = position + end - (hasSign ? 0 : 1)
      let span = SourceSpan(start: token.start, end: startOfWhatFollows(last))
      throw fail(.foreignName(name, meant, before: pixels(at: last + 1), at: place(span)))
    }
    try refusePosition()
    try refuseLengthOfContent()
    // Two words are also the names of properties.
    guard peekKind() == .colon || peekKind() == .equal && word == .none, word != .align, word != .lines else { return }
    let colon = position + 1
    if rawToken(ahead: 1).start > token.end, isState(ahead: 1) {
      advance()
      try refuseState()
    }
    if word.roles.contains(.clause) {
      try refuseForeignTracksBehindSign()
      if word == .inset { try refuseInsetAlone() }
      if word == .gap, takesJustify(), rawToken(ahead: 2).kind == .number, rawToken(ahead: 3).kind == .number,
        !rawToken(ahead: 3).startsLine
      {
        // There the one between rows is the first.
        let (rows, columns) = (withoutPixels(rawToken(ahead: 2)), withoutPixels(rawToken(ahead: 3)))
        let whole = place(SourceSpan(start: token.start, end: rawToken(ahead: 3).end))
        let isTurned = kindOfView == .vflow
        throw fail(
          .foreignWord("gap:", "gap \(isTurned ? rows : columns), \(isTurned ? columns : rows)", at: whole))
      }
      throw fail(
        .clauseWithSign(currentText, after: token.end, before: startOfWhatFollows(colon), in: self))
    }
    if let meant = WordsOfOthers.meaning(of: source.text(in: token.span)), Word(rawValue: meant)?.isClause == true {
      let span = SourceSpan(start: token.start, end: startOfWhatFollows(colon))
      throw fail(.foreignName(currentText, meant, before: pixels(at: colon + 1), at: place(span)))
    }
  }

  /// Throws where an axis has a number, as a position has elsewhere: `x: 10`.
  private mutating func refusePosition() throws(StatementAbandoned) {
    guard word == .x || word == .y else { return }
    let isSigned = peekKind() == .colon || peekKind() == .equal
    let isNegative = rawToken(ahead: isSigned ? 2 : 1).kind == .minus
    let value = (isSigned ? 2 : 1) + (isNegative ? 1 : 0)
    guard rawToken(ahead: value).kind == .number, !rawToken(ahead: 1).startsLine, !rawToken(ahead: value).startsLine
    else { return }
    let number = (isNegative ? "-" : "") + withoutPixels(rawToken(ahead: value))
    throw fail(
      .foreignWord(currentText, "\(word == .x ? "left" : "top") \(number)", at: from(0, through: value)))
  }

  /// Throws where a length is a word for that of the content or of the parent: `width: auto`, `height match_parent`.
  private mutating func refuseLengthOfContent() throws(StatementAbandoned) {
    guard word == .width || word == .height else { return }
    let first = peekKind() == .colon ? 2 : 1
    if rawToken(ahead: first).kind == .dot, source.text(in: rawToken(ahead: first + 1).span) == "infinity" {
      let whole = from(0, through: first + 1)
      throw fail(.foreignWord(source.text(in: whole.span), "\(word == .width ? "x" : "y") fill", at: whole))
    }
    guard !rawToken(ahead: first).startsLine, rawToken(ahead: first).kind == .identifier else { return }
    let (name, length) = hyphenatedName(ahead: first)
    let whole = from(0, through: first + length - 1)
    switch WordsOfOthers.plain(name) {
    case "auto", "fit-content", "max-content", "wrap-content":
      let needless = from(0, before: startOfWhatFollows(position + first + length - 1))
      let help = "what says no \(currentText) is as large as its content, as far as its edges leave it that"
      throw fail(.withoutWord("\(currentText) \(name)", help, needless, at: whole))
    case "fill", "fill-parent", "infinity", "match-parent":
      throw fail(.foreignWord("\(currentText) \(name)", "\(word == .width ? "x" : "y") fill", at: whole))
    default: break
    }
  }

  /// Throws at `right of title`, which is a place next to a view.
  private mutating func refuseSideOfView() throws(StatementAbandoned) {
    try refuseForeignNeighbour()
    let view = rawToken(ahead: 2)
    guard word.roles.contains(.edge), peekWord() == .of, [.identifier, .quotedIdentifier].contains(view.kind),
      !view.startsLine
    else { return }
    let meant: Word =
      switch word {
      case .top: .above
      case .bottom: .below
      case .leading, .left: .before
      default: .after
      }
    let span = SourceSpan(start: token.start, end: view.start)
    throw fail(.foreignName("\(currentText) of", meant.rawValue, at: place(span)))
  }

  /// What to say of a word that others write alone where a clause stands, or of the name or the text of a view in the
  /// wrong place: `resizable`, `centerX`, `label "Hello" title`, `label title text`.
  var foreignWordAlone: Diagnostic? {
    guard kind == .identifier, !isFull else { return nil }
    let name = currentText
    if word == .centerX || word == .centerY {
      return .foreignWord(name, "center \(word == .centerX ? "x" : "y")", at: here)
    }
    guard word == .none else { return nil }
    if let clause = WordsOfOthers.clause(alone: name) { return .foreignWord(name, clause, at: here) }
    if let help = WordsOfOthers.help(alone: name) {
      return .withoutWord(name, help, from(0, before: startOfWhatFollows(position)), at: here)
    }
    guard tokens[statementStart].word.roles.contains(.viewKind), position == statementStart + 2 else { return nil }
    let before = tokens[position - 1]
    if before.kind == .string {
      let whole = place(SourceSpan(start: before.start, end: token.end))
      return .nameBehindText("\(name) \(source.text(in: before.span))", whole, at: here)
    }
    guard [.label, .button].contains(kindOfView), before.kind == .identifier, isDeclaredValue else { return nil }
    return .foreignWord(name, "text: \(name)", at: here)
  }

  /// Whether the name that stands here is also that of a `let`, a `var`, a parameter or what a `for` goes through.
  private var isDeclaredValue: Bool {
    let name = source.text(in: token.span)
    return tokens.indices.dropFirst().contains { index in
      let before = tokens[index - 1]
      let isDeclared =
        [.let, .var, .for].contains(before.word)
        || [.leftParenthesis, .comma].contains(before.kind)
          && [.colon, .equal, .comma, .rightParenthesis].contains(tokens[min(index + 1, tokens.count - 1)].kind)
      return isDeclared && tokens[index].kind == .identifier && source.text(in: tokens[index].span) == name
    }
  }

  /// A name with `-` in it, as in CSS, or one that others have for a limit; and how many tokens it takes.
  private var foreignName: (String, Int)? {
    let (name, end) = hyphenatedName(ahead: 0)
    // Without a `-` it may be anybody's own name, unless a value follows.
    if end == 1 {
      guard word == .none else { return nil }
      let isWord = position > statementStart && [.identifier, .hash].contains(peekKind()) && peekWord() != .if
      let takesWord = isWord && !rawToken(ahead: 1).startsLine && WordsOfOthers.phrase(of: name)?.last == ":"
      guard takesWord || [.colon, .equal, .number, .percent].contains(peekKind()) else { return nil }
    }
    return (name, end)
  }

  /// Where the token after the one at `index` begins, if that is on the same line; else where that one ends.
  func startOfWhatFollows(_ index: Int) -> Int32 {
    let next = tokens[min(index + 1, tokens.count - 1)]
    return next.startsLine || next.kind == .endOfFile || next.kind == .rightBrace ? tokens[index].end : next.start
  }

  // MARK: Values

  /// What is wrong with `=` or `:` where a constraint has its relation. `top = 10` was meant as `top 10`, and a centre
  /// is not at a number.
  func constraintWithoutRelation(from first: Int) -> Diagnostic {
    let name = source.text(in: tokens[position - 1].span)
    if kind == .leftParenthesis, name == "map" || name == "forEach", position > first + 2 {
      return .mappedList(
        source.text(in: SourceSpan(start: tokens[first].start, end: tokens[position - 3].end)), at: here)
    }
    // `label name m.from`: what a label shows is a field of a record.
    if kindOfView == .label || kindOfView == .button, position == first + 3, tokens[first + 1].kind == .dot,
      !tokens[first].startsLine, AnchorName(tokens[first + 2].word) == nil, kind != .equal, kind != .colon
    {
      let span = SourceSpan(start: tokens[first].start, end: tokens[first + 2].end)
      return .foreignWord(source.text(in: span), "text: \(source.text(in: span))", at: place(span))
    }
    let plain = Diagnostic.expectedConstraintOperator(found: currentText, at: here)
    guard kind == .equal, first == position - 1, let anchor = AnchorName(tokens[first].word) else { return plain }
    let value = rawToken(ahead: rawToken(ahead: 1).kind == .minus ? 2 : 1)
    guard value.kind == .number || value.kind == .percent, !value.startsLine else { return plain }
    switch anchor {
    case .top, .bottom, .leading, .trailing, .left, .right:
      // At a far edge the sign was that of a constraint: inward is inward at every edge.
      let isFar = anchor == .bottom || anchor == .trailing || anchor == .right
      let end = isFar && rawToken(ahead: 1).kind == .minus ? value.start : rawToken(ahead: 1).start
      return .distanceWithEqualSign(anchor.rawValue, until: place(SourceSpan(start: token.start, end: end)), at: here)
    case .centerX, .centerY, .firstBaseline, .lastBaseline:
      return .positionWithEqualSign(anchor.rawValue, at: here)
    case .width, .height, .edges, .center, .size: return plain
    }
  }

  /// Throws behind the value of a `let` or `var` where a relation makes it a condition: `let wide = root.width > 900`.
  ///
  /// - Parameter first: the token with which the value begins.
  mutating func refuseBareCondition(from first: Int) throws(StatementAbandoned) {
    guard [.equalEqual, .greaterEqual, .lessEqual, .less, .greater].contains(kind) else { return }
    var last = position
    while !tokens[last + 1].startsLine, ![.semicolon, .rightBrace, .endOfFile].contains(tokens[last + 1].kind) {
      last += 1
    }
    if let choice = tokens[position...last].firstIndex(where: { source.text(in: $0.span) == "?" }) {
      while position < choice { advance() }
      throw fail(.unexpectedCharacter("?", at: here))
    }
    let span = SourceSpan(start: tokens[first].start, end: tokens[last].end)
    throw fail(.bareCondition(source.text(in: span), place(span), at: here))
  }

  /// Throws where a second number stands beside the first side of a `size`: `size 10 20`, `size 10 x 20`.
  mutating func refuseSidesWithoutComma() throws(StatementAbandoned) {
    let hasSign = word == .x
    let second = rawToken(ahead: hasSign ? 1 : 0)
    guard [.number, .percent].contains(second.kind), !second.startsLine, !token.startsLine else { return }
    let end = hasSign ? second.start : token.start
    let gap = place(SourceSpan(start: tokens[position - 1].end, end: end))
    throw fail(.sidesWithoutComma(gap, at: here))
  }

  /// Throws at `of` behind a percentage.
  mutating func refusePercentOfView() throws(StatementAbandoned) {
    guard word == .of, position > 0, tokens[position - 1].kind == .percent else { return }
    var end = position
    while end + 1 < tokens.count, !tokens[end + 1].startsLine,
      [.identifier, .quotedIdentifier].contains(tokens[end + 1].kind)
    {
      end += 1
      guard tokens[end + 1].kind == .dot, end + 2 < tokens.count else { break }
      end += 1
    }
    let percent = tokens[position - 1]
    let path = source.text(in: SourceSpan(start: tokens[min(position + 1, end)].start, end: tokens[end].end))
    let whole = place(SourceSpan(start: percent.start, end: tokens[end].end))
    guard end > position else { throw fail(.unexpected(found, expected: "a clause", at: foundPlace)) }
    if path == "super" {
      throw fail(.percentOfView(path, source.text(in: percent.span), at: whole))
    }
    let anchor = AnchorName(tokens[end].word) == nil ? ".\(dimensionOfClause)" : ""
    let factor = Self.factor(ofPercentage: source.text(in: percent.span))
    // A `size` of one value is that for both sides.
    let isBoth = position > 1 && tokens[position - 2].word == .size && tokens[end + 1].kind != .comma && anchor != ""
    let meant = isBoth ? "\(factor) * \(path).width, \(factor) * \(path).height" : "\(factor) * \(path)\(anchor)"
    throw fail(.percentOfView(path, meant, at: whole))
  }

  /// `width` or `height`: which of them a percentage before the current token is of.
  private var dimensionOfClause: String {
    var index = position - 1
    var hasComma = false
    while index > statementStart {
      index -= 1
      switch tokens[index].word {
      case .width, .leading, .trailing, .left, .right, .centerX: return "width"
      case .height, .top, .bottom, .centerY, .firstBaseline, .lastBaseline: return "height"
      case .size: return hasComma ? "height" : "width"
      default: hasComma = hasComma || tokens[index].kind == .comma
      }
    }
    return "width"
  }

  /// `0.5` for `50%`, digit by digit, so that `33.3%` is `0.333`.
  static func factor(ofPercentage text: String) -> String {
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(repeating: "0", count: max(0, 3 - (parts.first?.count ?? 0))) + (parts.first ?? "")
    var digits = String(whole.dropLast(2)) + "." + whole.suffix(2) + (parts.count > 1 ? parts[1] : "")
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    let leading = digits.prefix { $0 == "0" }.count
    let rest = digits.dropFirst(leading)
    return rest.isEmpty || rest.first == "." ? "0" + rest : String(rest)
  }

  /// Throws where a guide stands in the place of a position: `bottom safe 16` was meant as its bottom edge.
  mutating func refuseGuideWithoutAnchor(of clause: Word) throws(StatementAbandoned) {
    guard kind == .identifier, let guide = GuideName(word), peekKind() != .dot else { return }
    var replacement = "super.\(guide.rawValue).\(clause.rawValue)"
    var end = token.end
    if peekKind() == .number || peekKind() == .percent, clause != .width, clause != .height {
      let number = rawToken(ahead: 1)
      let isFar = clause == .bottom || clause == .trailing || clause == .right
      replacement += (isFar ? " - " : " + ") + source.text(in: number.span)
      end = number.end
    }
    throw fail(
      .guideWithoutAnchor(
        guide.rawValue, clause.rawValue, use: replacement,
        instead: place(SourceSpan(start: token.start, end: end)), at: here))
  }

  // MARK: Places

  /// Throws where a view or guide stands behind a placement that takes it with `of`: `dock top safe`, `fill stage`.
  mutating func refuseForgottenOf(guides: Bool) throws(StatementAbandoned) {
    guard kind == .identifier || kind == .quotedIdentifier, peekKind() != .colon, !startsConstraint else { return }
    if word == .none {
      // What nothing else is called like is no view.
      if kind == .identifier,
        foreignName != nil || ["wrap", "space"].contains(currentText) || !isWrittenElsewhere
      {
        return
      }
    } else {
      guard guides, word == .super || word.roles.contains(.guide) else { return }
      // A view's own margins are a clause: `margins 10`.
      if word == .margins, peekKind() == .number || peekKind() == .leftParenthesis { return }
    }
    throw fail(.forgottenOf(currentText, at: here))
  }

  /// Throws behind a placement where its axis or its place is a word of others, or its distance has no word before it:
  /// `fill horizontal`, `fill parent`, `fill 16`, `center 10, 20`, `below title 8`.
  ///
  /// - Parameter distance: the word before a distance.
  mutating func refuseForeignPlace(distance: String) throws(StatementAbandoned) {
    if distance == "gap", kind == .plus, peekKind() == .number {
      throw fail(.foreignWord("+", distance, at: here))
    }
    if kind == .number {
      let isHalf = distance == "offset" && peekKind() != .comma
      guard isHalf || distance != "offset" || rawToken(ahead: 2).kind == .number else { return }
      let number = source.text(in: token.span)
      let isY = tokens[position - 1].word == .y
      let value = !isHalf ? number : isY ? "0, \(number)" : "\(number), 0"
      throw fail(.foreignWord(number, "\(distance) \(value)", at: here))
    }
    guard kind == .identifier, word == .none, distance != "gap", peekKind() != .minus else { return }
    if let axis = WordsOfOthers.axis(named: currentText) { throw fail(.foreignWord(currentText, axis, at: here)) }
    if distance == "inset", WordsOfOthers.meaning(of: currentText) == Word.super.rawValue {
      let whole = SourceSpan(start: tokens[position - 1].start, end: token.end)
      throw fail(.foreignWord("fill \(currentText)", "fill", at: place(whole)))
    }
  }

  /// Throws behind `of` where a guide stands that every view has: `fill of safe`.
  mutating func refuseOfBeforeGuide() throws(StatementAbandoned) {
    guard word.roles.contains(.guide), position > 0 else { return }
    let span = SourceSpan(start: tokens[position - 1].start, end: token.start)
    throw fail(.needlessOf(currentText, place(span), at: here))
  }

  /// Throws where `of` stands before a neighbour: `below of title`.
  mutating func refuseOfBeforeNeighbour() throws(StatementAbandoned) {
    let next = rawToken(ahead: 1)
    guard word == .of, next.kind == .identifier || next.kind == .quotedIdentifier, !next.startsLine else { return }
    let span = SourceSpan(start: token.start, end: next.start)
    throw fail(.needlessOf(source.text(in: next.span), place(span), at: here))
  }

  /// Throws where a statement begins as in other languages: `const gap = 8`, `foreach i in 0..<3`, `elif dark {`.
  mutating func refuseForeignStatement() throws(StatementAbandoned) {
    try refuseForeignControl()
    guard kind == .identifier, word == .none || word == .when,
      peekKind() == .identifier || word == .when && (peekKind() == .bang || peekKind() == .leftParenthesis),
      let meant = Self.statementsOfOthers[currentText]
    else { return }
    // A component may go by such a name, and so may its view.
    let next = rawToken(ahead: 2)
    let isMeant =
      switch meant {
      case .let: next.kind == .equal
      case .for: next.word == .in
      case .if: true
      default: position > 0 && tokens[position - 1].kind == .rightBrace
      }
    guard isMeant else { return }
    let text = meant == .else ? "else if" : meant.rawValue
    throw fail(.unknownWord(currentText, kind: "statement", nearest: text, at: here))
  }

  private static let statementsOfOthers: [String: Word] = [
    "const": .let, "val": .let, "each": .for, "foreach": .for, "when": .if, "elif": .else, "elsif": .else,
    "elseif": .else,
  ]

  /// Whether the name that stands here stands in another place of the file too, and is none that others have for
  /// something.
  var isWrittenElsewhere: Bool {
    if isFull { return true }
    if WordsOfOthers.meaning(of: source.text(in: token.span)) != nil { return false }
    let name = source.bytes[Int(token.start)..<Int(token.end)]
    return tokens.indices.contains { index in
      index != position && tokens[index].kind == .identifier
        && source.bytes[Int(tokens[index].start)..<Int(tokens[index].end)].elementsEqual(name)
    }
  }

  /// What to say where a place is expected and something else stands.
  func expectedPlace(after what: String) -> Diagnostic {
    let isName = kind == .quotedIdentifier || kind == .identifier && !word.isReserved
    return isName ? .forgottenOf(currentText, at: here) : .expectedPlace(after: what, found: found, at: foundPlace)
  }

  // MARK: Names of views

  /// Whether a clause's word behind a view's kind must be the view's name, because what follows cannot go on the
  /// clause: in `box top size 10` the word `size` begins the first clause.
  var cannotBeginClause: Bool {
    let next = peekWord()
    let isClause = next.isClause
    switch word {
    case .top, .bottom, .leading, .trailing, .left, .right, .width, .height, .size, .gap, .inset, .offset, .aspect, .at,
      .intrinsic, .baselines, .margins:
      let third = rawToken(ahead: 2)
      if third.kind == .colon, !third.startsLine { return word != .aspect }
      // No clause takes a whole point.
      if next == .center, third.word.roles.contains(.axis) || third.word == .in { return true }
      return isClause && isFollowedAsClause(next)
    // All four edges are settled, so another placement beside it says nothing new.
    case .fill: return next.isPlacement && !isRelation(ahead: 2)
    case .pin: return !next.roles.contains(.edge) && next != .center || isNumber(ahead: 2)
    case .dock: return !next.isLine && isClause || isNumber(ahead: 2)
    case .below, .above, .before, .after: return next.isOperand && next != .super || isClause && isNumber(ahead: 2)
    case .rest: return isClause && ![.below, .above, .before, .after].contains(next)
    case .align: return isClause && next != .x && next != .y
    case .x, .y:
      return isClause && (isNumber(ahead: 2) || next != .fill && next != .center && !next.roles.contains(.edge))
    case .items, .distribute, .justify, .self, .initial: return isClause && isNumber(ahead: 2)
    case .trait: return isClause && rawToken(ahead: 2).kind != .colon && rawToken(ahead: 2).kind != .dot
    default: return false
    }
  }

  /// Whether a word that may be a value is a clause instead, by what follows it.
  private func isFollowedAsClause(_ next: Word) -> Bool {
    let third = rawToken(ahead: 2)
    let ends: [TokenKind] = [.rightBrace, .leftBrace, .semicolon, .endOfFile]
    if third.startsLine || ends.contains(third.kind) { return next.isCompleteClause && next != .center }
    switch third.kind {
    case .number, .percent, .string, .multilineString: return true
    case .leftParenthesis: return next == .inset || next == .margins
    case .identifier, .quotedIdentifier:
      if third.word.isClause || third.word == .is || third.word == .within { return false }
      let fourth = rawToken(ahead: 3)
      return fourth.startsLine || fourth.kind != .colon && fourth.kind != .leftBracket && !isRelation(ahead: 3)
    default: return false
    }
  }

  private func isNumber(ahead distance: Int) -> Bool {
    let token = rawToken(ahead: distance)
    return !token.startsLine && (token.kind == .number || token.kind == .percent)
  }

  private func isRelation(ahead distance: Int) -> Bool {
    switch rawToken(ahead: distance).kind {
    case .equal, .equalEqual, .greaterEqual, .lessEqual, .less, .greater: true
    default: rawToken(ahead: distance).word == .within
    }
  }
}

extension Word {
  fileprivate var isClause: Bool { roles.contains(.clause) }

  fileprivate var isLine: Bool { roles.contains(.edge) || self == .centerX || self == .centerY }

  /// Whether it begins a clause that settles a view's place or size.
  fileprivate var isPlacement: Bool {
    switch self {
    case .top, .bottom, .leading, .trailing, .left, .right, .width, .height, .size, .center, .pin, .at, .dock, .rest,
      .below, .above, .before, .after, .align, .aspect:
      true
    default: false
    }
  }

  /// Whether it may be a whole clause.
  var isCompleteClause: Bool {
    switch self {
    case .fill, .center, .auto, .hidden, .hug, .resist, .shrink, .noshrink, .grow, .nogrow, .exact: true
    default: false
    }
  }
}

extension Diagnostic {
  /// - Parameter value: the points behind it, where they are written in pixels, and where they end.
  static func foreignName(
    _ name: String, _ meant: String, before value: (text: String, end: Int32)? = nil, at place: Place
  ) -> Diagnostic {
    let span = SourceSpan(start: place.span.start, end: value?.end ?? place.span.end)
    return Diagnostic(
      .foreignOperator, "there is no '\(name)' here; use '\(meant)'", at: place,
      fixes: [
        Fix(
          "write '\(meant)' instead", replace: Place(file: place.file, span: span),
          by: "\(meant) \(value?.text ?? "")")
      ])
  }

  /// `width: 100`, `gap = 8`, `width: 100px`, where that is a number of points.
  static func clauseWithSign(
    _ name: String, after start: Int32, before end: Int32, in parser: Parser
  ) -> Diagnostic {
    let sign = parser.rawToken(ahead: 1)
    let value = sign.kind == .colon ? parser.pixels(at: parser.position + 2) : nil
    let place = parser.place(SourceSpan(start: start, end: value?.end ?? end))
    let text = parser.source.text(in: sign.span)
    return Diagnostic(
      .foreignOperator, "'\(name)' is a clause, and there is no '\(text)' between its word and its value",
      at: parser.place(sign.span),
      fixes: [Fix("remove '\(text)'", replace: place, by: " " + (value?.text ?? ""))])
  }

  fileprivate static func nameBehindText(_ meant: String, _ whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "the name of a view stands before its text; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: meant)])
  }

  static func distanceWithEqualSign(_ anchor: String, until span: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .constraintOperator, "constraints use '==', found '='", at: place,
      notes: [Note("help: a distance inward has no sign, as in `\(anchor) 10`")],
      fixes: [Fix("remove '='", replace: span, by: "")])
  }

  static func positionWithEqualSign(_ anchor: String, at place: Place) -> Diagnostic {
    let meant = "== super.\(anchor) +"
    return Diagnostic(
      .constraintOperator, "constraints use '==', found '='", at: place,
      notes: [Note("help: a number alone is a length, and '\(anchor)' is a position")],
      fixes: [Fix("replace '=' by '\(meant)'", replace: place, by: meant)])
  }

  static func bareCondition(_ text: String, _ whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .chainedComparison, "a condition that has a name stands in parentheses", at: place,
      fixes: [Fix("put it in parentheses", replace: whole, by: "(\(text))")])
  }

  static func sidesWithoutComma(_ gap: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "a comma stands between the width and the height", at: place,
      fixes: [Fix("put a comma there", replace: gap, by: ", ")])
  }

  static func percentOfView(_ path: String, _ meant: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "a percentage is of the parent; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  static func guideWithoutAnchor(
    _ guide: String, _ anchor: String, use meant: String, instead span: Place, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .guideWithoutAnchor, "'\(guide)' needs an anchor here, as in '\(guide).\(anchor)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: span, by: meant)])
  }

  static func forgottenOf(_ name: String, at place: Place) -> Diagnostic {
    let start = Place(file: place.file, span: SourceSpan(start: place.span.start, end: place.span.start))
    return Diagnostic(
      .expectedPlace, "'of' goes before '\(name)' here", at: place,
      fixes: [Fix("put 'of' before it", replace: start, by: "of ")])
  }

  static func needlessOf(_ guide: String, _ word: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedPlace, "'\(guide)' stands without 'of' here", at: place,
      fixes: [Fix("take 'of' away", replace: word, by: "")])
  }
}
