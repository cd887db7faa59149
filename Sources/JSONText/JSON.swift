/// A JSON value as RFC 8259 has it, with numbers as doubles: integers are exact up to 2^53.
///
/// Objects keep the order and the duplicates they were written with, so equality is that of the text, white space
/// and number spelling aside.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Always finite.
  case number(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

/// The members of a JSON object in the order of the text.
public struct JSONObject: Equatable, Sendable {
  /// A name and what it is for.
  public struct Member: Equatable, Sendable {
    /// With escapes replaced; any text, also an empty one.
    public var name: String
    /// What stands behind the colon.
    public var value: JSON

    public init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// As written: names may stand twice.
  public var members: [Member]

  public init(_ members: [Member] = []) { self.members = members }

  /// The value of the last member called `name`: of duplicates, the last wins.
  ///
  /// Linear, which for the dozen members a message has is faster than hashing.
  public subscript(name: String) -> JSON? { members.last { $0.name == name }?.value }
}

extension JSON {
  /// The members, when this is an object.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements, when this is an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text, when this is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value, when this is a number.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The member called `name`, when this is an object that has one.
  public subscript(name: String) -> JSON? { object?[name] }
}

extension JSON {
  /// This value on one line, without blanks.
  public var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(name: $0, value: $1) }))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { Member(name: $0, value: $1) })
  }
}
