public import Geometry

/// Says how much room a text takes. Fonts live behind this protocol: the engine knows no glyph.
public protocol TextMeasuring {
  /// Measures `text`, set as `attributes` say and broken into lines no wider than `width`. Only the first
  /// `attributes.lines` lines are shown. If there are more, the last shown line stands for all the rest: it goes on to
  /// the edge, and is cut there as `attributes.truncation` says.
  ///
  /// The answer is kept, so it must be the same for the same arguments.
  ///
  /// - Parameter width: nil breaks only where the text itself does.
  func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize

  /// The lines that `measure` counts in a width, for those who draw them. Nobody asks as long as nobody draws.
  ///
  /// - Returns: from the top; none if the measurer cannot tell.
  func lines(of text: String, _ attributes: TextAttributes, width: Points) -> [MeasuredLine]
}

extension TextMeasuring {
  /// None: a measurer need not be able to tell.
  public func lines(of text: String, _ attributes: TextAttributes, width: Points) -> [MeasuredLine] { [] }
}

/// A line that a text was broken into.
public struct MeasuredLine: Equatable, Sendable {
  /// What is to be read on it: without the end of line, and without the blanks at which it was broken.
  public var text: String
  /// What it stands for, in bytes of the text's UTF-8. A line that is cut stands for all that follows.
  public var range: Range<Int>
  /// As it is drawn, in points.
  public var width: Points
  /// From its top to that of the next line.
  public var height: Points
  /// From its own top.
  public var baseline: Points
  /// Whether its paragraph is read from right to left. A paragraph goes by its first letter; one without letters by
  /// the one before, the first ones by the first letter there is, else by `TextAttributes.isRightToLeft`.
  public var isRightToLeft: Bool

  public init(
    text: String, range: Range<Int>, width: Points, height: Points, baseline: Points, isRightToLeft: Bool = false
  ) {
    self.text = text
    self.range = range
    self.width = width
    self.height = height
    self.baseline = baseline
    self.isRightToLeft = isRightToLeft
  }
}

/// The room a text takes, in points.
public struct TextSize: Equatable, Sendable {
  /// The width of the longest shown line.
  ///
  /// A measurer may take it from the text set in one line. Then it can be off by as much as shaping moves the letters
  /// at the ends of a line, which is less than an eighth of their size. Where lines break is exact, and so is
  /// everything else.
  public var width: Points
  /// The height of the shown lines.
  public var height: Points
  /// The distance from the top to the first line's baseline.
  public var firstBaseline: Points
  /// The distance from the bottom up to the last shown line's baseline.
  public var lastBaseline: Points
  /// How many lines are shown.
  public var lines: Int
  /// Whether there are more lines than are shown.
  public var isCut: Bool
  /// How many characters on the shown lines have no glyph in any font; they are measured as boxes.
  public var missingGlyphs: Int
  /// Whether the text is so long that only its beginning was measured; the rest is taken to be like it.
  public var isEstimated: Bool
  /// Whether no font has the family that was asked for, so that the text is set in another one.
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
