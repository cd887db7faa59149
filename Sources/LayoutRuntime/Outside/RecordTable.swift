import LayoutModel
import Settables

/// The records that the outside has set for a list, in their order.
///
/// Each has a rank, and the order is that of ranks. So what is written down of an insertion is one record, wherever it
/// goes, and losing one loses that alone.
struct RecordTable: Equatable, Sendable {
  /// The names of the fields, in the order of each record's values.
  private(set) var fields: [String]
  private(set) var keys: [String] = []
  private(set) var records: [Record] = []
  private(set) var ranks: [Int] = []
  /// About what it takes in memory.
  private(set) var byteCount = 0
  /// The type that the records are known to have; nil where nobody has looked.
  private var type: RecordType?

  /// Between the ranks of neighbours at first: as often as its binary logarithm a record goes in at one place before
  /// all are ranked anew.
  static let step = 1 << 24
  /// Ranks stay exact as JSON.
  private static let bounds = -(1 << 52)...(1 << 52)

  /// - Parameters:
  ///   - keys: one for each record, no two alike.
  ///   - type: of the records; nil: nobody has looked.
  init(fields: [String], keys: [String] = [], records: [Record] = [], of type: RecordType? = nil) {
    self.fields = fields
    self.type = type
    self.keys = keys
    self.records = records
    byteCount = zip(keys, records).reduce(0) { $0 + Self.bytes(of: $1.0, $1.1) }
    rankAnew()
  }

  private static func bytes(of key: String, _ record: Record) -> Int { 64 + key.utf8.count + record.byteCount }

  private mutating func rankAnew() { ranks = records.indices.map { $0 * Self.step } }

  /// Puts records in, in their order, so that the first stands at `index`.
  mutating func insert(_ newer: [(key: String, record: Record)], at index: Int) {
    if newer.isEmpty { return }
    keys.insert(contentsOf: newer.map(\.key), at: index)
    records.insert(contentsOf: newer.map(\.record), at: index)
    byteCount += newer.reduce(0) { $0 + Self.bytes(of: $1.key, $1.record) }
    let (before, after) = (index > 0 ? ranks[index - 1] : nil, index < ranks.count ? ranks[index] : nil)
    let count = newer.count
    let first: Int
    let step: Int
    switch (before, after) {
    case (nil, nil): (first, step) = (0, Self.step)
    case (let before?, nil): (first, step) = (before + Self.step, Self.step)
    case (nil, let after?): (first, step) = (after - Self.step * count, Self.step)
    case (let before?, let after?):
      step = (after - before) / (count + 1)
      first = before + step
    }
    guard step > 0, Self.bounds.contains(first), Self.bounds.contains(first + step * count) else { return rankAnew() }
    ranks.insert(contentsOf: (0..<count).map { first + $0 * step }, at: index)
  }

  /// Takes out the record at a place.
  @discardableResult mutating func remove(at index: Int) -> (key: String, record: Record) {
    let removed = (keys.remove(at: index), records.remove(at: index))
    ranks.remove(at: index)
    byteCount -= Self.bytes(of: removed.0, removed.1)
    return removed
  }

  /// Takes out all records whose places are not kept.
  mutating func keep(where isKept: (Int) -> Bool) {
    let places = records.indices.filter(isKept)
    if places.count == records.count { return }
    let rest = (places.map { keys[$0] }, places.map { records[$0] }, places.map { ranks[$0] })
    (keys, records, ranks) = rest
    byteCount = zip(keys, records).reduce(0) { $0 + Self.bytes(of: $1.0, $1.1) }
  }

  mutating func change(to record: Record, at index: Int) {
    byteCount += record.byteCount - records[index].byteCount
    records[index] = record
  }

  /// The records of a type; nil where they do not fit it any more.
  func records(of type: RecordType) -> [Record]? {
    if records.isEmpty || self.type == type { return records }
    if fields.elementsEqual(type.fields.lazy.map(\.name)) {
      return records.allSatisfy { $0.fits(type) } ? records : nil
    }
    let places = type.fields.map { field in fields.firstIndex(of: field.name) }
    guard places.allSatisfy({ $0 != nil }) else { return nil }
    let turned = records.map { record in Record(places.map { record.values[$0!] }) }
    return turned.allSatisfy { $0.fits(type) } ? turned : nil
  }

  /// The records as an edited list has them: values by the names of their fields. A field that is new, or of another
  /// type, has the value of the file's record with the same key, else an empty one.
  ///
  /// - Parameter key: the field by which views go.
  /// - Returns: also the fields that are empty in some record; nil where records have no key any more, or two the same.
  func reshaped(for list: ListDeclaration, key: Int) -> (table: RecordTable, empty: [RecordType.Field])? {
    let type = list.type
    var emptied: Set<Int> = []
    var reshaped = self.records(of: type) ?? []
    if reshaped.isEmpty, !records.isEmpty {
      let places = type.fields.map { field in fields.firstIndex(of: field.name) }
      guard let keyPlace = places[key] else { return nil }
      let declared = Dictionary(list.records.map { ($0.key(key), $0) }) { first, _ in first }
      for record in records {
        guard record.values.count == fields.count, record.values[keyPlace].fits(type.fields[key].type) else {
          return nil
        }
        let written = declared[record.key(keyPlace)]
        reshaped.append(
          Record(
            type.fields.indices.map { index in
              if let place = places[index], record.values[place].fits(type.fields[index].type) {
                return record.values[place]
              }
              if let written { return written.values[index] }
              emptied.insert(index)
              return type.fields[index].type.empty
            }))
      }
    }
    let (names, keys) = (type.fields.map(\.name), reshaped.map { $0.key(key) })
    guard Set(keys).count == keys.count else { return nil }
    if fields == names, self.keys == keys, records == reshaped { return (self, []) }
    return (
      RecordTable(fields: names, keys: keys, records: reshaped, of: type), emptied.sorted().map { type.fields[$0] }
    )
  }

