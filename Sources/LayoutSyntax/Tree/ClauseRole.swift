/// What a clause is to its view and to the other clauses on its line.
///
/// The one table of it: the parser's hints, the formatter, the warnings and the resolver ask here.
package struct ClauseRole: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Becomes rules, which have a priority.
  package static let rule = ClauseRole(rawValue: 1)
  /// Says where a view is, and not only how large.
  package static let place = ClauseRole(rawValue: 2)
  /// Gives the axis that it does not speak of something to stand in.
  package static let anchorage = ClauseRole(rawValue: 4)
  /// Sets something of its view.
  package static let setting = ClauseRole(rawValue: 8)
  /// An `inset` behind it belongs to it, likewise a `gap`, an `offset`.
  package static let takesInset = ClauseRole(rawValue: 16)
  package static let takesGap = ClauseRole(rawValue: 32)
  package static let takesOffset = ClauseRole(rawValue: 64)
}

extension SyntaxKind {
  /// What clauses of this kind are; of every clause something, of anything else nothing.
  package var clauseRole: ClauseRole {
    switch self {
    case .constraint, .withinConstraint, .sizeClause, .widthClause, .heightClause, .aspectClause: .rule
    case .edgeClause, .atClause: [.rule, .place]
    case .fillClause, .axisClause: [.rule, .place, .takesInset]
    case .centerClause: [.rule, .place, .takesOffset]
    case .pinClause: [.rule, .place, .takesInset, .takesOffset]
    case .alignClause: [.rule, .place, .takesInset, .anchorage]
    case .dockClause, .adjacentClause, .restClause: [.rule, .place, .takesInset, .takesGap, .anchorage]
    case .insetClause, .offsetClause, .gapClause, .contentClause, .intrinsicClause, .baselinesClause, .marginsClause,
      .traitClause, .itemsClause, .distributeClause, .justifyClause, .linesClause, .selfClause, .columnsClause,
      .rowsClause, .spanClause, .cellClause, .autoClause, .hiddenClause, .initialClause, .conditionsClause, .property:
      .setting
    default: []
    }
  }

  /// What takes a clause of this kind behind it; nothing where it stands for itself only.
  private var taker: ClauseRole {
    switch self {
    case .insetClause: .takesInset
    case .gapClause: .takesGap
    case .offsetClause: .takesOffset
    default: []
    }
  }

  /// Whether a clause of this kind may belong to a placement before it.
  package var isModifier: Bool { !taker.isEmpty }

  /// Whether a clause of this kind belongs to one of kind `placement` right before it.
  package func modifies(_ placement: SyntaxKind) -> Bool { !taker.isDisjoint(with: placement.clauseRole) }
}
