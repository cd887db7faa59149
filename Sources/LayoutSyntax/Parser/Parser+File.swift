/// What stands at the top of a file, and the environments of layouts, previews and tests.
extension Parser {
  /// `{ import | let | var | component | layout | test }`
  mutating func file() {
    let node = start(.file)
    while true {
      while kind == .semicolon { skipStatementEnd() }
      if kind == .endOfFile { break }
      if kind == .rightBrace {
        report(.extraBrace(at: here))
        leaf(.error)
        continue
      }
      statement { parser throws(StatementAbandoned) in try parser.declaration() }
    }
    finish(node)
  }

  private mutating func declaration() throws(StatementAbandoned) {
    try refuseForeignStatement()
    switch word {
    case .import: try importDeclaration()
    case .let: try valueDeclaration(.letDeclaration)
    case .var: try valueDeclaration(.varDeclaration)
    case .component: try component()
    case .layout: try layout()
    case .test: try test()
    case .preview: throw fail(.misplaced("a preview", belongs: "inside a layout", at: here))
    default:
      let candidates: [Word] = [.import, .let, .var, .component, .layout, .test]
      if kind == .identifier, word == .none, let nearest = nearestWord(candidates) {
        throw fail(.unknownWord(currentText, kind: "declaration", nearest: nearest, at: here))
      }
      if kind == .identifier { throw fail(.misplaced("'\(currentText)'", belongs: "inside a layout", at: here)) }
      throw fail(
        .unexpected(found, expected: "'layout', 'component', 'import', 'let', 'var' or 'test'", at: foundPlace))
    }
  }

  /// The candidate nearest to the current token's text, or that other libraries call so.
  func nearestWord(_ candidates: [Word]) -> String? {
    if isFull { return nil }
    let text = source.text(in: token.span)
    let known = candidates.map(\.rawValue)
    if let meant = WordsOfOthers.meaning(of: text), known.contains(meant) { return meant }
    return nearestName(to: text, in: known)
  }

  /// `"import" STRING [ "as" NAME ]`
  private mutating func importDeclaration() throws(StatementAbandoned) {
    let node = start(.importDeclaration)
    advance()
    try requireString("the path of a file in quotes")
    if consume(.as) { try requireOperandName(of: "the import") }
    finish(node)
  }

  /// What to say where the `=` of a declaration is missing.
  var expectedEqualSign: Diagnostic {
    let isSign = kind == .equalEqual || kind == .colon
    let isValue = [.number, .percent, .duration, .hash, .string].contains(kind)
    let end = isSign ? startOfWhatFollows(position) : token.start
    let gap = place(SourceSpan(start: tokens[max(0, position - 1)].end, end: end))
    return .expectedEqualSign(found: found, in: isSign || isValue ? gap : nil, at: foundPlace)
  }

  /// `"let" NAME "=" value`, `"var" NAME [ ":" listType ] "=" ( value | records )`
  mutating func valueDeclaration(_ kind: SyntaxKind) throws(StatementAbandoned) {
    let node = start(kind)
    advance()
    try refuseNameOfTrait()
    try requireOperandName(of: kind == .letDeclaration ? "a constant" : "a variable")
    if self.kind == .colon { try typeOfValue(kind == .letDeclaration) }
    guard consume(.equal) else { throw fail(expectedEqualSign) }
    if self.kind == .leftBracket {
      try records()
    } else {
      let first = position
      try value()
      try refuseBareCondition(from: first)
    }
    finish(node)
  }

  /// `"component" NAME [ params ] [ KIND ] { clause } block`
  private mutating func component() throws(StatementAbandoned) {
    let node = start(.component)
    advance()
    try requireName(of: "a component")
    if kind == .leftParenthesis { try parameterList() }
    let outerKind = kindOfView
    defer { kindOfView = outerKind }
    if word.roles.contains(.viewKind), peekKind() != .colon {
      kindOfView = word
      leaf(.typeName)
    }
    try clauses()
    try requireBlock(after: "the component's name and clauses")
    finish(node)
  }

  /// `"layout" NAME [ params ] { environment } block`
  private mutating func layout() throws(StatementAbandoned) {
    let node = start(.layout)
    advance()
    try refuseNameInQuotes()
    try requireName(of: "a layout")
    try refuseSurroundingsInParentheses()
    if kind == .leftParenthesis { try parameterList() }
    try environment()
    try requireBlock(after: "the layout's name and environment")
    finish(node)
  }

