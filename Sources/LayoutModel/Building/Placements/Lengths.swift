/// `size`, `width`, `height` and `EDGE n`.
extension LayoutBuilder {
  mutating func placeEdge(
    _ edge: AnchorAttribute, _ value: LinearExpression, _ area: Area?, _ identifier: IdentifierID?, _ seat: Seat
  ) {
    var value = value
    if identifier != nil { value.constant = identify(value.constant, as: identifier) }
    let item = Anchor(seat.view, edge)
    if value.type.isPosition {
      emit(item, .equal, value, seat)
      return
    }
    let area = area ?? views.drafts.superArea(of: seat.view)
    let inward = edge.isFar ? value.opposite : value
    emit(item, .equal, LinearExpression(area.anchor(edge)).adding(inward, type: ValueType(of: edge)), seat)
  }

  mutating func setLength(
    _ dimension: AnchorAttribute, _ length: LinearExpression, _ identifier: IdentifierID?, _ seat: Seat
  ) {
    var length = length
    if identifier != nil { length.constant = identify(length.constant, as: identifier) }
    emit(Anchor(seat.view, dimension), .equal, length, seat)
  }

  mutating func setRange(
    _ dimension: AnchorAttribute, _ lower: LinearExpression, _ upper: LinearExpression, _ isHalfOpen: Bool,
    _ identifier: IdentifierID?, _ seat: Seat
  ) {
    var (lower, upper) = (lower, upper)
    lower.constant = identify(lower.constant, as: identifier)
    upper.constant = identify(upper.constant, as: identifier)
    if isHalfOpen { upper.constant = upper.constant - .pixels(1) }
    emit(Anchor(seat.view, dimension), .atLeast, lower, seat)
    emit(Anchor(seat.view, dimension), .atMost, upper, seat)
  }

  mutating func setSize(
    _ width: LinearExpression?, _ height: LinearExpression?, _ identifier: IdentifierID?, _ seat: Seat
  ) {
    var (width, height) = (width, height)
    if identifier != nil {
      // One number that is written for both sides is one number of the identifier.
      var shared: Quantity?
      if let width, let height, width.isConstant, height.isConstant, width.constant == height.constant {
        shared = identify(width.constant, as: identifier)
      }
      if let side = width { width?.constant = shared ?? identify(side.constant, as: identifier) }
      if let side = height { height?.constant = shared ?? identify(side.constant, as: identifier) }
    }
    if let width { emit(Anchor(seat.view, .width), .equal, width, seat) }
    if let height { emit(Anchor(seat.view, .height), .equal, height, seat) }
  }
}
