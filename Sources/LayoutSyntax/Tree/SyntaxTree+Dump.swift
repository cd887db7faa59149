extension SyntaxTree {
  /// The tree as indented lines, for golden files and eyes: the kind, the detail when it says something, `!` after a
  /// node with an error, and the text of every node without children.
  package func dump() -> String {
    var lines: [String] = []
    write(root, depth: 0, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ node: SyntaxNode, depth: Int, to lines: inout [String]) {
    var line = String(repeating: "  ", count: depth) + "\(node.kind)"
    if let detail = node.detailText { line += "(\(detail))" }
    if node.hasError { line += "!" }
    if node.children.isEmpty, !node.tokens.isEmpty { line += " " + quoted(node.text) }
    lines.append(line)
    for child in node.children { write(child, depth: depth + 1, to: &lines) }
  }

  private func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎")
  }
}

extension SyntaxNode {
  /// `detail` in words, as the kind's doc comment has it.
  fileprivate var detailText: String? {
    switch kind {
    case .edgeClause, .edgeValue, .edgePlace, .contentClause: return firstToken.word.rawValue
    case _ where detail == 0: return nil
    case .constraint, .compare, .fillClause: return relation?.text
    case .withinConstraint, .forStatement, .widthClause, .heightClause: return rangeOperator == .closed ? "..." : "..<"
    case .binary: return "\(arithmetic)"
    case .mode: return "\(placementMode)"
    case .adjacentClause, .restClause: return "\(adjacency)"
    case .number: return "\(unit)"
    case .boolean: return "\(flag)"
    case .ifStatement: return "direct"
    case .traitCondition: return "named"
    case .priority: return "minus"
    default: return "\(detail)"
    }
  }
}
