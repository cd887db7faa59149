/// Which values something takes.
public enum ValueForm: Hashable, Sendable {
  case number(NumberRange)
  case text
  case truth
  case numberOrText
  /// A number, or several in a list.
  case numbers
  /// A number, or one for each of these names.
  case numberOrList(NumberRange, [String])
  /// A number for each of these names, the first `least` of them at least; `null` for none where that may be.
  case list([String], least: Int, each: NumberRange, orNull: Bool)
  /// A length from 0, or `wrapping`: as long as the content asks.
  case extent
  /// A value of one of the language's own types.
  case typed

  /// How a side of a scene is written that wraps its content.
  public static let wrapping = "wrapping"

  /// A list with a number for each name.
  static func list(_ names: [String], each range: NumberRange = .any, orNull: Bool = false) -> ValueForm {
    .list(names, least: names.count, each: range, orNull: orNull)
  }

  /// The value in the one way in which it is kept: numbers as a list, a list at its full length.
  ///
  /// - Returns: nil for a value of another form.
  public func reading(_ value: SettableValue) -> SettableValue? {
    switch (self, value) {
    case (.number(let range), .number(let number)), (.numberOrList(let range, _), .number(let number)):
      return range.contains(number) ? value : nil
    case (.numberOrText, .number(let number)): return number.isFinite ? value : nil
    case (.numberOrText, .records): return value
    // A list without anything in it is one of records here.
    case (.numberOrText, .numbers(let numbers)): return numbers.isEmpty ? .records([]) : nil
    case (.extent, .number(let length)): return NumberRange.from(0).contains(length) ? value : nil
    case (.extent, .text(let word)): return word == Self.wrapping ? value : nil
    case (.text, .text), (.numberOrText, .text), (.truth, .truth), (.typed, .typed): return value
    case (.numbers, .number(let number)): return reading(.numbers([number]))
    case (.numbers, .numbers(let numbers)):
      return !numbers.isEmpty && numbers.allSatisfy { $0?.isFinite ?? false } ? value : nil
    case (.list(let names, let least, let range, let orNull), .numbers(let numbers)):
      guard (least...names.count).contains(numbers.count) else { return nil }
      guard numbers.allSatisfy({ $0.map(range.contains) ?? orNull }) else { return nil }
      return .numbers(numbers + Array(repeating: nil, count: names.count - numbers.count))
    case (.numberOrList(_, let names), .numbers(let numbers)):
      return numbers.count == names.count && numbers.allSatisfy { $0?.isFinite ?? false } ? value : nil
    default: return nil
    }
  }

  /// The value as it is written for others: a single number of several stands by itself.
  public func writing(_ value: SettableValue) -> SettableValue {
    guard self == .numbers, let numbers = value.numbers, numbers.count == 1, let number = numbers[0] else {
      return value
    }
    return .number(number)
  }

  /// What a value has to be, in words that go on from "must be".
  public var phrase: String {
    switch self {
    case .number(let range): return "a number\(range.words)"
    case .text: return "a string"
    case .truth: return "true or false"
    case .numberOrText: return "a number, a string, a list of records or null"
    case .numbers: return "a number, or a list of numbers"
    case .numberOrList(let range, let names):
      return "a number\(range.words), or [\(names.joined(separator: ", "))]"
    case .list(let names, _, let range, let orNull):
      let list = "[\(names.joined(separator: ", "))]"
      if range == .any && !orNull { return list }
      return "\(list), each a number\(range.words)\(orNull ? " or null" : "")"
    case .extent: return "a number from 0, or \(Self.wrapping)"
    case .typed: return "a text, a colour or a duration"
    }
  }

  /// What a single number in it may be.
  public var range: NumberRange {
    switch self {
    case .number(let range), .numberOrList(let range, _), .list(_, _, let range, _): range
    case .extent: .from(0)
    case .text, .truth, .numberOrText, .numbers, .typed: .any
    }
  }
}

/// Which numbers something takes; all of them are finite.
public enum NumberRange: Hashable, Sendable {
  case any
  case from(Double)
  case above(Double)
  case within(ClosedRange<Double>)

  /// Whether a number is one of them.
  public func contains(_ number: Double) -> Bool {
    switch self {
    case .any: number.isFinite
    case .from(let least): number.isFinite && number >= least
    case .above(let least): number.isFinite && number > least
    case .within(let range): range.contains(number)
    }
  }

  /// Behind "a number".
  package var words: String {
    switch self {
    case .any: ""
    case .from(let least): " from \(least.asWritten)"
    case .above(let least): " above \(least.asWritten)"
    case .within(let range): " from \(range.lowerBound.asWritten) to \(range.upperBound.asWritten)"
    }
  }
}

extension Double {
  /// A number as people and programs write it in a text; nil for what is none, and for one that is not finite.
  package init?(written text: some StringProtocol) {
    guard let number = Double(text), number.isFinite else { return nil }
    self = number
  }

  /// As people write a number: a whole one has no point.
  package var asWritten: String { Int64(exactly: self).map { "\($0)" } ?? "\(self)" }
}