  /// `"preview" STRING { environment }`
  mutating func preview() throws(StatementAbandoned) {
    let node = start(.preview)
    advance()
    try requireString("the preview's name in quotes")
    try environment()
    try refuseSurroundingsInBraces()
    finish(node)
  }

  // MARK: Surroundings in other signs

  /// Throws at `layout "a"`.
  private mutating func refuseNameInQuotes() throws(StatementAbandoned) {
    guard kind == .string else { return }
    let name = String(currentText.dropFirst().dropLast())
    let isPlain = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    throw fail(.nameInQuotes(isPlain && Word(rawValue: name)?.isReserved != true ? name : "`\(name)`", at: here))
  }

  /// Throws at `layout a(size: 300, 200)`.
  private mutating func refuseSurroundingsInParentheses() throws(StatementAbandoned) {
    guard kind == .leftParenthesis, rawToken(ahead: 1).word == .size, rawToken(ahead: 3).kind == .number,
      rawToken(ahead: 4).kind == .comma, rawToken(ahead: 5).kind == .number,
      rawToken(ahead: 6).kind == .rightParenthesis
    else { return }
    let size = source.text(in: SourceSpan(start: rawToken(ahead: 3).start, end: rawToken(ahead: 5).end))
    let whole = place(SourceSpan(start: tokens[position - 1].end, end: rawToken(ahead: 6).end))
    throw fail(.surroundings("size \(size)", instead: whole, at: here))
  }

  /// Throws at `preview "p" { size 300, 200 }`.
  private mutating func refuseSurroundingsInBraces() throws(StatementAbandoned) {
    guard kind == .leftBrace, let close = closingBrace(from: position), close > position + 1,
      !tokens[position + 1...close].contains(where: { $0.kind == .leftBrace })
    else { return }
    let inside = source.text(in: SourceSpan(start: tokens[position + 1].start, end: tokens[close - 1].end))
    let parts = inside.split { $0 == ";" || $0.isNewline }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    let whole = place(SourceSpan(start: tokens[position - 1].end, end: tokens[close].end))
    throw fail(.surroundings(parts.joined(separator: " "), instead: whole, at: here), behind: close)
  }

  /// Throws where the name of a value is that of a trait, which would be asked wherever the name stands.
  private mutating func refuseNameOfTrait() throws(StatementAbandoned) {
    guard kind == .identifier, word.roles.contains(.trait) else { return }
    throw fail(.reservedParameter(currentText, at: here))
  }

  /// `"(" NAME [ ":" NAME ] [ "=" value ] { "," … } ")"`
  private mutating func parameterList() throws(StatementAbandoned) {
    let opened = here
    let node = start(.parameterList)
    advance()
    while kind != .rightParenthesis {
      let parameter = start(.parameter)
      if kind == .identifier, word.isOperand { throw fail(.reservedParameter(currentText, at: here)) }
      try refuseNameOfTrait()
      try requireOperandName(of: "a parameter")
      if kind == .colon {
        let colon = here
        advance()
        if [.number, .percent, .duration, .string, .hash].contains(kind) {
          throw fail(.defaultBehindColon(currentText, colon, at: here))
        }
        try requireAnyName(of: "a type", as: .typeName)
      }
      if consume(.equal) { try value() }
      finish(parameter)
      if !consume(.comma) { break }
    }
    try requireClosing(.rightParenthesis, opened: opened)
    finish(node)
  }

  // MARK: Environment

  mutating func environment() throws(StatementAbandoned) {
    while !isAtStatementEnd && kind != .leftBrace { try environmentClause() }
  }

