/// What rules ask for again and again: a token, a name, a text, a number, or a complaint that it is missing.
extension Parser {
  mutating func requireBlock(after what: String) throws(StatementAbandoned) {
    guard kind == .leftBrace else { throw fail(.expectedBlock(after: what, found: found, at: foundPlace)) }
    block()
  }

  mutating func require(_ wanted: TokenKind, _ text: String) throws(StatementAbandoned) {
    guard consume(wanted) else { throw fail(.unexpected(found, expected: text, at: foundPlace)) }
  }

  /// A closing parenthesis or bracket.
  mutating func requireClosing(_ wanted: TokenKind, opened: Diagnostic.Place) throws(StatementAbandoned) {
    guard consume(wanted) else {
      let text = wanted == .rightParenthesis ? ")" : "]"
      throw fail(.missingParenthesis(text, found: found, opened: opened, at: foundPlace))
    }
  }

  /// The name of a view, guide, component or layout: no reserved word, or in backticks.
  mutating func requireName(of what: String) throws(StatementAbandoned) {
    if kind == .identifier, word.isReserved { throw fail(.reservedName(currentText, at: here)) }
    try requireOperandName(of: what)
  }

  /// A name that stands in expressions and paths: no word with a meaning there, or in backticks.
  mutating func requireOperandName(of what: String) throws(StatementAbandoned) {
    switch kind {
    case .quotedIdentifier: leaf(.name)
    case .identifier where !word.isOperand: leaf(.name)
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

extension Diagnostic {
  static func unexpected(_ found: String, expected: String, at place: Place) -> Diagnostic {
    Diagnostic(.unexpectedToken, "expected \(expected), found \(found)", at: place)
  }

  static func missingParenthesis(_ text: String, found: String, opened: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .missingParenthesis, "expected ',' or '\(text)', found \(found)", at: place,
      notes: [Note("opened here", at: opened)])
  }

  static func expectedBlock(after what: String, found: String, at place: Place) -> Diagnostic {
    Diagnostic(.expectedBlock, "expected '{' after \(what), found \(found)", at: place)
  }

  static func reservedName(_ text: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(text)' is a word of the language and no name", at: place,
      fixes: [Fix("write `\(text)` in backticks", replace: place, by: "`\(text)`")])
  }

  static func expectedName(of what: String, found: String, at place: Place) -> Diagnostic {
    Diagnostic(.expectedName, "expected the name of \(what), found \(found)", at: place)
  }
}
