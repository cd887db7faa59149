/// A width or height: points, a share of the parent's, another length, or a sum of these.
///
/// ```swift
/// .width(44)   .width(80%)   .width(50% - 8)   .height(0.5 * image.height)
/// ```
public struct Extent: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// In hundredths of the parent's same dimension; nil: none.
  var percent: Double?
  var terms: [Sum.Term] = []
  var points: Double = 0

  /// So many points.
  public init(_ points: Double) { self.points = points }
  public init(integerLiteral value: Int) { points = Double(value) }
  public init(floatLiteral value: Double) { points = value }

  init(_ anchor: Anchor<Length>) {
    (terms, points) = (anchor.sum.terms, anchor.sum.constant)
  }

  /// A share of the parent's same dimension; `.percent(80)` is `80%`.
  public static func percent(_ value: Double) -> Extent {
    var result = Extent(0)
    result.percent = value
    return result
  }

  /// Longer by points.
  public static func + (left: Extent, right: Double) -> Extent {
    var result = left
    result.points += right
    return result
  }
  /// Shorter by points.
  public static func - (left: Extent, right: Double) -> Extent { left + -right }
}

postfix operator %

/// A share of the parent's same dimension: `.width(80%)`.
public postfix func % (value: Double) -> Extent { .percent(value) }

/// A bound in points: `.top(.atLeast(10))`, `.width(.atMost(100))` as a condition.
public struct Bound: Sendable {
  let comparison: Comparison
  let value: Double

  /// So much or more.
  public static func atLeast(_ value: Double) -> Bound { Bound(comparison: .atLeast, value: value) }
  /// So much or less.
  public static func atMost(_ value: Double) -> Bound { Bound(comparison: .atMost, value: value) }
  /// Exactly so much.
  public static func exactly(_ value: Double) -> Bound { Bound(comparison: .equal, value: value) }
}

/// A bound of a width or height: `.width(.atMost(100))`, `.height(.atLeast(0.5 * image.height))`.
public struct LengthBound: Sendable {
  let comparison: Comparison
  let extent: Extent

  /// So long or longer.
  public static func atLeast(_ value: Extent) -> LengthBound { LengthBound(comparison: .atLeast, extent: value) }
  /// So long or shorter.
  public static func atMost(_ value: Extent) -> LengthBound { LengthBound(comparison: .atMost, extent: value) }
  /// So many points or more.
  @_disfavoredOverload public static func atLeast(_ value: Double) -> LengthBound { .atLeast(Extent(value)) }
  /// So many points or fewer.
  @_disfavoredOverload public static func atMost(_ value: Double) -> LengthBound { .atMost(Extent(value)) }
  /// As long as something else, or longer.
  public static func atLeast(_ value: Anchor<Length>) -> LengthBound { .atLeast(Extent(value)) }
  /// As long as something else, or shorter.
  public static func atMost(_ value: Anchor<Length>) -> LengthBound { .atMost(Extent(value)) }
}

/// Bounds of both sides: `.size(.atMost(100, 30))`.
public struct SizeBound: Sendable {
  let comparison: Comparison
  let width: Extent
  let height: Extent

  /// So large or larger, each way.
  public static func atLeast(_ width: Extent, _ height: Extent) -> SizeBound {
    SizeBound(comparison: .atLeast, width: width, height: height)
  }
  /// So large or smaller, each way.
  public static func atMost(_ width: Extent, _ height: Extent) -> SizeBound {
    SizeBound(comparison: .atMost, width: width, height: height)
  }
}
