/// A position or a length of a view, and what arithmetic makes of some: `multiplier * anchor + … + constant`.
///
/// ```swift
/// let line = header.bottom + 8           // Anchor<Vertical>
/// title.top == line                      // a relation
/// badge.left - title.right == 4          // what lies between two positions is a length
/// image.width == 2 * image.height - 10
/// ```
///
/// An anchor is a value: nothing happens until a block takes a relation of it. Numbers are points.
public struct Anchor<Kind: AnchorKind>: Sendable {
  var sum: Sum

  init(_ place: Place, _ attribute: Attribute) { sum = Sum(first: Sum.Term(place: place, attribute: attribute)) }

  private init(_ sum: Sum) { self.sum = sum }

  fileprivate func scaled(by factor: Double) -> Anchor { Anchor(sum.scaled(by: factor)) }

  fileprivate func adding(_ other: Anchor<some AnchorKind>, times factor: Double) -> Anchor {
    Anchor(sum.adding(other.sum, times: factor))
  }

  /// The same sum as an anchor of another kind.
  func like<Other>(_: Other.Type) -> Anchor<Other> { Anchor<Other>(sum) }
}

// MARK: Arithmetic

extension Anchor {
  /// The anchor moved or lengthened by points.
  public static func + (left: Anchor, right: Double) -> Anchor {
    var result = left
    result.sum.constant += right
    return result
  }

  /// The anchor moved back or shortened by points.
  public static func - (left: Anchor, right: Double) -> Anchor {
    var result = left
    result.sum.constant -= right
    return result
  }

  /// A multiple; of a position, of its coordinate in the nearest parent that the views of the relation share.
  public static func * (left: Anchor, right: Double) -> Anchor { left.scaled(by: right) }
  /// A multiple; of a position, of its coordinate in the nearest parent that the views of the relation share.
  public static func * (left: Double, right: Anchor) -> Anchor { right.scaled(by: left) }
  /// A fraction.
  public static func / (left: Anchor, right: Double) -> Anchor { left.scaled(by: 1 / right) }

  /// A position or length and a length.
  public static func + (left: Anchor, right: Anchor<Length>) -> Anchor { left.adding(right, times: 1) }
  /// A position or length less a length.
  public static func - (left: Anchor, right: Anchor<Length>) -> Anchor { left.adding(right, times: -1) }
}

extension Anchor where Kind: PositionKind {
  /// What lies between two positions of one axis.
  public static func - (left: Anchor, right: Anchor) -> Anchor<Length> {
    left.adding(right, times: -1).like(Length.self)
  }
}
