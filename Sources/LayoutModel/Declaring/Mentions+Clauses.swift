import Geometry
import LayoutSyntax

extension Mentions {
  /// What one clause or constraint speaks of.
  init(of clause: SyntaxNode) {
    switch clause.kind {
    case .fillClause:
      let axis = clause.first(.axis)?.axis
      self = axis.map { Mentions.position(Axis($0)) } ?? .positions
      if let relation = clause.relation, relation != .equal { insert(.fillAtMost) }
    case .centerClause: self = (clause.first(.axis)?.axis).map { .position(Axis($0)) } ?? .positions
    case .pinClause:
      self = .pin
      if let position = clause.first(.position).map(PositionSyntax.init) {
        for attribute in PointOfRect(position).attributes { insert(.position(attribute.axis)) }
      }
      if let point = clause.first(.point), point.value(at: 2) != nil { insert(.sizes) }
    case .atClause: self = clause.value(at: 2) == nil ? .positions : [.positions, .sizes]
    case .dockClause:
      self = (clause.first(.line)?.anchorName?.attribute).map { .position($0.axis) } ?? []
    case .adjacentClause, .restClause:
      self = .position(clause.adjacency == .below || clause.adjacency == .above ? .y : .x)
    case .alignClause, .axisClause:
      self = (clause.first(.axis)?.axis).map { .position(Axis($0)) } ?? []
    case .edgeClause: self = (clause.edge?.attribute).map { .position($0.axis) } ?? []
    case .sizeClause: self = .sizes
    case .widthClause: self = .xSize
    case .heightClause: self = .ySize
    case .constraint, .withinConstraint: self = Mentions.ofConstraint(clause)
    default: self = []
    }
  }

  /// The left side, when it is an anchor of this view.
  private static func ofConstraint(_ clause: SyntaxNode) -> Mentions {
    guard let left = clause.value(at: 0), left.kind == .reference else { return [] }
    let reference = ReferenceSyntax(left)
    guard left.first(.pathSegment) == nil, left.first(.superSegment) == nil, reference.guide == nil
    else { return [] }
    switch reference.anchor {
    case .edges, .center: return .positions
    case .size: return .sizes
    case let anchor?:
      guard let attribute = anchor.attribute else { return [] }
      return attribute.isSize ? .size(attribute.axis) : .position(attribute.axis)
    case nil: return []
    }
  }
}

extension Axis {
  init(_ name: AxisName) { self = name == .x ? .x : .y }
}

extension AnchorName {
  /// The attribute it names; nil for composites.
  var attribute: AnchorAttribute? {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .leading: .leading
    case .trailing: .trailing
    case .left: .left
    case .right: .right
    case .centerX: .centerX
    case .centerY: .centerY
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    case .width: .width
    case .height: .height
    case .edges, .center, .size: nil
    }
  }
}

extension EdgeName {
  var attribute: AnchorAttribute {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .leading: .leading
    case .trailing: .trailing
    case .left: .left
    case .right: .right
    }
  }
}

extension GuideName {
  var guide: Guide {
    switch self {
    case .safe: .safe
    case .margins: .margins
    case .readable: .readable
    case .keyboard: .keyboard
    case .keyboardSafe: .keyboardSafe
    case .scrollContent: .scrollContent
    case .scrollFrame: .scrollFrame
    }
  }
}

extension ViewKind {
  /// The kind that a word of the language names.
  init?(_ word: Word) {
    switch word {
    case .view: self = .view
    case .box: self = .box
    case .label: self = .label
    case .button: self = .button
    case .image: self = .image
    case .input: self = .input
    case .spacer: self = .spacer
    case .vstack: self = .vstack
    case .hstack: self = .hstack
    case .vscroll: self = .vscroll
    case .hscroll: self = .hscroll
    case .list: self = .list
    default: return nil
    }
  }

  var isStack: Bool { self == .vstack || self == .hstack }
}
