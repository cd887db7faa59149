/// Two anchors, or a length and a number, compared: `a.left == b.right + 8`.
///
/// In a block it is a constraint, with `~` and a priority or `.id("…")` if it says so. Of lengths it is a condition as
/// well: `If(card.width >= 200) { … }`. Outside of both it is nothing, and the compiler warns.
public struct Relation<Kind: AnchorKind>: Element {
  var left: Anchor<Kind>
  var comparison: Comparison
  /// Nil: the right side is a number.
  var right: Anchor<Kind>?
  var constant: Double = 0

  /// The constraint with this relation, required and without an id.
  public func statement(at site: Site) -> Statement { Constraint(self).statement(at: site) }
}

extension Anchor where Kind: MeasuredKind {
  public static func == (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left: left, comparison: .equal, right: right)
  }
  public static func <= (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left: left, comparison: .atMost, right: right)
  }
  /// The left side is at least the right one.
  public static func >= (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left: left, comparison: .atLeast, right: right)
  }
  public static func < (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left: left, comparison: .less, right: right)
  }
  /// The left side is more than the right one, by a device pixel or more.
  public static func > (left: Anchor, right: Anchor) -> Relation<Kind> {
    Relation(left: left, comparison: .more, right: right)
  }
}

extension Anchor where Kind == Length {
  public static func == (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left: left, comparison: .equal, right: nil, constant: right)
  }
  public static func <= (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left: left, comparison: .atMost, right: nil, constant: right)
  }
  /// The length is at least so many points.
  public static func >= (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left: left, comparison: .atLeast, right: nil, constant: right)
  }
  public static func < (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left: left, comparison: .less, right: nil, constant: right)
  }
  /// The length is more than so many points, by a device pixel or more.
  public static func > (left: Anchor, right: Double) -> Relation<Length> {
    Relation(left: left, comparison: .more, right: nil, constant: right)
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
