/// What all rules of one clause share: the view it is for, the branch it stands in, how strong it is and where it is
/// written. `LayoutBuilder.seat` makes one.
package struct Seat: Sendable {
  /// Whose clause it is; a constraint may be for another view.
  let view: ViewID
  let branch: BranchID
  let condition: ConditionID?
  var origin: Origin
  /// Nil where none is said.
  var priority: Float?
}

/// How two sides compare, and the device pixels that an open comparison keeps away from its bound.
package struct RelationSign: Equatable, Sendable {
  var comparison: Comparison
  var pixels: Double

  /// A closed comparison, or with -1 for `<` and 1 for `>` an open one.
  package init(_ comparison: Comparison, pixels: Double = 0) {
    self.comparison = comparison
    self.pixels = pixels
  }

  /// `==`.
  package static let equal = RelationSign(.equal)
}

extension LayoutBuilder {
  /// Where a clause stands.
  ///
  /// - Parameter priority: of its rules; nil where none is said.
  package mutating func seat(
    of view: ViewID, in branch: BranchID = .always, priority: Float? = nil, at origin: Origin
  ) -> Seat {
    var condition: ConditionID?
    if branch != .always {
      addSubject(view, in: branch)
      condition = conditionID(branch, for: view)
    }
    return Seat(view: view, branch: branch, condition: condition, origin: origin, priority: priority)
  }

  mutating func emit(
    _ item: Anchor, _ comparison: Comparison, _ term: Rule.Term?, more: [Rule.Term] = [], _ constant: Quantity = .zero,
    priority: Float? = nil, _ seat: Seat
  ) {
    let condition = condition(for: item.view, seat)
    layout.rules.append(
      Rule(
        item, comparison, term, moreTerms: more, constant: constant,
        priority: priority ?? seat.priority ?? NamedPriority.required, condition: condition, origin: seat.origin))
    if removals.areExpected { removals.ruleBranches.append(seat.branch) }
  }

  /// When a rule for a view holds; a constraint may be for another view than that in whose body it stands.
  private mutating func condition(for view: ViewID, _ seat: Seat) -> ConditionID? {
    if view == seat.view || seat.branch == .always || !branches.all[Int(seat.branch.index)].usesSubject {
      return seat.condition
    }
    addSubject(view, in: seat.branch)
    return conditionID(seat.branch, for: view)
  }

  /// `line == area.attribute + constant`, of the seat's view.
  mutating func align(
    _ line: AnchorAttribute, _ comparison: Comparison = .equal, with area: Area, _ attribute: AnchorAttribute,
    _ constant: Quantity = .zero, priority: Float? = nil, _ seat: Seat
  ) {
    emit(Anchor(seat.view, line), comparison, Rule.Term(area.anchor(attribute)), constant, priority: priority, seat)
  }

  /// A rule whose right side is an expression; a percentage is of the super's dimension on the item's axis.
  mutating func emit(_ item: Anchor, _ comparison: Comparison, _ expression: LinearExpression, _ seat: Seat) {
    let condition = condition(for: item.view, seat)
    let plain = expression.rule(
      item, comparison, priority: seat.priority ?? NamedPriority.required, condition: condition, origin: seat.origin)
    if let plain {
      layout.rules.append(plain)
      if removals.areExpected { removals.ruleBranches.append(seat.branch) }
      return
    }
    guard let percent = expression.percent else {
      emit(item, comparison, expression.term, more: expression.moreTerms, expression.constant, seat)
      return
    }
    let dimension = views.drafts.superArea(of: item.view).anchor(item.attribute.axis.dimension)
    var resolved = expression
    resolved.percent = nil
    let share = LinearExpression(type: expression.type, term: Rule.Term(dimension, times: percent))
    resolved = resolved.adding(share, type: expression.type)
    emit(item, comparison, resolved.term, more: resolved.moreTerms, resolved.constant, seat)
  }
}

extension Comparison {
  /// The other way round: what `a <= b` says of b and a.
  var flipped: Comparison {
    switch self {
    case .equal: .equal
    case .atMost: .atLeast
    case .atLeast: .atMost
    }
  }
}
