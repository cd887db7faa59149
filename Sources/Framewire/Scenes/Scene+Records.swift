internal import LayoutRuntime
internal import Settables

/// The records that a scene shows. Everything is noted and happens in the next turn; what cannot be done is told there,
/// in `Turn.refused`.
extension Scene {
  /// Makes these the records of a list, in their order; nil: those of the layout. Views of keys that stay are the same.
  public mutating func replace<Record>(
    _ list: Records<Record>, with records: [Record]?
  ) throws(SceneError) {
    let all = records.map { records in SettableValue.records(records.map { list.settable($0) }) }
    note(.set(.variable, of: try known(list), to: all))
  }

  /// Puts records into a list: at a place, from 0, or at the end.
  public mutating func insert<Record>(
    _ records: [Record], into list: Records<Record>, at index: Int? = nil
  ) throws(SceneError) {
    try change(list, .insert(records.map { list.settable($0) }, index.map { .index($0) }))
  }

  /// Puts records into a list, before the one with a key.
  public mutating func insert<Record>(
    _ records: [Record], into list: Records<Record>, before key: String
  ) throws(SceneError) {
    try change(list, .insert(records.map { list.settable($0) }, .before(key)))
  }

  /// Gives the record that has the key of this one what this one says.
  public mutating func change<Record>(_ record: Record, in list: Records<Record>) throws(SceneError) {
    try change(list, .change(key: list.values(of: record)[list.list.key].key, list.settable(record)))
  }

  /// Moves the records with these keys, in this order: to a place among the others, from 0, or to the end.
  public mutating func move<Record>(
    _ keys: [String], in list: Records<Record>, to index: Int? = nil
  ) throws(SceneError) {
    try change(list, .move(keys, index.map { .index($0) }))
  }

  /// Moves the records with these keys, in this order, before the one with a key.
  public mutating func move<Record>(
    _ keys: [String], in list: Records<Record>, before key: String
  ) throws(SceneError) {
    try change(list, .move(keys, .before(key)))
  }

  /// Takes the records with these keys out of a list.
  public mutating func delete<Record>(_ keys: [String], from list: Records<Record>) throws(SceneError) {
    try change(list, .delete(keys))
  }

  private mutating func change<Record>(_ list: Records<Record>, _ change: RecordChange) throws(SceneError) {
    note(.records(list: try known(list), change))
  }

  private func known<Record>(_ list: Records<Record>) throws(SceneError) -> String {
    let known = content.resolved.lists.map(\.name)
    guard known.contains(list.list.name) else { throw .unknown(.list, list.list.name, in: known) }
    return list.list.name
  }
}

extension Records {
  fileprivate func settable(_ record: Record) -> SettableRecord {
    SettableRecord(
      zip(list.fields, values(of: record)).map { field, value in
        switch value {
        case .text(let text): (field.name, .text(text))
        case .number(let number): (field.name, .number(number))
        case .flag(let isOn): (field.name, .truth(isOn))
        case .colour(let colour): (field.name, .text("#" + colour.digits))
        }
      })
  }
}