  /// The fields of which an edited list has no place for values that were set, with how many records say something of
  /// each: they are gone, or of another type.
  func goneFields(in type: RecordType) -> [(name: String, records: Int)] {
    if self.type == type { return [] }
    return fields.enumerated().compactMap { place, name in
      let kept = type.index(of: name).map { type.fields[$0].type }
      let count = records.count { record in
        guard record.values.indices.contains(place), !record.values[place].isEmpty else { return false }
        return kept.map { !record.values[place].fits($0) } ?? true
      }
      return count > 0 ? (name, count) : nil
    }
  }

  /// All of the same but what is known of the type, which follows from the rest. Where there is no record, nothing has
  /// fields.
  static func == (left: RecordTable, right: RecordTable) -> Bool {
    (left.records.isEmpty || left.fields == right.fields) && left.ranks == right.ranks && left.keys == right.keys
      && left.records == right.records
  }

  // MARK: As a list of changes

  /// One record as it is written down; nil: it is not there any more.
  struct Entry: Equatable, Sendable {
    var rank: Int
    var record: Record
  }

  /// The records that differ from those of another table of the same fields, by key.
  func changes(since older: RecordTable) -> [(key: String, entry: Entry?)] {
    var changes: [(key: String, entry: Entry?)] = []
    // Nearly all stand in both, in the same order; what does not is looked for.
    var (place, former) = (0, 0)
    var missing: [String] = []
    var newer: [Int] = []
    while place < keys.count, former < older.keys.count {
      if ranks[place] == older.ranks[former], keys[place] == older.keys[former] {
        if records[place] != older.records[former] { newer.append(place) }
        place += 1
        former += 1
      } else if ranks[place] < older.ranks[former] {
        newer.append(place)
        place += 1
      } else {
        missing.append(older.keys[former])
        former += 1
      }
    }
    newer += place..<keys.count
    missing += older.keys[former...]
    let present = Set(newer.map { keys[$0] })
    for key in missing where !present.contains(key) { changes.append((key, nil)) }
    for place in newer { changes.append((keys[place], Entry(rank: ranks[place], record: records[place]))) }
    return changes
  }

  /// Takes over changes; the last one of a key counts.
  mutating func take(_ changes: [(key: String, entry: Entry?)]) {
    if changes.isEmpty { return }
    type = nil
    var entries: [String: Entry?] = [:]
    for change in changes { entries[change.key] = .some(change.entry) }
    var all = zip(keys, zip(ranks, records)).filter { entries[$0.0] == nil }.map {
      ($0.0, Entry(rank: $0.1.0, record: $0.1.1))
    }
    // A rank comes from a file, and a sum with it would be none any more.
    let (lowest, highest) = (Self.bounds.lowerBound, Self.bounds.upperBound)
    all += entries.compactMap { key, entry in
      entry.map { (key, Entry(rank: max(lowest, min(highest, $0.rank)), record: $0.record)) }
    }
    all.sort { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }
    keys = all.map(\.0)
    records = all.map(\.1.record)
    ranks = all.map(\.1.rank)
    byteCount = zip(keys, records).reduce(0) { $0 + Self.bytes(of: $1.0, $1.1) }
  }
}

extension FieldValue {
  /// A value as it is written down: a number, a text or a truth value; of the language's own types with their name.
  package init?(_ value: SettableValue) {
    switch value {
    case .number(let number) where number.isFinite: self = .number(number)
    case .text(let text): self = .text(text)
    case .truth(let isOn): self = .flag(isOn)
    case .typed:
      switch VariableValue(value) {
      case .colour(let colour): self = .colour(colour)
      case .duration(let milliseconds): self = .duration(milliseconds)
      default: return nil
      }
    default: return nil
    }
  }

  package var settable: SettableValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .flag(let isOn): .truth(isOn)
    case .colour(let colour): VariableValue.colour(colour).settable
    case .duration(let milliseconds): VariableValue.duration(milliseconds).settable
    }
  }

  /// Reads what somebody outside says for a field; nil for what is not of its type.
  init?(_ value: SettableValue, of type: FieldType) {
    switch (type, value) {
    case (.text, .text(let text)): self = .text(text)
    case (.number, .number(let number)) where number.isFinite, (.length, .number(let number)) where number.isFinite:
      self = .number(number)
    case (.flag, .truth(let isOn)): self = .flag(isOn)
    case (.colour, .text(let text)):
      guard case .colour(let colour)? = VariableValue.colour(0).reading(text) else { return nil }
      self = .colour(colour)
    case (.duration, .text(let text)):
      guard case .duration(let milliseconds)? = VariableValue.duration(0).reading(text) else { return nil }
      self = .duration(milliseconds)
    default: return nil
    }
  }
}
