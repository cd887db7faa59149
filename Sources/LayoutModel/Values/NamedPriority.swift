import LayoutSyntax

/// The priorities that have a name: `@required`, `@high`, `@low`, `@fitting`.
public enum NamedPriority {
  /// It must hold; so does what says nothing. No priority is higher.
  public static let required: Float = 1000
  /// Of a view not to be smaller than its content, unless it says otherwise.
  public static let high: Float = 750
  /// Of a view not to be larger than its content, unless it says otherwise.
  public static let low: Float = 250
  /// To be as small as the content allows.
  public static let fitting: Float = 50

  /// By their words, the strongest first.
  static let all: [(word: Word, priority: Float)] = [
    (.required, required), (.high, high), (.low, low), (.fitting, fitting),
  ]

  static func priority(_ word: Word) -> Float? { all.first { $0.word == word }?.priority }
}
