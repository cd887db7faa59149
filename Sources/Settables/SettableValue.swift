/// A value that the outside gives to something in a scene, before anybody looks at what it is for.
///
/// It is neither JSON nor a type of the layout language, so that the protocol, the journal, tests in documents and the
/// runtime can hand it to each other. What values a settable takes, its `ValueForm` says.
public enum SettableValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case truth(Bool)
  /// Several numbers in an order that the form names; nil where there is none.
  case numbers([Double?])
  /// The records of a list, in their order.
  case records([SettableRecord])
  /// A value of one of the language's own types, as it is written: `colour`, `#ff8800ff`.
  case typed(String, String)
}

extension SettableValue {
  /// The number, when this is one.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The text, when this is one.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether it is on, when this is a truth value.
  public var truth: Bool? {
    if case .truth(let truth) = self { truth } else { nil }
  }

  /// The numbers, when these are several.
  public var numbers: [Double?]? {
    if case .numbers(let numbers) = self { numbers } else { nil }
  }
}

extension SettableValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral
{
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .truth(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: Double?...) { self = .numbers(elements) }
}

/// A record as it is set: values by the names of its fields.
public struct SettableRecord: Hashable, Sendable {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// As the list's type has it.
    public let name: String
    /// What it is, before anybody looks at the type.
    public let value: SettableValue
  }

  /// In the order in which they were said.
  public let fields: [Field]

  /// A record with these fields.
  public init(_ fields: [(name: String, value: SettableValue)]) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
  }

  /// The value of a field by its name; the last of several.
  public subscript(name: String) -> SettableValue? { fields.last { $0.name == name }?.value }
}
