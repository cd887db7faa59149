import LayoutSyntax
public import Settables

/// What a field of a record is.
public enum FieldType: String, Sendable, CaseIterable {
  case text, number, length, colour, duration, flag

  /// The type of this name; `color` is a colour.
  static func named(_ name: String) -> FieldType? { FieldType(rawValue: name) ?? (name == "color" ? .colour : nil) }

  /// What is meant by a type of another language, or by that of a component's parameter.
  static func habit(_ name: String) -> FieldType? {
    switch name.lowercased() {
    case "string", "str", "char": .text
    case "int", "integer", "uint", "float", "double", "decimal": .number
    case "bool", "boolean", "condition": .flag
    case "points", "px", "cgfloat": .length
    case "time", "timeinterval": .duration
    default: nil
    }
  }

  /// The type in messages, with an example where it needs one.
  public var noun: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .length: "a length"
    case .colour: "a colour, like #ff8800"
    case .duration: "a duration, like 250ms"
    case .flag: "true or false"
    }
  }

  /// The value that says nothing: no letters, 0, `false`, a colour that is not seen.
  public var empty: FieldValue {
    switch self {
    case .text: .text("")
    case .number, .length: .number(0)
    case .colour: .colour(0)
    case .duration: .duration(0)
    case .flag: .flag(false)
    }
  }

  /// `empty` as a file has it.
  public var writtenEmpty: String {
    switch self {
    case .text: "\"\""
    case .number, .length: "0"
    case .colour: "#00000000"
    case .duration: "0ms"
    case .flag: "false"
    }
  }
}

/// The value of one field.
public enum FieldValue: Hashable, Sendable {
  /// A number or a length.
  case number(Double)
  case text(String)
  case flag(Bool)
  /// A colour as 0xrrggbbaa.
  case colour(UInt32)
  /// A duration in milliseconds.
  case duration(Double)

  /// The number that conditions and constraints read: of a flag 1 or 0.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .flag(let isOn): isOn ? 1 : 0
    case .text, .colour, .duration: nil
    }
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { FieldType.allCases.contains { $0.empty == self } }

  /// Whether a field of this type may have the value.
  package func fits(_ type: FieldType) -> Bool {
    switch (self, type) {
    case (.number, .number), (.number, .length), (.text, .text), (.flag, .flag), (.colour, .colour),
      (.duration, .duration):
      true
    default: false
    }
  }
}

/// What the records of a list are made of: `list(id: text, unread: flag)`.
public struct RecordType: Hashable, Sendable {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The name as declared.
    public var name: String
    /// What it takes.
    public var type: FieldType

    public init(name: String, type: FieldType) {
      self.name = name
      self.type = type
    }
  }

  /// The fields as declared; no two have one name.
  public var fields: [Field]

  public init(fields: [Field]) { self.fields = fields }

  /// The place of a field by its name.
  public func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
}

/// One record: a value for each field of its type, in their order.
public struct Record: Hashable, Sendable {
  /// By field of the type.
  public var values: [FieldValue]

  public init(_ values: [FieldValue]) { self.values = values }

  /// The key by which views go, where `field` is the key: a text as it is, a number as it is written.
  public func key(_ field: Int) -> String {
    switch values[field] {
    case .text(let text): text
    case .number(let number): number.asWritten
    case .flag(let isOn): "\(isOn)"
    case .colour(let colour): "\(colour)"
    case .duration(let milliseconds): "\(milliseconds)"
    }
  }

  /// Whether it has values of a type's fields.
  package func fits(_ type: RecordType) -> Bool {
    values.count == type.fields.count && zip(values, type.fields).allSatisfy { $0.fits($1.type) }
  }

  /// About what it takes in memory, in bytes.
  public var byteCount: Int {
    values.reduce(32) { sum, value in
      if case .text(let text) = value { return sum + 24 + text.utf8.count }
      return sum + 24
    }
  }
}

/// `var NAME: list(…) = […]`: records that the outside may set.
public struct ListDeclaration: Equatable, Sendable {
  /// The name as declared.
  public var name: String
  /// What the records are made of.
  public var type: RecordType
  /// The field by which the views of its records go, as `for … by` says; nil while nothing repeats over it.
  public var key: Int?
  /// The records that the file has.
  public var records: [Record]
  /// Where the declaration is written.
  public var origin: Origin

  public init(name: String, type: RecordType, key: Int? = nil, records: [Record] = [], origin: Origin) {
    self.name = name
    self.type = type
    self.key = key
    self.records = records
    self.origin = origin
  }
}