  mutating func environmentClause() throws(StatementAbandoned) {
    switch word {
    case .size: try sizeEnvironment()
    case .scale:
      let node = start(.scaleEnvironment)
      advance()
      try requireNumber("a number after 'scale'")
      finish(node)
    case .safe:
      let node = start(.safeEnvironment)
      advance()
      try insets()
      finish(node)
    case .margins: try marginsClause()
    case .keyboard:
      let node = start(.keyboardEnvironment)
      advance()
      try expressions()
      finish(node)
    case _ where word == .compact || word == .regular || word.roles.contains(.trait):
      let node = start(.traitEnvironment)
      try shortTrait()
      finish(node)
    case .trait: try traitClause()
    case .flag:
      let node = start(.flagEnvironment)
      advance()
      try requireAnyName(of: "a flag")
      finish(node)
    case .config: try configEnvironment()
    case .var: try valueDeclaration(.varDeclaration)
    case .width, .height:
      guard rawToken(ahead: 1).kind == .number else { fallthrough }
      let number = source.text(in: rawToken(ahead: 1).span)
      let hasOther = [.width, .height].contains(rawToken(ahead: 2).word) && rawToken(ahead: 3).kind == .number
      let other = hasOther ? source.text(in: rawToken(ahead: 3).span) : "_"
      let size = word == .width ? "size \(number), \(other)" : "size \(other), \(number)"
      throw fail(.foreignWord(currentText, size, at: from(0, through: hasOther ? 3 : 1)))
    default:
      if kind == .identifier, let nearest = nearestWord(Word.all(.environment)) {
        throw fail(.unknownWord(currentText, kind: "part of an environment", nearest: nearest, at: here))
      }
      let expected =
        "'{' or a part of the environment (size, scale, safe, margins, keyboard, a trait, flag, config, var)"
      throw fail(.unexpected(found, expected: expected, at: foundPlace))
    }
  }

  /// `"size" side "," side` with `side = expr | "_"`
  private mutating func sizeEnvironment() throws(StatementAbandoned) {
    let node = start(.sizeEnvironment)
    advance()
    try expressionOrWildcard()
    try require(.comma, "',' and the height")
    try expressionOrWildcard()
    finish(node)
  }

  /// `"config" [ path ":" ] NAME`. A path is told by the `.`, `[` or `:` after its first name.
  private mutating func configEnvironment() throws(StatementAbandoned) {
    let node = start(.configEnvironment)
    advance()
    switch peekKind() {
    case .dot, .leftBracket, .colon:
      try path()
      try require(.colon, "':' and the name of a configuration")
    default: break
    }
    try requireAnyName(of: "a configuration")
    finish(node)
  }
}

extension Diagnostic {
  static func extraBrace(at place: Place) -> Diagnostic {
    Diagnostic(.extraBrace, "this '}' closes nothing", at: place, fixes: [Fix("remove it", replace: place, by: "")])
  }

  static func misplaced(_ what: String, belongs where: String, at place: Place) -> Diagnostic {
    Diagnostic(.misplacedDeclaration, "\(what) belongs \(`where`)", at: place)
  }

  static func unknownWord(_ text: String, kind: String, nearest: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unknownWord, "'\(text)' is no \(kind)\(didYouMean(nearest))", at: place,
      fixes: [Fix("replace '\(text)' by '\(nearest)'", replace: place, by: nearest)])
  }

  /// - Parameter gap: from the end of the name to the value; nil where none follows.
  static func expectedEqualSign(found: String, in gap: Place?, at place: Place) -> Diagnostic {
    let fix = found == "'=='" || found == "':'" ? "replace \(found) by '='" : "put '=' before it"
    return Diagnostic(
      .declarationOperator, "declarations use '=', found \(found)", at: place,
      fixes: gap.map { [Fix(fix, replace: $0, by: " = ")] } ?? [])
  }
}

extension Diagnostic {
  fileprivate static func nameInQuotes(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedName, "the name of a layout stands without quotes", at: place,
      fixes: [Fix("write '\(name)'", replace: place, by: name)])
  }

  /// - Parameter whole: from the end of the name on.
  fileprivate static func surroundings(_ text: String, instead whole: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "the size of a scene, and what else is around it, stands behind its name; use '\(text)'",
      at: place, fixes: [Fix("write '\(text)' instead", replace: whole, by: " " + text)])
  }

  fileprivate static func reservedParameter(_ name: String, at place: Place) -> Diagnostic {
    var diagnostic = Diagnostic.reservedName(name, at: place)
    diagnostic.notes = [Note("help: it has backticks wherever it is used; another name needs none")]
    return diagnostic
  }

  fileprivate static func defaultBehindColon(_ value: String, _ colon: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedName, "a type stands behind ':', and '\(value)' is a value", at: place,
      fixes: [Fix("write '=' before a default", replace: colon, by: " =")])
  }
}
