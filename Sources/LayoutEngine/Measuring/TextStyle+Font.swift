import Geometry
import LayoutModel

extension TextStyle {
  /// The size and weight of a style.
  ///
  /// The sizes are those that people know from Apple's screens ("Dynamic Type"), because layouts come from there and
  /// texts are to break where they did; `Layouts/README.md` prints the table. Large styles grow by less than small
  /// ones, so that a title fits a phone at every content size.
  func font(at contentSize: ContentSize) -> (size: Points, weight: Int) {
    (Self.sizes(of: self)[contentSize.index], self == .headline ? 600 : 400)
  }

  /// By content size: the size of a style in points.
  private static func sizes(of style: TextStyle) -> [Points] {
    switch style {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }
}
