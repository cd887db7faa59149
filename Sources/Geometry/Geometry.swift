/// A length or coordinate in points, the unit of every layout. Not snapped to device pixels.
public typealias Points = Double

/// The two directions of layout; x runs right, y runs down.
public enum Axis: UInt8, Sendable, CaseIterable {
  case x, y

  /// The axis at right angles to this one.
  public var other: Axis { self == .x ? .y : .x }
}

/// A place or a distance on both axes, in points, in a space that the context names.
public struct Point: Equatable, Hashable, Sendable {
  /// Rightwards.
  public var x: Points
  /// Downwards.
  public var y: Points

  public init(x: Points, y: Points) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in points.
public struct Size: Equatable, Hashable, Sendable {
  /// Along x.
  public var width: Points
  /// Along y.
  public var height: Points

  public init(width: Points, height: Points) {
    self.width = width
    self.height = height
  }

  /// No size at all.
  public static let zero = Size(width: 0, height: 0)
}

/// An origin and a size, in points, in a space that the context names.
public struct Rect: Equatable, Hashable, Sendable {
  /// Of the left edge.
  public var x: Points
  /// Of the top edge.
  public var y: Points
  /// Along x.
  public var width: Points
  /// Along y.
  public var height: Points

  public init(x: Points, y: Points, width: Points, height: Points) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// No size, at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
}

/// Distances inward from the four edges, in points. `left` and `right` are physical.
public struct EdgeInsets: Equatable, Hashable, Sendable {
  /// From the top edge, downwards.
  public var top: Points
  /// From the left edge, rightwards.
  public var left: Points
  /// From the bottom edge, upwards.
  public var bottom: Points
  /// From the right edge, leftwards.
  public var right: Points

  public init(top: Points, left: Points, bottom: Points, right: Points) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance at any edge.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

/// Distances inward from the four edges, in points; leading and trailing follow the direction of reading.
public struct DirectionalInsets: Equatable, Hashable, Sendable {
  /// From the top edge, downwards.
  public var top: Points
  /// From the edge where lines begin.
  public var leading: Points
  /// From the bottom edge, upwards.
  public var bottom: Points
  /// From the edge where lines end.
  public var trailing: Points

  public init(top: Points, leading: Points, bottom: Points, trailing: Points) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same distance at every edge.
  public static func all(_ value: Points) -> DirectionalInsets {
    DirectionalInsets(top: value, leading: value, bottom: value, trailing: value)
  }
}

extension Points {
  /// This value on the grid of 1/64 point that frames are published on, halves up, in 64ths. Values beyond the grid
  /// are at its ends, and what is not a number is 0: nothing that a document says may end a program.
  @inlinable public var in64ths: Int32 {
    let count = self * 64 + 0.5
    if count >= Double(Int32.max) { return .max }
    if count <= Double(Int32.min) { return .min }
    if count.isNaN { return 0 }
    // Rounding down is a call in processors of old, which every frame would wait for; cutting off is none.
    let whole = Int32(count)
    return Double(whole) > count ? whole - 1 : whole
  }

  /// Coordinates and lengths in layouts lie within this distance of 0; a thousand kilometres of screen.
  public static let farthest: Points = 1e9

  /// The nearest value that layouts reckon with; 0 for what is not a number.
  public var withinReach: Points { isNaN ? 0 : Swift.min(Swift.max(self, -Self.farthest), Self.farthest) }

  /// This length in whole device pixels, halves away from zero; `scale` is pixels a point.
  public func rounded(toPixelsAt scale: Double) -> Double { (self * scale).rounded() }
}
