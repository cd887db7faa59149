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
    case .typed(let type, let text): .object([type: .string(text)])
    }
  }
}
