/// A list of records with a name: what a layout begins with, and what a scene changes.
///
/// ```swift
/// let messages = Records("messages", [Message(id: "a", from: "Ada", unread: true)])
/// let inbox = Layout("inbox") {
///   List("rows") { ForEach(messages) { message in Label("row")(.text(message.from)) } }
/// }
/// ```
///
/// In a file it is `var messages: list(id: text, …) = [ … ]`. Which records a scene shows is the scene's: the value
/// says what they are at first, and `scene.insert(…, into: messages)` changes nothing of it.
public struct Records<Record: LayoutRecord>: Sendable {
  let list: RecordList
  let fields: [RecordField<Record>]

  /// A list of which views go by a text.
  ///
  /// - Parameters:
  ///   - name: a letter or `_`, then letters, digits and `_`.
  ///   - records: those at first; no two have one key.
  ///   - key: tells records apart: a view is the same view as long as its record's key is.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(
    _ name: String, _ records: [Record] = [], by key: KeyPath<Record, String> & Sendable, file: String = #fileID,
    line: UInt = #line
  ) {
    self.init(name, records, RecordField("id", key), Site(file, line))
  }

  /// A list of which views go by a whole number.
  ///
  /// - Parameters:
  ///   - name: a letter or `_`, then letters, digits and `_`.
  ///   - records: those at first; no two have one key.
  ///   - key: tells records apart: a view is the same view as long as its record's key is.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public init(
    _ name: String, _ records: [Record] = [], by key: KeyPath<Record, Int> & Sendable, file: String = #fileID,
    line: UInt = #line
  ) {
    self.init(name, records, RecordField("id", key), Site(file, line))
  }

  private init(_ name: String, _ records: [Record], _ key: RecordField<Record>, _ site: Site) {
    let known = Record.fields
    var key = key
    // A field of that name is something else.
    while known.contains(where: { $0.name == key.name }) { key.name += "_" }
    fields = known.contains { $0.path == key.path } ? known : [key] + known
    list = RecordList(
      name: name, fields: fields.map { ($0.name, $0.type) }, key: fields.firstIndex { $0.path == key.path } ?? 0,
      records: records.map { [fields] record in fields.map { $0.read(record) } }, site: site)
  }

  func values(of record: Record) -> [RecordValue] { fields.map { $0.read(record) } }
}

extension Records where Record: Identifiable, Record.ID == String {
  /// A list of which views go by the identity of its records.
  public init(_ name: String, _ records: [Record] = [], file: String = #fileID, line: UInt = #line) {
    self.init(name, records, by: \.id, file: file, line: line)
  }
}

extension Records where Record: Identifiable, Record.ID == Int {
  /// A list of which views go by the identity of its records.
  public init(_ name: String, _ records: [Record] = [], file: String = #fileID, line: UInt = #line) {
    self.init(name, records, by: \.id, file: file, line: line)
  }
}

/// A list as layouts have it, whatever the type of the program is. Its identity tells lists of one name apart.
final class RecordList: Sendable {
  let name: String
  let fields: [(name: String, type: RecordValue.Kind)]
  /// Index of a field.
  let key: Int
  /// By field.
  let records: [[RecordValue]]
  let site: Site

  init(
    name: String, fields: [(name: String, type: RecordValue.Kind)], key: Int, records: [[RecordValue]], site: Site
  ) {
    (self.name, self.fields, self.key, self.records, self.site) = (name, fields, key, records, site)
  }

  /// The records that a layout can have, and what is wrong with the others.
  func checked() -> (records: [[RecordValue]], complaints: [WrittenComplaint]) {
    var known: Set<String> = []
    var complaints: [WrittenComplaint] = []
    let right = records.filter { record in
      for value in record {
        switch value {
        case .number(let number) where !number.isWritable: complaints.append(.notANumber(number, at: site))
        case .colour(let colour) where !colour.isColour:
          complaints.append(
            WrittenComplaint(.wrongType, message: "'\(colour.digits)' is no colour, like 'ff8800'", site: site))
        default: continue
        }
        return false
      }
      if known.insert(record[key].key).inserted { return true }
      complaints.append(
        WrittenComplaint(
          .duplicateValue,
          message:
            "another record of '\(name)' has '\(record[key].key)' as its '\(fields[key].name)', by which views go",
          site: site))
      return false
    }
    return (right, complaints)
  }
}
