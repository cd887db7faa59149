package import JSONText
public import Settables

/// One operation of `Apply`. The operations of a call take effect together, or not at all.
public struct Op: Equatable, Sendable {
  /// What to do, and with what.
  public enum Action: Equatable, Sendable {
    /// Gives something another value, or takes back what was set.
    case set(Assignment)
    /// Where a keyboard is, as its settable has it, where it says itself how what it moves gets there.
    case keyboard(SettableValue, Motion)
    /// Puts views into a stack, in their order, at a place from 0 or at the end.
    case append([String], to: String, at: Int?)
    /// Takes views out, of the stack that is named if one is; nil: all of it.
    case remove([String]?, from: String?)
    /// Makes a stack show exactly these views; nil: those of the file.
    case arrange(view: String, [String]?)
    /// Changes the records of a list.
    case records(list: String, RecordChange)
    /// Takes back what was set; nil: all of it. A scene that was opened returns to what it was opened with.
    case reset(StatePart?)

    /// Sets one thing; `subject` is what it is set of.
    public static func set(_ settable: Settable, of subject: String? = nil, to value: SettableValue?) -> Action {
      .set(Assignment(settable, of: subject, to: value))
    }
  }

  /// How what a keyboard moves gets there.
  public struct Motion: Equatable, Sendable {
    /// Within `durations`.
    public var durationMs: Double?
    /// Like "ease-out".
    public var curve: String?

    public init(durationMs: Double? = nil, curve: String? = nil) {
      self.durationMs = durationMs
      self.curve = curve
    }

    /// How many milliseconds it may take: up to a day, like all that moves.
    public static let durations = 0...86_400_000.0
  }

  /// What it does.
  public var action: Action
  /// nil: as the file says; true: at least the default transition; false: at once.
  public var animate: Bool?

  public init(_ action: Action, animate: Bool? = nil) {
    self.action = action
    self.animate = animate
  }
}

extension Op {
  /// The names that the interface has for the actions that set nothing settable.
  enum Kind: String, CaseIterable { case append, remove, arrange, insert, change, move, delete, reset }

  /// The words that `op` may be, in the order of the interface.
  static var words: (settable: [String], others: [String]) {
    (Settable.allCases.map(\.rawValue), Kind.allCases.map(\.rawValue))
  }
}

extension StatePart: JSONCodable {}

/// What is wrong with an operation, for a person.
package struct MalformedOp: Error {
  package var message: String
}

extension Op {
  /// Reads one, as the member `ops` of an `Apply` has it.
  package init(decoding json: JSON) throws(MalformedOp) {
    guard case .object(let object) = json else { throw MalformedOp(message: "an operation is an object") }
    let fields = OpFields(fields: JSONFields(object: object))
    guard let name = object["op"]?.string else { throw MalformedOp(message: "'op' is missing") }
    if let settable = Settable(rawValue: name) {
      action = try fields.setting(settable)
      try fields.refuseOthers(than: settable.members, of: name)
    } else if let kind = Kind(rawValue: name) {
      action = try fields.action(kind)
      try fields.refuseOthers(than: kind.members, of: name)
    } else {
      throw MalformedOp(message: "there is no operation '\(name)'")
    }
    animate = try fields.optional("animate", "true or false")
  }
}

extension Op.Kind {
  /// The members of an operation of this kind, besides those of all.
  fileprivate var members: [String] {
    switch self {
    case .append: ["view", "value", "at"]
    case .remove, .arrange: ["view", "value"]
    case .insert, .move: ["name", "value", "at", "before"]
    case .change: ["name", "key", "value"]
    case .delete: ["name", "value"]
    case .reset: ["name"]
    }
  }
}

extension Settable {
  /// The members of an operation that sets it, besides those of all.
  fileprivate var members: [String] {
    let motion = self == .keyboard ? ["durationMs", "curve"] : []
    return switch subject {
    case .scene: [valueMember] + motion
    case .name, .id: ["name", valueMember]
    case .view, .viewOrAll: ["view", valueMember]
    }
  }

