internal import LayoutModel
internal import Settables

/// What a list of a layout is made of: a type of the program's, and which of its properties the layout may read.
///
/// ```swift
/// struct Message: LayoutRecord, Identifiable {
///   var id: String, from: String, unread: Bool
///   static let fields = [RecordField("from", \Message.from), RecordField("unread", \Message.unread)]
/// }
/// ```
public protocol LayoutRecord: Sendable {
  /// The properties that a layout reads, by the names that files and tools have for them. The key, by which views go,
  /// is one of them whether it stands here or not: as `id`, and as `id_` where another property has that name.
  static var fields: [RecordField<Self>] { get }
}

/// One property of a record, and what files and tools call it.
public struct RecordField<Record>: Sendable {
  var name: String
  let type: RecordValue.Kind
  let path: AnyKeyPath & Sendable
  let read: @Sendable (Record) -> RecordValue

  private init(
    _ name: String, _ type: RecordValue.Kind, _ path: AnyKeyPath & Sendable,
    _ read: @escaping @Sendable (Record) -> RecordValue
  ) {
    (self.name, self.type, self.path, self.read) = (name, type, path, read)
  }

  /// A text.
  public init(_ name: String, _ path: KeyPath<Record, String> & Sendable) {
    self.init(name, .text, path) { .text($0[keyPath: path]) }
  }
  /// A number, perhaps of points.
  public init(_ name: String, _ path: KeyPath<Record, Double> & Sendable) {
    self.init(name, .number, path) { .number($0[keyPath: path]) }
  }
  /// A whole number.
  public init(_ name: String, _ path: KeyPath<Record, Int> & Sendable) {
    self.init(name, .number, path) { .number(Double($0[keyPath: path])) }
  }
  /// What is so or not.
  public init(_ name: String, _ path: KeyPath<Record, Bool> & Sendable) {
    self.init(name, .flag, path) { .flag($0[keyPath: path]) }
  }
  /// A colour.
  public init(_ name: String, _ path: KeyPath<Record, Colour> & Sendable) {
    self.init(name, .colour, path) { .colour($0[keyPath: path]) }
  }
}

/// A colour of a record: `"ff8800"`, three, four, six or eight hexadecimal digits.
public struct Colour: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As given, without `#`.
  public let digits: String

  /// - Parameter digits: hexadecimal, perhaps behind `#`.
  public init(_ digits: String) { self.digits = String(digits.drop { $0 == "#" }) }
  public init(stringLiteral value: String) { self.init(value) }

  var isColour: Bool { VariableValue.bytes(ofColour: "#" + digits) != nil }
}

/// The value of a field.
enum RecordValue: Sendable {
  /// In the words of the layout language.
  enum Kind: String { case text, number, flag, colour }

  case text(String)
  case number(Double)
  case flag(Bool)
  case colour(Colour)

  /// As views go by it.
  var key: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.asWritten
    case .flag, .colour: preconditionFailure("views go by a text or a number")
    }
  }
}
