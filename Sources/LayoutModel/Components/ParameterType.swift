import LayoutSyntax

/// What a parameter takes: `component card(title: text, gap: length = 8)`.
public enum ParameterType: UInt8, Sendable, CaseIterable {
  /// No type is written, and the default does not tell it either.
  case any
  case number
  case length
  /// A position on either axis: how it is used decides on which.
  case position
  case text
  case colour
  case duration
  case condition

  /// The name in the language; nil for the type that is only ever left out.
  public var name: String? {
    switch self {
    case .any: nil
    case .number: "number"
    case .length: "length"
    case .position: "position"
    case .text: "text"
    case .colour: "colour"
    case .duration: "duration"
    case .condition: "condition"
    }
  }

  /// One line for the reference.
  public var summary: String {
    switch self {
    case .any: "whatever is given"
    case .number: "a plain number: a count, a factor, a priority"
    case .length: "a number of points, device pixels, or a view's width or height"
    case .position: "an anchor, with or without an offset"
    case .text: "a text in quotes"
    case .colour: "`#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`"
    case .duration: "a time, as in `250ms`"
    case .condition: "`true`, `false`, or a condition; with comparisons in parentheses"
    }
  }

  static func named(_ name: String) -> ParameterType? {
    allCases.first { $0.name == name } ?? (name == "color" ? .colour : nil)
  }

  /// The type of a parameter that is told by its default.
  init(of value: SyntaxNode?) {
    switch value?.kind {
    case .number, .percent: self = .length
    case .string: self = .text
    case .colour: self = .colour
    case .duration: self = .duration
    case .boolean: self = .condition
    case let kind?: self = kind.isCondition ? .condition : .any
    case nil: self = .any
    }
  }

  func takes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.any, _), (.text, .text), (.text, .template), (.colour, .colour), (.colour, .variableColour): true
    case (.duration, .duration), (.duration, .variableDuration), (.condition, .condition): true
    case (.number, .linear(let expression)): expression.type == .number
    case (.length, .linear(let expression)): !expression.type.isPosition
    case (.position, .linear(let expression)): expression.type.isPosition
    case (.condition, .word(let word)): word == "true" || word == "false"
    case (.number, _), (.length, _), (.position, _), (.text, _), (.colour, _), (.duration, _), (.condition, _): false
    }
  }

  /// The type's name in messages.
  var noun: String {
    switch self {
    case .any: "a value"
    case .number: "a number"
    case .length: "a length"
    case .position: "a position"
    case .text: "a text"
    case .colour: "a colour"
    case .duration: "a duration"
    case .condition: "a condition"
    }
  }
}

extension SyntaxKind {
  /// Whether an expression can only be a condition.
  var isCondition: Bool {
    switch self {
    case .compare, .not, .and, .or, .traitCondition, .flagCondition, .configCondition, .hiddenCondition, .isCondition:
      true
    default: false
    }
  }
}
