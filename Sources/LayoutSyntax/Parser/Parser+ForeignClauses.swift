/// What people write around clauses who know other languages: `rightOf title`, `hidden = true`, `hidden if dark`,
/// `inset 8px 4px`, `x.compact`, `box-shadow: 0 2px 4px`. The words themselves are in `WordsOfOthers`.
extension Parser {
  // MARK: Places

  /// Throws at a place next to a view that others have a word of their own for: `rightOf title`, `next to title`.
  mutating func refuseForeignNeighbour() throws(StatementAbandoned) {
    guard word == .none || peekKind() == .minus else { return }
    var (name, length) = hyphenatedName(ahead: 0)
    if name == "next", peekWord() == .to { (name, length) = ("next to", 2) }
    let view = rawToken(ahead: length)
    guard let meant = WordsOfOthers.neighbour(named: name), !view.startsLine,
      [.identifier, .quotedIdentifier].contains(view.kind)
    else { return }
    // At the beginning of a statement it may be a component's name.
    if length == 1, position == statementStart, mayBeComponent(name) { return }
    throw fail(.foreignName(name, meant, at: from(0, before: view.start)))
  }

  /// Throws behind an inset where another number stands without a comma: `inset 8px 4px`. They are taken for what CSS
  /// means by them.
  ///
  /// - Parameter first: the token with which the insets begin.
  mutating func refuseInsetsWithoutComma(from first: Int) throws(StatementAbandoned) {
    func isNumber(_ token: SyntaxToken) -> Bool { token.kind == .number || token.kind == .percent }
    guard position == first + 1, isNumber(tokens[first]), isNumber(token), kind == token.kind else { return }
    var numbers: [String] = []
    var last = first
    while numbers.count < 4, isNumber(tokens[last]), last == first || !tokens[last].startsLine {
      numbers.append(source.text(in: tokens[last].span))
      last += 1
    }
    let edges: [Word] =
      switch numbers.count {
      case 2: [.y, .x]
      case 3: [.top, .x, .bottom]
      default: [.top, .trailing, .bottom, .leading]
      }
    let meant = zip(edges, numbers).map { "\($0.rawValue): \($1)" }.joined(separator: ", ")
    let whole = place(SourceSpan(start: tokens[first].start, end: tokens[last - 1].end))
    throw fail(.insetsWithoutEdges("(\(meant))", at: whole))
  }

  // MARK: Settings

  /// Throws where a clause sets what nothing here is about: `box-shadow: 0 2px 4px`, `float left`. A plain name with a
  /// `:` is somebody's property, and told of when it is read.
  mutating func refuseAbsentSetting() throws(StatementAbandoned) {
    guard word == .none || peekKind() == .minus else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    guard length > 1 || word == .none, let help = WordsOfOthers.absence(of: name) else { return }
    let hasColon = rawToken(ahead: length).kind == .colon
    let value = rawToken(ahead: length + (hasColon ? 1 : 0))
    guard !value.startsLine, value.isPlainValue, length > 1 || !hasColon && position > statementStart else { return }
    var last = length + (hasColon ? 1 : 0)
    while case let next = rawToken(ahead: last + 1), !next.startsLine, next.isPlainValue || next.kind == .comma {
      if next.kind == .identifier, next.word != .none || rawToken(ahead: last + 2).kind == .colon { break }
      last += 1
    }
    let needless = from(0, before: startOfWhatFollows(position + last))
    throw fail(.withoutWord(name, help, needless, at: from(0, through: length - 1)))
  }

  /// Throws at a sign between the word of a clause, or the name of a property, and its value: `hidden = true`,
  /// `gap = 8`, `alpha = 0.5`.
  mutating func refuseSignOfClause() throws(StatementAbandoned) {
    let sign = rawToken(ahead: 1)
    if sign.startsLine { return }
    if word == .hidden || word == .auto { return try refuseValueOfClause(behind: sign) }
    guard sign.kind == .equal else { return }
    let name = source.text(in: token.span)
    if WordsOfOthers.properties.contains(name), word == .none || word == .lines && !kindOfView.takesJustify {
      let whole = from(0, before: startOfWhatFollows(position + 1))
      throw fail(.foreignName("\(name) =", "\(name):", at: whole))
    }
    guard word.roles.contains(.clause), AnchorName(word) == nil, word != .x, word != .y else { return }
    throw fail(
      .clauseWithSign(currentText, after: token.end, before: startOfWhatFollows(position + 1), in: self))
  }

