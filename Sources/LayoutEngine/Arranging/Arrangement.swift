/// Where the outside has put views that the file puts elsewhere.
///
/// It is state and not a list of calls. Each view says for itself where it stands: if its stack is gone after an edit,
/// that view alone falls back, and the order of calls makes no difference. `ViewForest` reads an arrangement against a
/// layout. From one tree it always writes the same arrangement.
public struct Arrangement: Equatable, Sendable {
  /// By view path, as the file has it: a view keeps its path wherever it stands.
  public var places: [String: ViewPlace]

  public init(places: [String: ViewPlace] = [:]) { self.places = places }

  /// Whether all views stand where the file puts them.
  public var isEmpty: Bool { places.isEmpty }
}

/// Where one view stands.
public enum ViewPlace: Equatable, Sendable {
  /// Nowhere: it and what is in it are in no tree and in no stack.
  case away
  /// In a stack or list: at `index` among its views, counted from 0, or, with `isLast`, behind all that the file puts
  /// there; `index` then says in which order several such views stand.
  case arranged(in: String, index: Int, isLast: Bool)
}
