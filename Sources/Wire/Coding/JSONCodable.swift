import JSONText

/// A value of the protocol that is written to and read from JSON.
///
/// Internal on purpose: callers deal in whole messages.
protocol JSONCodable {
  init(json: JSON) throws(MistypedField)
  func write(to writer: inout JSONWriter)
}

/// A value written as an object: it lists its members once for each direction.
protocol JSONObjectCodable: JSONCodable {
  init(fields: JSONFields) throws(MistypedField)
  func writeMembers(to writer: inout JSONWriter)
}

/// A member that is missing, or of another type than the interface says, or out of its range.
struct MistypedField: Error, Equatable, Sendable {
  /// From the outermost object: `filter.depth`, `ops[2].value`; empty when it is the whole value.
  var path: String

  init(path: String = "") { self.path = path }

  func within(_ name: String) -> MistypedField {
    MistypedField(path: path.isEmpty ? name : path.hasPrefix("[") ? name + path : "\(name).\(path)")
  }
}

/// Reads the members of an object by name. Null counts as absent, unknown members are ignored.
struct JSONFields {
  let object: JSONObject

  func required<Value: JSONCodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(MistypedField) -> Value {
    guard let value: Value = try optional(name) else { throw MistypedField(path: name) }
    return value
  }

  func optional<Value: JSONCodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(MistypedField) -> Value? {
    guard let json = object[name], json != .null else { return nil }
    do { return try Value(json: json) } catch { throw error.within(name) }
  }

  /// A number that a caller sent: each has bounds, and one out of them is refused like one that is no number.
  func optional<Bounds: RangeExpression>(_ name: String, within bounds: Bounds) throws(MistypedField) -> Bounds.Bound?
  where Bounds.Bound: JSONCodable {
    let number: Bounds.Bound? = try optional(name)
    if let number, !bounds.contains(number) { throw MistypedField(path: name) }
    return number
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ value: some JSONCodable) {
    self.name(literal: name)
    value.write(to: &self)
  }

  /// A member that is left out when there is no value.
  mutating func member(_ name: StaticString, ifPresent value: (some JSONCodable)?) {
    if let value { member(name, value) }
  }

  /// A list that is left out when nothing is in it.
  mutating func member(_ name: StaticString, ifAny list: [some JSONCodable]) {
    if !list.isEmpty { member(name, list) }
  }
}

extension JSONObjectCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .object(let object) = json else { throw MistypedField() }
    try self.init(fields: JSONFields(object: object))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }
}

/// Enumerations of the interface are written as the names of their members.
extension JSONCodable where Self: RawRepresentable<String> {
  init(json: JSON) throws(MistypedField) {
    guard case .string(let name) = json, let value = Self(rawValue: name) else { throw MistypedField() }
    self = value
  }

  func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension JSON: JSONCodable {
  init(json: JSON) { self = json }
  func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension JSONObject: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .object(let object) = json else { throw MistypedField() }
    self = object
  }
  func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension String: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .string(let text) = json else { throw MistypedField() }
    self = text
  }
  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .bool(let value) = json else { throw MistypedField() }
    self = value
  }
  func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Double: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .number(let value) = json else { throw MistypedField() }
    self = value
  }
  func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Int: JSONCodable {
  /// Whole numbers below 2^53 in magnitude, where doubles count one by one.
  init(json: JSON) throws(MistypedField) {
    guard case .number(let value) = json, value.magnitude < 9_007_199_254_740_992, let integer = Int(exactly: value)
    else { throw MistypedField() }
    self = integer
  }
  func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Array: JSONCodable where Element: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .array(let elements) = json else { throw MistypedField() }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do { append(try Element(json: element)) } catch { throw error.within("[\(index)]") }
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.write(to: &writer) }
    writer.endArray()
  }
}

/// Only as an element: an absent member is written by `member(_:ifPresent:)`.
extension Optional: JSONCodable where Wrapped: JSONCodable {
  init(json: JSON) throws(MistypedField) { self = json == .null ? nil : try Wrapped(json: json) }

  func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.null() }
  }
}

/// A map of the interface, `[string]type`: an object with any names, written in their order.
extension Dictionary: JSONCodable where Key == String, Value: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard case .object(let object) = json else { throw MistypedField() }
    self = [:]
    for member in object.members {
      do { self[member.name] = try Value(json: member.value) } catch { throw error.within(member.name) }
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in self.sorted(by: { $0.key < $1.key }) {
      writer.name(name)
      value.write(to: &writer)
    }
    writer.endObject()
  }
}