  /// Throws at a value behind a clause that has none: `hidden: true`, `hidden = dark`, `hidden false`.
  private mutating func refuseValueOfClause(behind sign: SyntaxToken) throws(StatementAbandoned) {
    let hasSign = [.colon, .equal, .equalEqual].contains(sign.kind)
    let value = rawToken(ahead: hasSign ? 2 : 1)
    let isSwitch = !value.startsLine && (value.word == .true || value.word == .false)
    guard hasSign || isSwitch else { return }
    let name = currentText
    let at = place(sign.span)
    if isSwitch || value.startsLine {
      let isTrue = value.word == .true
      let end = value.startsLine ? sign.end : value.end
      throw fail(
        .clauseWithValue(
          name, isTrue ? "write '\(name)' alone" : "remove it",
          remove: place(SourceSpan(start: isTrue ? token.end : token.start, end: end)), at: at))
    }
    let help = word == .auto ? "`auto when compact.x`" : "`if dark { hidden }`, in the view's braces"
    throw fail(.clauseWithValue(name, "what holds only sometimes says so: \(help)", remove: nil, at: at))
  }

  /// Throws where a border is written as in CSS: `border: 1px solid red`.
  ///
  /// - Parameter value: how far ahead its width stands.
  mutating func refuseStyleOfBorder(value: Int) throws(StatementAbandoned) {
    let (style, colour) = (rawToken(ahead: value + 1), rawToken(ahead: value + 2))
    guard !style.startsLine, ["solid", "dashed", "dotted"].contains(source.text(in: style.span)) else { return }
    let width = "border: \(source.text(in: rawToken(ahead: value).span))"
    let hasColour =
      !colour.startsLine && (colour.kind == .hash || colour.kind == .identifier && colour.word == .none)
      && rawToken(ahead: value + 3).kind != .colon
    let meant = hasColour ? "\(width) borderColor: \(source.text(in: colour.span))" : width
    let whole = from(0, through: value + (hasColour ? 2 : 1))
    throw fail(.foreignWord(source.text(in: style.span), meant, at: whole))
  }

  // MARK: Conditions

  /// What to say where a condition stands behind a clause: `hidden if compact.x`; nil where a block follows it, which
  /// is a branch with something missing before it.
  var conditionBehindClause: Diagnostic? {
    guard word == .if, let clause = clauseBefore?.token, clause >= statementStart, clause < position else { return nil }
    var last = position
    while case let next = tokens[min(last + 1, tokens.count - 1)], !next.startsLine,
      ![.semicolon, .rightBrace, .leftBrace, .endOfFile].contains(next.kind)
    {
      last += 1
    }
    guard last > position, tokens[min(last + 1, tokens.count - 1)].kind != .leftBrace else { return nil }
    let condition = source.text(in: SourceSpan(start: token.start, end: tokens[last].end))
    let written = source.text(in: SourceSpan(start: tokens[clause].start, end: tokens[position - 1].end))
    let branch = "\(condition) { \(written) }"
    // On the line of a view its braces are still to come.
    let isOnLine = clause > statementStart && !tokens[statementStart].word.roles.contains(.clause)
    return .conditionBehindClause(
      isOnLine ? "{ \(branch) }" : branch,
      instead: place(SourceSpan(start: tokens[clause].start, end: tokens[last].end)), at: here)
  }

  /// Throws at a size class that is written like a part of a view: `x.compact`, `card.compact.x`.
  ///
  /// - Parameter first: the token with which the reference begins.
  mutating func refuseClassOfView(from first: Int) throws(StatementAbandoned) {
    guard word == .compact || word == .regular, kind == .identifier else { return }
    var view = SourceSpan(start: tokens[first].start, end: tokens[max(first, position - 2)].end)
    var (axis, last) = (Word.x, position)
    if peekKind() == .dot, rawToken(ahead: 2).word == .x || rawToken(ahead: 2).word == .y {
      (axis, last) = (rawToken(ahead: 2).word, position + 2)
    } else if case let before = tokens[position - 2].word, before == .x || before == .y {
      axis = before
      view.end = position - 2 > first ? tokens[position - 4].end : view.start
    }
    let meant = "\(word.rawValue).\(axis.rawValue)"
    let whole = place(SourceSpan(start: tokens[first].start, end: tokens[last].end))
    let path = source.text(in: view)
    throw fail(
      .foreignWord(source.text(in: whole.span), path.isEmpty ? meant : "\(path) is \(meant)", at: whole))
  }
}

extension SyntaxToken {
  /// Whether it may be the value, or a part of the value, of a setting that nobody here knows.
  fileprivate var isPlainValue: Bool {
    switch kind {
    case .number, .percent, .duration, .hash, .string, .identifier, .minus: true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func insetsWithoutEdges(_ meant: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "of several insets each says which edges it is for; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  /// - Parameter needless: what is to be removed, where that is all.
  fileprivate static func clauseWithValue(
    _ name: String, _ help: String, remove needless: Place?, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "'\(name)' is a clause, which takes no value", at: place,
      notes: needless == nil ? [Note("help: " + help)] : [],
      fixes: needless.map { [Fix(help, replace: $0, by: "")] } ?? [])
  }

  fileprivate static func conditionBehindClause(_ branch: String, instead whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .unfinishedStatement, "what holds only sometimes stands in the braces of a branch", at: place,
      fixes: [Fix("write '\(branch)'", replace: whole, by: branch)])
  }
}
