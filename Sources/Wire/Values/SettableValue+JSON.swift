public import JSONText
public import Settables

/// Values that are set, as JSON: in messages and in the journal alike.
extension SettableValue {
  /// - Returns: nil for what is none: `null`, a list of anything but numbers and `null`, an object of several members.
  public init?(_ json: JSON) {
    switch json {
    case .null: return nil
    case .bool(let truth): self = .truth(truth)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements):
      if elements.contains(where: { $0.object != nil }) {
        self = .records(elements.map { SettableRecord($0) })
        return
      }
      guard elements.allSatisfy({ $0 == .null || $0.number != nil }) else { return nil }
      self = .numbers(elements.map(\.number))
    case .object(let object):
      guard object.members.count == 1, let text = object.members[0].value.string else { return nil }
      self = .typed(object.members[0].name, text)
    }
  }

  /// The value as it is written.
  public var json: JSON {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .truth(let truth): .bool(truth)
    case .numbers(let numbers): .array(numbers.map { $0.map { .number($0) } ?? .null })
    case .records(let records): .array(records.map(\.json))
    case .typed(let type, let text): .object([type: .string(text)])
    }
  }
}

extension SettableRecord {
  /// An object; of anything else, and of values that no field has, only what they are, for whoever complains of them.
  public init(_ json: JSON) {
    guard let object = json.object else {
      self.init([("", .typed(json.noun, ""))])
      return
    }
    self.init(
      object.members.map { member in
        switch member.value {
        case .null, .array: (member.name, .typed(member.value.noun, ""))
        case .object: (member.name, SettableValue(member.value) ?? .typed(member.value.noun, ""))
        case .bool, .number, .string: (member.name, SettableValue(member.value)!)
        }
      })
  }

  /// The record as it is written.
  public var json: JSON {
    .object(JSONObject(fields.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
  }
}

extension JSON {
  /// What it is, where it is no value of a field.
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
