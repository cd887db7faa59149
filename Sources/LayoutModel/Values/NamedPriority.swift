import LayoutSyntax

/// The priorities that have a name: `@required`, `@high`, `@low`, `@fitting`.
public enum NamedPriority {
  /// What must hold. A constraint without a priority has this one, and no priority is higher.
  public static let required: Float = 1000
  /// The default for a view not to be smaller than its content.
  public static let high: Float = 750
  /// The default for a view not to be larger than its content.
  public static let low: Float = 250
  /// How strongly an input keeps to the width of what it shows: one less than other views do, so that it takes what is
  /// left of a row.
  public static let inputHugging = low - 1
  /// How strongly a view keeps to its content that says `grow`: it takes what is left before a spacer does, and yet no
  /// more than there is.
  public static let growing: Float = 26
  /// The wish to be as small as the content allows.
  public static let fitting: Float = 50

  /// All of them with their words, the strongest first.
  static let all: [(word: Word, priority: Float)] = [
    (.required, required), (.high, high), (.low, low), (.fitting, fitting),
  ]

  /// Their words, the strongest first.
  public static var names: [String] { all.map(\.word.rawValue) }

  /// The priority of this name; nil where there is none.
  public static func named(_ name: String) -> Float? { all.first { $0.word.rawValue == name }?.priority }

  static func priority(_ word: Word) -> Float? { all.first { $0.word == word }?.priority }

  /// What UIKit calls its priorities. A value of the file with such a name goes before it.
  static let namesInUIKit: [(name: String, priority: Float)] = [
    ("defaultHigh", high), ("dragThatCanResizeScene", 510), ("sceneSizeStayPut", 500),
    ("dragThatCannotResizeScene", 490), ("defaultLow", low), ("fittingSizeLevel", fitting),
  ]
}
