/// `style: NAME` on a text: the role of the text in a page, which decides its size.
///
/// Here are the names alone. The sizes are in `LayoutEngine/Measuring/TextStyle+Font.swift`.
public enum TextStyle: String, CaseIterable, Sendable {
  case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1, caption2

  /// The style of a name. `title` and `caption` stand for the first of several.
  public init?(named name: String) {
    switch name {
    case "title": self = .title1
    case "caption": self = .caption1
    default: self.init(rawValue: name)
    }
  }

  /// Every word that `style:` may say about a text.
  static let names = allCases.map(\.rawValue) + ["title", "caption"]
}

/// `weight: NAME` on a text, or its number as fonts count it, from 1 to 1000.
public enum TextWeight: String, CaseIterable, Sendable {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  /// The weight as fonts count it: 400 is `regular`, 700 is `bold`.
  public var number: Int {
    switch self {
    case .ultraLight: 100
    case .thin: 200
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .heavy: 800
    case .black: 900
    }
  }
}

/// `truncate: NAME` on a text: where it is cut when not all of it fits.
public enum TextTruncation: String, CaseIterable, Sendable {
  /// The beginning is shown, then an ellipsis.
  case tail
  /// An ellipsis is shown, then the end.
  case head
  /// The beginning is shown, an ellipsis, and the end.
  case middle
  /// The text ends at the edge of its view, without an ellipsis.
  case clip
}

extension ViewKind {
  /// Whether a view of this kind has a text that is measured.
  public var hasText: Bool { self == .label || self == .button || self == .input }
}
