import Geometry
import LayoutSyntax

/// Where a clause stands: the view it is for, the branch, and how its names are looked up.
struct Seat {
  var view: ViewID
  var context: ContextID
  var site: Site
  var defaults: Int32
}

/// A clause together with the modifiers behind it on its line: nodes of the seat's file, -1 where there is none.
///
/// Numbers and not nodes, because every clause makes one and nodes are counted references.
struct Placement {
  var node: Int32
  var kind: SyntaxKind
  var inset: Int32 = -1
  var gap: Int32 = -1
  var offset: Int32 = -1
  /// The priority behind one of the modifiers, when the placement has none of its own.
  var priority: Int32 = -1
}

/// What all rules of one clause share.
struct Mark {
  /// Whose clause it is; a constraint may be for another view.
  var view = ViewID.root
  var priority: Float = NamedPriority.required
  var condition: ConditionID?
  var context = ContextID.always
  var origin: Origin
}

/// The second pass: every clause in document order.
extension LayoutResolver {
  mutating func resolveItems() {
    // Most clauses make one rule; a fill makes four.
    layout.rules.reserveCapacity(clauseCount + clauseCount / 4 + 16)
    yields = Array(repeating: Yield(), count: items.count)
    var index = 0
    while index < items.count {
      yields[index].firstRule = Int32(layout.rules.count)
      yields[index].firstSetting = Int32(layout.settings.count)
      reader = .statement(Int32(index))
      let first = index
      index = resolveStatement(at: index)
      yields[first].rules = Int32(layout.rules.count) - yields[first].firstRule
      yields[first].settings = Int32(layout.settings.count) - yields[first].firstSetting
    }
    reader = .structure
  }

  /// Reads the statement or line that begins at an item; returns where the next begins.
  mutating func resolveStatement(at index: Int) -> Int {
    statement = Int32(index)
    complaints.instance = scopes.instance(of: items[index].scope)
    let next = gatherStatement(from: index)
    resolveStatement(items[index])
    return next
  }

  /// Puts the clauses of the statement or line at `index` into `placements`, modifiers with the placement before
  /// them that takes one; returns where the next statement begins.
  mutating func gatherStatement(from index: Int) -> Int {
    placements.removeAll(keepingCapacity: true)
    let item = items[index]
    if item.form == .line {
      for child in node(item.node, in: item.file).children where child.kind.isClause {
        gather(child.index, child.kind, in: item.file)
      }
      return index + 1
    }
    gather(item.node, item.kind, in: item.file)
    var next = index + 1
    while next < items.count, items[next].form == .continuation {
      gather(items[next].node, items[next].kind, in: item.file)
      next += 1
    }
    return next
  }

  private mutating func gather(_ node: Int32, _ kind: SyntaxKind, in file: Int32) {
    let taker: Int?
    switch kind {
    case .insetClause: taker = placements.lastIndex { $0.kind.takesInset }
    case .gapClause: taker = placements.lastIndex { $0.kind.takesGap }
    case .offsetClause: taker = placements.lastIndex { $0.kind == .centerClause || $0.kind == .pinClause }
    default: taker = nil
    }
    guard let taker else {
      placements.append(Placement(node: node, kind: kind))
      return
    }
    switch kind {
    case .insetClause: placements[taker].inset = node
    case .gapClause: placements[taker].gap = node
    default: placements[taker].offset = node
    }
    if let priority = self.node(node, in: file).first(.priority) { hand(priority, to: taker, in: file) }
  }

  /// A modifier makes no rule of its own, so the priority behind it is that of its placement.
  private mutating func hand(_ priority: SyntaxNode, to taker: Int, in file: Int32) {
    let own = node(placements[taker].node, in: file).first(.priority)
    if own != nil || placements[taker].priority >= 0 && placements[taker].priority != priority.index {
      report(.secondPriority, at: priority, in: file)
    } else {
      placements[taker].priority = priority.index
    }
  }

  func seat(of item: Item) -> Seat {
    Seat(
      view: item.view, context: item.context, site: Site(file: item.file, scope: item.scope, view: item.view),
      defaults: item.defaults)
  }

  private mutating func resolveStatement(_ item: Item) {
    // The names on a view's line are looked up like those in its body, `super` being its parent.
    let seat = seat(of: item)
    if item.kind == .remove {
      readRemoval(node(item.node, in: item.file), seat)
      return
    }
    mark.view = seat.view
    mark.condition = conditionID(seat.context, for: seat.view)
    mark.context = seat.context
    for index in placements.indices { resolveClause(placements[index], seat) }
  }

