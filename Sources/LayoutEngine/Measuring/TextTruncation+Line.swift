public import LayoutModel

/// A text that may not have all of its lines: the last shown line stands for the rest.
extension TextTruncation {
  /// The text of the last shown line before it is made to fit the width: the rest of its paragraph, and an ellipsis if
  /// further paragraphs follow.
  ///
  /// - Parameters:
  ///   - rest: the text from the beginning of that line.
  ///   - following: the part of `rest` that does not fit on the line.
  /// - Returns: nil if nothing is missing, because `following` is only blanks.
  public func lastLine(of rest: Substring, before following: Substring) -> String? {
    if following.allSatisfy(\.isWhitespace) { return nil }
    let first = rest.prefix { !$0.isNewline }
    let others = rest[first.endIndex...]
    // The search goes backwards: between the first paragraph and the last there may be a book. It goes by scalars: to
    // find where a flag begins, Swift goes back over all flags before it.
    guard let end = others.lastIndex(where: { !$0.isWhitespace }),
      let start = others.unicodeScalars[..<end].lastIndex(where: { Character($0).isNewline })
    else { return String(first) }
    let last = others[start...].dropFirst().prefix { !$0.isNewline }
    return switch self {
    case .tail: "\(first)\(Self.ellipsis)"
    case .head: "\(Self.ellipsis)\(last)"
    case .middle: "\(first)\(Self.ellipsis)\(last)"
    case .clip: String(first)
    }
  }

  /// The ellipsis, which fonts and measurers count as one character.
  static let ellipsis = "…"
}
