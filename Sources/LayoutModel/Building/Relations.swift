/// Why a constraint is not possible.
package enum RelationMistake: Sendable {
  /// There is no anchor on the left.
  case noAnchor
  /// The anchor's multiplier is 0.
  case vanishes
  /// The anchor's multiplier may have either sign, and the constraint is no equality.
  case unknownSign
  /// A `center` can only be equal to another one.
  case centerInequality
}

/// Explicit constraints: `anchor rel expr`. What else stands on the left is moved to the right.
extension LayoutBuilder {
  /// Writes the rule `left sign right` of two sides of one type. The identifier names the constant on the right.
  ///
  /// - Returns: why there is no rule; nil when there is one.
  package mutating func relate(
    _ left: LinearExpression, _ sign: RelationSign, _ right: LinearExpression, identifier: IdentifierID? = nil,
    _ seat: Seat
  ) -> RelationMistake? {
    guard let item = left.term else { return .noAnchor }
    var right = right
    if identifier != nil { right.constant = identify(right.constant, as: identifier) }
    if sign.pixels != 0 { right.constant = right.constant + .pixels(sign.pixels) }
    if left.isAnchor {
      emit(item.anchor, sign.comparison, right, seat)
      return nil
    }
    var moved = right.adding(left.withoutFirstTerm.opposite, type: right.type)
    var comparison = sign.comparison
    if let multiplier = item.multiplier.known {
      if multiplier == 0 { return .vanishes }
      if multiplier != 1 { moved = moved.scaled(by: .literal(1 / multiplier)) }
      if multiplier < 0 { comparison = comparison.flipped }
    } else {
      if comparison != .equal { return .unknownSign }
      moved = moved.scaled(by: .literal(1) / item.multiplier)
    }
    emit(item.anchor, comparison, moved, seat)
    return nil
  }

  /// Writes the rules of `left within lower...upper`. A half-open range ends one pixel before its bound.
  package mutating func relate(
    _ left: LinearExpression, within lower: LinearExpression, _ upper: LinearExpression, isHalfOpen: Bool,
    identifier: IdentifierID? = nil, _ seat: Seat
  ) -> RelationMistake? {
    let below = relate(left, RelationSign(.atLeast), lower, identifier: identifier, seat)
    let above = relate(left, RelationSign(.atMost, pixels: isHalfOpen ? -1 : 0), upper, identifier: identifier, seat)
    return below ?? above
  }

  /// Writes one rule for each anchor of `edges`, `center` or `size`, all with the same relation.
  ///
  /// - Parameter rights: one for each anchor; nil for a side of a size that is not said.
  package mutating func relate(
    _ kind: CompoundKind, _ lefts: [LinearExpression], _ sign: RelationSign, _ rights: [LinearExpression?],
    identifier: IdentifierID? = nil, _ seat: Seat
  ) -> RelationMistake? {
    if kind == .center, sign.comparison != .equal { return .centerInequality }
    let constants = identifiedConstants(kind, rights, identifier)
    var mistake: RelationMistake?
    for index in lefts.indices {
      guard var right = rights[index] else { continue }
      right.constant = constants[index]
      let found = relate(lefts[index], sign, right, seat)
      if mistake == nil { mistake = found }
    }
    return mistake
  }

  /// The constants of the parts as numbers of an identifier. A number that all parts share counts once. The numbers of
  /// `edges` are the insets that are subtracted.
  private mutating func identifiedConstants(
    _ kind: CompoundKind, _ parts: [LinearExpression?], _ identifier: IdentifierID?
  ) -> [Quantity] {
    var constants = parts.map { $0?.constant ?? .zero }
    if identifier == nil { return constants }
    // From top and left inwards is up in numbers, from bottom and right it is down.
    let far = kind == .edges ? 2..<4 : 0..<0
    for index in far { constants[index] = -constants[index] }
    let written = parts.indices.filter { parts[$0] != nil }.map { constants[$0] }
    if let first = written.first, written.allSatisfy({ $0 == first }) {
      let shared = identify(first, as: identifier)
      constants = constants.map { _ in shared }
    } else {
      for index in constants.indices where parts[index] != nil {
        constants[index] = identify(constants[index], as: identifier)
      }
    }
    for index in far { constants[index] = -constants[index] }
    return constants
  }
}
