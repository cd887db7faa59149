/// What people write for blocks who know CSS or other languages: `:hover { … }`, `switch x { case 1: … }`,
/// `while true { … }`.
extension Parser {
  /// Whether a state stands there as CSS has it, with its braces: `:hover {`.
  func isState(ahead distance: Int) -> Bool {
    let (sign, name) = (rawToken(ahead: distance), rawToken(ahead: distance + 1))
    return sign.kind == .colon && name.start == sign.end && rawToken(ahead: distance + 2).kind == .leftBrace
      && Self.statesOfOthers.contains(source.text(in: name.span))
  }

  private static let statesOfOthers: Set<String> = [
    "active", "checked", "disabled", "enabled", "focus", "focused", "highlighted", "hover", "hovered", "pressed",
    "selected", "target", "visited",
  ]

  /// Throws where a block is for a state, as in CSS: `:hover { … }`, `&:hover { … }`.
  mutating func refuseState() throws(StatementAbandoned) {
    let isNested = source.text(in: token.span) == "&"
    let colon = isNested ? 1 : 0
    guard isState(ahead: colon), let close = closingBrace(from: position + colon + 2) else { return }
    let name = source.text(in: rawToken(ahead: colon + 1).span)
    let block = SourceSpan(start: rawToken(ahead: colon + 2).start, end: tokens[close].end)
    let whole = place(SourceSpan(start: token.start, end: block.end))
    withdrawComplaints(in: from(0, through: colon).span)
    // On the line of a view its braces are still to come.
    let branch = "if flag(\(name)) \(source.text(in: block))"
    let meant = position == statementStart ? branch : "{ \(branch) }"
    // What the lexer does not know would be told of instead.
    if isNested { advance() }
    throw fail(.state(name, meant, whole, at: here), behind: close)
  }

  /// Throws where a statement of other languages has a block: `switch x { case 1: … }`, `while true { … }`.
  mutating func refuseForeignControl() throws(StatementAbandoned) {
    guard kind == .identifier, word == .none, ["switch", "while", "until"].contains(currentText),
      !mayBeComponent(currentText),
      let brace = tokens[position...].firstIndex(where: { $0.kind == .leftBrace || $0.kind == .endOfFile }),
      brace > position + 1, !tokens[position + 1...brace - 1].contains(where: \.startsLine),
      let close = closingBrace(from: brace)
    else { return }
    let subject = source.text(in: SourceSpan(start: tokens[position + 1].start, end: tokens[brace - 1].end))
    let whole = place(SourceSpan(start: token.start, end: tokens[close].end))
    let complaint: Diagnostic
    switch currentText {
    case "switch":
      let branches = branches(ofSwitch: subject, from: brace, through: close)
      let help = "what holds only sometimes is a branch: `if \(subject) == 1 { … } else { … }`"
      complaint = branches.map { .instead(of: "switch", $0, whole, at: here) } ?? .withoutWord("switch", help, at: here)
    case let name:
      let help =
        "what is there several times is in a `for i in 0..<3 { … }`, and what holds only sometimes in an "
        + "`if flag(open) { … }`"
      complaint = .withoutWord(name, help, at: here)
    }
    throw fail(complaint, behind: close)
  }

  /// The branches that `case 1: … default: …` come to; nil for anything but numbers.
  private func branches(ofSwitch subject: String, from brace: Int, through close: Int) -> String? {
    var branches: [(value: String?, body: Range<Int>)] = []
    var depth = 0
    var index = brace + 1
    while index < close {
      let text = source.text(in: tokens[index].span)
      depth += tokens[index].kind == .leftBrace ? 1 : tokens[index].kind == .rightBrace ? -1 : 0
      if depth == 0, text == "break" { return nil }
      let isCase = depth == 0 && text == "case" && tokens[index + 2].kind == .colon
      if isCase || depth == 0 && text == "default" && tokens[index + 1].kind == .colon {
        if isCase, tokens[index + 1].kind != .number { return nil }
        if let last = branches.indices.last { branches[last].body = branches[last].body.lowerBound..<index }
        let start = index + (isCase ? 3 : 2)
        branches.append((isCase ? source.text(in: tokens[index + 1].span) : nil, start..<max(start, close)))
        index = start
      } else {
        if branches.isEmpty { return nil }
        index += 1
      }
    }
    guard let first = branches.first, first.value != nil else { return nil }
    let isInOrder = branches.dropLast().allSatisfy { $0.value != nil }
    guard isInOrder, branches.allSatisfy({ !$0.body.isEmpty }) else { return nil }
    return branches.map { branch in
      let body = SourceSpan(
        start: tokens[branch.body.lowerBound].start, end: tokens[branch.body.upperBound - 1].end)
      return (branch.value.map { "if \(subject) == \($0) " } ?? "") + "{ \(source.text(in: body)) }"
    }.joined(separator: " else ")
  }
}

extension Diagnostic {
  /// A statement of others, and what takes the place of all of it.
  fileprivate static func instead(of name: String, _ meant: String, _ whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(name)' here: what holds only sometimes is a branch", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: meant)])
  }

  fileprivate static func state(_ name: String, _ meant: String, _ whole: Place, at place: Place) -> Diagnostic {
    let help = "what the pointer does, the program knows that shows the view: it sets the flag"
    return Diagnostic(
      .foreignOperator, "there is no ':\(name)' here; use 'if flag(\(name))'", at: place,
      notes: [Note("help: " + help)],
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: meant)])
  }
}