  /// The member that its value stands in: what a configuration has is a name.
  fileprivate var valueMember: String { self == .config ? "name" : "value" }
}

/// The members of an operation; complains in words.
private struct OpFields {
  let fields: JSONFields

  func setting(_ settable: Settable) throws(MalformedOp) -> Op.Action {
    let subject: String? =
      switch settable.subject {
      case .scene: nil
      case .name, .id: try required("name", "a string")
      case .view: try view
      case .viewOrAll: try optional("view", "a string")
      }
    let (member, phrase) = (settable.valueMember, settable.form.phrase)
    guard let json = fields.object[member], json != .null else {
      if settable.entry.needsValue { throw MalformedOp(message: "'\(member)' is missing; it must be \(phrase)") }
      return .set(settable, of: subject, to: nil)
    }
    guard let value = SettableValue(json), let value = settable.form.reading(value) else {
      throw MalformedOp(message: "'\(member)' must be \(phrase)")
    }
    if settable == .keyboard, let motion = try motion { return .keyboard(value, motion) }
    return .set(settable, of: subject, to: value)
  }

  private var motion: Op.Motion? {
    get throws(MalformedOp) {
      let milliseconds = "milliseconds from 0 to 86400000"
      let duration = try number("durationMs", within: Op.Motion.durations, milliseconds)
      let curve: String? = try optional("curve", "a curve, like \"ease-out\"")
      return duration == nil && curve == nil ? nil : Op.Motion(durationMs: duration, curve: curve)
    }
  }

  func action(_ kind: Op.Kind) throws(MalformedOp) -> Op.Action {
    switch kind {
    case .append:
      let index: Int? = try number("at", within: 0..., "a place, counted from 0")
      return .append(try required("value", "a list of views"), to: try view, at: index)
    case .remove:
      let views: [String]? = try optional("value", "a list of views")
      return .remove(views, from: views == nil ? try view : try optional("view", "a string"))
    case .arrange: return .arrange(view: try view, try optional("value", "a list of views"))
    case .insert:
      guard case .array(let records) = try required("value", "a list of records") as JSON else {
        throw MalformedOp(message: "'value' must be a list of records")
      }
      return .records(list: try list, .insert(records.map { SettableRecord($0) }, try recordPlace))
    case .change:
      guard let key = Self.key(fields.object["key"]) else {
        throw MalformedOp(message: "'key' is missing; it must be the key of a record")
      }
      let value: JSON = try required("value", "an object of fields")
      guard value.object != nil else { throw MalformedOp(message: "'value' must be an object of fields") }
      return .records(list: try list, .change(key: key, SettableRecord(value)))
    case .move: return .records(list: try list, .move(try keys, try recordPlace))
    case .delete: return .records(list: try list, .delete(try keys))
    case .reset: return .reset(try optional("name", "configs, traits, values or views"))
    }
  }

  /// Refuses a member that the operation does not have. It would be done without what that asks for.
  func refuseOthers(than known: [String], of name: String) throws(MalformedOp) {
    for member in fields.object.members where member.value != .null {
      guard member.name != "op", member.name != "animate", !known.contains(member.name) else { continue }
      throw MalformedOp(
        message: "'\(name)' has no '\(member.name)'; it may have \((known + ["animate"]).joined(separator: ", "))")
    }
  }

  private var list: String { get throws(MalformedOp) { try required("name", "the name of a list") } }

  /// A key as it is or as a number; nil for what is none.
  private static func key(_ json: JSON?) -> String? {
    switch json {
    case .string(let text)?: text
    case .number(let number)?: number.asWritten
    default: nil
    }
  }

  private var keys: [String] {
    get throws(MalformedOp) {
      let expected = "a list of keys"
      guard case .array(let elements) = try required("value", expected) as JSON else {
        throw MalformedOp(message: "'value' must be \(expected)")
      }
      let keys = elements.compactMap { Self.key($0) }
      guard keys.count == elements.count else { throw MalformedOp(message: "'value' must be \(expected)") }
      return keys
    }
  }

