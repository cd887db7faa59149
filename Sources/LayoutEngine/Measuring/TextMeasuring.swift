public import Geometry

/// Says how much room a text takes. Fonts live behind this: the engine knows no glyph.
public protocol TextMeasuring {
  /// Measures `text`, set as `attributes` say, broken into lines no wider than `width`, of which the first
  /// `attributes.lines` are shown. Where there would be more, the last of these stands for all that is left: it goes on
  /// to the edge, and is cut there as `attributes.truncation` says.
  ///
  /// Must answer the same for the same arguments: results are kept.
  ///
  /// - Parameter width: nil breaks only where the text itself does.
  func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize
}

/// The room a text takes, in points.
public struct TextSize: Equatable, Sendable {
  /// Of the longest line that is shown.
  ///
  /// A measurer may tell it from how the text is set in one line. Then it can be off by what shaping moves the letters
  /// at a line's ends, which is less than an eighth of their size; where lines break, and all else, is not off.
  public var width: Points
  /// Of the lines that are shown.
  public var height: Points
  /// From the top to the first line's baseline.
  public var firstBaseline: Points
  /// From the bottom up to the last shown line's baseline.
  public var lastBaseline: Points
  /// How many lines are shown.
  public var lines: Int
  /// Whether there would be more lines than are shown.
  public var isCut: Bool
  /// Characters on the shown lines that no font has a glyph for; they are measured as boxes.
  public var missingGlyphs: Int
  /// Whether the text is so long that only its beginning was measured, and the rest taken to be like it.
  public var isEstimated: Bool
  /// Whether there is no font of the family that was asked for, so that it is set in another one.
  public var isInOtherFamily = false

  public init(
    width: Points, height: Points, firstBaseline: Points, lastBaseline: Points, lines: Int = 1, isCut: Bool = false,
    missingGlyphs: Int = 0, isEstimated: Bool = false
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.lines = lines
    self.isCut = isCut
    self.missingGlyphs = missingGlyphs
    self.isEstimated = isEstimated
  }
}
