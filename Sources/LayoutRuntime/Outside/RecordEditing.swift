import LayoutModel
import LayoutSyntax
import Settables

/// The records of one list while a call changes them.
struct RecordEditing {
  private(set) var table: RecordTable
  private let list: ListDeclaration
  private let key: Int
  /// The place of each key; nil after records came or went, until somebody asks.
  private var places: [String: Int]?
  /// How often somebody has asked for the place of a key.
  private var lookups = 0
  /// To look through all keys so often costs less than a table of them. By feel.
  private static let fewLookups = 4
  /// Records that were looked at so far.
  private(set) var steps = 0

  /// What is wrong, as a whole sentence.
  struct Objection: Error {
    var words: String

    init(_ words: String) { self.words = words }
  }

  /// - Parameter records: those that the list has now.
  init(_ list: ListDeclaration, _ key: Int, _ table: RecordTable?, _ records: [Record]) {
    self.list = list
    self.key = key
    let names = list.type.fields.map(\.name)
    if let table, table.fields == names {
      self.table = table
    } else {
      self.table = RecordTable(fields: names, keys: records.map { $0.key(key) }, records: records, of: list.type)
    }
  }

  /// Puts other records in the place of all.
  mutating func replace(with records: [SettableRecord]) throws(Objection) {
    try checkCount(records.count)
    var keys: [String] = []
    var read: [Record] = []
    var known: [String: Int] = [:]
    for (index, record) in records.enumerated() {
      let record = try self.record(record, at: "\(list.name)[\(index)]")
      let key = try key(of: record, at: "\(list.name)[\(index)]")
      if let first = known[key] { throw Objection(twice(key, at: "\(list.name)[\(index)]", first)) }
      known[key] = index
      keys.append(key)
      read.append(record)
    }
    steps += records.count
    table = RecordTable(fields: table.fields, keys: keys, records: read, of: list.type)
    places = nil
  }

  mutating func perform(_ change: RecordChange) throws(Objection) {
    switch change {
    case .insert(let records, let place):
      try checkCount(table.records.count + records.count)
      var newer: [(key: String, record: Record)] = []
      var known: [String: Int] = [:]
      for (index, record) in records.enumerated() {
        let path = records.count == 1 ? "value" : "value[\(index)]"
        let record = try self.record(record, at: path)
        let key = try key(of: record, at: path)
        if let first = known[key] { throw Objection(twice(key, at: path, first)) }
        if self.place(of: key) != nil {
          throw Objection(
            "\(path).\(keyName): '\(list.name)' has a record '\(key)' already; change gives it other values")
        }
        known[key] = index
        newer.append((key, record))
      }
      let index = try self.index(place, leavingOut: [])
      table.insert(newer, at: index)
      steps += newer.count
      places = nil
    case .change(let key, let record):
      let index = try placeKnown(of: key)
      let newer = try values(record, at: "value")
      let changed = Record(zip(table.records[index].values, newer).map { $1 ?? $0 })
      guard changed.key(self.key) == key else {
        throw Objection("value.\(keyName): a record keeps its key; to replace it, delete it and insert another")
      }
      table.change(to: changed, at: index)
    case .move(let keys, let place):
      var moving: Set<Int> = []
      var moved: [(key: String, record: Record)] = []
      for key in keys {
        let index = try placeKnown(of: key)
        guard moving.insert(index).inserted else { throw Objection("'\(key)' is named twice") }
        moved.append((key, table.records[index]))
      }
      let index = try self.index(place, leavingOut: moving)
      table.keep { !moving.contains($0) }
      table.insert(moved, at: index)
      steps += table.records.count
      places = nil
    case .delete(let keys):
      var going: Set<Int> = []
      for key in keys { going.insert(try placeKnown(of: key)) }
      table.keep { !going.contains($0) }
      steps += table.records.count
      places = nil
    }
  }

  private var keyName: String { list.type.fields[key].name }