  private var recordPlace: RecordPlace? {
    get throws(MalformedOp) {
      let index: Int? = try number("at", within: 0..., "a place, counted from 0")
      let before = fields.object["before"]
      guard let before, before != .null else { return index.map { .index($0) } }
      guard let key = Self.key(before) else { throw MalformedOp(message: "'before' must be the key of a record") }
      if index != nil { throw MalformedOp(message: "a place is 'at' a number or 'before' a key") }
      return .before(key)
    }
  }

  private var view: String { get throws(MalformedOp) { try required("view", "a string") } }

  private func required<Value: JSONCodable>(_ name: String, _ expected: String) throws(MalformedOp) -> Value {
    guard let value: Value = try optional(name, expected) else {
      throw MalformedOp(message: "'\(name)' is missing; it must be \(expected)")
    }
    return value
  }

  func optional<Value: JSONCodable>(_ name: String, _ expected: String) throws(MalformedOp) -> Value? {
    do { return try fields.optional(name) } catch {
      throw MalformedOp(message: "'\(name)' must be \(expected)")
    }
  }

  private func number<Bounds: RangeExpression>(
    _ name: String, within bounds: Bounds, _ expected: String
  ) throws(MalformedOp) -> Bounds.Bound? where Bounds.Bound: JSONCodable {
    do { return try fields.optional(name, within: bounds) } catch {
      throw MalformedOp(message: "'\(name)' must be \(expected)")
    }
  }
}

extension Op {
  /// Writes it as the member `ops` of an `Apply` has it.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch action {
    case .set(let assignment): write(assignment, to: &writer)
    case .keyboard(let place, let motion):
      write(Assignment(.keyboard, to: place), to: &writer)
      writer.member("durationMs", ifPresent: motion.durationMs)
      writer.member("curve", ifPresent: motion.curve)
    case .append(let views, let stack, let index):
      write(.append, view: stack, value: views, to: &writer)
      writer.member("at", ifPresent: index)
    case .remove(let views, let stack): write(.remove, view: stack, value: views, to: &writer)
    case .arrange(let stack, let views): write(.arrange, view: stack, value: views, to: &writer)
    case .records(let list, let change): write(change, of: list, to: &writer)
    case .reset(let part):
      writer.member("op", Kind.reset.rawValue)
      writer.member("name", ifPresent: part)
    }
    writer.member("animate", ifPresent: animate)
    writer.endObject()
  }

  private func write(_ assignment: Assignment, to writer: inout JSONWriter) {
    let settable = assignment.settable
    writer.member("op", settable.rawValue)
    switch settable.subject {
    case .scene: break
    case .name, .id: writer.member("name", ifPresent: assignment.subject)
    case .view, .viewOrAll: writer.member("view", ifPresent: assignment.subject)
    }
    guard let value = assignment.value else { return }
    writer.name(settable.valueMember)
    writer.value(settable.form.writing(value).json)
  }

  private func write(_ change: RecordChange, of list: String, to writer: inout JSONWriter) {
    func begin(_ kind: Kind) {
      writer.member("op", kind.rawValue)
      writer.member("name", list)
    }
    func write(_ place: RecordPlace?) {
      switch place {
      case nil: break
      case .index(let index): writer.member("at", index)
      case .before(let key): writer.member("before", key)
      }
    }
    switch change {
    case .insert(let records, let place):
      begin(.insert)
      writer.name("value")
      writer.value(.array(records.map(\.json)))
      write(place)
    case .change(let key, let record):
      begin(.change)
      writer.member("key", key)
      writer.name("value")
      writer.value(record.json)
    case .move(let keys, let place):
      begin(.move)
      writer.member("value", keys)
      write(place)
    case .delete(let keys):
      begin(.delete)
      writer.member("value", keys)
    }
  }

  private func write(_ kind: Kind, view: String?, value: [String]?, to writer: inout JSONWriter) {
    writer.member("op", kind.rawValue)
    writer.member("view", ifPresent: view)
    writer.member("value", ifPresent: value)
  }
}
