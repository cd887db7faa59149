public import LayoutSyntax

/// What holds for the tree of any bytes whatsoever.
public enum TreeInvariants {
  /// Sentences about what does not hold; empty for a sound tree.
  public static func violations(of tree: SyntaxTree) -> [String] {
    var found: [String] = []
    let size = Int32(tree.source.bytes.count)
    var end: Int32 = 0
    for (index, token) in tree.tokens.enumerated() {
      if token.start < end || token.end < token.start || token.end > size {
        found.append("token \(index) is at \(token.start)..<\(token.end) after \(end) of \(size)")
      }
      end = token.end
    }
    if tree.tokens.last?.kind != .endOfFile { found.append("the last token is not the end of the file") }
    check(tree.root, in: tree, &found)
    if tree.root.tokenRange != 0..<Int32(tree.tokens.count - 1) { found.append("the root misses tokens") }
    for diagnostic in tree.diagnostics {
      guard let span = diagnostic.place?.span, span.start >= 0, span.start <= span.end, span.end <= size else {
        found.append("\(diagnostic.code.rawValue) is outside the text")
        continue
      }
      for fix in diagnostic.fixes where fix.place.span.end > size || fix.place.span.start > fix.place.span.end {
        found.append("a fix of \(diagnostic.code.rawValue) is outside the text")
      }
    }
    if tree.diagnostics.count > 21 { found.append("\(tree.diagnostics.count) diagnostics") }
    return found
  }

  private static func check(_ node: SyntaxNode, in tree: SyntaxTree, _ found: inout [String]) {
    var position = node.tokenRange.lowerBound
    var next = node.index + 1
    for child in node.children {
      if child.index != next { found.append("node \(child.index) does not follow \(next - 1)") }
      if child.tokenRange.lowerBound < position || child.tokenRange.upperBound > node.tokenRange.upperBound {
        found.append(
          "\(child.kind) \(child.tokenRange) is not after \(position) inside \(node.kind) \(node.tokenRange)")
      }
      position = child.tokenRange.upperBound
      check(child, in: tree, &found)
      next = child.index + Int32(subtreeSize(child))
    }
  }

  private static func subtreeSize(_ node: SyntaxNode) -> Int { 1 + node.children.reduce(0) { $0 + subtreeSize($1) } }

  /// Whether two trees say the same of the same text, node by node and complaint by complaint.
  public static func isSame(_ first: SyntaxTree, _ second: SyntaxTree) -> Bool {
    guard first.tokens == second.tokens, first.diagnostics == second.diagnostics,
      first.source.lineStarts == second.source.lineStarts, first.nodeCount == second.nodeCount
    else { return false }
    return (0..<Int32(first.nodeCount)).allSatisfy { index in
      let (one, other) = (first.node(at: index), second.node(at: index))
      return one.kind == other.kind && one.detail == other.detail && one.tokenRange == other.tokenRange
        && one.hasError == other.hasError && one.children.map(\.index) == other.children.map(\.index)
    }
  }

  /// The text put together from gaps and tokens.
  public static func rebuilt(_ tree: SyntaxTree) -> [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for token in tree.tokens {
      bytes += tree.source.bytes[end..<Int(token.start)]
      bytes += tree.source.bytes[Int(token.start)..<Int(token.end)]
      end = Int(token.end)
    }
    return bytes
  }
}
