import Geometry
import LayoutSyntax

/// `center`, `center x in margins`, `center(x: super, y: safe)`, each with `offset`.
extension LayoutResolver {
  mutating func placeCenter(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    let identifier = identifier(node.first(.identifier), seat)
    let offset = offset(of: placement, seat, identifier: identifier)
    if let places = node.first(.edgePlaces) {
      for child in places.children where child.kind == .edgePlace {
        guard let axis = AxisName(child.firstToken.word).map(Axis.init) else {
          complaints.report(
            .centerEdge(child.firstToken.word.rawValue), at: place(child.firstToken.span, in: seat.site.file))
          continue
        }
        guard let place = child.first(.place), let area = area(place, for: seat.view, seat.site) else { continue }
        center(axis, in: area, offset, seat)
      }
      return
    }
    guard let area = container(node.first(.place), seat) else { return }
    if let axis = node.first(.axis)?.axis.map(Axis.init) {
      center(axis, in: area, offset, seat)
    } else {
      center(.x, in: area, offset, seat)
      center(.y, in: area, offset, seat)
    }
  }

  private mutating func center(_ axis: Axis, in area: Area, _ offset: (x: Quantity, y: Quantity), _ seat: Seat) {
    align(Anchor(seat.view, axis.center), with: area, axis.center, axis == .x ? offset.x : offset.y)
  }

  /// `offset x, y`, or one pair; 0 without one. `identifier` names both, or the 0 that is not written.
  mutating func offset(
    of placement: Placement, _ seat: Seat, identifier: Int32?
  ) -> (x: Quantity, y: Quantity) {
    guard placement.offset >= 0 else {
      let both = identify(.zero, as: identifier)
      return (both, both)
    }
    let node = node(placement.offset, in: seat.site.file)
    let identifier = node.first(.identifier).map { self.identifier($0, seat) } ?? identifier
    guard let x = node.value(at: 0) else { return (.zero, .zero) }
    guard let y = node.value(at: 1) else {
      guard let value = value(x, seat.site) else { return (.zero, .zero) }
      guard case .compound(.pair, let parts) = value, parts.allSatisfy(\.isConstant) else {
        report(.wrongType(x.text, value.noun, wanted: "two lengths known before solving"), at: x, in: seat.site.file)
        return (.zero, .zero)
      }
      return (identify(parts[0].constant, as: identifier), identify(parts[1].constant, as: identifier))
    }
    let xValue = quantity(x, seat.site) ?? .zero
    let yValue = quantity(y, seat.site) ?? .zero
    return (identify(xValue, as: identifier), identify(yValue, as: identifier))
  }
}

extension Complaint {
  static func centerEdge(_ word: String) -> Complaint {
    Complaint(.wrongAxis, "'center' takes x and y, not '\(word)'")
  }
}
