import Geometry
import LayoutSyntax

/// `fill`: edges equal to a container's, moved inwards by the inset; `fill <=` keeps them inside it.
extension LayoutResolver {
  mutating func placeFill(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    let (comparison, pixels) = (node.relation ?? .equal).comparison
    let identifier = identifier(node.first(.identifier), seat)
    var insets = insets(of: placement, seat, identifier: identifier)
    if pixels != 0 {
      // An open bound: one pixel further in (`<`) or out (`>`).
      let more = Quantity.pixels(-pixels)
      insets = Insets(
        top: insets.top + more, leading: insets.leading + more, bottom: insets.bottom + more,
        trailing: insets.trailing + more)
    }
    let edges = filledEdges(node, seat)
    for (edge, area) in edges { fill(edge, of: area, comparison, insets, seat) }
    if comparison == .atMost, mentioned(seat.view, in: seat.context).contains(.pin) {
      // As large as possible: stronger than hugging, weaker than the pinned point.
      for (edge, area) in edges {
        align(
          Anchor(seat.view, edge), with: area, edge, insets.shift(at: edge), priority: LayoutResolver.fillAtMostPriority
        )
      }
    }
  }

  /// Above the default hugging, so that a small natural size does not hold the view back.
  static let fillAtMostPriority = NamedPriority.low + 1
  /// Below what says `@high`: the point gives way before the view leaves the box.
  static let pinAtMostPriority = NamedPriority.high - 1

  private mutating func fill(
    _ edge: AnchorAttribute, of area: Area, _ comparison: Comparison, _ insets: Insets, _ seat: Seat
  ) {
    // "At most" means inside: a near edge is at least the container's, a far edge at most.
    let own = edge.isFar ? comparison : comparison.flipped
    align(Anchor(seat.view, edge), own, with: area, edge, insets.shift(at: edge))
  }

  /// Which edges are filled, each with its container.
  private mutating func filledEdges(_ node: SyntaxNode, _ seat: Seat) -> [(AnchorAttribute, Area)] {
    if let places = node.first(.edgePlaces) { return edgesByName(places, seat) }
    if let axis = node.first(.axis)?.axis.map(Axis.init) {
      let area = container(seat)
      return [(axis.edges.near, area), (axis.edges.far, area)]
    }
    guard let area = container(node.first(.place), seat) else { return [] }
    return [(.top, area), (.leading, area), (.bottom, area), (.trailing, area)]
  }

  /// `(top: safe, x: super)`.
  private mutating func edgesByName(_ places: SyntaxNode, _ seat: Seat) -> [(AnchorAttribute, Area)] {
    var result: [(AnchorAttribute, Area)] = []
    for child in places.children where child.kind == .edgePlace {
      guard let place = child.first(.place), let area = area(place, for: seat.view, seat.site) else { continue }
      if let axis = AxisName(child.firstToken.word).map(Axis.init) {
        result.append((axis.edges.near, area))
        result.append((axis.edges.far, area))
      } else if let edge = child.edge {
        result.append((edge.attribute, area))
      }
    }
    return result
  }

  // MARK: Containers

  /// The container of a placement that names none: that of the `with` around it, else super.
  mutating func container(_ seat: Seat) -> Area {
    if let (node, site) = defaultNode(.place, seat) {
      return area(node, for: seat.view, site) ?? drafts.superArea(of: seat.view)
    }
    return drafts.superArea(of: seat.view)
  }

  /// The container that `place` names, or the default without one; nil after a complaint.
  mutating func container(_ place: SyntaxNode?, _ seat: Seat) -> Area? {
    guard let place else { return container(seat) }
    return area(place, for: seat.view, seat.site)
  }
}

extension Anchor {
  /// An attribute of the view's own rectangle.
  init(_ view: ViewID, _ attribute: AnchorAttribute) { self.init(view, .frame, attribute) }
}
