import Geometry
import LayoutModel

/// The size that a view's content asks for, and where its baselines are; NaN where the content asks for nothing.
struct NaturalSize: Equatable, Sendable {
  var width: Points = .nan
  var height: Points = .nan
  /// From the top; 0 without text.
  var firstBaseline: Points = 0
  /// From the bottom, upwards; 0 without text.
  var lastBaseline: Points = 0

  static let none = NaturalSize()

  init() {}

  init(_ text: TextSize) {
    width = text.width
    height = text.height
    firstBaseline = text.firstBaseline
    lastBaseline = text.lastBaseline
  }

  /// A text wrapped into less than it would like: as high as `size`, still wishing to be as wide as `unwrapped`.
  init(_ size: TextSize, asWideAs unwrapped: NaturalSize) {
    self.init(size)
    width = unwrapped.width
  }

  /// Takes over what the file states with `intrinsic` and `baselines`.
  mutating func take(_ settings: EffectiveSettings, _ values: QuantityValues) {
    if settings.statesIntrinsicSize {
      width = settings.intrinsicWidth.map { values.value(of: $0) } ?? .nan
      height = settings.intrinsicHeight.map { values.value(of: $0) } ?? .nan
    }
    if let baselines = settings.baselines {
      firstBaseline = values.value(of: baselines.first)
      lastBaseline = values.value(of: baselines.last)
    }
  }

  /// Takes over what a client states of content that it measures itself.
  mutating func take(_ stated: IntrinsicSize) {
    width = stated.width ?? .nan
    height = stated.height ?? .nan
    firstBaseline = stated.firstBaseline ?? firstBaseline
    lastBaseline = stated.lastBaseline ?? lastBaseline
  }

  /// NaN is equal to itself here: "asks for nothing" is a state.
  static func == (left: NaturalSize, right: NaturalSize) -> Bool {
    func same(_ a: Points, _ b: Points) -> Bool { a == b || (a.isNaN && b.isNaN) }
    return same(left.width, right.width) && same(left.height, right.height)
      && left.firstBaseline == right.firstBaseline && left.lastBaseline == right.lastBaseline
  }
}