  private func checkCount(_ count: Int) throws(Objection) {
    if count <= ModelLimits.records { return }
    throw Objection("'\(list.name)' would have \(count) records, and a list has at most \(ModelLimits.records)")
  }

  private func key(of record: Record, at path: String) throws(Objection) -> String {
    let key = record.key(self.key)
    guard key.utf8.count <= ModelLimits.key else {
      throw Objection("\(path).\(keyName): the key of a record has at most \(ModelLimits.key) bytes")
    }
    return key
  }

  private func twice(_ key: String, at path: String, _ first: Int) -> String {
    let name = path.prefix { $0 != "[" }
    return "\(path).\(keyName): \(name)[\(first)] has the key '\(key)' already"
  }

  // MARK: Places

  private mutating func place(of key: String) -> Int? {
    lookups += 1
    if places == nil, lookups <= Self.fewLookups {
      steps += table.keys.count
      return table.keys.firstIndex(of: key)
    }
    if places == nil {
      places = Dictionary(table.keys.enumerated().map { ($1, $0) }) { first, _ in first }
      steps += table.keys.count
    }
    steps += 1
    return places![key]
  }

  private mutating func placeKnown(of key: String) throws(Objection) -> Int {
    if let place = place(of: key) { return place }
    let near = nearestName(to: key, in: table.keys.prefix(ModelLimits.candidates))
    throw Objection("'\(list.name)' has no record '\(key)'\(didYouMean(near))")
  }

  /// Where the first record goes among those that are not left out.
  private mutating func index(_ place: RecordPlace?, leavingOut moving: Set<Int>) throws(Objection) -> Int {
    let rest = table.records.count - moving.count
    switch place {
    case nil: return rest
    case .index(let index):
      if index < 0 { throw Objection("a place counts from 0") }
      guard index <= rest else {
        throw Objection("place \(index) is behind the end: places in '\(list.name)' go from 0 to \(rest)")
      }
      return index
    case .before(let key):
      let place = try placeKnown(of: key)
      if moving.contains(place) { throw Objection("'\(key)' cannot go before itself") }
      return place - moving.count { $0 < place }
    }
  }

  // MARK: Values

  private func record(_ record: SettableRecord, at path: String) throws(Objection) -> Record {
    let values = try values(record, at: path)
    if let missing = values.firstIndex(where: { $0 == nil }) {
      let field = list.type.fields[missing]
      throw Objection("\(path).\(field.name): it is missing; it must be \(field.type.noun)")
    }
    return Record(values.map { $0! })
  }

  /// The values that somebody says, by field; nil for a field that is left out.
  private func values(_ record: SettableRecord, at path: String) throws(Objection) -> [FieldValue?] {
    var values = [FieldValue?](repeating: nil, count: list.type.fields.count)
    for field in record.fields {
      if field.name.isEmpty { throw Objection("\(path): a record is an object with the fields of '\(list.name)'") }
      let (place, value) = try self.value(field, at: path)
      if values[place] != nil { throw Objection("\(path).\(field.name): it stands twice") }
      values[place] = value
    }
    return values
  }

  private func value(_ field: SettableRecord.Field, at path: String) throws(Objection) -> (Int, FieldValue) {
    guard let place = list.type.index(of: field.name) else {
      let known = list.type.fields.map(\.name)
      let near = nearNames(to: field.name, in: known).first
      let hint = near.map { didYouMean($0) } ?? "; they have \(known.joined(separator: ", "))"
      throw Objection("\(path).\(field.name): the records of '\(list.name)' have no such field\(hint)")
    }
    let type = list.type.fields[place].type
    guard let value = FieldValue(field.value, of: type) else {
      throw Objection("\(path).\(field.name): it must be \(type.noun), not \(field.value.shown)")
    }
    return (place, value)
  }
}

extension SettableValue {
  /// As a message shows what is wrong.
  fileprivate var shown: String {
    switch self {
    case .number(let number): number.asWritten
    case .text(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
    case .truth(let isOn): "\(isOn)"
    case .numbers: "a list"
    case .records: "a list"
    case .typed(let type, _): type
    }
  }
}
