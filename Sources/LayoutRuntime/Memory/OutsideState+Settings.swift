import LayoutEngine
import LayoutModel
import Settables

/// What is set in a scene as a list, to be written down: `older.keeping(newer.settings(since: older)) == newer`.
extension OutsideState {
  /// What turns `older` into this state, in a fixed order.
  func settings(since older: OutsideState) -> [SceneSetting] {
    var settings: [SceneSetting] = []
    for slot in slots(with: older) {
      for (name, kept) in self[slot].changes(since: older[slot]) {
        settings.append(.kept(slot, of: name, kept?.value, written: kept?.written))
      }
    }
    let places = arrangement.places
    for view in changed(from: older.arrangement.places, to: places) {
      settings.append(.place(view: view, places[view]))
    }
    if !records.isEmpty || !older.records.isEmpty { settings += recordSettings(since: older) }
    return settings
  }

  private func recordSettings(since older: OutsideState) -> [SceneSetting] {
    var settings: [SceneSetting] = []
    for name in Set(records.keys).union(older.records.keys).sorted() where records[name] != older.records[name] {
      guard let table = records[name] else {
        settings.append(.list(name, isSet: false))
        continue
      }
      var former = older.records[name]
      if former?.fields != table.fields {
        if former != nil { settings.append(.list(name, isSet: false)) }
        settings.append(.list(name, isSet: true))
        former = RecordTable(fields: table.fields)
      }
      for (key, entry) in table.changes(since: former!) {
        settings.append(
          .record(list: name, key: key, rank: entry?.rank ?? 0, entry.map { $0.record.written(table.fields) }))
      }
    }
    return settings
  }

  /// This state with what a list sets or takes back.
  func keeping(_ settings: [SceneSetting]) -> OutsideState {
    var result = self
    // In one go: what places take is counted anew with each change of the arrangement.
    var arrangement = arrangement
    var changes: [String: [(key: String, rank: Int, record: SettableRecord?)]] = [:]
    for setting in settings {
      switch setting {
      case .kept(let slot, let subject, let value, let written):
        result[slot, of: subject] = value.map { Kept(value: $0, written: written) }
      case .place(let view, let place): arrangement.places[view] = place
      case .list(let name, let isSet):
        result.take(&changes)
        if !isSet { result.records[name] = nil } else if result.records[name] == nil { changes[name] = [] }
      case .record(let list, let key, let rank, let record):
        changes[list, default: []].append((key, rank, record))
      }
    }
    result.take(&changes)
    if arrangement != result.arrangement { result.arrangement = arrangement }
    return result
  }

  /// Takes over what is written down of records. One that does not have the fields of the others is left out.
  private mutating func take(_ changes: inout [String: [(key: String, rank: Int, record: SettableRecord?)]]) {
    for (name, list) in changes {
      let fields = list.lazy.compactMap { $0.record?.fields.map(\.name) }.first
      var table = records[name] ?? RecordTable(fields: fields ?? [])
      if table.records.isEmpty, let fields { table = RecordTable(fields: fields) }
      table.take(
        list.compactMap { change in
          guard let record = change.record else { return (change.key, nil) }
          let values = record.fields.compactMap { FieldValue($0.value) }
          guard record.fields.map(\.name) == table.fields, values.count == table.fields.count else { return nil }
          return (change.key, RecordTable.Entry(rank: change.rank, record: Record(values)))
        })
      records[name] = table
    }
    changes = [:]
  }

  /// The keys that have another value or none any more, sorted.
  private func changed<Value: Equatable>(from old: [String: Value], to new: [String: Value]) -> [String] {
    // Nearly always one of many is set: only what differs is sorted.
    if old == new { return [] }
    return (new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }).sorted()
  }
}

extension Record {
  /// As it is written down: with the names of its fields, values with their types.
  fileprivate func written(_ fields: [String]) -> SettableRecord {
    SettableRecord(zip(fields, values).map { ($0, $1.settable) })
  }
}
