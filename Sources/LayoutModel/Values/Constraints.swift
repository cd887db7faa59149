import Geometry
import LayoutSyntax

/// Explicit constraints: `anchor rel expr`, with whatever stands on the left moved over.
extension LayoutResolver {
  mutating func resolveConstraint(_ node: SyntaxNode, _ seat: Seat) {
    if resolvePlainConstraint(node, seat) { return }
    let constraint = ConstraintSyntax(node)
    guard let leftNode = constraint.left else { return }
    let rights = Array(constraint.rights)
    guard let firstRight = rights.first else { return }
    let (comparison, pixels) = constraint.relation.comparison
    // Both sides are read before either is given up, so that both are checked.
    let left = value(leftNode, seat.site)
    if case .compound(let kind, let parts) = left, kind != .pair, kind != .insets {
      resolveComposite(kind, parts, comparison, pixels, rights, node, seat)
      return
    }
    if rights.count > 1 {
      report(.wrongCount(node.text, wanted: "one on the right", rights.count), at: rights[1], in: seat.site.file)
      return
    }
    let right = linear(firstRight, seat.site)
    guard let left, let right else { return }
    guard case .linear(let leftSide) = left else {
      report(.noAnchorOnTheLeft(leftNode.text), at: leftNode, in: seat.site.file)
      return
    }
    guard checkTypes(leftSide, leftNode, right, firstRight, in: seat.site.file) else { return }
    let identifier = identifier(node.first(.identifier), seat)
    relate(leftSide, comparison, right, pixels: pixels, identifier, leftNode, seat)
  }

  /// `anchor rel anchor ± number`, as most constraints are. False for every other one, which is then as it was.
  private mutating func resolvePlainConstraint(_ node: SyntaxNode, _ seat: Seat) -> Bool {
    var sides = node.values
    guard let leftNode = sides.next(), leftNode.kind == .reference, let rightNode = sides.next(), sides.next() == nil,
      let left = plainSum(leftNode, seat.site), let item = left.anchor, left.multiplier == 1, left.constant == 0,
      case let first = uses.count, let right = plainSum(rightNode, seat.site), case let used = first..<uses.count,
      left.type.isPosition ? left.type == right.type : !right.type.isPosition
    else { return false }
    let (comparison, pixels) = (node.relation ?? .equal).comparison
    let identifier = identifier(node.first(.identifier), seat)
    var constant = identify(.literal(right.constant), as: identifier)
    if pixels != 0 { constant = constant + .pixels(pixels) }
    emit(item, comparison, right.term, constant)
    if identifier == nil, pixels == 0 { keepSum(rightNode, seat.site, using: used, as: constantOfLastRules()) }
    return true
  }

  /// `width within 10..<20`.
  mutating func resolveWithin(_ node: SyntaxNode, _ seat: Seat) {
    let within = WithinSyntax(node)
    guard let leftNode = within.left, let lowerNode = within.lower, let upperNode = within.upper else { return }
    let left = linear(leftNode, seat.site)
    let lower = linear(lowerNode, seat.site)
    let upper = linear(upperNode, seat.site)
    guard let left, let lower, let upper else { return }
    guard checkTypes(left, leftNode, lower, lowerNode, in: seat.site.file),
      checkTypes(left, leftNode, upper, upperNode, in: seat.site.file)
    else { return }
    let identifier = identifier(node.first(.identifier), seat)
    relate(left, .atLeast, lower, pixels: 0, identifier, leftNode, seat)
    relate(left, .atMost, upper, pixels: within.range == .halfOpen ? -1 : 0, identifier, leftNode, seat)
  }

  /// Whether both sides speak of the same thing; reports when not.
  mutating func checkTypes(
    _ left: LinearExpression, _ leftNode: SyntaxNode, _ right: LinearExpression, _ rightNode: SyntaxNode, in file: Int32
  ) -> Bool {
    switch (left.type.isPosition, right.type.isPosition) {
    case (true, true):
      if left.type == right.type { return true }
      let spoken = Spoken(leftNode, left.type)
      complaints.report(
        .axisMismatch(spoken, Spoken(rightNode, right.type)), at: place(rightNode, in: file),
        notes: [Diagnostic.Note("\(spoken.direction) position", at: place(leftNode, in: file))])
      return false
    case (false, false): return true
    case (true, false):
      let anchor = leftNode.kind == .reference ? leftNode.first(.anchorSegment)?.text : nil
      report(
        .lengthForPosition(leftNode.text, rightNode.text, anchor: anchor, isSum: rightNode.kind == .binary),
        at: rightNode, in: file)
      return false
    case (false, true):
      report(.positionForLength(leftNode.text, rightNode.text, left.type), at: rightNode, in: file)
      return false
    }
  }

