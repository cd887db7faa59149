/// Transitions and how long they take.
extension Parser {
  /// `"transition" ( NAME | "*" ) [ "->" ( NAME | "*" ) ] [ "on" path ] timing`
  mutating func transition() throws(StatementAbandoned) {
    let node = start(.transition)
    advance()
    try transitionState()
    if consume(.arrow) { try transitionState() }
    if consume(.on) { try path() }
    try timing()
    finish(node)
  }

  private mutating func transitionState() throws(StatementAbandoned) {
    guard kind == .star else { return try requireAnyName(of: "a configuration, or '*',", as: .transitionState) }
    leaf(.transitionState)
    endLineHere()
  }

  /// `[ "animate" timing ]`
  ///
  /// - Parameter amongClauses: another clause may follow, so a word that begins one is no easing.
  mutating func animation(amongClauses: Bool = false) throws(StatementAbandoned) {
    guard word == .animate else { return }
    let node = start(.animation)
    advance()
    try timing(amongClauses: amongClauses)
    finish(node)
  }

  /// `[ DURATION ] [ easing ] [ "delay" DURATION ] [ "stagger" DURATION ]`
  private mutating func timing(amongClauses: Bool = false) throws(StatementAbandoned) {
    let node = start(.timing)
    if kind == .duration { leaf(.duration) }
    if kind == .number { throw fail(.numberAsDuration(currentText, at: here)) }
    let isName = (kind == .identifier && word != .delay && word != .stagger) || kind == .quotedIdentifier
    let isClause = amongClauses && (word.isReserved || startsFreeClause || peekKind() == .colon || startsConstraint)
    if isName, !isClause {
      let first = position
      try easing()
      let easing = SourceSpan(start: tokens[first].start, end: tokens[position - 1].end)
      if kind == .duration { throw fail(.durationBehindEasing(source, easing, token.span)) }
    }
    if word == .delay { try timingPart(.delay) }
    if word == .stagger { try timingPart(.stagger) }
    finish(node)
  }

  private mutating func timingPart(_ part: SyntaxKind) throws(StatementAbandoned) {
    let node = start(part)
    advance()
    guard kind == .duration else {
      if kind == .number { throw fail(.numberAsDuration(currentText, at: here)) }
      throw fail(.unexpected(found, expected: "a duration like '200ms'", at: foundPlace))
    }
    leaf(.duration)
    finish(node)
  }

  /// `"linear" | "ease-in" | "ease-out" | "ease-in-out" | NAME [ args ]`. The hyphens are glued to the words.
  private mutating func easing() throws(StatementAbandoned) {
    let node = start(.easing)
    let isHyphenated = word == .ease
    if word.isReserved { throw fail(.unexpected(found, expected: "an easing or '{'", at: foundPlace)) }
    advance()
    while isHyphenated, kind == .minus, token.start == tokens[position - 1].end, peekWord() == .in || peekWord() == .out
    {
      advance()
      advance()
    }
    if kind == .leftParenthesis { try arguments() }
    finish(node)
  }
}

extension Diagnostic {
  static func durationBehindEasing(_ source: SourceText, _ easing: SourceSpan, _ duration: SourceSpan) -> Diagnostic {
    func place(_ span: SourceSpan) -> Place { Place(file: source.name, span: span) }
    let swapped = "\(source.text(in: duration)) \(source.text(in: easing))"
    return Diagnostic(
      .unexpectedToken, "a duration stands before the easing", at: place(duration),
      fixes: [
        Fix(
          "write `\(swapped)`", replace: place(SourceSpan(start: easing.start, end: duration.end)), by: swapped)
      ])
  }

  static func numberAsDuration(_ text: String, at place: Place) -> Diagnostic {
    // A unit of something else may stand there: `10pt`.
    let number = String(text.prefix { $0.isNumber || $0 == "." })
    // Nothing is seen of so few milliseconds: SwiftUI and CSS count in seconds.
    let isSeconds = number == text && (Double(number) ?? 0) < 10
    let meant = number + (isSeconds ? "s" : "ms")
    let wanted = number == text ? "needs a unit" : "is in ms or s"
    return Diagnostic(
      .unknownUnit, "a duration \(wanted), found '\(text)'", at: place,
      fixes: [Fix("write '\(meant)'", replace: place, by: meant)])
  }
}
