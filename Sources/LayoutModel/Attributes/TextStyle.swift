/// `style: NAME` on a text: what a text is in a page, which decides how big it is set.
///
/// The sizes are the measurers' business (`LayoutEngine/Measuring/TextStyle+Font.swift`); here are the names alone.
public enum TextStyle: String, CaseIterable, Sendable {
  case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1, caption2

  /// Also by the names that people write for the first of several: `title` and `caption`.
  public init?(named name: String) {
    switch name {
    case "title": self = .title1
    case "caption": self = .caption1
    default: self.init(rawValue: name)
    }
  }

  /// Everything that `style:` may say about a text.
  static let names = allCases.map(\.rawValue) + ["title", "caption"]
}

/// `weight: NAME` on a text, or its number as fonts count it, from 1 to 1000.
public enum TextWeight: String, CaseIterable, Sendable {
  case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

  /// 400 is `regular`, 700 is `bold`.
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
  /// An ellipsis, then the end.
  case head
  /// The beginning, an ellipsis, the end.
  case middle
  /// It ends at the edge of its view.
  case clip
}

extension ViewKind {
  /// Kinds whose text is measured.
  public var hasText: Bool { self == .label || self == .button || self == .input }
}
