public import LayoutEngine

/// What texts are measured by.
public enum TextMetrics: Equatable, Sendable {
  /// Every character is equally wide: numbers that can be worked out by hand.
  case fixed
  /// The shipped fonts, and those in these files and folders.
  case fonts([String])

  /// Files and folders of fonts besides the shipped ones.
  public var fontPaths: [String] {
    switch self {
    case .fixed: []
    case .fonts(let paths): paths
    }
  }

  /// Fonts are opened here, in some milliseconds.
  public func makeMeasurer() throws(FontMeasurerError) -> any TextMeasuring {
    switch self {
    case .fixed: FixedMetrics()
    case .fonts(let paths): try FontMeasurer(fonts: paths)
    }
  }
}
