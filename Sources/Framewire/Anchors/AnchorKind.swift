/// What an anchor is about. Operators join anchors of one kind only, so that axes cannot be mixed up.
public protocol AnchorKind: Sendable {}

/// A kind that can be measured, in points: all but the sums that make no sense.
public protocol MeasuredKind: AnchorKind {}

/// A kind of coordinates. They do not add, and a number alone is none: it says not from where.
public protocol PositionKind: MeasuredKind {}

/// Positions along x: `left`, `right`, `leading`, `trailing`, `centerX`.
public enum Horizontal: PositionKind {}

/// Positions along y: `top`, `bottom`, `centerY` and the baselines.
public enum Vertical: PositionKind {}

/// Widths, heights, and what lies between two positions of one axis.
public enum Length: MeasuredKind {}

/// The attributes of a rectangle, in the words of the layout language; `edges`, `center` and `size` stand for several.
public enum Attribute: String, Sendable {
  case left, right, leading, trailing, centerX, width
  case top, bottom, centerY, firstBaseline, lastBaseline, height
  case edges, center, size
}

/// How the two sides of a relation compare.
enum Comparison: String, Sendable {
  case equal = "=="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case more = ">"

  /// The comparison after both sides were multiplied by a number below zero.
  var turned: Comparison {
    switch self {
    case .equal: .equal
    case .atMost: .atLeast
    case .atLeast: .atMost
    case .less: .more
    case .more: .less
    }
  }
}
