/// Lists of records: what kind they are, and those that a file has itself.
///
/// A list is in brackets and a record in parentheses, like the arguments of a component: `[(id: "a", unread: true)]`.
/// `[` begins nothing else where a value is expected, so one token tells a list.
extension Parser {
  /// `":" "list" "(" NAME ":" NAME { "," … } ")"` behind the name of a `var`.
  mutating func typeOfValue(_ isConstant: Bool) throws(StatementAbandoned) {
    let colon = here
    advance()
    guard word == .list else {
      // `let gap: 8` is a value, and not its type.
      guard kind == .identifier || kind == .leftBracket else {
        let end = tokens[position - 2].end
        let gap = place(SourceSpan(start: end, end: startOfWhatFollows(position - 1)))
        throw fail(.expectedEqualSign(found: "':'", in: gap, at: colon))
      }
      throw fail(.typeOfValue(found, at: foundPlace))
    }
    if isConstant { throw fail(.constantList(at: here)) }
    let node = start(.listType)
    advance()
    guard kind == .leftParenthesis else {
      throw fail(.unexpected(found, expected: "'(' and the fields of a record: `list(id: text)`", at: foundPlace))
    }
    let opened = here
    let fields = start(.parameterList)
    advance()
    while kind != .rightParenthesis {
      let field = start(.parameter)
      if kind == .identifier, word.isOperand { throw fail(.reservedName(currentText, at: here)) }
      try requireOperandName(of: "a field")
      try require(.colon, "':' and the type of the field")
      try requireAnyName(of: "a type", as: .typeName)
      finish(field)
      if !consume(.comma) { break }
    }
    try requireClosing(.rightParenthesis, opened: opened)
    finish(fields)
    finish(node)
  }

  /// `"[" [ record { "," record } [ "," ] ] "]"`
  mutating func records() throws(StatementAbandoned) {
    let opened = here
    let node = start(.recordList)
    advance()
    while kind != .rightBracket {
      guard kind == .leftParenthesis else {
        if kind == .leftBrace { throw failBehindList(.recordInBraces(at: here)) }
        throw fail(.unexpected(found, expected: "a record like `(id: \"a\")`, or ']'", at: foundPlace))
      }
      try record()
      if !consume(.comma) { break }
    }
    try requireClosing(.rightBracket, opened: opened)
    finish(node)
  }

  /// Complains, and goes on behind the list: what stands in it are no blocks.
  private mutating func failBehindList(_ diagnostic: Diagnostic) -> StatementAbandoned {
    let abandoned = fail(diagnostic)
    while kind != .rightBracket, kind != .endOfFile, kind != .semicolon { advance() }
    _ = consume(.rightBracket)
    return abandoned
  }

  /// `"(" NAME ":" value { "," … } ")"`
  private mutating func record() throws(StatementAbandoned) {
    let opened = here
    let node = start(.record)
    advance()
    while kind != .rightParenthesis {
      let field = start(.argument)
      try requireAnyName(of: "a field")
      try require(.colon, "':' and the field's value")
      try value()
      finish(field)
      if !consume(.comma) { break }
    }
    try requireClosing(.rightParenthesis, opened: opened)
    finish(node)
  }
}

extension Diagnostic {
  fileprivate static func typeOfValue(_ found: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedName, "only a list says its type, as in `var rows: list(id: text) = []`, found \(found)", at: place,
      notes: [Note("help: a number, a text, a colour or a duration tells its type itself: `var greeting = \"Hi\"`")])
  }

  fileprivate static func constantList(at place: Place) -> Diagnostic {
    Diagnostic(
      .expectedName, "a list of records is a 'var': the outside sets it", at: place,
      notes: [Note("help: what never changes is counted by a 'for': `for i in 0..<4 { … }`")])
  }

  fileprivate static func recordInBraces(at place: Place) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a record stands in parentheses: `(id: \"a\", unread: true)`", at: place)
  }
}
