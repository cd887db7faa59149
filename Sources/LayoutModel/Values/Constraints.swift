import Geometry
import LayoutSyntax

/// Explicit constraints: `anchor rel expr`.
extension LayoutResolver {
  mutating func resolveConstraint(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let site = standing.site
    var sides = node.values
    guard let leftNode = sides.next(), let rightNode = sides.next() else { return }
    let surplus = sides.next()
    let sign = (node.relation ?? .equal).sign
    // Both sides are read before either is given up, so that both are checked.
    let left = leftSide(leftNode, site)
    if let anchor = leftNode.first(.anchorSegment)?.text, refusesView(rightNode, for: anchor, site) { return }
    if case .compound(let kind, let parts) = left, kind != .pair, kind != .insets {
      resolveComposite(kind, parts, sign, node, standing, seat)
      return
    }
    if let surplus {
      reportSurplus(surplus, of: node, site)
      return
    }
    let used = following.uses.count
    let right = linear(rightNode, site)
    guard let left, let right else { return }
    guard case .linear(let leftSide) = left else {
      report(.noAnchorOnTheLeft(leftNode.text), at: leftNode, in: site.file)
      return
    }
    guard checkTypes(leftSide, leftNode, right, rightNode, in: site.file) else { return }
    let identifier = identifier(node.first(.identifier), standing)
    let mistake = builder.relate(leftSide, sign, right, identifier: identifier, seat)
    report(mistake, leftNode, site)
    if identifier == nil, sign.pixels == 0, leftSide.isAnchor {
      keepSum(rightNode, right, usedSince: used, site, as: .constant())
    }
  }

  /// Reads the left side, which mostly is an anchor and then needs nothing else.
  private mutating func leftSide(_ node: SyntaxNode, _ site: Site) -> Value? {
    if node.kind == .reference, let plain = plainReference(node, site) { return .linear(plain) }
    return value(node, site)
  }

  /// Reads `width within 10..<20`.
  mutating func resolveWithin(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let site = standing.site
    let within = WithinSyntax(node)
    guard let leftNode = within.left, let lowerNode = within.lower, let upperNode = within.upper else { return }
    let left = linear(leftNode, site)
    let lower = linear(lowerNode, site)
    let upper = linear(upperNode, site)
    guard let left, let lower, let upper else { return }
    guard checkTypes(left, leftNode, lower, lowerNode, in: site.file),
      checkTypes(left, leftNode, upper, upperNode, in: site.file)
    else { return }
    let identifier = identifier(node.first(.identifier), standing)
    let mistake = builder.relate(
      left, within: lower, upper, isHalfOpen: within.range == .halfOpen, identifier: identifier, seat)
    report(mistake, leftNode, site)
  }

  private mutating func report(_ mistake: RelationMistake?, _ leftNode: SyntaxNode, _ site: Site) {
    switch mistake {
    case nil: break
    case .noAnchor: report(.noAnchorOnTheLeft(leftNode.text), at: leftNode, in: site.file)
    case .vanishes: report(.vanishingLeft(leftNode.text), at: leftNode, in: site.file)
    case .unknownSign: report(.unknownSign(leftNode.text), at: leftNode, in: site.file)
    case .centerInequality: report(.centerInequality, at: leftNode, in: site.file)
    }
  }

  private mutating func reportSurplus(_ second: SyntaxNode, of node: SyntaxNode, _ site: Site) {
    let count = Array(ConstraintSyntax(node).rights).count
    report(.wrongCount(node.text, wanted: "one on the right", count), at: second, in: site.file)
  }

  /// Whether both sides are of one type; reports when not.
  mutating func checkTypes(
    _ left: LinearExpression, _ leftNode: SyntaxNode, _ right: LinearExpression, _ rightNode: SyntaxNode, in file: Int32
  ) -> Bool {
    switch (left.type.isPosition, right.type.isPosition) {
    case (true, true):
      if left.type == right.type { return true }
      let spoken = Spoken(leftNode, left.type)
      builder.complaints.report(
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

  /// Reads a constraint on `edges`, `center` or `size`.
  private mutating func resolveComposite(
    _ kind: CompoundKind, _ items: [LinearExpression], _ sign: RelationSign, _ node: SyntaxNode,
    _ standing: Standing, _ seat: Seat
  ) {
    let site = standing.site
    if kind == .center, sign.comparison != .equal {
      report(.centerInequality, at: node, in: site.file)
      return
    }
    let rights = Array(ConstraintSyntax(node).rights)
    let parts: [LinearExpression?]
    if kind == .size {
      guard let sides = sizeValues(rights, of: node, site) else { return }
      parts = [sides.width, sides.height]
    } else {
      if rights.count > 1 {
        reportSurplus(rights[1], of: node, site)
        return
      }
      guard let right = value(rights[0], site) else { return }
      guard case .compound(kind, let others) = right else {
        report(.compoundMismatch(kind, rights[0].text, right.noun), at: rights[0], in: site.file)
        return
      }
      parts = others
    }
    let identifier = identifier(node.first(.identifier), standing)
    let mistake = builder.relate(kind, items, sign, parts, identifier: identifier, seat)
    report(mistake, node.value(at: 0) ?? node, site)
  }
}

extension Complaint {
  /// A number at `bottom` counts inwards in a placement, so it is meant so here.
  static func lengthForPosition(_ left: String, _ right: String, anchor: String?, isSum: Bool) -> Complaint {
    let isFar = anchor.map { ["bottom", "right", "trailing"].contains($0) } ?? false
    let isNegative = right.utf8.first == UInt8(ascii: "-") && !isSum
    let distance = isNegative ? right : isFar ? "- \(isSum ? "(\(right))" : right)" : "+ \(right)"
    let place = anchor.map { "super.\($0) \(distance)" }
    return Complaint(
      .positionAgainstLength, "'\(left)' is a position but '\(right)' is a length", replacement: place,
      help: isFar && !isNegative ? ["help: at least so far inside of it is `\(left) <= \(place ?? "")`"] : [])
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
