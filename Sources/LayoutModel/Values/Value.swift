import Settables

/// What an expression comes to, or the right side of a `let`.
enum Value: Sendable {
  case linear(LinearExpression)
  case compound(CompoundKind, [LinearExpression])
  case text(String)
  /// A text with variables in it.
  case template(TextTemplate)
  /// A word, a name, `true` or `false`, where one may stand.
  case word(String)
  /// A colour as 0xrrggbbaa.
  case colour(UInt32)
  case variableColour(Int32)
  /// A duration in milliseconds.
  case duration(Double)
  case variableDuration(Int32, factor: Double)
  /// A condition that has a name or is given to a component. Sizes and traits in it without a view are still open, as
  /// in a branch.
  case condition(Condition)

  var noun: String {
    switch self {
    case .linear(let expression): expression.type.noun
    case .compound(let kind, _): kind.noun
    case .text, .template: "a text"
    case .word: "a word"
    case .colour, .variableColour: "a colour"
    case .duration, .variableDuration: "a duration"
    case .condition: "a condition"
    }
  }
}

extension Value {
  /// The value as a part of a text: a text itself, or a number known in the file; a whole number has no point.
  var asText: String? {
    switch self {
    case .text(let text): return text
    case .linear(let expression):
      guard expression.isConstant, expression.type == .number, let number = expression.constant.known else {
        return nil
      }
      return number.asWritten
    case .template, .word, .compound, .colour, .variableColour, .duration, .variableDuration, .condition: return nil
    }
  }
}

extension Value {
  /// The value as a part of a text that may have variables in it.
  var asTemplate: TextTemplate? {
    if case .template(let template) = self { return template }
    return asText.map { TextTemplate([.text($0)]) }
  }

  /// Whether it is a number that somebody sets while the scene runs, so that no text can have its digits.
  var isNumberFromOutside: Bool {
    guard case .linear(let expression) = self else { return false }
    return expression.isConstant && expression.constant.known == nil
  }

  var isText: Bool {
    switch self {
    case .text, .template: true
    case .linear, .compound, .word, .colour, .variableColour, .duration, .variableDuration, .condition: false
    }
  }
}

extension String {
  /// What to write where a number that the outside sets is to be read.
  static var textOfNumber: String {
    "help: a number may be written in many ways: who sets it sets what is shown as well, a text like "
      + "`var shown = \"3\"` or a field `shown: text`"
  }
}
