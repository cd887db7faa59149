/// Arithmetic that folds what is known already, so that plain numbers stay literals.
extension Quantity {
  /// The number, when it does not depend on the scene.
  var known: Double? {
    if case .literal(let value) = self { return value }
    return nil
  }

  var isZero: Bool { known == 0 }

  static func + (left: Quantity, right: Quantity) -> Quantity {
    if let left = left.known, let right = right.known { return .literal(left + right) }
    if right.isZero { return left }
    if left.isZero { return right }
    if case .pixels(let left) = left, case .pixels(let right) = right { return .pixels(left + right) }
    if case .pixels(let pixels) = right, pixels < 0 { return .difference(left, .pixels(-pixels)) }
    return .sum(left, right)
  }

  static func - (left: Quantity, right: Quantity) -> Quantity {
    if let left = left.known, let right = right.known { return .literal(left - right) }
    if right.isZero { return left }
    return left.isZero ? -right : .difference(left, right)
  }

  static func * (left: Quantity, right: Quantity) -> Quantity {
    if let left = left.known, let right = right.known { return .literal(left * right) }
    if left.known == 1 { return right }
    if right.known == 1 { return left }
    if left.known == -1 { return -right }
    if right.known == -1 { return -left }
    return .product(left, right)
  }

  static func / (left: Quantity, right: Quantity) -> Quantity {
    if let left = left.known, let right = right.known, right != 0 { return .literal(left / right) }
    if right.known == 1 { return left }
    return .quotient(left, right)
  }
}