  /// Moves everything but the first anchor of the left side over, and divides by its multiplier.
  private mutating func relate(
    _ left: LinearExpression, _ comparison: Comparison, _ right: LinearExpression, pixels: Double,
    _ identifier: Int32?, _ leftNode: SyntaxNode, _ seat: Seat
  ) {
    guard let item = left.term else {
      report(.noAnchorOnTheLeft(leftNode.text), at: leftNode, in: seat.site.file)
      return
    }
    var right = right
    right.constant = identify(right.constant, as: identifier)
    if pixels != 0 { right.constant = right.constant + .pixels(pixels) }
    if item.multiplier.known == 1, left.moreTerms.isEmpty, left.constant.isZero, left.percent == nil {
      emit(item.anchor, comparison, right)
      return
    }
    var rest = left
    rest.term = left.moreTerms.first
    rest.moreTerms = Array(left.moreTerms.dropFirst())
    var moved = right.adding(rest.scaled(by: .literal(-1)), type: right.type)
    var comparison = comparison
    if let multiplier = item.multiplier.known {
      guard multiplier != 0 else {
        report(.vanishingLeft(leftNode.text), at: leftNode, in: seat.site.file)
        return
      }
      if multiplier != 1 { moved = moved.scaled(by: .literal(1 / multiplier)) }
      if multiplier < 0 { comparison = comparison.flipped }
    } else {
      guard comparison == .equal else {
        report(.unknownSign(leftNode.text), at: leftNode, in: seat.site.file)
        return
      }
      moved = moved.scaled(by: .literal(1) / item.multiplier)
    }
    emit(item.anchor, comparison, moved)
  }

  // MARK: Composites

  /// `edges`, `center` and `size`: one rule for each of their anchors, with the same relation.
  private mutating func resolveComposite(
    _ kind: CompoundKind, _ items: [LinearExpression], _ comparison: Comparison, _ pixels: Double,
    _ rights: [SyntaxNode], _ node: SyntaxNode, _ seat: Seat
  ) {
    if kind == .center, comparison != .equal {
      report(.centerInequality, at: node, in: seat.site.file)
      return
    }
    let parts: [LinearExpression?]
    if kind == .size {
      guard let sides = sizeValues(rights, node, seat) else { return }
      parts = sides
    } else {
      guard rights.count == 1 else {
        report(.wrongCount(node.text, wanted: "one on the right", rights.count), at: rights[1], in: seat.site.file)
        return
      }
      guard let right = value(rights[0], seat.site) else { return }
      guard case .compound(kind, let others) = right else {
        report(.compoundMismatch(kind, rights[0].text, right.noun), at: rights[0], in: seat.site.file)
        return
      }
      parts = others
    }
    let identifier = identifier(node.first(.identifier), seat)
    let constants = identifiedConstants(kind, parts, identifier)
    for index in items.indices {
      guard var right = parts[index] else { continue }
      right.constant = constants[index]
      relate(items[index], comparison, right, pixels: pixels, nil, node.value(at: 0) ?? node, seat)
    }
  }

  /// The constants of a composite's parts as numbers of an identifier: what they have in common counts once, and
  /// those of `edges` are the insets that are subtracted.
  private mutating func identifiedConstants(
    _ kind: CompoundKind, _ parts: [LinearExpression?], _ identifier: Int32?
  ) -> [Quantity] {
    var constants = parts.map { $0?.constant ?? .zero }
    if identifier == nil { return constants }
    // top and left move inwards by adding, bottom and right by subtracting.
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

extension Complaint {
  static func lengthForPosition(_ left: String, _ right: String, anchor: String?, isSum: Bool) -> Complaint {
    let replacement = anchor.map { anchor in
      right.utf8.first == UInt8(ascii: "-") && !isSum ? "super.\(anchor) \(right)" : "super.\(anchor) + \(right)"
    }
    return Complaint(
      .positionAgainstLength, "'\(left)' is a position but '\(right)' is a length", replacement: replacement)
  }

  static func positionForLength(_ left: String, _ right: String, _ type: ValueType) -> Complaint {
    Complaint(.positionAgainstLength, "'\(left)' is \(type.noun) but '\(right)' is a position")
  }

  static func noAnchorOnTheLeft(_ text: String) -> Complaint {
    Complaint(.noAnchorOnTheLeft, "'\(text)' has no anchor; a constraint begins with what it is about")
  }

  static func vanishingLeft(_ text: String) -> Complaint {
    Complaint(.notLinear, "nothing is left of '\(text)': its multiplier is 0")
  }

  static func unknownSign(_ text: String) -> Complaint {
    Complaint(
      .unknownSign, "'\(text)' may have either sign, so '<=' and '>=' have no meaning; put the variable on the right")
  }

  static let centerInequality = Complaint(.centerInequality, "a center is equal to another or not; use '=='")

  static func compoundMismatch(_ kind: CompoundKind, _ text: String, _ noun: String) -> Complaint {
    Complaint(
      .compoundMismatch, "'\(kind.anchor)' is compared with another view's \(kind.anchor), and '\(text)' is \(noun)")
  }
}
