internal import LayoutModel

/// Where the room goes that views leave in their line, or columns, rows and lines in their grid or flow.
public enum Packing: String, Sendable {
  case leading, center, trailing
  /// They take it themselves, in equal parts.
  case fill
  /// Between them; between them and half as much at the ends; between them and at the ends alike.
  case spaceBetween, spaceAround, spaceEvenly
}

/// Views one after the other, from leading to trailing, that go on in lines below each other.
///
/// ```swift
/// HFlow("tags", gap: 8, lineGap: 12) { all; harbours; bridges }
/// ```
public typealias HFlow = Flow<RowItems>

/// Views one after the other, from top to bottom, that go on in lines beside each other.
///
/// ```swift
/// VFlow("index", gap: 4, lineGap: 24) { a; b; c }(.height(300))
/// ```
public typealias VFlow = Flow<ColumnItems>

/// Views in lines, each of as many as have room in it: an `HFlow` or a `VFlow`.
public struct Flow<Items: LineItems>: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - gap: points between neighbours.
  ///   - lineGap: points between lines; nil: as many.
  ///   - inset: padding around them.
  ///   - items: how they stand across their line.
  ///   - justify: where what is left of a line goes.
  ///   - lines: where the lines stand in the flow.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, gap: Double = 0, lineGap: Double? = nil, inset: Insets = 0, items: Items = .fill,
    justify: Packing = .leading, lines: Packing = .leading, file: String = #fileID, line: UInt = #line,
    @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    let settings = Clause.packed(
      gap: gap, lineGap: lineGap, inset: inset, items: items, justify: justify, lines: lines)
    node = Node(Items.isColumn ? .vflow : .hflow, name, own: Block(settings, site).adding(body()), site)
  }
}

/// One column or row of a grid.
public enum GridTrack: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case points(Double)
  /// So many parts of what the others leave.
  case share(Double)
  /// As large as what is in it.
  case auto

  /// So many points.
  public init(floatLiteral value: Double) { self = .points(value) }
  /// So many points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }
}

/// The columns or rows of a grid: `3`, `.atLeast(160)`, `.each(80, .share(1), .auto)`.
public struct GridTracks: Sendable, ExpressibleByIntegerLiteral {
  enum Form: Sendable {
    case equal(Int)
    case atLeast(Double)
    case each([GridTrack])
  }

  let form: Form

  /// So many, equally large: 1 to 100.
  public static func equal(_ count: Int) -> GridTracks { GridTracks(form: .equal(count)) }
  /// As many equal ones as have room, each at least so many points large.
  public static func atLeast(_ points: Double) -> GridTracks { GridTracks(form: .atLeast(points)) }
  /// Each by itself, at most 100.
  public static func each(_ first: GridTrack, _ more: GridTrack...) -> GridTracks {
    GridTracks(form: .each([first] + more))
  }

  /// So many, equally large.
  public init(integerLiteral value: Int) { self = .equal(value) }
  private init(form: Form) { self.form = form }
}

/// Views in columns and rows, in reading order.
///
/// ```swift
/// Grid("cards", columns: .atLeast(160), gap: 16) { first(.span(columns: 2)); second; third }
/// ```
public struct Grid: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - columns: how large they are.
  ///   - rows: how large the first rows are; the others, or all, are as high as their highest views.
  ///   - gap: points between columns.
  ///   - rowGap: points between rows; nil: as many.
  ///   - inset: padding around them.
  ///   - items: how views stand in their row.
  ///   - columnItems: how they stand across their columns.
  ///   - justify: where the columns stand in the grid.
  ///   - lines: where the rows stand in it.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, columns: GridTracks, rows: GridTracks? = nil, gap: Double = 0, rowGap: Double? = nil,
    inset: Insets = 0, items: RowItems = .fill, columnItems: ColumnItems = .fill, justify: Packing = .leading,
    lines: Packing = .leading, file: String = #fileID, line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    var tracks: [Clause] = [.columns(columns)]
    if let rows { tracks.append(.rows(rows)) }
    if columnItems != .fill { tracks.append(.columnItems(columnItems)) }
    let settings = Clause.packed(
      gap: gap, lineGap: rowGap, inset: inset, items: items, justify: justify, lines: lines)
    node = Node(.grid, name, own: Block(tracks + settings, site).adding(body()), site)
  }
}

/// What flows and grids say, and the views in them. In a branch these hold while it does.
extension Clause {
  /// Points between the views of a line or the columns of a grid, and between its lines or rows.
  public static func gap(_ gap: Double, lines: Double) -> Clause { Clause(.gap(gap, lines: lines)) }
  /// How large the columns of a grid are.
  public static func columns(_ tracks: GridTracks) -> Clause { Clause(.columns(tracks)) }
  /// How large the rows of a grid are.
  public static func rows(_ tracks: GridTracks) -> Clause { Clause(.rows(tracks)) }
  /// Where what is left of a line goes, or where the columns of a grid stand.
  public static func justify(_ packing: Packing) -> Clause { Clause(.justify(packing)) }
  /// Where the lines of a flow stand in it, or the rows of a grid.
  public static func lines(_ packing: Packing) -> Clause { Clause(.lines(packing)) }
  /// How the view alone stands across its column; in a grid, across its columns.
  public static func alone(_ items: ColumnItems) -> Clause { Clause(.alone(items)) }
  /// How the view alone stands across its row or line.
  public static func aloneInRow(_ items: RowItems) -> Clause { Clause(.aloneInRow(items)) }
  /// How the views of a grid stand across their columns.
  public static func columnItems(_ items: ColumnItems) -> Clause { Clause(.columnItems(items)) }
  /// Over how many columns and rows of its grid the view goes.
  public static func span(columns: Int = 1, rows: Int = 1) -> Clause { Clause(.span(columns, rows)) }
  /// The column and row of its grid in which the view begins, from 0.
  public static func cell(column: Int, row: Int) -> Clause { Clause(.cell(column, row)) }

  /// What a flow or grid says of itself beyond what all of them do.
  fileprivate static func packed<Items: LineItems>(
    gap: Double, lineGap: Double?, inset: Insets, items: Items, justify: Packing, lines: Packing
  ) -> [Clause] {
    var clauses: [Clause] = []
    if gap != 0 || lineGap != nil { clauses.append(Clause(.gap(gap, lines: lineGap))) }
    if inset != 0 { clauses.append(.inset(inset)) }
    if items.rawValue != Items.fill.rawValue { clauses.append(Clause(.items(items.rawValue))) }
    if justify != .leading { clauses.append(.justify(justify)) }
    if lines != .leading { clauses.append(.lines(lines)) }
    return clauses
  }
}
