/// What the outside does to the records of a list, all names and values checked.
public enum RecordChange: Equatable, Sendable {
  /// Puts records in, in their order, at a place or at the end.
  case insert([SettableRecord], RecordPlace?)
  /// Gives fields of the record with this key other values.
  case change(key: String, SettableRecord)
  /// Puts the records with these keys elsewhere, in this order.
  case move([String], RecordPlace?)
  /// Takes the records with these keys out.
  case delete([String])
}

/// Where records go.
public enum RecordPlace: Equatable, Sendable {
  /// So that the first has this place, counted from 0 among the others.
  case index(Int)
  /// Before the record with this key.
  case before(String)
}
