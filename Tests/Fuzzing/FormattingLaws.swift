public import LayoutSyntax
public import TestSupport

/// What holds for the formatted text of any document.
public enum FormattingLaws {
  public static func violations(of bytes: [UInt8]) -> [String] {
    let tree = parse(SourceText(name: "t", bytes: bytes))
    guard let formatted = tree.formatted() else {
      return tree.diagnostics.contains { $0.severity == .error } ? [] : ["refused without an error"]
    }
    let again = parse(SourceText(name: "t", bytes: formatted))
    var found: [String] = []
    if again.diagnostics.map(\.message) != tree.diagnostics.map(\.message) {
      found.append("complains otherwise: \(again.diagnostics.map(\.message))")
    }
    if shape(of: again) != shape(of: tree) { found.append("another tree") }
    if comments(of: again) != comments(of: tree) { found.append("other comments") }
    if again.formatted() != formatted { found.append("not the same a second time") }
    let lines = formatted.split(separator: 0x0A, omittingEmptySubsequences: false)
    if !formatted.isEmpty, formatted.last != 0x0A { found.append("no line end at the end") }
    if lines.first?.isEmpty == true, !formatted.isEmpty { found.append("begins with a blank line") }
    return found
  }

  /// Kinds and details of all nodes in order, with the tokens of those without children.
  private static func shape(of tree: SyntaxTree) -> [String] {
    (0..<tree.nodeCount).map { index in
      let node = tree.node(at: Int32(index))
      let tokens = node.children.isEmpty ? node.tokens.filter { $0.kind != .semicolon } : []
      return "\(node.kind) \(node.detail) \(tokens.map { tree.source.text(in: $0.span) })"
    } + tree.tokens.filter { $0.kind != .semicolon }.map { tree.source.text(in: $0.span) }
  }

  /// Everything between tokens but blanks, line ends and `;`.
  private static func comments(of tree: SyntaxTree) -> [UInt8] {
    var found: [UInt8] = []
    var end = tree.source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for token in tree.tokens {
      found += tree.source.bytes[end..<Int(token.start)].filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      end = Int(token.end)
    }
    return found
  }

  private static let blanks = [
    " /* c */ ", "  // x\n", "\n", "\n\n\n", "   ", "\t", "\n /* a\n   b */ ", " /**/", ";", "\r\n", " ; /* q */ ",
    "\n// own\n", "      ",
  ]

  /// The same tokens with something else between some of them; perhaps another document, or a wrong one.
  public static func withOtherBlanks(_ tree: SyntaxTree, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    let share = Int.random(in: 1...40, using: &random)
    for token in tree.tokens {
      let gap = tree.source.bytes[end..<Int(token.start)]
      let other = random.chance(share) ? Array((blanks.randomElement(using: &random) ?? "").utf8) : []
      bytes += Bool.random(using: &random) ? gap + other : other + gap
      bytes += tree.source.bytes[Int(token.start)..<Int(token.end)]
      end = Int(token.end)
    }
    return bytes
  }
}
