import Geometry
import LayoutSyntax

extension Mentions {
  /// What a clause or constraint speaks of.
  init(of clause: SyntaxNode) {
    switch clause.kind {
    case .fillClause: self = .fill(clause.axisOfPlacement, isEqual: (clause.relation ?? .equal) == .equal)
    case .centerClause: self = .positions(clause.axisOfPlacement)
    case .pinClause:
      let hasSize = clause.first(.point)?.value(at: 2) != nil
      let point = clause.first(.position).flatMap { PointOfRect(PositionSyntax($0)) }
      self = point.map { .pin($0, hasSize: hasSize) } ?? (hasSize ? [.pin, .sizes] : .pin)
    case .atClause: self = .at(hasSize: clause.value(at: 2) != nil)
    case .dockClause:
      self = (clause.first(.line)?.anchorName?.attribute).map { .position($0.axis) } ?? []
    case .adjacentClause, .restClause: self = .position(clause.adjacency.ownLine.axis)
    case .alignClause, .axisClause: self = clause.axisOfPlacement.map { .position($0) } ?? []
    case .edgeClause: self = (clause.edge?.attribute).map { .position($0.axis) } ?? []
    case .sizeClause: self = .sizes
    case .widthClause: self = .size(.x)
    case .heightClause: self = .size(.y)
    case .constraint, .withinConstraint: self = Mentions.ofConstraint(clause)
    case .aspectClause: self = []
    default:
      assert(!clause.kind.clauseRole.contains(.rule), "\(clause.kind) speaks of nothing")
      self = []
    }
  }

  /// What a constraint speaks of, when its left side is an anchor of this view.
  private static func ofConstraint(_ clause: SyntaxNode) -> Mentions {
    guard let left = clause.value(at: 0), left.kind == .reference else { return [] }
    let reference = ReferenceSyntax(left)
    guard left.first(.pathSegment) == nil, left.first(.superSegment) == nil, reference.guide == nil
    else { return [] }
    switch reference.anchor {
    case .edges, .center: return .positions(nil)
    case .size: return .sizes
    case let anchor?:
      guard let attribute = anchor.attribute else { return [] }
      return .constraint(on: attribute)
    case nil: return []
    }
  }
}

extension SyntaxNode {
  /// The axis that a placement names; nil for both.
  var axisOfPlacement: Axis? { first(.axis)?.axis.map(Axis.init) }
}
