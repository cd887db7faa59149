/// What people write for whole views and blocks who know SwiftUI, CSS or JavaScript: `HStack(spacing: 8)`, `Spacer()`,
/// `ForEach(items) { item in`, `@media (min-width: 600px)`, `.gridCellColumns(2)`.
extension Parser {
  /// Throws where a view of SwiftUI stands with its arguments.
  mutating func refuseForeignView() throws(StatementAbandoned) {
    guard kind == .identifier, peekKind() == .leftParenthesis,
      source.bytes[Int(token.start)] < 0x5B || word.roles.contains(.viewKind), let close = closing(from: position + 1)
    else { return }
    let name = source.text(in: token.span)
    if name == "ForEach" { throw foreignLoop(close) }
    guard let meant = WordsOfOthers.kind(named: name) ?? ownKind(name), !mayBeComponent(name) else { return }
    // The name goes before what the arguments come to.
    let next = tokens[close + 1]
    let hasName = next.kind == .identifier && next.word == .none && !next.startsLine
    let viewName = hasName ? [source.text(in: next.span)] : []
    let span = SourceSpan(start: token.start, end: hasName ? next.end : tokens[close].end)
    withdrawComplaints(in: span)
    let range = position + 2..<close
    let isAcross = meant == "vscroll" && tokens[range].contains { source.text(in: $0.span) == "horizontal" }
    let text = ([isAcross ? "hscroll" : meant] + viewName + clauses(ofArguments: range, of: meant))
      .joined(separator: " ")
    throw fail(.foreignWord("\(name)(…)", text, at: place(span)))
  }

  /// The kind of this language that is written in other letters: `hstack` for `HStack`.
  func ownKind(_ name: String) -> String? {
    Word.all(.viewKind).first { $0.rawValue == name.lowercased() }?.rawValue
  }

  /// Whether a component has this name, here or, as far as is known, in another file.
  mutating func mayBeComponent(_ name: String) -> Bool {
    guard let known = knownComponents() else { return true }
    return known[name] != nil
  }

  /// Whether the view whose clauses stand here says how its views are packed, as far as is known.
  mutating func takesJustify() -> Bool {
    guard let componentOfView else { return kindOfView.takesJustify }
    // What is known to be a plain view may have the flow in it that is meant.
    let kind = knownComponents()?[source.text(in: tokens[componentOfView].span)] ?? .none
    return kind == .none || kind.takesJustify
  }

  /// The file's components, and the kinds of their views; nil where it imports others.
  private mutating func knownComponents() -> [String: Word]? {
    if componentKinds == nil { componentKinds = .some(kindsOfComponents()) }
    return componentKinds.flatMap { $0 }
  }

  private func kindsOfComponents() -> [String: Word]? {
    var kinds: [String: Word] = [:]
    for index in tokens.indices.dropLast() {
      if tokens[index].word == .import { return nil }
      guard tokens[index].word == .component else { continue }
      var next = index + 2
      if next < tokens.count, tokens[next].kind == .leftParenthesis { next = (closing(from: next) ?? next) + 1 }
      let isKind = next < tokens.count && tokens[next].word.roles.contains(.viewKind)
      kinds[source.text(in: tokens[index + 1].span)] = isKind ? tokens[next].word : Word.none
    }
    return kinds
  }

