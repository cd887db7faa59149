/// What a clause says of where its view stands or how large it is, with every name found and every number read.
///
/// Where a placement takes an area, nil stands for the super of the view. An identifier names the numbers that the
/// placement says; the builder decides which these are.
package enum Placement: Sendable {
  case fill(Fill)
  case center(Centering)
  case pin(Pin)
  /// `at`: a rectangle, or a point for the view's leading top corner, measured from that of the area.
  case at(Coordinates, in: Area?)
  /// `dock`, `below`, `above`, `before`, `after`, `rest`. `other` is the mode for an axis that the view says nothing
  /// about.
  case docking(AnchorageID, other: AxisMode)
  /// `align AXIS MODE`.
  case alignment(AlignedPlacement)
  /// `x MODE`, `y MODE`.
  case onAxis(AxisPlacement)
  /// `EDGE n`: a length moves the edge inwards from the area's, a position is where the edge stands.
  case edge(AnchorAttribute, LinearExpression, in: Area?, IdentifierID?)
  /// `width n`, `height n`.
  case length(AnchorAttribute, LinearExpression, IdentifierID?)
  /// `width a...b`; a half-open range ends one pixel before its bound.
  case range(AnchorAttribute, LinearExpression, LinearExpression, isHalfOpen: Bool, IdentifierID?)
  /// `size w, h`; nil for a side that is not said.
  case size(LinearExpression?, LinearExpression?, IdentifierID?)
  /// `aspect n`: the width is n times the height.
  case aspect(Quantity, IdentifierID?)
}

extension LayoutBuilder {
  /// Writes the rules that a placement means.
  package mutating func place(_ placement: Placement, _ seat: Seat) {
    switch placement {
    case .fill(let fill): place(fill, seat)
    case .center(let centering): place(centering, seat)
    case .pin(let pin): place(pin, seat)
    case .at(let coordinates, let area):
      place(PointOfRect.leadingTop, at: coordinates, in: area ?? views.drafts.superArea(of: seat.view), seat)
    case .docking(let anchorage, let other): dock(anchorage, other, seat)
    case .alignment(let placement): place(placement, seat)
    case .onAxis(let placement): place(placement, seat)
    case .edge(let edge, let value, let area, let identifier): placeEdge(edge, value, area, identifier, seat)
    case .length(let dimension, let length, let identifier): setLength(dimension, length, identifier, seat)
    case .range(let dimension, let lower, let upper, let isHalfOpen, let identifier):
      setRange(dimension, lower, upper, isHalfOpen, identifier, seat)
    case .size(let width, let height, let identifier): setSize(width, height, identifier, seat)
    case .aspect(let ratio, let identifier):
      let height = Rule.Term(Anchor(seat.view, .height), times: identify(ratio, as: identifier))
      emit(Anchor(seat.view, .width), .equal, height, .zero, seat)
    }
  }
}
