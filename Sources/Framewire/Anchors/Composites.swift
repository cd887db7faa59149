public import Geometry

/// The four edges of a rectangle at once: `a.edges == b.edges - 8`.
///
/// Arithmetic stands on the right only, so it is another type that has it. Edges are physical: left and right do not
/// turn round in right-to-left scenes, as those of `.fill` do.
public struct EdgesAnchor: Sendable {
  let place: Place
}

/// The edges of a rectangle moved inwards.
public struct InsetEdges: Sendable {
  var place: Place
  var insets: Insets
}

/// The middle of a rectangle, both ways: `a.center == b.center + Offset(x: 4, y: 0)`.
public struct CenterAnchor: Sendable {
  let place: Place
}

/// The middle of a rectangle, moved.
public struct OffsetCenter: Sendable {
  var place: Place
  var offset: Offset
}

/// Width and height of a rectangle: `a.size == b.size`, `a.size <= Size(width: 100, height: 30)`.
public struct SizeAnchor: Sendable {
  let place: Place
}

/// The size of a rectangle, changed by some points each way.
public struct ChangedSize: Sendable {
  var place: Place
  var change: Size
}

/// Several relations said at once; its priority and id are of all of them.
public struct CompositeRelation: Element {
  enum Side: Sendable {
    case edges(InsetEdges)
    case center(OffsetCenter)
    case size(ChangedSize)
    case points(Size)
  }

  var item: Place
  var attribute: Attribute
  var comparison: Comparison
  var right: Side

  /// The constraint with these relations, required and without an id.
  public func statement(at site: Site) -> Statement { Constraint(self).statement(at: site) }
}

/// Whatever has four insets; so that a literal is a number here, and nothing is ambiguous.
public protocol InsetsConvertible: Sendable {
  /// The insets, in points.
  var insets: Insets { get }
}

extension Insets: InsetsConvertible {
  /// Itself.
  public var insets: Insets { self }
}

extension EdgeInsets: InsetsConvertible {
  /// As edges have them: left is leading, since edges do not turn round.
  public var insets: Insets { Insets(self) }
}

extension EdgesAnchor {
  /// All four moved inwards by points.
  public static func - (left: EdgesAnchor, right: Double) -> InsetEdges {
    InsetEdges(place: left.place, insets: Insets(right))
  }
  /// Each moved inwards by its inset.
  public static func - (left: EdgesAnchor, right: some InsetsConvertible) -> InsetEdges {
    InsetEdges(place: left.place, insets: right.insets)
  }

  public static func == (left: EdgesAnchor, right: EdgesAnchor) -> CompositeRelation { left == right - 0 }
  public static func <= (left: EdgesAnchor, right: EdgesAnchor) -> CompositeRelation { left <= right - 0 }
  /// `>=` for all four coordinates as they are; for *outside* or *inside* say `.fill(atMost:)`.
  public static func >= (left: EdgesAnchor, right: EdgesAnchor) -> CompositeRelation { left >= right - 0 }
  public static func == (left: EdgesAnchor, right: InsetEdges) -> CompositeRelation { left.relation(.equal, right) }
  public static func <= (left: EdgesAnchor, right: InsetEdges) -> CompositeRelation { left.relation(.atMost, right) }
  /// `>=` for all four coordinates as they are.
  public static func >= (left: EdgesAnchor, right: InsetEdges) -> CompositeRelation { left.relation(.atLeast, right) }

  private func relation(_ comparison: Comparison, _ right: InsetEdges) -> CompositeRelation {
    CompositeRelation(item: place, attribute: .edges, comparison: comparison, right: .edges(right))
  }
}

extension CenterAnchor {
  /// Moved to the right and down.
  public static func + (left: CenterAnchor, right: Offset) -> OffsetCenter {
    OffsetCenter(place: left.place, offset: right)
  }
  /// Moved to the left and up.
  public static func - (left: CenterAnchor, right: Offset) -> OffsetCenter {
    OffsetCenter(place: left.place, offset: Offset(x: -right.x, y: -right.y))
  }

  public static func == (left: CenterAnchor, right: CenterAnchor) -> CompositeRelation { left == right + Offset() }
  public static func == (left: CenterAnchor, right: OffsetCenter) -> CompositeRelation {
    CompositeRelation(item: left.place, attribute: .center, comparison: .equal, right: .center(right))
  }
}

extension SizeAnchor {
  /// Larger by so much each way.
  public static func + (left: SizeAnchor, right: Size) -> ChangedSize { ChangedSize(place: left.place, change: right) }
  /// Smaller by so much each way.
  public static func - (left: SizeAnchor, right: Size) -> ChangedSize {
    ChangedSize(place: left.place, change: Size(width: -right.width, height: -right.height))
  }

  public static func == (left: SizeAnchor, right: SizeAnchor) -> CompositeRelation { left == right + .zero }
  public static func <= (left: SizeAnchor, right: SizeAnchor) -> CompositeRelation { left <= right + .zero }
  /// At least as wide and as high.
  public static func >= (left: SizeAnchor, right: SizeAnchor) -> CompositeRelation { left >= right + .zero }
  public static func == (left: SizeAnchor, right: ChangedSize) -> CompositeRelation {
    left.relation(.equal, .size(right))
  }
  public static func <= (left: SizeAnchor, right: ChangedSize) -> CompositeRelation {
    left.relation(.atMost, .size(right))
  }
  /// At least as wide and as high.
  public static func >= (left: SizeAnchor, right: ChangedSize) -> CompositeRelation {
    left.relation(.atLeast, .size(right))
  }
  public static func == (left: SizeAnchor, right: Size) -> CompositeRelation { left.relation(.equal, .points(right)) }
  public static func <= (left: SizeAnchor, right: Size) -> CompositeRelation { left.relation(.atMost, .points(right)) }
  /// At least as wide and as high.
  public static func >= (left: SizeAnchor, right: Size) -> CompositeRelation {
    left.relation(.atLeast, .points(right))
  }

  private func relation(_ comparison: Comparison, _ right: CompositeRelation.Side) -> CompositeRelation {
    CompositeRelation(item: place, attribute: .size, comparison: comparison, right: right)
  }
}