  /// The token that closes the parenthesis at `open`, on whatever line, if it is not far away.
  func closing(from open: Int) -> Int? {
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
  private func clauses(ofArguments range: Range<Int>, of kind: String) -> [String] {
    func text(_ index: Int) -> String { source.text(in: tokens[index].span) }
    var clauses: [String] = []
    var columns = 0
    var least: String?
    var gaps: (along: String?, between: String?)
    for index in range {
      let isLabelled = index >= range.lowerBound + 2 && tokens[index - 1].kind == .colon
      let label = isLabelled ? text(index - 2) : ""
      switch (tokens[index].kind, label) {
      case (.number, "spacing"): clauses.append("gap \(text(index))")
      case (.number, "minimum") where kind == "grid": least = text(index)
      case (.number, "horizontalSpacing"): gaps.along = text(index)
      case (.number, "verticalSpacing"): gaps.between = text(index)
      case (.number, "count"),
        (.number, "columns") where kind == "grid":
        columns = Int(text(index)) ?? 0
      case (.number, "minLength"):
        // It is along the stack around it.
        if kindOfParent == .vstack || kindOfParent == .hstack {
          clauses.append("\(kindOfParent == .vstack ? "height" : "width") >= \(text(index))")
        }
      case (.string, "") where index == range.lowerBound:
        clauses.append((kind == "input" ? "placeholder: " : "") + text(index))
      case (.identifier, "")
      where index == range.lowerBound && (kind == "label" || kind == "button")
        && (index + 1 == range.upperBound || [.comma, .dot].contains(tokens[index + 1].kind)):
        let end = tokens[range].firstIndex { $0.kind == .comma } ?? range.upperBound
        let value = SourceSpan(start: tokens[index].start, end: tokens[end - 1].end)
        clauses.append("text: \(source.text(in: value))")
      case (.dot, "alignment") where index + 1 < range.upperBound && kind != "view":
        let word = text(index + 1)
        clauses.append("items \(word == "firstTextBaseline" ? "firstBaseline" : word)")
      case (.identifier, _) where text(index) == "GridItem" && kind == "grid": columns += 1
      default: break
      }
    }
    if gaps.along != nil || gaps.between != nil {
      clauses.append("gap \(gaps.along ?? "0"), \(gaps.between ?? "0")")
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
    // Of a number and a record, `(i, m)`, there is a name for the record alone.
    let isPair = tokens[position + 1..<close].map(\.kind) == [.identifier, .comma, .identifier]
    let inside = SourceSpan(start: tokens[isPair ? close - 1 : position + 1].start, end: tokens[close - 1].end)
    let whole = SourceSpan(start: token.start, end: tokens[close].end)
    if tokens[position..<close].contains(where: { $0.kind == .semicolon }) { throw countingLoop(close) }
    throw fail(.foreignWord("(", source.text(in: inside), at: place(whole)))
  }

  /// `for (let i = 0; i < 3; i++)`.
  private mutating func countingLoop(_ close: Int) -> StatementAbandoned {
    let whole = place(SourceSpan(start: token.start, end: tokens[close].end))
    let (kind, name) = (tokens[position + 1].kind, position + (tokens[position + 2].kind == .equal ? 1 : 2))
    let parts = tokens[position..<close].split { $0.kind == .semicolon }
    var meant: String?
    if kind == .identifier, parts.count == 3, tokens[name + 1].kind == .equal, let first = parts[0].last,
      tokens[name + 2].start < first.end, parts[1].count > 2, let last = parts[1].last,
      case let sign = parts[1][parts[1].startIndex + 1].kind, sign == .less || sign == .lessEqual
    {
      let lower = source.text(in: SourceSpan(start: tokens[name + 2].start, end: first.end))
      let upper = source.text(in: SourceSpan(start: parts[1][parts[1].startIndex + 2].start, end: last.end))
      meant = "\(source.text(in: tokens[name].span)) in \(lower)\(sign == .less ? "..<" : "...")\(upper)"
    }
    return fail(
      meant.map { .foreignWord("(", $0, at: whole) }
        ?? .withoutWord("for (…; …; …)", "a counter goes through a range: `for i in 0..<3 { … }`", at: whole),
      behind: close)
  }

  /// `<div class="a">`, of which nothing on its line is read.
  mutating func foreignTag() -> StatementAbandoned {
    let failure = fail(
      .withoutWord(
        "<", "a view is a line with its kind and its name, and its views in braces: `vstack card { … }`", at: here))
    while !rawToken(ahead: 1).startsLine, ![.rightBrace, .endOfFile].contains(rawToken(ahead: 1).kind) { advance() }
    return failure
  }

  /// `{items.map(i => …)}`, of which nothing is read.
  mutating func foreignBraces() -> StatementAbandoned {
    let close = closingBrace(from: position) ?? position
    guard let map = tokens[position...close].firstIndex(where: { source.text(in: $0.span) == "map" }),
      map > position + 1
    else { return fail(.unexpected(found, expected: "a view, a clause or a constraint", at: foundPlace)) }
    let list = SourceSpan(start: tokens[position + 1].start, end: tokens[max(position + 1, map - 2)].end)
    return fail(.mappedList(source.text(in: list), at: here), behind: close)
  }

  /// Throws where clauses are modifiers of SwiftUI: `.gridCellColumns(2)`, `.bold().opacity(0.5)`.
  mutating func refuseModifier() throws(StatementAbandoned) {
    guard kind == .dot, rawToken(ahead: 1).kind == .identifier, rawToken(ahead: 2).kind == .leftParenthesis else {
      return
    }
    let name = source.text(in: rawToken(ahead: 1).span)
    var clauses: [String?] = []
    var end = position
    while end + 2 < tokens.count, tokens[end].kind == .dot, clauses.count < 100,
      tokens[end + 2].kind == .leftParenthesis,
      let close = closing(from: end + 2)
    {
      clauses.append(clause(ofModifier: source.text(in: tokens[end + 1].span), end + 3..<close))
      end = close + 1
    }
    guard end > position else { return }
    let whole = place(SourceSpan(start: token.start, end: tokens[end - 1].end))
    let meant = clauses.compactMap { $0 }
    guard meant.count == clauses.count else { throw fail(.modifier(name, at: whole)) }
    throw fail(.foreignWord(name, meant.joined(separator: " "), at: whole))
  }

  /// What a modifier comes to whose arguments are plain; nil for others.
  private func clause(ofModifier name: String, _ arguments: Range<Int>) -> String? {
    let kinds = tokens[arguments].map(\.kind)
    let texts = tokens[arguments].map { source.text(in: $0.span) }
    switch (name, kinds) {
    case ("gridCellColumns", [.number]): return "span \(texts[0])"
    case ("opacity", [.number]): return "alpha: \(texts[0])"
    case ("cornerRadius", [.number]): return "radius: \(texts[0])"
    case ("lineLimit", [.number]) where kindAround.isLeaf: return "lines: \(texts[0])"
    case ("bold", []) where kindAround.isLeaf: return "weight: bold"
    case ("clipped", []): return "clips: true"
    case ("fixedSize", []): return "noshrink"
    case ("hidden", []): return "hidden"
    case ("font", [.dot, .identifier]) where kindAround.isLeaf: return "style: \(texts[1])"
    case ("aspectRatio", _) where kinds.prefix(3) == [.number, .slash, .number]: return "aspect \(texts[0]):\(texts[2])"
    case ("frame", [.identifier, .colon, .number]) where texts[0] == "width" || texts[0] == "height":
      return "\(texts[0]) \(texts[2])"
    case ("frame", [.identifier, .colon, .number, .comma, .identifier, .colon, .number])
    where texts[0] == "width" && texts[4] == "height":
      return "size \(texts[2]), \(texts[6])"
    default: return nil
    }
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
    var isUnderstood = true
    var distance = 2
    while position + distance < brace {
      defer { distance += 1 }
      guard rawToken(ahead: distance).kind == .leftParenthesis else { continue }
      let (name, length) = hyphenatedName(ahead: distance + 1)
      let value = rawToken(ahead: distance + 2 + length)
      switch (name, points(of: value)) {
      case ("min-width", let number?): conditions.append("root.width >= \(number)")
      case ("max-width", let number?): conditions.append("root.width <= \(number)")
      case ("min-height", let number?): conditions.append("root.height >= \(number)")
      case ("max-height", let number?): conditions.append("root.height <= \(number)")
      case ("orientation", _), ("prefers-color-scheme", _): conditions.append(source.text(in: value.span))
      default: isUnderstood = false
      }
    }
    guard isUnderstood, !conditions.isEmpty else {
      throw fail(.withoutWord("@media", "what depends on the size is a branch: `if root.width >= 600 { … }`", at: here))
    }
    throw fail(.foreignWord("@media", "if " + conditions.joined(separator: " && "), at: whole))
  }
}

extension Diagnostic {
  fileprivate static func modifier(_ name: String, at place: Place) -> Diagnostic {
    let example = WordsOfOthers.example(ofModifier: name) ?? "`size 44` or `alpha: 0.5`"
    return Diagnostic(
      .foreignOperator, "there are no modifiers like '.\(name)' here", at: place,
      notes: [Note("help: a clause is a word and its value on the view's line, as in \(example)")])
  }

  static func mappedList(_ list: String, at place: Place) -> Diagnostic {
    .withoutWord("map", "what stands for each is repeated by a 'for': `for i in \(list) by i.id { … }`", at: place)
  }
}
