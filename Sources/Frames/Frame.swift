public import Geometry

/// Where a view is shown, on the grid of 1/64 point that everything published lies on.
///
/// Coordinates count 64ths of a point, so equality is exact and "changed" needs no tolerance. Relative to the
/// parent; in a scroll view to its content.
public struct Frame: Hashable, Sendable {
  /// 64ths of a point from the left.
  public var x: Int32
  /// 64ths of a point from the top.
  public var y: Int32
  /// 64ths of a point.
  public var width: Int32
  /// 64ths of a point.
  public var height: Int32

  @inlinable public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Rounds to the grid, halves up. Coordinates beyond ±33 million points are clamped.
  public init(_ rect: Rect) {
    self.init(x: rect.x.in64ths, y: rect.y.in64ths, width: rect.width.in64ths, height: rect.height.in64ths)
  }

  /// The same in points; nothing is lost.
  public var rect: Rect {
    Rect(x: Double(x) / 64, y: Double(y) / 64, width: Double(width) / 64, height: Double(height) / 64)
  }

  /// At the origin, without extent.
  public static let zero = Frame(x: 0, y: 0, width: 0, height: 0)
}
