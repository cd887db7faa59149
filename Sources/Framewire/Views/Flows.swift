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
public struct HFlow: View {
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
    _ name: String? = nil, gap: Double = 0, lineGap: Double? = nil, inset: Insets = 0, items: RowItems = .fill,
    justify: Packing = .leading, lines: Packing = .leading, file: String = #fileID, line: UInt = #line,
    @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    let settings = Block.packed(
      gap: gap, lineGap: lineGap, inset: inset, items: items.rawValue, justify: justify, lines: lines, site)
    node = Node(.hflow, name, own: settings.adding(body()), site)
  }
}

/// Views one after the other, from top to bottom, that go on in lines beside each other.
///
/// ```swift
/// VFlow("index", gap: 4, lineGap: 24) { names }.height(300)
/// ```
public struct VFlow: View {
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
    _ name: String? = nil, gap: Double = 0, lineGap: Double? = nil, inset: Insets = 0, items: ColumnItems = .fill,
    justify: Packing = .leading, lines: Packing = .leading, file: String = #fileID, line: UInt = #line,
    @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    let settings = Block.packed(
      gap: gap, lineGap: lineGap, inset: inset, items: items.rawValue, justify: justify, lines: lines, site)
    node = Node(.vflow, name, own: settings.adding(body()), site)
  }
}

/// One column or row of a grid.
public enum GridTrack: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case points(Double)
  /// So many parts of what the others leave.
  case share(Double)
  /// As large as what is in it.
  case auto

  public init(floatLiteral value: Double) { self = .points(value) }
  public init(integerLiteral value: Int) { self = .points(Double(value)) }

  fileprivate var text: String {
    switch self {
    case .points(let points): "\(points)"
    case .share(let share): "\(share)*"
    case .auto: "auto"
    }
  }
}

/// The columns or rows of a grid: `3`, `.atLeast(160)`, `.each(80, .share(1), .auto)`.
public struct GridTracks: Sendable, ExpressibleByIntegerLiteral {
  let text: String

  /// So many, equally large.
  public static func equal(_ count: Int) -> GridTracks { GridTracks(text: "\(count)") }
  /// As many equal ones as have room, each at least so large.
  public static func atLeast(_ points: Double) -> GridTracks { GridTracks(text: "min \(points)") }
  /// Each by itself.
  public static func each(_ tracks: GridTrack...) -> GridTracks {
    let list = tracks.map(\.text).joined(separator: ", ")
    if tracks.count == 1, case .points = tracks[0] { return GridTracks(text: "(\(list))") }
    return GridTracks(text: list)
  }

  public init(integerLiteral value: Int) { self = .equal(value) }
  private init(text: String) { self.text = text }
}

/// Views in columns and rows, in reading order.
///
/// ```swift
/// Grid("cards", columns: .atLeast(160), gap: 16) { first.span(columns: 2); second; third }
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
  ///   - justify: where the columns stand in the grid.
  ///   - lines: where the rows stand in it.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, columns: GridTracks, rows: GridTracks? = nil, gap: Double = 0, rowGap: Double? = nil,
    inset: Insets = 0, items: RowItems = .fill, justify: Packing = .leading, lines: Packing = .leading,
    file: String = #fileID, line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    var tracks = [Statement(.clause(.columns(columns)), site)]
    if let rows { tracks.append(Statement(.clause(.rows(rows)), site)) }
    let settings = Block.packed(
      gap: gap, lineGap: rowGap, inset: inset, items: items.rawValue, justify: justify, lines: lines, site)
    node = Node(.grid, name, own: Block(tracks).adding(settings).adding(body()), site)
  }
}

/// What flows and grids say, and the views in them. In a branch these hold while it does.
extension Clause {
  /// How large the columns of a grid are.
  public static func columns(_ tracks: GridTracks) -> Clause { Clause(.word("columns", tracks.text)) }
  /// How large the rows of a grid are.
  public static func rows(_ tracks: GridTracks) -> Clause { Clause(.word("rows", tracks.text)) }
  /// Where what is left of a line goes, or where the columns of a grid stand.
  public static func justify(_ packing: Packing) -> Clause { Clause(.word("justify", packing.rawValue)) }
  /// Where the lines of a flow stand in it, or the rows of a grid.
  public static func lines(_ packing: Packing) -> Clause { Clause(.word("lines", packing.rawValue)) }
  /// How the view alone stands across its column.
  public static func alone(_ items: ColumnItems) -> Clause { Clause(.word("self", items.rawValue)) }
  /// How the view alone stands across its row or line.
  public static func aloneInRow(_ items: RowItems) -> Clause { Clause(.word("self", items.rawValue)) }
  /// Over how many columns and rows of its grid the view goes.
  public static func span(columns: Int = 1, rows: Int = 1) -> Clause { Clause(.word("span", "\(columns), \(rows)")) }
  /// The column and row of its grid in which the view begins, from 0.
  public static func cell(column: Int, row: Int) -> Clause { Clause(.word("cell", "\(column), \(row)")) }
}

extension Block {
  /// What a flow or grid says of itself beyond what all of them do.
  fileprivate static func packed(
    gap: Double, lineGap: Double?, inset: Insets, items: String, justify: Packing, lines: Packing, _ site: Site
  ) -> Block {
    var clauses: [Clause] = []
    if let lineGap {
      clauses.append(Clause(.word("gap", "\(gap), \(lineGap)")))
    } else if gap != 0 {
      clauses.append(.gap(gap))
    }
    if inset != 0 { clauses.append(.inset(inset)) }
    if items != "fill" { clauses.append(Clause(.word("items", items))) }
    if justify != .leading { clauses.append(.justify(justify)) }
    if lines != .leading { clauses.append(.lines(lines)) }
    return Block(clauses.map { Statement(.clause($0), site) })
  }
}
