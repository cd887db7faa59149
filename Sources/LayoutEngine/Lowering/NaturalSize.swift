import Geometry
import LayoutModel

/// The size that a view's content asks for, and where its baselines are; NaN where the content asks for nothing.
struct NaturalSize: Equatable, Sendable {
  var width: Points = .nan
  var height: Points = .nan
  /// Of a label that may be asked to give way: the width of its longest word.
  var leastWidth: Points = 0
  /// The distance of the first baseline from the top; 0 without text.
  var firstBaseline: Points = 0
  /// The distance of the last baseline from the bottom, upwards; 0 without text.
  var lastBaseline: Points = 0

  /// How many lines of text are shown; 0 where nothing was measured.
  var lines = 0
  /// Whether there are more lines than are shown.
  var isCut = false

  /// For a scroll view that says how firmly it holds to its content: how long that is, with the padding. NaN while it
  /// is measured.
  var contentLength: Points = .nan

  static let none = NaturalSize()

  init() {}

  init(_ text: TextSize) {
    width = text.width
    height = text.height
    firstBaseline = text.firstBaseline
    lastBaseline = text.lastBaseline
    lines = text.lines
    isCut = text.isCut
  }

  /// The size of a text that is wrapped into less than it would like: as high as `size`, but still wishing to be as
  /// wide as `unwrapped`.
  init(_ size: TextSize, asWideAs unwrapped: NaturalSize) {
    self.init(size)
    width = unwrapped.width
    leastWidth = unwrapped.leastWidth
  }

  /// Takes over what the file states with `intrinsic` and `baselines`.
  mutating func override(by settings: EffectiveSettings, _ values: QuantityValues) {
    if settings.statesIntrinsicSize {
      width = settings.intrinsicWidth.map { values.value(of: $0) } ?? .nan
      height = settings.intrinsicHeight.map { values.value(of: $0) } ?? .nan
      forgetLines()
    }
    if let baselines = settings.baselines {
      firstBaseline = values.value(of: baselines.first)
      lastBaseline = values.value(of: baselines.last)
    }
  }

  /// Takes over what a client states of content that it measures itself.
  mutating func override(by stated: IntrinsicSize) {
    width = stated.width ?? .nan
    height = stated.height ?? .nan
    firstBaseline = stated.firstBaseline ?? firstBaseline
    lastBaseline = stated.lastBaseline ?? lastBaseline
    forgetLines()
  }

  /// Forgets what was measured of words and lines: who states a size draws the content, and knows what does not fit.
  private mutating func forgetLines() {
    leastWidth = 0
    lines = 0
    isCut = false
  }

  /// Whether a view of this size shows only a part of the text: there are more lines, or a single line is too long, or
  /// several lines are too high. One line is shown however low the view is.
  func isTruncated(width: Points, height: Points, breaksLines: Bool) -> Bool {
    let slack = 1e-6
    return isCut || (lines > 0 && !breaksLines && width < self.width - slack)
      || (lines > 1 && height < self.height - slack)
  }

  /// NaN is equal to itself here: "asks for nothing" is a state.
  static func == (left: NaturalSize, right: NaturalSize) -> Bool {
    func same(_ a: Points, _ b: Points) -> Bool { a == b || (a.isNaN && b.isNaN) }
    return same(left.width, right.width) && same(left.height, right.height)
      && left.firstBaseline == right.firstBaseline && left.lastBaseline == right.lastBaseline
      && left.leastWidth == right.leastWidth && left.lines == right.lines && left.isCut == right.isCut
      && same(left.contentLength, right.contentLength)
  }
}
