/// Two anchors, or a length and a number, compared: `a.left == b.right + 8`.
///
/// In a block it is a constraint, with `~` and a priority or `.id("…")` if it says so. Of lengths it is a condition as
/// well: `If(card.width >= 200) { … }`. Outside of both it is nothing, and the compiler warns.
public struct Relation<Kind: AnchorKind>: Element {
  let relation: SumRelation

  fileprivate init(_ left: Anchor<Kind>, _ comparison: Comparison, _ right: Anchor<Kind>) {
    relation = SumRelation(left: left.sum, comparison: comparison, right: right.sum)
  }

  fileprivate init(_ left: Anchor<Kind>, _ comparison: Comparison, _ right: Double) {
    relation = SumRelation(left: left.sum, comparison: comparison, right: nil, constant: right)
  }

  /// The constraint with this relation, required and without an id.
  public func statement(at site: Site) -> Statement { Constraint(self).statement(at: site) }
}

extension Anchor where Kind: MeasuredKind {
  public static func == (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left, .equal, right)
  }
  public static func <= (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left, .atMost, right)
  }
  /// The left side is at least the right one.
  public static func >= (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left, .atLeast, right)
  }
  public static func < (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left, .less, right)
  }
  /// The left side is more than the right one, by a device pixel or more.
  public static func > (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left, .more, right)
  }
}

extension Anchor where Kind == Length {
  public static func == (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left, .equal, right)
  }
  public static func <= (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left, .atMost, right)
  }
  /// The length is at least so many points.
  public static func >= (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left, .atLeast, right)
  }
  public static func < (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left, .less, right)
  }
  /// The length is more than so many points, by a device pixel or more.
  public static func > (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left, .more, right)
  }

  /// The length lies between two bounds: `a.width.within(10...20)`.
  public func within(_ range: ClosedRange<Double>) -> Constraint {
    Constraint(self >= range.lowerBound, self <= range.upperBound)
  }
  /// The length lies between two bounds, and below the upper one by a device pixel or more.
  public func within(_ range: Range<Double>) -> Constraint {
    Constraint(self >= range.lowerBound, self < range.upperBound)
  }
}

/// Positions of the parent, where a clause takes one: `.top(.centerY + 10)`.
extension Anchor where Kind == Horizontal {
  /// The parent's left edge.
  public static var left: Anchor { Area.super.left }
  /// The parent's right edge.
  public static var right: Anchor { Area.super.right }
  /// The parent's edge where reading begins.
  public static var leading: Anchor { Area.super.leading }
  /// The parent's edge where reading ends.
  public static var trailing: Anchor { Area.super.trailing }
  /// The parent's middle along x.
  public static var centerX: Anchor { Area.super.centerX }
}

extension Anchor where Kind == Vertical {
  /// The parent's upper edge.
  public static var top: Anchor { Area.super.top }
  /// The parent's lower edge.
  public static var bottom: Anchor { Area.super.bottom }
  /// The parent's middle along y.
  public static var centerY: Anchor { Area.super.centerY }
}
