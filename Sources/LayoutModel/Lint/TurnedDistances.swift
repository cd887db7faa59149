import LayoutSyntax

/// Finds far edges whose distance has the sign that Auto Layout gives it: `leading 16 trailing -16`.
///
/// Distances are inward at every edge here, so such a view ends outside of its parent. Only a view that is inside at
/// the near edge is one of these: who moves both edges outward means it.
struct TurnedDistances {
  private var findings: [Diagnostic] = []

  static func findings(in tree: SyntaxTree) -> [Diagnostic] {
    var turned = TurnedDistances()
    turned.visit(tree.root)
    return turned.findings
  }

  private mutating func visit(_ node: SyntaxNode) {
    if node.kind == .view || node.kind == .guide { check(node) }
    for child in node.children { visit(child) }
  }

  private mutating func check(_ view: SyntaxNode) {
    var edges: [SyntaxNode] = view.children.filter { $0.kind == .edgeClause }
    edges += view.first(.block)?.children.filter { $0.kind == .edgeClause } ?? []
    let inside = Set(
      edges.filter { edge in edge.value(at: 0).map { $0.kind == .number && $0.number > 0 } == true }.compactMap(\.edge))
    for edge in edges {
      guard let distance = edge.value(at: 0), distance.kind == .negate, let number = distance.value(at: 0),
        number.kind == .number, edge.edge.map({ !inside.isDisjoint(with: $0.nearEdges) }) == true
      else { continue }
      findings.append(.turned(edge, distance, number.text))
    }
  }
}

extension EdgeName {
  /// The edges at the other end, for an edge at which an axis ends.
  fileprivate var nearEdges: Set<EdgeName> {
    switch self {
    case .trailing, .right: [.leading, .left]
    case .bottom: [.top]
    default: []
    }
  }
}

extension Diagnostic {
  fileprivate static func turned(_ edge: SyntaxNode, _ distance: SyntaxNode, _ number: String) -> Diagnostic {
    Diagnostic(
      .turnedDistance, "'\(edge.text)' is outside of the parent: a distance is inward at every edge", at: edge,
      fixes: [Fix("write '\(number)'", replace: Place(distance), by: number)])
  }
}
