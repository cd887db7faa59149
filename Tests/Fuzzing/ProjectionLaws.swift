public import LayoutSyntax

/// A layout is the same as JSON, there and back; JSON of any kind is a layout or has a mistake that is told.
public enum ProjectionLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    let tree = parse(SourceText(name: "fuzzed", bytes: bytes))
    let isWrong = tree.diagnostics.contains { $0.severity == .error }
    guard let json = tree.projected() else { return isWrong ? [] : ["refused without an error"] }
    if isWrong { return ["a wrong layout has a projection"] }
    let back = parse(SourceText(name: "back", text: json))
    guard back.diagnostics.allSatisfy({ $0.severity != .error }) else {
      return ["its projection is wrong: \(back.diagnostics[0].message)"]
    }
    var found: [String] = []
    if back.projected() != json { found.append("projected twice it is something else") }
    if shape(of: back) != shape(of: tree) { found.append("its projection is another layout") }
    return found
  }

  /// Kinds and details of all nodes, the text of those without children; literals by their meaning. An id may stand
  /// before a priority or behind it.
  public static func shape(of tree: SyntaxTree) -> [String] {
    var lines: [String] = []
    addShape(of: tree.root, in: tree, to: &lines)
    return lines
  }

  private static func addShape(of node: SyntaxNode, in tree: SyntaxTree, to lines: inout [String]) {
    var children = Array(node.children)
    let text = node.kind == .string ? node.string : children.isEmpty ? plainTokens(of: node, in: tree) : ""
    lines.append("\(node.kind) \(node.detail) \(text)")
    if children.last?.kind == .priority, children.dropLast().last?.kind == .identifier {
      children.swapAt(children.count - 1, children.count - 2)
    }
    for child in children { addShape(of: child, in: tree, to: &lines) }
  }

  /// Its tokens without what stands between them.
  private static func plainTokens(of node: SyntaxNode, in tree: SyntaxTree) -> String {
    node.tokens.filter { $0.kind != .semicolon }.map { tree.source.text(in: $0.span) }.joined(separator: " ")
  }
}
