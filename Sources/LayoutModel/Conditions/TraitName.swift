import LayoutSyntax

/// What traits are called outside the language, and which words stand for their values.
enum TraitName {
  /// The trait and value that a condition or environment word means: `phone` is `idiom` `phone`.
  static func meaning(of node: SyntaxNode) -> (name: String, value: String)? {
    let name = node.first(.name) ?? node
    switch name.word {
    case .compact, .regular:
      guard let axis = node.axis else { return nil }
      return ("sizeClass.\(axis.rawValue)", name.word.rawValue)
    case .phone, .pad, .mac, .tv, .carPlay: return ("idiom", name.word.rawValue)
    case .light, .dark: return ("style", name.word.rawValue)
    case .ltr, .rtl: return ("direction", name.word.rawValue)
    case .portrait, .landscape: return ("orientation", name.word.rawValue)
    default: return nil
    }
  }

  /// `legibility` or `legibility.x`, as a `traitCondition` or `traitClause` writes it.
  static func written(_ node: SyntaxNode) -> String {
    let axis = node.first(.axis).flatMap(\.axis).map { "." + $0.rawValue } ?? ""
    return node.name + axis
  }

  /// A trait's value: a word, a text or a number as it stands in the file.
  static func value(_ node: SyntaxNode) -> String {
    switch node.kind {
    case .string: node.string
    case .word: node.name
    default: node.text
    }
  }
}
