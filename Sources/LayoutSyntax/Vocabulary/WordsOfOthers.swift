/// What other libraries for automatic layout call the things of this language, for the hint behind a mistake:
/// `fill safeArea` was meant as `fill safe`, and no edit distance knows that.
public enum WordsOfOthers {
  /// The word of this language for `name`; nil for what nobody is known to write.
  public static func meaning(of name: String) -> String? { words[name]?.rawValue }

  /// The guide of this language for `name`; nil for what nobody is known to call one.
  public static func guide(of name: String) -> String? {
    words[name].flatMap { $0.roles.contains(.guide) ? $0.rawValue : nil }
  }

  private static let words: [String: Word] = [
    "alignItems": .items,
    "alignment": .items,
    "aspectRatio": .aspect,
    "baseline": .lastBaseline,
    "distribution": .distribute,
    "edge": .dock,
    "firstB": .firstBaseline,
    "insets": .inset,
    "justifyContent": .distribute,
    "keyboardFrame": .keyboard,
    "keyboardLayoutGuide": .keyboard,
    "keyboardSafeArea": .keyboardSafe,
    "lastB": .lastBaseline,
    "layoutMargins": .margins,
    "layoutMarginsGuide": .margins,
    "padding": .inset,
    "parent": .super,
    "readableContent": .readable,
    "readableContentGuide": .readable,
    "safeArea": .safe,
    "safeAreaLayoutGuide": .safe,
    "spacing": .gap,
    "superview": .super,
  ]
}
