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
    guard position == first + 1, tokens[first].isDistance, token.isDistance, kind == token.kind else { return }
    let (meant, last) = insetsWithoutComma(from: first)
    let whole = place(SourceSpan(start: tokens[first].start, end: tokens[last].end))
    throw fail(.insetsWithoutEdges(meant, at: whole))
  }

  /// The insets that are meant by one number or several, and the last token of them.
  func insetsWithoutComma(from first: Int) -> (text: String, last: Int) {
    var numbers = [withoutPixels(tokens[first])]
    var last = first
    while numbers.count < 4, tokens[first].isDistance, tokens[last + 1].isDistance, !tokens[last + 1].startsLine {
      last += 1
      numbers.append(withoutPixels(tokens[last]))
    }
    if numbers.count == 1 { return (numbers[0], last) }
    let edges: [Word] =
      switch numbers.count {
      case 2: [.y, .x]
      case 3: [.top, .x, .bottom]
      default: [.top, .trailing, .bottom, .leading]
      }
    let meant = zip(edges, numbers).map { "\($0.rawValue): \($1)" }.joined(separator: ", ")
    return ("(\(meant))", last)
  }

  /// Throws where insets have edges but no parentheses, or the names of others: `inset x: 16`,
  /// `inset (horizontal: 16)`.
  mutating func refuseForeignInsets() throws(StatementAbandoned) {
    let isOpen = kind == .leftParenthesis
    let name = rawToken(ahead: isOpen ? 1 : 0)
    guard name.kind == .identifier, rawToken(ahead: isOpen ? 2 : 1).kind == .colon else { return }
    if isOpen {
      let text = source.text(in: name.span)
      if let axis = WordsOfOthers.axis(named: text) { throw fail(.foreignWord(text, axis, at: place(name.span))) }
    } else if name.word.roles.contains(.edge) || name.word.roles.contains(.axis), rawToken(ahead: 2).isDistance {
      let whole = from(0, through: 2)
      let text = source.text(in: whole.span)
      throw fail(.foreignWord(text, "(\(text))", at: whole))
    }
  }

  /// Throws at a comma behind which another clause begins: `width 10, height: 20`.
  mutating func refuseCommaBetweenClauses() throws(StatementAbandoned) {
    guard kind == .comma, rawToken(ahead: 1).kind == .identifier, rawToken(ahead: 2).kind == .colon else { return }
    throw fail(.commaBetweenClauses(from(0, before: rawToken(ahead: 1).start), at: here))
  }

  /// Throws behind a length where the end of its range has another sign: `width 100 to 300`, `width 100-300`.
  ///
  /// - Parameter first: the token with which the length begins.
  mutating func refuseForeignRange(from first: Int) throws(StatementAbandoned) {
    if word == .to, peekKind() == .number {
      let sign = place(SourceSpan(start: tokens[position - 1].end, end: rawToken(ahead: 1).start))
      throw fail(.foreignWord("to", "...", at: sign))
    }
    guard position == first + 3, tokens[first + 1].kind == .minus, tokens[first].end == tokens[first + 1].start,
      tokens[first + 1].end == tokens[first + 2].start
    else { return }
    let (least, most) = (source.text(in: tokens[first].span), source.text(in: tokens[first + 2].span))
    guard let lower = Double(least), let upper = Double(most), lower < upper else { return }
    let whole = place(SourceSpan(start: tokens[first].start, end: tokens[first + 2].end))
    throw fail(.foreignWord("\(least)-\(most)", "\(least)...\(most)", at: whole))
  }

  /// The token that closes the brace at `open`, if it is not far away.
  func closingBrace(from open: Int) -> Int? {
    var depth = 0
    return (open..<min(open + 1000, tokens.count)).first { index in
      depth += tokens[index].kind == .leftBrace ? 1 : tokens[index].kind == .rightBrace ? -1 : 0
      return depth == 0
    }
  }

  // MARK: Settings

  /// Throws where a clause sets what nothing here is about: `box-shadow: 0 2px 4px`, `float left`. A plain name with a
  /// `:` is somebody's property, and told of when it is read.
  mutating func refuseAbsentSetting() throws(StatementAbandoned) {
    guard word == .none || word == .scale || peekKind() == .minus else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    guard length > 1 || word == .none || word == .scale, let help = WordsOfOthers.absence(of: name) else { return }
    let sign = rawToken(ahead: length).kind
    var last = length + (sign == .colon || sign == .equal ? 1 : 0)
    let value = rawToken(ahead: last)
    if sign == .equal, value.kind == .leftBrace, let close = closingBrace(from: position + last) {
      let needless = from(0, before: startOfWhatFollows(close))
      throw fail(.withoutWord(name, help, needless, at: from(0, through: length - 1)), behind: close)
    }
    guard !value.startsLine, value.isPlainValue, length > 1 || sign != .colon && position > statementStart else {
      return
    }
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
    if word.isCompleteClause, try refuseValueOfClause(behind: sign) { return }
    guard sign.kind == .equal else { return }
    let name = source.text(in: token.span)
    if WordsOfOthers.properties.contains(name), word == .none || word == .lines && !takesJustify() {
      let whole = from(0, before: startOfWhatFollows(position + 1))
      throw fail(.foreignName("\(name) =", "\(name):", at: whole))
    }
    guard word.roles.contains(.clause), AnchorName(word) == nil, word != .x, word != .y else { return }
    throw fail(
      .clauseWithSign(currentText, after: token.end, before: startOfWhatFollows(position + 1), in: self))
  }

  /// Throws at a value behind a clause that has none: `hidden: true`, `hidden = dark`, `hidden false`. Returns whether
  /// no other sign is to be looked for.
  private mutating func refuseValueOfClause(behind sign: SyntaxToken) throws(StatementAbandoned) -> Bool {
    let hasSign = [.colon, .equal, .equalEqual].contains(sign.kind)
    let value = rawToken(ahead: hasSign ? 2 : 1)
    let isSwitch = !value.startsLine && (value.word == .true || value.word == .false)
    let takesNone = word == .hidden || word == .auto
    guard isSwitch || hasSign && takesNone else { return takesNone }
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
    let width = "border: \(withoutPixels(rawToken(ahead: value)))"
    let hasColour =
      !colour.startsLine && (colour.kind == .hash || colour.kind == .identifier && colour.word == .none)
      && rawToken(ahead: value + 3).kind != .colon
    let meant = hasColour ? "\(width) borderColor: \(source.text(in: colour.span))" : width
    let whole = from(0, through: value + (hasColour ? 2 : 1))
    throw fail(.foreignWord(source.text(in: style.span), meant, at: whole))
  }

  /// Throws where braces stand around a value, as in JSX: `gap={8}`, `style={{ color: "red" }}`.
  mutating func refuseBracesOfValue() throws(StatementAbandoned) {
    guard peekKind() == .equal, rawToken(ahead: 2).kind == .leftBrace, !rawToken(ahead: 2).startsLine else { return }
    let (name, isClause) = (currentText, word.roles.contains(.clause))
    guard isClause || WordsOfOthers.properties.contains(name), let close = closingBrace(from: position + 2) else {
      return
    }
    let value = SourceSpan(start: rawToken(ahead: 3).start, end: tokens[close - 1].end)
    let whole = place(SourceSpan(start: token.start, end: tokens[close].end))
    let isValue = close > position + 3 && rawToken(ahead: 3).kind != .leftBrace
    withdrawComplaints(in: whole.span)
    let written = "\(name)={…}"
    let help = "each property stands on the view's line or in its braces, as in `color: #333 fontSize: 13`"
    throw fail(
      isValue
        ? .foreignWord(written, "\(name)\(isClause ? "" : ":") \(source.text(in: value))", at: whole)
        : .withoutWord(written, help, from(0, before: startOfWhatFollows(close)), at: whole),
      behind: close)
  }

  /// Throws at a wish about the content with a number: `grow 1`, `shrink 0`, `hug 250`, `resist x 750`.
  mutating func refuseNumberOfWish() throws(StatementAbandoned) {
    let axis = rawToken(ahead: 1)
    let hasAxis = !axis.startsLine && (axis.word == .x || axis.word == .y)
    let distance = hasAxis ? 2 : 1
    guard rawToken(ahead: distance).kind == .number, !rawToken(ahead: distance).startsLine else { return }
    let number = source.text(in: rawToken(ahead: distance).span)
    let whole = from(0, through: distance)
    let written = source.text(in: whole.span)
    let suffix = hasAxis ? " " + source.text(in: axis.span) : ""
    switch word {
    case .hug where (Double(number) ?? 0) <= 1000, .resist where (Double(number) ?? 0) <= 1000:
      throw fail(.foreignWord(written, "\(currentText)\(suffix) @\(number)", at: whole))
    case .grow where Double(number) != 0: throw fail(partOfRoom(written, distance))
    case .grow, .shrink:
      throw fail(
        .foreignWord(written, (Double(number) == 0 ? "no" : "") + currentText + suffix, at: whole))
    default: throw fail(.foreignWord(written, currentText + suffix, at: whole))
    }
  }

  /// Throws at an inset that is to place its view, as in CSS: `inset: 0`.
  mutating func refuseInsetAlone() throws(StatementAbandoned) {
    let value = rawToken(ahead: 2)
    guard [.number, .percent].contains(value.kind), ![.number, .percent, .comma].contains(rawToken(ahead: 3).kind),
      kindAround != .none, !kindAround.hasPadding, clauseBefore.map({ $0.token < statementStart }) ?? true
    else { return }
    let number = source.text(in: value.span)
    throw fail(.foreignWord("inset:", number == "0" ? "fill" : "fill inset \(number)", at: from(0, through: 2)))
  }

  /// Throws where a grid says in one word how many columns and rows it has: `grid g 3x2`.
  mutating func refuseCellsOfGrid() throws(StatementAbandoned) {
    guard kind == .number, kindOfView == .grid else { return }
    let text = source.text(in: token.span)
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, text == "\(sides[0])x\(sides[1])" else { return }
    withdrawComplaints(in: token.span)
    throw fail(.foreignWord(text, "columns \(sides[0]) rows \(sides[1])", at: here))
  }

  // MARK: Conditions

  /// Throws where a relation stands behind the value of a clause, with which a choice begins:
  /// `width root.width > 9 ? 1 : 2`.
  mutating func refuseRelationOfChoice() throws(StatementAbandoned) {
    guard [.equalEqual, .greaterEqual, .lessEqual, .less, .greater].contains(kind) else { return }
    var index = position + 1
    while !tokens[index].startsLine, ![.semicolon, .leftBrace, .rightBrace, .endOfFile].contains(tokens[index].kind) {
      if source.text(in: tokens[index].span) == "?" {
        while position < index { advance() }
        throw fail(.unexpectedCharacter("?", at: here))
      }
      index += 1
    }
  }

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
    if let choice = tokens[position...last].firstIndex(where: { $0.word == .else }) {
      return choice > position + 1 ? choiceBehindClause(clause, choice, last) : nil
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

  /// The same where two words have the condition between them, as values do: `items center if compact.x else top`.
  ///
  /// - Parameters:
  ///   - clause: the token with which the clause begins.
  ///   - choice: the `else`.
  ///   - last: the token that ends what stands behind it.
  private func choiceBehindClause(_ clause: Int, _ choice: Int, _ last: Int) -> Diagnostic {
    func text(_ first: Int, _ last: Int) -> String {
      source.text(in: SourceSpan(start: tokens[first].start, end: tokens[last].end))
    }
    let (condition, written) = (text(position, choice - 1), text(clause, position - 1))
    var other: String?
    if last == choice + 1, tokens[last].kind == .identifier {
      switch tokens[clause].word {
      case .items, .self, .justify, .lines, .distribute: other = text(clause, position - 2) + " " + text(last, last)
      default: other = tokens[last].word.isCompleteClause ? text(last, last) : nil
      }
    }
    let isOnLine = clause > statementStart && !tokens[statementStart].word.roles.contains(.clause)
    let hasBraces = tokens[min(last + 1, tokens.count - 1)].kind == .leftBrace
    guard let other, isOnLine || !hasBraces else { return .choiceBehindClause(condition, written, at: here) }
    let branch = "\(condition) { \(written) } else { \(other) }"
    // Braces that are there begin with it.
    let end = hasBraces ? tokens[last + 1].end : tokens[last].end
    return .conditionBehindClause(
      hasBraces ? "{ \(branch)" : isOnLine ? "{ \(branch) }" : branch,
      instead: place(SourceSpan(start: tokens[clause].start, end: end)), at: here)
  }

  /// Throws behind a relation of a condition that asks for a trait by what others call it, `sizeClass.x == compact`,
  /// `colorScheme == .dark`, or that has a third sign: `a === b`.
  ///
  /// - Parameter first: the token with which the condition begins.
  mutating func refuseForeignComparison(_ relation: Relation, from first: Int) throws(StatementAbandoned) {
    if relation == .equal, kind == .equal, token.start == tokens[position - 1].end {
      let whole = SourceSpan(start: tokens[position - 1].start, end: token.end)
      report(.foreignOperator("===", use: "==", at: place(whole)))
      return advance()
    }
    let distance = kind == .dot ? 1 : 0
    let value = rawToken(ahead: distance)
    guard tokens[first].word == .none, kind == .dot || kind == .identifier else { return }
    let isClass = value.word == .compact || value.word == .regular
    guard relation == .equal, isClass || value.word.roles.contains(.trait),
      let axis = WordsOfOthers.trait(named: source.text(in: tokens[first].span))
    else { return }
    let isY = axis == "y" || tokens[position - 2].word == .y
    let text = source.text(in: value.span)
    let whole = place(SourceSpan(start: tokens[first].start, end: value.end))
    let meant = isClass ? "\(text).\(isY ? "y" : "x")" : text
    throw fail(.foreignWord(source.text(in: whole.span), meant, at: whole))
  }

  /// What is meant at the `?` of `a ? b : c`; nil where it is not seen where that begins and ends.
  var foreignChoice: Diagnostic? {
    guard let first = startOfOperands(before: position), let last = endOfOperands(from: position + 1),
      tokens[last + 1].kind == .colon, let end = endOfOperands(from: last + 2),
      source.text(in: tokens[end + 1].span) != "?"
    else { return nil }
    func text(_ first: Int, _ last: Int) -> String {
      source.text(in: SourceSpan(start: tokens[first].start, end: tokens[last].end))
    }
    let meant = "\(text(position + 1, last)) if \(text(first, position - 1)) else \(text(last + 2, end))"
    return .foreignWord("?", meant, at: place(SourceSpan(start: tokens[first].start, end: tokens[end].end)))
  }

  /// Where the operands begin that end before a token, with the operators between them.
  private func startOfOperands(before end: Int) -> Int? {
    var index = end
    while index > statementStart {
      var operand = index - 1
      if tokens[operand].kind == .rightParenthesis {
        var depth = 0
        repeat {
          depth += tokens[operand].kind == .rightParenthesis ? 1 : tokens[operand].kind == .leftParenthesis ? -1 : 0
          operand -= 1
        } while depth > 0 && operand > statementStart
        if tokens[operand].kind != .identifier || tokens[operand].end != tokens[operand + 1].start { operand += 1 }
      } else if !tokens[operand].isOperand {
        return nil
      }
      while operand > statementStart + 1, tokens[operand - 1].kind == .dot { operand -= 2 }
      while operand > statementStart, tokens[operand - 1].kind == .bang { operand -= 1 }
      index = operand
      guard index > statementStart, tokens[index - 1].kind.joinsOperands else { return index }
      index -= 1
    }
    return nil
  }

  /// Where the operands end that begin with a token.
  func endOfOperands(from first: Int) -> Int? {
    var index = first
    while index < tokens.count - 1, !tokens[index].startsLine {
      if tokens[index].kind == .minus { index += 1 }
      guard tokens[index].isOperand else { return nil }
      while tokens[index + 1].kind == .dot, tokens[index + 2].kind == .identifier { index += 2 }
      guard tokens[index + 1].kind.joinsOperands else { return index }
      index += 2
    }
    return nil
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
  fileprivate var isDistance: Bool { kind == .number || kind == .percent }

  /// Whether it is a name or a value by itself.
  fileprivate var isOperand: Bool {
    switch kind {
    case .number, .percent, .duration, .hash, .string, .identifier, .quotedIdentifier: true
    default: false
    }
  }

  /// Whether it may be the value, or a part of the value, of a setting that nobody here knows.
  fileprivate var isPlainValue: Bool {
    switch kind {
    case .number, .percent, .duration, .hash, .string, .identifier, .minus: true
    default: false
    }
  }
}

extension TokenKind {
  var joinsOperands: Bool {
    switch self {
    case .plus, .minus, .star, .slash, .equalEqual, .greaterEqual, .lessEqual, .less, .greater, .andAnd, .orOr: true
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

  static func commaBetweenClauses(_ gap: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no comma between clauses", at: place,
      fixes: [Fix("remove it", replace: gap, by: " ")])
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

  fileprivate static func choiceBehindClause(_ condition: String, _ written: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unfinishedStatement, "what holds only sometimes stands in the braces of a branch", at: place,
      notes: [Note("help: as in `\(condition) { \(written) } else { … }`, in the view's braces")])
  }

  fileprivate static func conditionBehindClause(_ branch: String, instead whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .unfinishedStatement, "what holds only sometimes stands in the braces of a branch", at: place,
      fixes: [Fix("write '\(branch)'", replace: whole, by: branch)])
  }
}
