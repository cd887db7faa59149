public import Geometry

/// Where a view is shown, on the grid of 1/64 point that everything published lies on.
///
/// Coordinates count 64ths of a point, so equality is exact and "changed" needs no tolerance. Relative to the
/// parent; in a scroll view to its content.
public struct Frame: Hashable, Sendable {
  public var x: Int32
  public var y: Int32
  public var width: Int32
  public var height: Int32

  @inlinable public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Rounds to the grid, halves up. Coordinates beyond ±33 million points are clamped.
  public init(_ rect: Rect) {
    func onGrid(_ points: Points) -> Int32 { Int32(clamping: points.in64ths) }
    self.init(x: onGrid(rect.x), y: onGrid(rect.y), width: onGrid(rect.width), height: onGrid(rect.height))
  }

  public var rect: Rect {
    Rect(x: Double(x) / 64, y: Double(y) / 64, width: Double(width) / 64, height: Double(height) / 64)
  }

  public static let zero = Frame(x: 0, y: 0, width: 0, height: 0)
}
