import Geometry
import LayoutSyntax

/// `fill`, `fill x`, `fill safe`, `fill(top: safe, x: super)`.
extension LayoutResolver {
  mutating func fill(_ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing) -> Placement {
    let identifier = identifier(node.first(.identifier), standing)
    let inset = inset(of: clause, standing)
    if let axis = node.axisOfPlacement { warnOfInset(of: clause, across: axis, in: standing.site.file) }
    return .fill(
      Fill(
        filledEdges(node, standing), (node.relation ?? .equal).sign, inset: inset, identifier: identifier))
  }

  private mutating func filledEdges(_ node: SyntaxNode, _ standing: Standing) -> Fill.Edges {
    if let places = node.first(.edgePlaces) { return .each(edgesByName(places, standing)) }
    if let axis = node.axisOfPlacement { return .along(axis, container(standing)) }
    guard let area = container(node.first(.place), standing) else { return .each([]) }
    return .all(area)
  }

  /// Reads single edges: `(top: safe, x: super)`.
  private mutating func edgesByName(
    _ places: SyntaxNode, _ standing: Standing
  ) -> [(edge: AnchorAttribute, area: Area)] {
    var result: [(edge: AnchorAttribute, area: Area)] = []
    for child in places.children where child.kind == .edgePlace {
      guard let place = child.first(.place), let area = area(place, for: standing.view, standing.site) else { continue }
      if let axis = AxisName(child.firstToken.word).map(Axis.init) {
        result.append((axis.edges.near, area))
        result.append((axis.edges.far, area))
      } else if let edge = child.edge {
        result.append((edge.attribute, area))
      }
    }
    return result
  }
}
