public import Geometry

/// Width and height in points.
public typealias Size = Geometry.Size
/// A point; x to the right, y down.
public typealias Point = Geometry.Point
/// A rectangle, in points.
public typealias Rect = Geometry.Rect
/// `x` or `y`.
public typealias Axis = Geometry.Axis
/// Insets of the physical edges.
public typealias EdgeInsets = Geometry.EdgeInsets

/// Four inward distances in points. One number is all of them: `.fill(inset: 8)`.
///
/// ```swift
/// Insets.horizontal(4) + .top(8)
/// (card * 2).with(bottom: 0).swappedX
/// ```
public struct Insets: Equatable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// From the upper edge down.
  public var top: Double
  /// From the edge where reading begins.
  public var leading: Double
  /// From the lower edge up.
  public var bottom: Double
  /// From the edge where reading ends.
  public var trailing: Double

  /// What is not said is 0.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  /// The same at every edge.
  public init(_ all: Double) { self.init(top: all, leading: all, bottom: all, trailing: all) }

  /// Those of a rectangle that is read from left to right.
  public init(_ insets: EdgeInsets) {
    self.init(top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
  }

  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public init(floatLiteral value: Double) { self.init(value) }

  /// Along x alone.
  public static func horizontal(_ value: Double) -> Insets { Insets(leading: value, trailing: value) }
  /// Along y alone.
  public static func vertical(_ value: Double) -> Insets { Insets(top: value, bottom: value) }
  /// At the upper edge alone.
  public static func top(_ value: Double) -> Insets { Insets(top: value) }
  /// At the leading edge alone.
  public static func leading(_ value: Double) -> Insets { Insets(leading: value) }
  /// At the lower edge alone.
  public static func bottom(_ value: Double) -> Insets { Insets(bottom: value) }
  /// At the trailing edge alone.
  public static func trailing(_ value: Double) -> Insets { Insets(trailing: value) }

  /// Edge by edge.
  public static func + (left: Insets, right: Insets) -> Insets {
    Insets(
      top: left.top + right.top, leading: left.leading + right.leading, bottom: left.bottom + right.bottom,
      trailing: left.trailing + right.trailing)
  }
  /// Edge by edge.
  public static func - (left: Insets, right: Insets) -> Insets { left + right * -1 }
  /// All four times a number.
  public static func * (left: Insets, right: Double) -> Insets {
    Insets(
      top: left.top * right, leading: left.leading * right, bottom: left.bottom * right,
      trailing: left.trailing * right)
  }

  /// The same but for the edges that are said.
  public func with(
    top: Double? = nil, leading: Double? = nil, bottom: Double? = nil, trailing: Double? = nil
  ) -> Insets {
    Insets(
      top: top ?? self.top, leading: leading ?? self.leading, bottom: bottom ?? self.bottom,
      trailing: trailing ?? self.trailing)
  }

  /// With leading and trailing exchanged.
  public var swappedX: Insets { with(leading: trailing, trailing: leading) }
  /// With top and bottom exchanged.
  public var swappedY: Insets { with(top: bottom, bottom: top) }
}

/// How far something is moved: to the right and down, in points. It does not turn round in right-to-left scenes.
public struct Offset: Equatable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double

  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  /// As far as a point is from the origin.
  public init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
