import Geometry
import LayoutSyntax

/// `center`, `center x in margins`, `center(x: super, y: safe)`, each with `offset`.
extension LayoutResolver {
  mutating func centering(
    _ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat
  ) -> Placement? {
    let identifier = identifier(node.first(.identifier), standing)
    let offset = offset(of: clause, standing)
    guard let axes = centeredAxes(node, standing) else { return nil }
    let isInParent = node.first(.place) == nil && node.first(.edgePlaces) == nil
    if isInParent, offset == nil, identifier == nil, node.first(.priority) == nil,
      kind(of: parent(of: seat.view)).isStack
    {
      note(.center(node.axisOfPlacement), "center", seat)
    }
    return .center(Centering(axes, offset: offset, identifier: identifier))
  }

  /// Reads which axes are centred, and where; nil after a complaint.
  private mutating func centeredAxes(_ node: SyntaxNode, _ standing: Standing) -> Centering.Axes? {
    if let places = node.first(.edgePlaces) {
      var axes: [(axis: Axis, area: Area)] = []
      for child in places.children where child.kind == .edgePlace {
        guard let axis = AxisName(child.firstToken.word).map(Axis.init) else {
          builder.complaints.report(
            .centerEdge(child.firstToken.word.rawValue), at: place(child.firstToken.span, in: standing.site.file))
          continue
        }
        guard let place = child.first(.place), let area = area(place, for: standing.view, standing.site) else {
          continue
        }
        axes.append((axis, area))
      }
      return .each(axes)
    }
    guard let area = container(node.first(.place), standing) else { return nil }
    return node.axisOfPlacement.map { .along($0, area) } ?? .both(area)
  }

  /// Reads `offset x, y`, or one pair; nil without an offset.
  mutating func offset(of clause: WrittenClause, _ standing: Standing) -> Offset? {
    guard clause.offset >= 0 else { return nil }
    let site = standing.site
    let node = node(clause.offset, in: site.file)
    var offset = Offset(x: .zero, y: .zero, identifier: identifier(node.first(.identifier), standing))
    guard let x = node.value(at: 0) else { return offset }
    if let y = node.value(at: 1) {
      offset.x = quantity(x, site) ?? .zero
      offset.y = quantity(y, site) ?? .zero
    } else if let pair = constantPair(x, site) {
      (offset.x, offset.y) = pair
    }
    return offset
  }

  /// Reads two lengths in parentheses that are known before solving; nil after a complaint.
  mutating func constantPair(_ node: SyntaxNode, _ site: Site) -> (x: Quantity, y: Quantity)? {
    guard let value = value(node, site) else { return nil }
    guard case .compound(.pair, let parts) = value, parts.allSatisfy(\.isConstant) else {
      report(.wrongType(node.text, value.noun, wanted: "two lengths known before solving"), at: node, in: site.file)
      return nil
    }
    return (parts[0].constant, parts[1].constant)
  }
}

extension Complaint {
  static func centerEdge(_ word: String) -> Complaint {
    Complaint(.wrongAxis, "'center' takes x and y, not '\(word)'")
  }
}
