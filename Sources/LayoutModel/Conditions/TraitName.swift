import LayoutSyntax

/// The names of traits outside the language, and the words that stand for their values.
enum TraitName {
  /// The trait and value that a condition or environment word means: `phone` is `idiom` `phone`.
  static func meaning(of node: SyntaxNode) -> (name: String, value: String)? {
    let word = (node.first(.name) ?? node).word.rawValue
    return TraitDescription.meanings[word + (node.axis.map { ".\($0.rawValue)" } ?? "")]
  }

  /// The condition that a name was probably meant as: `compact.x` for `conpact.x`.
  static func nearest(to reference: SyntaxNode) -> String? {
    let parts = reference.text.split(separator: ".").map(String.init)
    switch parts.count {
    case 1: return nearestName(to: parts[0], in: Word.all(.trait).map(\.rawValue))
    case 2 where AxisName(rawValue: parts[1]) != nil:
      return nearestName(to: parts[0], in: [Word.compact, .regular].map(\.rawValue)).map { "\($0).\(parts[1])" }
    default: return nil
    }
  }

  /// The name in a `traitCondition` or `traitClause`: `legibility` or `legibility.x`.
  static func written(_ node: SyntaxNode) -> String {
    let axis = node.first(.axis).flatMap(\.axis).map { "." + $0.rawValue } ?? ""
    return node.name + axis
  }

  /// The value of a trait as it is written: a word, a text or a number.
  static func value(_ node: SyntaxNode) -> String {
    switch node.kind {
    case .string: node.string
    case .word: node.name
    default: node.text
    }
  }
}