/// `for m in messages by m.id { … }`. In a layout as it is written, its views stand once, as the pattern of all.
public struct Repetition: Equatable, Sendable {
  /// Index into `ResolvedLayout.lists`.
  public var list: Int32
  /// The repetition that it stands in; -1 for none.
  public var outer: Int32
  /// The view that its views are in, or the root where that is only known as it is written.
  public var parent: ViewID

  public init(list: Int32, outer: Int32, parent: ViewID) {
    self.list = list
    self.outer = outer
    self.parent = parent
  }
}

/// A view that stands directly in the braces of a repetition.
public struct PatternView: Equatable, Sendable {
  /// The view.
  public var view: ViewID
  /// The innermost repetition around it: an index into `ResolvedLayout.repetitions`.
  public var repetition: Int32
}

/// A variable that stands for a field of whatever record a copy is made for.
public struct FieldVariable: Equatable, Sendable {
  /// Index into `ResolvedLayout.variables`.
  public var variable: Int32
  /// Index into `ResolvedLayout.repetitions`.
  public var repetition: Int32
  /// Index into the fields of the list's type.
  public var field: Int32
  /// When it is asked whether the field is this text: 1 if so, else 0.
  public var text: String?
}

extension ResolvedLayout {
  /// The field that a variable stands for, or that it says something of; nil for one that stands for itself.
  func field(behind variable: Int32) -> FieldVariable? {
    let index = fieldVariables.partitioningIndex { $0.variable >= variable }
    return index < fieldVariables.count && fieldVariables[index].variable == variable ? fieldVariables[index] : nil
  }
}

/// Which condition of the file a condition is, in a layout whose patterns are copied.
public struct ConditionName: Hashable, Sendable {
  /// Its place in the layout as it is written.
  public var condition: Int32
  /// The keys of the records around it; empty outside of repetitions.
  public var keys: String

  public init(condition: Int32, keys: String) {
    self.condition = condition
    self.keys = keys
  }
}

/// A view of one record, as a test names it: `row["a"].title`.
public struct KeyedView: Equatable, Sendable {
  /// The path that the view has while there is a record of its key.
  public var path: String
}

/// What stands in the name of a pattern in place of a key.
public enum PatternName {
  /// As no key is written.
  public static let placeholder = "[*]"

  /// A key as a view's name has it: `["a"]`.
  package static func index(_ key: String) -> String { "[" + SourceText.literal(key) + "]" }

  /// The name of a pattern with keys in it, one for each place.
  package static func filled(_ name: String, with keys: some Sequence<String>) -> String {
    filled(name, withIndices: keys.map { index($0) })
  }

  /// The same, with keys that are written already.
  package static func filled(_ name: String, withIndices indices: [String]) -> String {
    filled(pieces(of: name), withIndices: indices)
  }

  /// What stands before, between and behind the places of keys in a name. The places stand one behind the other at the
  /// end of the name's letters; the number of a `for` may stand before, between and behind them.
  package static func pieces(of name: String) -> [String] {
    let (mark, letters) = (Array(placeholder.utf8), Array(name.utf8))
    var pieces: [String] = []
    var (start, place) = (0, 0)
    while place < letters.count {
      guard letters[place...].starts(with: mark) else {
        place += 1
        continue
      }
      pieces.append(String(decoding: letters[start..<place], as: UTF8.self))
      place += mark.count
      start = place
    }
    return pieces + [String(decoding: letters[start...], as: UTF8.self)]
  }

  /// A name in pieces, with keys between them; where there are too few keys, the last places stay as they are.
  package static func filled(_ pieces: [String], withIndices indices: [String]) -> String {
    var name = ""
    name.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count } + indices.reduce(0) { $0 + $1.utf8.count })
    for place in pieces.indices {
      if place > 0 { name += place <= indices.count ? indices[place - 1] : placeholder }
      name += pieces[place]
    }
    return name
  }
}

extension Record {
  /// The record as it is set, by the names of its fields.
  public func settable(_ type: RecordType) -> SettableRecord {
    SettableRecord(
      zip(type.fields, values).map { field, value in
        let settable: SettableValue =
          switch value {
          case .number(let number): .number(number)
          case .text(let text): .text(text)
          case .flag(let isOn): .truth(isOn)
          case .colour(let colour): .text(VariableValue.colour(colour).written)
          case .duration(let milliseconds): .text(VariableValue.duration(milliseconds).written)
          }
        return (field.name, settable)
      })
  }
}
