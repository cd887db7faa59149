/// What all rules of one clause share: the view, the branch, the priority and the place in the file.
/// `LayoutBuilder.seat` makes one.
package struct Seat: Sendable {
  /// The view whose clause it is. A constraint may be for another view.
  let view: ViewID
  let branch: BranchID
  let condition: ConditionID?
  var origin: Origin
  /// The priority; nil where none is said.
  var priority: Float?
}

/// How two sides compare, and the device pixels that an open comparison keeps away from its bound.
package struct RelationSign: Equatable, Sendable {
  var comparison: Comparison
  var pixels: Double

  /// A closed comparison; an open one with -1 pixel for `<` or 1 for `>`.
  package init(_ comparison: Comparison, pixels: Double = 0) {
    self.comparison = comparison
    self.pixels = pixels
  }

  /// The sign `==`.
  package static let equal = RelationSign(.equal)
}

extension LayoutBuilder {
  /// Says where a clause stands, for the rules that follow from it.
  ///
  /// - Parameter priority: the priority of these rules; nil where none is said.
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
    let rule = Rule(
      item, comparison, term, moreTerms: more, constant: constant,
      priority: priority ?? seat.priority ?? NamedPriority.required, condition: condition, origin: seat.origin)
    guard spend(rule.partCount, on: .parts, at: seat.origin) else { return }
    layout.rules.append(rule)
    if removals.areExpected { removals.ruleBranches.append(seat.branch) }
  }

  /// When a rule of a view holds. A constraint may be for another view than the one in whose body it stands.
  private mutating func condition(for view: ViewID, _ seat: Seat) -> ConditionID? {
    if view == seat.view || seat.branch == .always || !branches.all[Int(seat.branch.index)].usesSubject {
      return seat.condition
    }
    addSubject(view, in: seat.branch)
    return conditionID(seat.branch, for: view)
  }

  /// Writes the rule `line == area.attribute + constant` of the seat's view.
  mutating func align(
    _ line: AnchorAttribute, _ comparison: Comparison = .equal, with area: Area, _ attribute: AnchorAttribute,
    _ constant: Quantity = .zero, priority: Float? = nil, _ seat: Seat
  ) {
    emit(Anchor(seat.view, line), comparison, Rule.Term(area.anchor(attribute)), constant, priority: priority, seat)
  }

  /// Writes a rule whose right side is an expression. A percentage is of the super's dimension on the item's axis.
  mutating func emit(_ item: Anchor, _ comparison: Comparison, _ expression: LinearExpression, _ seat: Seat) {
    let condition = condition(for: item.view, seat)
    let plain = expression.rule(
      item, comparison, priority: seat.priority ?? NamedPriority.required, condition: condition, origin: seat.origin)
    if let plain {
      guard spend(on: .parts, at: seat.origin) else { return }
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
  /// The comparison with its sides exchanged: what `a <= b` says of b and a.
  var flipped: Comparison {
    switch self {
    case .equal: .equal
    case .atMost: .atLeast
    case .atLeast: .atMost
    }
  }
}
