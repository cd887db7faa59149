/// Variables that are no `Double`: a count, a `Float`. Disfavoured, so that literals are: `a.width * (1 / 2)` is half
/// of it.
extension Anchor {
  /// A whole number of points more.
  @_disfavoredOverload public static func + (left: Anchor, right: some BinaryInteger) -> Anchor {
    left + Double(right)
  }
  /// A whole number of points less.
  @_disfavoredOverload public static func - (left: Anchor, right: some BinaryInteger) -> Anchor {
    left - Double(right)
  }
  /// A whole number as a factor.
  @_disfavoredOverload public static func * (left: Anchor, right: some BinaryInteger) -> Anchor {
    left * Double(right)
  }
  /// A whole number as a divisor.
  @_disfavoredOverload public static func / (left: Anchor, right: some BinaryInteger) -> Anchor {
    left / Double(right)
  }
  /// A whole number as a factor.
  @_disfavoredOverload public static func * (left: some BinaryInteger, right: Anchor) -> Anchor {
    Double(left) * right
  }
  /// Any floating-point number of points more.
  @_disfavoredOverload public static func + (left: Anchor, right: some BinaryFloatingPoint) -> Anchor {
    left + Double(right)
  }
  /// Any floating-point number of points less.
  @_disfavoredOverload public static func - (left: Anchor, right: some BinaryFloatingPoint) -> Anchor {
    left - Double(right)
  }
  /// Any floating-point number as a factor.
  @_disfavoredOverload public static func * (left: Anchor, right: some BinaryFloatingPoint) -> Anchor {
    left * Double(right)
  }
  /// Any floating-point number as a divisor.
  @_disfavoredOverload public static func / (left: Anchor, right: some BinaryFloatingPoint) -> Anchor {
    left / Double(right)
  }
  /// Any floating-point number as a factor.
  @_disfavoredOverload public static func * (left: some BinaryFloatingPoint, right: Anchor) -> Anchor {
    Double(left) * right
  }
}

extension Anchor where Kind == Length {
  @_disfavoredOverload public static func == (left: Anchor, right: some BinaryInteger) -> Relation<Length> {
    left == Double(right)
  }
  @_disfavoredOverload public static func <= (left: Anchor, right: some BinaryInteger) -> Relation<Length> {
    left <= Double(right)
  }
  /// A whole number of points.
  @_disfavoredOverload public static func >= (left: Anchor, right: some BinaryInteger) -> Relation<Length> {
    left >= Double(right)
  }
  @_disfavoredOverload public static func < (left: Anchor, right: some BinaryInteger) -> Relation<Length> {
    left < Double(right)
  }
  /// A whole number of points.
  @_disfavoredOverload public static func > (left: Anchor, right: some BinaryInteger) -> Relation<Length> {
    left > Double(right)
  }
  @_disfavoredOverload public static func == (left: Anchor, right: some BinaryFloatingPoint) -> Relation<Length> {
    left == Double(right)
  }
  @_disfavoredOverload public static func <= (left: Anchor, right: some BinaryFloatingPoint) -> Relation<Length> {
    left <= Double(right)
  }
  /// Any floating-point number of points.
  @_disfavoredOverload public static func >= (left: Anchor, right: some BinaryFloatingPoint) -> Relation<Length> {
    left >= Double(right)
  }
  @_disfavoredOverload public static func < (left: Anchor, right: some BinaryFloatingPoint) -> Relation<Length> {
    left < Double(right)
  }
  /// Any floating-point number of points.
  @_disfavoredOverload public static func > (left: Anchor, right: some BinaryFloatingPoint) -> Relation<Length> {
    left > Double(right)
  }
}
