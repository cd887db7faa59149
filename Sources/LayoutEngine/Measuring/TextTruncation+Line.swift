public import LayoutModel

/// A text that may not have all of its lines: the last one that is shown stands for the rest.
extension TextTruncation {
  /// What the last shown line says, before it is made to fit the width: it is the same paragraph, and where further
  /// ones follow, an ellipsis for them.
  ///
  /// - Parameters:
  ///   - rest: the text from the beginning of that line on.
  ///   - following: what of it is not on that line any more.
  /// - Returns: nil if nothing is missing, because nothing in `following` is to be seen.
  public func lastLine(of rest: Substring, before following: Substring) -> String? {
    if following.allSatisfy(\.isWhitespace) { return nil }
    let first = rest.prefix { !$0.isNewline }
    let others = rest[first.endIndex...]
    // From the end: between the first paragraph and the last one there may be a book.
    guard let end = others.lastIndex(where: { !$0.isWhitespace }),
      let start = others[..<end].lastIndex(where: \.isNewline)
    else { return String(first) }
    let last = others[start...].dropFirst().prefix { !$0.isNewline }
    return switch self {
    case .tail: "\(first)\(Self.ellipsis)"
    case .head: "\(Self.ellipsis)\(last)"
    case .middle: "\(first)\(Self.ellipsis)\(last)"
    case .clip: String(first)
    }
  }

  /// One character for measurers, as fonts have it.
  private static let ellipsis = "…"
}
