import Geometry
import LayoutSyntax

/// What stands behind `expect`: every condition of the language, and relations between anchors as constraints have
/// them.
extension LayoutResolver {
  /// Reads an expectation; nil after a complaint. `site.bare` is the view that anchors, traits and configurations
  /// without a view are asked of.
  mutating func expectation(_ node: SyntaxNode, _ site: Site) -> Expectation? {
    switch node.kind {
    case .not:
      guard let operand = node.value(at: 0), let inner = expectation(operand, site) else { return nil }
      return .not(inner)
    case .and, .or:
      // Both sides are read before either is given up, so that both are checked.
      let parts = node.values.map { expectation($0, site) }
      let known = parts.compactMap { $0 }
      guard known.count == parts.count else { return nil }
      return node.kind == .and ? .all(known) : .any(known)
    case .isCondition:
      guard let path = node.first(.path), let inner = node.value(at: 0) else { return nil }
      if refusesVisible(node, of: path, inner, site) { return nil }
      guard let view = view(named: path, site) else { return nil }
      var tested = site
      tested.bare = view
      guard let expectation = expectation(inner, tested) else { return nil }
      // A failure of `panel is hidden` points at the whole, not at `hidden` alone.
      guard case .holds(let condition, _) = expectation else { return expectation }
      return .holds(condition, Origin(file: site.file, span: node.span))
    case .compare:
      guard let left = node.value(at: 0), let right = node.value(at: 1) else { return nil }
      if refusesComparison(node, left, right, site) { return nil }
      if left.kind == .traitCondition {
        return traitComparison(node, left, right, site).map { .holds($0, Origin(file: site.file, span: node.span)) }
      }
      if let name = lookName(left, site) { return look(node, left, name, right, site).map { .look($0) } }
      return relation(node, left, right, site).map { .relation($0) }
    case .configCondition:
      guard let name = node.first(.name), configurationIsKnown(name, of: site.bare, in: site.file) else { return nil }
      return .holds(.configuration(site.bare, name: name.name), Origin(file: site.file, span: node.span))
    default:
      return condition(node, site).map { .holds($0, Origin(file: site.file, span: node.span)) }
    }
  }

  /// The last name of `title.text` or `panel.alpha`. Here it never means a view, because a view alone cannot be
  /// compared.
  private mutating func lookName(_ node: SyntaxNode, _ site: Site) -> SyntaxNode? {
    let segments = Array(node.children)
    guard node.kind == .reference, ReferenceSyntax(node).anchor == nil, segments.count > 1, let last = segments.last,
      last.kind == .pathSegment, last.value(at: 0) == nil, let name = last.first(.name),
      ["alpha", "text"].contains(name.name)
    else { return nil }
    // In `t.text`, where `t` is an import, the name means a value.
    guard let first = node.first(.pathSegment)?.first(.name) else { return nil }
    let namespace = self.name(of: first, in: site.file)
    return files[Int(site.file)].namespaceFiles[namespace] != nil ? nil : name
  }

  private mutating func look(
    _ node: SyntaxNode, _ left: SyntaxNode, _ name: SyntaxNode, _ right: SyntaxNode, _ site: Site
  ) -> ExpectedLook? {
    // Both sides are read before either is given up, so that both are checked.
    let view = view(named: left, leavingOut: 1, site)
    let value = value(right, site)
    guard let view, let value else { return nil }
    let origin = Origin(file: site.file, span: node.span)
    let relation = node.relation ?? .equal
    switch (name.name, value) {
    case ("text", .text(let text)):
      guard relation == .equal else {
        report(.textsAreEqual, at: node, in: site.file)
        return nil
      }
      return ExpectedLook(view, .text(text), origin: origin)
    case ("alpha", .linear(let expression)) where expression.isConstant && expression.type == .number:
      return ExpectedLook(view, .alpha(relation, expression.constant, written: right.text), origin: origin)
    default:
      let wanted = name.name == "text" ? "a text" : "a number from 0 to 1"
      report(.wrongType(right.text, value.noun, wanted: wanted), at: right, in: site.file)
      return nil
    }
  }

  private mutating func relation(
    _ node: SyntaxNode, _ leftNode: SyntaxNode, _ rightNode: SyntaxNode, _ site: Site
  ) -> ExpectedRelation? {
    let left = value(leftNode, site)
    let right = value(rightNode, site)
    guard let left, let right else { return nil }
    guard let pairs = paired(left, leftNode, right, rightNode, site) else { return nil }
    var lefts: [Measured] = []
    var rights: [Measured] = []
    let sign = (node.relation ?? .equal).sign
    for (left, right) in pairs {
      let axis = left.axis ?? right.axis
      guard axis != nil || left.percent == nil && right.percent == nil else {
        report(.percentWithoutDimension(node.text), at: node, in: site.file)
        return nil
      }
      // As in a constraint, a share is of what the view is in that the relation begins with.
      let view = left.viewMeasured ?? right.viewMeasured ?? site.bare
      lefts.append(builder.measured(left, axis ?? .x, of: view))
      rights.append(builder.measured(right, axis ?? .x, of: view))
    }
    return ExpectedRelation(
      ExpectedRelation.Side(text: leftNode.text, parts: lefts), sign.comparison,
      ExpectedRelation.Side(text: rightNode.text, parts: rights),
      distance: sign.pixels == 0 ? .zero : .pixels(sign.pixels), origin: Origin(file: site.file, span: node.span))
  }

  /// The parts of both sides that are compared with each other; nil after a complaint.
  private mutating func paired(
    _ left: Value, _ leftNode: SyntaxNode, _ right: Value, _ rightNode: SyntaxNode, _ site: Site
  ) -> [(LinearExpression, LinearExpression)]? {
    switch (left, right) {
    case (.linear(let one), .linear(let other)):
      return checkTypes(one, leftNode, other, rightNode, in: site.file) ? [(one, other)] : nil
    case (.compound(let kind, let parts), .compound(let otherKind, let others))
    where kind == otherKind || kind == .size && otherKind == .pair || kind == .pair && otherKind == .size:
      return Array(zip(parts, others))
    case (.compound(.size, let parts), .linear(let other)) where !other.type.isPosition:
      return parts.map { ($0, other) }
    case (.compound(let kind, _), _):
      report(.compoundMismatch(kind, rightNode.text, right.noun), at: rightNode, in: site.file)
    case (_, .compound(let kind, _)):
      report(.compoundMismatch(kind, leftNode.text, left.noun), at: leftNode, in: site.file)
    case (.linear, _):
      report(.wrongType(rightNode.text, right.noun, wanted: "a number or length"), at: rightNode, in: site.file)
    default:
      report(.wrongType(leftNode.text, left.noun, wanted: "a number or length"), at: leftNode, in: site.file)
    }
    return nil
  }
}

extension Complaint {
  static let textsAreEqual = Complaint(.wrongType, "a text is the same as another or it is not: compare it with '=='")
}
