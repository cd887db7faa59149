public import Geometry
public import LayoutModel

/// How a text is set: everything besides its characters and its width that decides how much room it takes.
public struct TextAttributes: Hashable, Sendable {
  /// The family of the font, as the file names it; nil: the measurer's own.
  public var family: String?
  /// The size of the font in points: the side of its em square.
  public var size: Points
  /// The weight as fonts count it: 400 is regular, 700 is bold.
  public var weight: Int
  /// Whether paragraphs without a direction of their own run from right to left.
  public var isRightToLeft: Bool
  /// How many lines are shown; 0: as many as there are.
  public var lines: Int
  /// Where the last shown line is cut when there are more.
  public var truncation: TextTruncation

  /// Body text at the usual content size, from left to right, all lines of it.
  public init(
    family: String? = nil, size: Points = 17, weight: Int = 400, isRightToLeft: Bool = false, lines: Int = 0,
    truncation: TextTruncation = .tail
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isRightToLeft = isRightToLeft
    self.lines = lines
    self.truncation = truncation
  }
}
