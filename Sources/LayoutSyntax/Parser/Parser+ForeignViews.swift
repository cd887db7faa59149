/// What people write for whole views and blocks who know SwiftUI, CSS or JavaScript: `HStack(spacing: 8)`, `Spacer()`,
/// `ForEach(items) { item in`, `@media (min-width: 600px)`, `.gridCellColumns(2)`.
extension Parser {
  /// Throws where a view of SwiftUI stands with its arguments.
  mutating func refuseForeignView() throws(StatementAbandoned) {
    guard kind == .identifier, peekKind() == .leftParenthesis, source.bytes[Int(token.start)] < 0x5B,
      let close = closing(from: position + 1)
    else { return }
    let name = source.text(in: token.span)
    if name == "ForEach" { throw foreignLoop(close) }
    guard let meant = WordsOfOthers.kind(named: name) ?? ownKind(name), !mayBeComponent(name) else { return }
    let span = SourceSpan(start: token.start, end: tokens[close].end)
    withdrawComplaints(in: span)
    let text = ([meant] + clauses(ofArguments: position + 2..<close)).joined(separator: " ")
    throw fail(.foreignWord("\(name)(…)", text, at: place(span)))
  }

  /// The kind of this language that is written in other letters: `hstack` for `HStack`.
  private func ownKind(_ name: String) -> String? {
    Word.all(.viewKind).first { $0.rawValue == name.lowercased() }?.rawValue
  }

  /// Whether a component has this name, here or, as far as is known, in another file.
  mutating func mayBeComponent(_ name: String) -> Bool {
    if componentNames == nil { componentNames = .some(namesOfComponents()) }
    return componentNames.flatMap { $0 }?.contains(name) ?? true
  }

  /// The names of the file's components; nil where it imports others.
  private func namesOfComponents() -> Set<String>? {
    var names: Set<String> = []
    for index in tokens.indices.dropLast() {
      if tokens[index].word == .import { return nil }
      if tokens[index].word == .component { names.insert(source.text(in: tokens[index + 1].span)) }
    }
    return names
  }

  /// The token that closes the parenthesis at `open`, on whatever line, if it is not far away.
  private func closing(from open: Int) -> Int? {
    var depth = 0
    for index in open..<min(open + 1000, tokens.count) {
      switch tokens[index].kind {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .leftBrace, .rightBrace: return nil
      default: break
      }
      if depth == 0 { return index }
    }
    return nil
  }

  /// What the arguments of a view of SwiftUI come to, as far as there is a clause for it.
  private func clauses(ofArguments range: Range<Int>) -> [String] {
    func text(_ index: Int) -> String { source.text(in: tokens[index].span) }
    var clauses: [String] = []
    var columns = 0
    var least: String?
    for index in range {
      let isLabelled = index >= range.lowerBound + 2 && tokens[index - 1].kind == .colon
      let label = isLabelled ? text(index - 2) : ""
      switch (tokens[index].kind, label) {
      case (.number, "spacing"): clauses.append("gap \(text(index))")
      case (.number, "minimum"): least = text(index)
      case (.number, "count"): columns = Int(text(index)) ?? 0
      case (.string, "") where index == range.lowerBound: clauses.append(text(index))
      case (.dot, "alignment") where index + 1 < range.upperBound:
        let word = text(index + 1)
        clauses.append("items \(word == "firstTextBaseline" ? "firstBaseline" : word)")
      case (.identifier, _) where text(index) == "GridItem": columns += 1
      default: break
      }
    }
    if let least { clauses.append("columns min \(least)") } else if columns > 0 { clauses.append("columns \(columns)") }
    return clauses
  }

