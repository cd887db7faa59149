/// One of nine points of a rectangle.
public enum PointOfView: String, Sendable {
  case topLeading = "top.leading"
  case topCenter = "top.center"
  case topTrailing = "top.trailing"
  case leadingCenter = "leading.center"
  case center
  case trailingCenter = "trailing.center"
  case bottomLeading = "bottom.leading"
  case bottomCenter = "bottom.center"
  case bottomTrailing = "bottom.trailing"
}

/// How a view stands along one axis, in the words of the layout language.
enum Mode: Sendable {
  case fill(Area?)
  case center(Area?, between: Area?)
  case edge(String, Area?)
  case overflow(String)
  case attach(String?)
  case none
}

/// How a view stands along x.
public struct XMode: Sendable {
  let mode: Mode

  /// From edge to edge of what it stands in.
  public static var fill: XMode { XMode(mode: .fill(nil)) }
  /// In the middle, and no wider than what it stands in.
  public static var center: XMode { XMode(mode: .center(nil, between: nil)) }
  /// At the leading edge, and no wider than what it stands in.
  public static var leading: XMode { XMode(mode: .edge("leading", nil)) }
  /// At the trailing edge, and no wider than what it stands in.
  public static var trailing: XMode { XMode(mode: .edge("trailing", nil)) }
  /// At the left edge, and no wider than what it stands in.
  public static var left: XMode { XMode(mode: .edge("left", nil)) }
  /// At the right edge, and no wider than what it stands in.
  public static var right: XMode { XMode(mode: .edge("right", nil)) }
  /// As its neighbour stands: beside `.below` and `.dock` alone.
  public static var attach: XMode { XMode(mode: .attach(nil)) }
  /// Nothing is said of the axis.
  public static var none: XMode { XMode(mode: .none) }

  /// From edge to edge of an area.
  public static func fill(_ area: Area) -> XMode { XMode(mode: .fill(area)) }
  /// In the middle of an area, within the bounds of another one.
  public static func center(in area: Area, between bounds: Area? = nil) -> XMode {
    XMode(mode: .center(area, between: bounds))
  }
  /// At the leading edge of an area.
  public static func leading(in area: Area) -> XMode { XMode(mode: .edge("leading", area)) }
  /// At the trailing edge of an area.
  public static func trailing(in area: Area) -> XMode { XMode(mode: .edge("trailing", area)) }
  /// At an edge or in the middle, as wide as it likes.
  public static func overflow(_ line: XLine) -> XMode { XMode(mode: .overflow(line.rawValue)) }
  /// At an edge or in the middle of its neighbour: beside `.below` and `.dock` alone.
  public static func attach(_ line: XLine) -> XMode { XMode(mode: .attach(line.rawValue)) }
  /// From edge to edge of its neighbour's margins.
  public static var attachMargins: XMode { XMode(mode: .attach("margins")) }
}

/// How a view stands along y.
public struct YMode: Sendable {
  let mode: Mode

  /// From edge to edge of what it stands in.
  public static var fill: YMode { YMode(mode: .fill(nil)) }
  /// In the middle, and no higher than what it stands in.
  public static var center: YMode { YMode(mode: .center(nil, between: nil)) }
  /// At the upper edge, and no higher than what it stands in.
  public static var top: YMode { YMode(mode: .edge("top", nil)) }
  /// At the lower edge, and no higher than what it stands in.
  public static var bottom: YMode { YMode(mode: .edge("bottom", nil)) }
  /// As its neighbour stands: beside `.after`, `.before` and `.dock` alone.
  public static var attach: YMode { YMode(mode: .attach(nil)) }
  /// Nothing is said of the axis.
  public static var none: YMode { YMode(mode: .none) }

  /// From edge to edge of an area.
  public static func fill(_ area: Area) -> YMode { YMode(mode: .fill(area)) }
  /// In the middle of an area, within the bounds of another one.
  public static func center(in area: Area, between bounds: Area? = nil) -> YMode {
    YMode(mode: .center(area, between: bounds))
  }
  /// At the upper edge of an area.
  public static func top(in area: Area) -> YMode { YMode(mode: .edge("top", area)) }
  /// At the lower edge of an area.
  public static func bottom(in area: Area) -> YMode { YMode(mode: .edge("bottom", area)) }
  /// At an edge or in the middle, as high as it likes.
  public static func overflow(_ line: YLine) -> YMode { YMode(mode: .overflow(line.rawValue)) }
  /// At an edge or in the middle of its neighbour: beside `.after`, `.before` and `.dock` alone.
  public static func attach(_ line: YLine) -> YMode { YMode(mode: .attach(line.rawValue)) }
  /// From edge to edge of its neighbour's margins.
  public static var attachMargins: YMode { YMode(mode: .attach("margins")) }
}

/// A line of a rectangle along which x is measured.
public enum XLine: String, Sendable { case leading, trailing, left, right, center }

/// A line of a rectangle along which y is measured.
public enum YLine: String, Sendable { case top, bottom, center }
