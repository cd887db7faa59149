public import Geometry

/// Says how much room a text takes. Fonts live behind this: the engine knows no glyph.
public protocol TextMeasuring {
  /// Measures `text`, set as `attributes` say, broken into lines no wider than `width`, of which the first
  /// `attributes.lines` are shown.
  ///
  /// Must answer the same for the same arguments: results are kept.
  ///
  /// - Parameter width: nil breaks only where the text itself does.
  func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize
}

/// The room a text takes, in points.
public struct TextSize: Equatable, Sendable {
  /// Of the longest line, those that are not shown included.
  public var width: Points
  /// Of the lines that are shown.
  public var height: Points
  /// From the top to the first line's baseline.
  public var firstBaseline: Points
  /// From the bottom up to the last shown line's baseline.
  public var lastBaseline: Points
  /// Characters that no font has a glyph for; they are measured as boxes.
  public var missingGlyphs: Int

  public init(
    width: Points, height: Points, firstBaseline: Points, lastBaseline: Points, missingGlyphs: Int = 0
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.missingGlyphs = missingGlyphs
  }
}