  /// `ForEach(items) { item in … }`. What is in its braces is not read: it has a name that nothing declares.
  private mutating func foreignLoop(_ close: Int) -> StatementAbandoned {
    let range = position + 2..<close
    let isNumbers = tokens[range].contains { [.halfOpenRange, .closedRange].contains($0.kind) }
    let comma = tokens[range].firstIndex { $0.kind == .comma } ?? close
    let list = source.text(in: SourceSpan(start: tokens[range.lowerBound].start, end: tokens[comma - 1].end))
    let hasName = close + 3 < tokens.count && tokens[close + 1].kind == .leftBrace && tokens[close + 3].word == .in
    let name = hasName ? source.text(in: tokens[close + 2].span) : "item"
    var last = hasName ? close + 3 : close
    let span = SourceSpan(start: token.start, end: tokens[last].end)
    withdrawComplaints(in: span)
    let text = "for \(name) in \(list)\(isNumbers ? "" : " by \(name).id")\(hasName ? " {" : "")"
    let failure = fail(.foreignWord("ForEach", text, at: place(span)))
    guard hasName else { return failure }
    var depth = 1
    while depth > 0, last + 1 < tokens.count {
      last += 1
      depth += tokens[last].kind == .leftBrace ? 1 : tokens[last].kind == .rightBrace ? -1 : 0
    }
    while position <= last, kind != .endOfFile { advance() }
    return failure
  }

  /// Throws behind `for` where what follows stands in parentheses: `for (m in messages)`.
  mutating func refuseParenthesesOfLoop() throws(StatementAbandoned) {
    guard kind == .leftParenthesis, let close = closing(from: position), close > position + 1 else { return }
    let inside = SourceSpan(start: tokens[position + 1].start, end: tokens[close - 1].end)
    let whole = SourceSpan(start: token.start, end: tokens[close].end)
    throw fail(.foreignWord("(", source.text(in: inside), at: place(whole)))
  }

  /// Throws where a clause is a modifier of SwiftUI: `.gridCellColumns(2)`.
  mutating func refuseModifier() throws(StatementAbandoned) {
    guard kind == .dot, rawToken(ahead: 1).kind == .identifier, rawToken(ahead: 2).kind == .leftParenthesis,
      let close = closing(from: position + 2)
    else { return }
    let name = source.text(in: rawToken(ahead: 1).span)
    let whole = place(SourceSpan(start: token.start, end: tokens[close].end))
    if name == "gridCellColumns", close == position + 4 {
      throw fail(.foreignWord(name, "span \(source.text(in: rawToken(ahead: 3).span))", at: whole))
    }
    throw fail(.modifier(name, at: whole))
  }

  /// Throws where a block asks for the size of the window: `@media (min-width: 600px) {`.
  mutating func refuseMediaQuery() throws(StatementAbandoned) {
    guard !isFull, source.text(in: rawToken(ahead: 1).span) == "media",
      let brace = tokens[position...].firstIndex(where: { $0.kind == .leftBrace }), brace > position + 2
    else { return }
    let span = SourceSpan(start: token.start, end: tokens[brace - 1].end)
    withdrawComplaints(in: span)
    let whole = place(span)
    var conditions: [String] = []
    var distance = 2
    while position + distance < brace {
      defer { distance += 1 }
      guard rawToken(ahead: distance).kind == .leftParenthesis else { continue }
      let (name, length) = hyphenatedName(ahead: distance + 1)
      let value = rawToken(ahead: distance + 2 + length)
      let text = source.text(in: value.span)
      let number = text.prefix { $0.isNumber || $0 == "." }
      switch name {
      case "min-width": conditions.append("root.width >= \(number)")
      case "max-width": conditions.append("root.width <= \(number)")
      case "min-height": conditions.append("root.height >= \(number)")
      case "max-height": conditions.append("root.height <= \(number)")
      case "orientation", "prefers-color-scheme": conditions.append(text)
      default: break
      }
    }
    guard !conditions.isEmpty else {
      throw fail(.withoutWord("@media", "what depends on the size is a branch: `if root.width >= 600 { … }`", at: here))
    }
    throw fail(.foreignWord("@media", "if " + conditions.joined(separator: " && "), at: whole))
  }
}

extension Diagnostic {
  fileprivate static func modifier(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there are no modifiers like '.\(name)' here", at: place,
      notes: [Note("help: a clause is a word and its value on the view's line, as in `size 44` or `alpha: 0.5`")])
  }
}
