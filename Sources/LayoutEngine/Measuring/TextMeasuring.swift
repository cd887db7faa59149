public import Geometry

/// Says how much room a text takes. Fonts live behind this: the engine knows no glyph.
public protocol TextMeasuring {
  /// Measures `text`, broken into lines no wider than `width`, of which the first `lines` are shown.
  ///
  /// Must answer the same for the same arguments: results are kept.
  ///
  /// - Parameters:
  ///   - width: nil breaks only where the text itself does.
  ///   - lines: 0 shows as many as there are.
  func measure(_ text: String, width: Points?, lines: Int) -> TextSize
}

/// The room a text takes, in points.
public struct TextSize: Equatable, Sendable {
  /// Of the longest line.
  public var width: Points
  public var height: Points
  /// From the top to the first line's baseline.
  public var firstBaseline: Points
  /// From the bottom up to the last line's baseline.
  public var lastBaseline: Points

  public init(width: Points, height: Points, firstBaseline: Points, lastBaseline: Points) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}
