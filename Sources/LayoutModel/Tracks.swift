/// Where the room goes that things in a row leave: views along the line of a flow, columns and rows of a grid
/// (`justify`, `lines`).
public enum Packing: String, Sendable, CaseIterable {
  case leading, center, trailing
  /// They take it themselves, in equal parts.
  case fill
  /// Between them; between them and half as much at the ends; between them and at the ends alike.
  case spaceBetween, spaceAround, spaceEvenly
}

/// How large a column or row of a grid is.
public enum TrackSize: Equatable, Sendable {
  case length(Quantity)
  /// `2*`: two parts of what the others leave, but no less than what stands in it.
  case share(Double)
  /// `auto`: as large as what stands in it.
  case automatic
}

/// `columns` or `rows` of a grid.
public enum TrackList: Equatable, Sendable {
  /// So many, all of the same size.
  case equal(Int32)
  /// Each as it is written.
  case each([TrackSize])
  /// `min 280`: as many of the same size as have room, each at least so large.
  case atLeast(Quantity)

  /// The most columns or rows that a grid may name, or a view in it go over or skip (E2212, E2304). By feel: people
  /// have twelve; a year by weeks has 53.
  public static let most: Int32 = 100
  /// What each of them counts in a document's budget. A track has half as many unknowns as a view, so there may be
  /// twice as many of them.
  static let parts = 20
}

/// Two numbers about the columns and rows of a grid, each up to `TrackList.most`.
public struct GridNumbers: Equatable, Sendable {
  /// Of columns.
  public var columns: Int32
  /// Of rows.
  public var rows: Int32

  @inlinable public init(columns: Int32, rows: Int32) {
    self.columns = columns
    self.rows = rows
  }
}
