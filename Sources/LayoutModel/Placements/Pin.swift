import Geometry
import LayoutSyntax

/// `pin`: a point or edge of the view at a point or edge of another rectangle. `at`: a rectangle or point by
/// numbers.
extension LayoutResolver {
  mutating func placePin(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    let positions = node.children.filter { $0.kind == .position }
    guard let own = positions.first else { return }
    let point = PointOfRect(PositionSyntax(own))
    guard !point.attributes.isEmpty else {
      report(.contradictingPoint(own.text), at: own, in: seat.site.file)
      return
    }
    if priorityNode(of: placement, node, seat) == nil, mentioned(seat.view, in: seat.context).contains(.fillAtMost) {
      mark.priority = LayoutResolver.pinAtMostPriority
    }
    let identifier = identifier(node.first(.identifier), seat)
    if let numbers = node.first(.point) {
      pin(point, at: numbers, identifier, seat)
      return
    }
    var target = point
    if positions.count > 1 {
      target = PointOfRect(PositionSyntax(positions[1]))
      let matches =
        target.attributes.count == point.attributes.count
        && point.attributes.allSatisfy { target.attribute(on: $0.axis) != nil }
      guard matches else {
        report(.mismatchedPoints(own.text, positions[1].text), at: positions[1], in: seat.site.file)
        return
      }
    }
    guard let area = container(node.first(.place), seat) else { return }
    let usesInset = placement.inset >= 0
    let insets = usesInset ? insets(of: placement, seat, identifier: identifier) : Insets()
    let offset = offset(of: placement, seat, identifier: usesInset ? nil : identifier)
    for attribute in point.attributes {
      let move = attribute.axis == .x ? offset.x : offset.y
      align(
        Anchor(seat.view, attribute), with: area, target.attribute(on: attribute.axis) ?? attribute,
        insets.shift(at: attribute) + move)
    }
  }

  /// `pin center at 20, 10`: measured from the container's leading top corner; a size may follow.
  private mutating func pin(_ point: PointOfRect, at numbers: SyntaxNode, _ identifier: Int32?, _ seat: Seat) {
    guard let values = coordinates(numbers, identifier, seat) else { return }
    let area = container(seat)
    for attribute in point.attributes {
      let axis = attribute.axis
      align(Anchor(seat.view, attribute), with: area, axis.edges.near, axis == .x ? values[0] : values[1])
    }
    emitSize(values, seat)
  }

  mutating func placeAt(_ node: SyntaxNode, _ seat: Seat) {
    let identifier = identifier(node.first(.identifier), seat)
    guard let values = coordinates(node, identifier, seat), let area = container(node.first(.place), seat) else {
      return
    }
    align(Anchor(seat.view, .leading), with: area, .leading, values[0])
    align(Anchor(seat.view, .top), with: area, .top, values[1])
    emitSize(values, seat)
  }

  private mutating func emitSize(_ values: [Quantity], _ seat: Seat) {
    guard values.count == 4 else { return }
    emit(Anchor(seat.view, .width), .equal, nil, values[2])
    emit(Anchor(seat.view, .height), .equal, nil, values[3])
  }

  /// Two or four numbers. Nil after a complaint.
  private mutating func coordinates(_ node: SyntaxNode, _ identifier: Int32?, _ seat: Seat) -> [Quantity]? {
    var values: [Quantity] = []
    for child in node.values {
      if child.kind == .tuple, let value = value(child, seat.site), case .compound(_, let parts) = value {
        values += parts.map(\.constant)
        continue
      }
      guard let value = quantity(child, seat.site) else { return nil }
      values.append(value)
    }
    guard values.count == 2 || values.count == 4 else {
      report(
        .wrongCount(node.text, wanted: "a point or a rectangle, two or four", values.count), at: node,
        in: seat.site.file)
      return nil
    }
    return values.map { identify($0, as: identifier) }
  }
}

extension Complaint {
  static func contradictingPoint(_ text: String) -> Complaint {
    Complaint(.mismatchedPoints, "'\(text)' names two edges of one axis, and a point has one on each")
  }

  static func mismatchedPoints(_ own: String, _ target: String) -> Complaint {
    Complaint(.mismatchedPoints, "'\(own)' cannot be pinned to '\(target)': they do not fix the same axes")
  }
}