  /// One clause: the table of everything that lowers to rules or settings.
  private mutating func resolveClause(_ placement: Placement, _ seat: Seat) {
    let node = node(placement.node, in: seat.site.file)
    mark.origin = Origin(file: seat.site.file, span: node.span)
    mark.priority = NamedPriority.required
    switch node.kind {
    case .constraint, .withinConstraint, .fillClause, .centerClause, .pinClause, .atClause, .dockClause,
      .adjacentClause, .restClause, .alignClause, .axisClause, .aspectClause, .edgeClause, .sizeClause, .widthClause,
      .heightClause:
      if let priority = priorityNode(of: placement, node, seat) {
        mark.priority = self.priority(priority, seat.site) ?? NamedPriority.required
      }
    default: break
    }
    switch node.kind {
    case .constraint: resolveConstraint(node, seat)
    case .withinConstraint: resolveWithin(node, seat)
    case .fillClause: placeFill(placement, node, seat)
    case .centerClause: placeCenter(placement, node, seat)
    case .pinClause: placePin(placement, node, seat)
    case .atClause: placeAt(node, seat)
    case .dockClause, .adjacentClause, .restClause: placeBeside(placement, node, seat)
    case .alignClause: placeAlign(placement, node, seat)
    case .axisClause: placeOnAxis(placement, node, seat)
    case .aspectClause: placeAspect(node, seat)
    case .edgeClause: placeEdge(node, seat)
    case .sizeClause: placeSize(node, seat)
    case .widthClause: placeLength(node, .width, seat)
    case .heightClause: placeLength(node, .height, seat)
    default: readSetting(node, seat)
    }
  }

  /// The priority that a clause says, itself or behind a modifier.
  func priorityNode(of placement: Placement, _ node: SyntaxNode, _ seat: Seat) -> SyntaxNode? {
    placement.priority < 0 ? node.first(.priority) : self.node(placement.priority, in: seat.site.file)
  }

  // MARK: Emitting

  mutating func emit(
    _ item: Anchor, _ comparison: Comparison, _ term: Rule.Term?, more: [Rule.Term] = [], _ constant: Quantity = .zero,
    priority: Float? = nil
  ) {
    var condition = mark.condition
    if item.view != mark.view, contexts[Int(mark.context.index)].usesSubject {
      condition = conditionID(mark.context, for: item.view)
      furtherSubjects.append((mark.context, item.view))
    }
    layout.rules.append(
      Rule(
        item, comparison, term, moreTerms: more, constant: constant, priority: priority ?? mark.priority,
        condition: condition, origin: mark.origin))
    if hasRemovals { ruleContexts.append(mark.context) }
  }

  /// `item == area.attribute + constant`.
  mutating func align(
    _ item: Anchor, _ comparison: Comparison = .equal, with area: Area, _ attribute: AnchorAttribute,
    _ constant: Quantity = .zero, priority: Float? = nil
  ) {
    emit(item, comparison, Rule.Term(area.anchor(attribute)), constant, priority: priority)
  }

  /// A rule whose right side is an expression; a percentage is of the super's dimension on the item's axis.
  mutating func emit(
    _ item: Anchor, _ comparison: Comparison, _ expression: LinearExpression, priority: Float? = nil
  ) {
    guard let percent = expression.percent else {
      emit(
        item, comparison, expression.term, more: expression.moreTerms, expression.constant, priority: priority)
      return
    }
    let dimension = superArea(of: item.view).anchor(item.attribute.axis == .x ? .width : .height)
    var resolved = expression
    resolved.percent = nil
    let share = LinearExpression(type: expression.type, term: Rule.Term(dimension, times: percent))
    resolved = resolved.adding(share, type: expression.type)
    emit(item, comparison, resolved.term, more: resolved.moreTerms, resolved.constant, priority: priority)
  }
}

extension SyntaxKind {
  /// Whether `inset` behind it is its own.
  var takesInset: Bool {
    switch self {
    case .fillClause, .dockClause, .adjacentClause, .restClause, .alignClause, .axisClause, .pinClause: true
    default: false
    }
  }

  /// Whether `gap` behind it is its own.
  var takesGap: Bool {
    switch self {
    case .dockClause, .adjacentClause, .restClause: true
    default: false
    }
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

extension Relation {
  /// The closed comparison, and the device pixels that an open one keeps away from its bound.
  var comparison: (Comparison, pixels: Double) {
    switch self {
    case .equal: (.equal, 0)
    case .atMost: (.atMost, 0)
    case .atLeast: (.atLeast, 0)
    case .less: (.atMost, -1)
    case .greater: (.atLeast, 1)
    }
  }
}
