import Geometry
import LayoutSyntax

/// Where a clause stands: the view that it is for, the branch, and how its names are looked up.
struct Standing {
  var view: ViewID
  var branch: BranchID
  var site: Site
  var defaults: Int32

  /// Names on a view's line are looked up like those in its body: `super` is its parent.
  init(_ item: Item) {
    view = item.view
    branch = item.branch
    site = Site(file: item.file, scope: item.scope, view: item.view)
    defaults = item.defaults
  }
}

/// A clause together with the modifiers behind it on its line. Each is the number of a node in the same file, or -1
/// where there is none.
///
/// The parts are numbers, because every clause makes such a value, and nodes are reference counted.
struct WrittenClause {
  var node: Int32
  var kind: SyntaxKind
  var inset: Int32 = -1
  var gap: Int32 = -1
  var offset: Int32 = -1
  /// The priority behind a modifier, when the clause itself has none.
  var priority: Int32 = -1
}

/// The second pass: reads every clause in document order.
extension LayoutResolver {
  mutating func resolveItems() {
    following.yields = Array(repeating: Yield(), count: statements.items.count)
    var index = 0
    while index < statements.items.count, !builder.budget.isSpent {
      let (rules, settings) = (Int32(builder.layout.rules.count), Int32(builder.layout.settings.count))
      following.asker = .statement(Int32(index))
      let first = index
      index = resolveStatement(at: index)
      following.yields[first] = Yield(
        firstRule: rules, rules: Int32(builder.layout.rules.count) - rules, firstSetting: settings,
        settings: Int32(builder.layout.settings.count) - settings)
    }
    following.asker = .structure
  }

  /// Reads the statement or line that begins at an item; returns where the next one begins.
  mutating func resolveStatement(at index: Int) -> Int {
    statements.current = Int32(index)
    builder.complaints.instance = scopes.instance(of: statements.items[index].scope)
    let next = gatherStatement(from: index)
    resolveStatement(statements.items[index])
    return next
  }

  /// Puts the clauses of the statement or line at `index` into `statements.clauses`. A modifier goes to the placement
  /// before it that takes one. Returns where the next statement begins.
  mutating func gatherStatement(from index: Int) -> Int {
    statements.clauses.removeAll(keepingCapacity: true)
    statements.takers = (nil, nil, nil)
    let item = statements.items[index]
    if item.form == .line {
      for child in node(item.node, in: item.file).children where child.kind.isClause {
        gather(child.index, child.kind, in: item.file)
      }
      return index + 1
    }
    gather(item.node, item.kind, in: item.file)
    var next = index + 1
    while next < statements.items.count, statements.items[next].form == .continuation {
      gather(statements.items[next].node, statements.items[next].kind, in: item.file)
      next += 1
    }
    return next
  }

  private mutating func gather(_ node: Int32, _ kind: SyntaxKind, in file: Int32) {
    let owner: Int?
    switch kind {
    case .insetClause: owner = statements.takers.inset
    case .gapClause: owner = statements.takers.gap
    case .offsetClause: owner = statements.takers.offset
    default: owner = nil
    }
    guard let owner else {
      let index = statements.clauses.count
      let role = kind.clauseRole
      if role.contains(.takesInset) { statements.takers.inset = index }
      if role.contains(.takesGap) { statements.takers.gap = index }
      if role.contains(.takesOffset) { statements.takers.offset = index }
      statements.clauses.append(WrittenClause(node: node, kind: kind))
      return
    }
    switch kind {
    case .insetClause: statements.clauses[owner].inset = node
    case .gapClause:
      refuseSecondGap(of: self.node(node, in: file), in: file)
      statements.clauses[owner].gap = node
    default: statements.clauses[owner].offset = node
    }
    if let priority = self.node(node, in: file).first(.priority) { hand(priority, to: owner, in: file) }
  }

  /// Reports a second number behind the `gap` of a placement.
  mutating func refuseSecondGap(of node: SyntaxNode, in file: Int32) {
    if let second = node.value(at: 1) { report(.oneGap("a placement"), at: second, in: file) }
  }

  /// Gives the priority behind a modifier to its placement: a modifier makes no rule of its own.
  private mutating func hand(_ priority: SyntaxNode, to owner: Int, in file: Int32) {
    let clause = statements.clauses[owner]
    if node(clause.node, in: file).first(.priority) != nil
      || clause.priority >= 0 && clause.priority != priority.index
    {
      report(.secondPriority, at: priority, in: file)
    } else {
      statements.clauses[owner].priority = priority.index
    }
  }

  private mutating func resolveStatement(_ item: Item) {
    let standing = Standing(item)
    if item.kind == .remove {
      readRemoval(node(item.node, in: item.file), standing)
      return
    }
    for index in statements.clauses.indices {
      let clause = statements.clauses[index]
      resolveClause(clause, node(clause.node, in: item.file), standing)
    }
    if standing.view == .root { warnOfPlacedRoot(standing) }
  }

  /// Reads one clause. A choice in it that is not made in the file (`width 40 if flag(wide) else 20`) is a branch in
  /// disguise: the clause is read once for each side, in a branch of its own.
  private mutating func resolveClause(_ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing) {
    let origin = Origin(file: standing.site.file, span: node.span)
    guard let (choice, site) = openChoice(in: clause, node, standing.site), let asked = choice.value(at: 1) else {
      if !choices.isEmpty { readAnchorage(of: clause, node, anewFor: standing) }
      var seat = builder.seat(of: standing.view, in: standing.branch, at: origin)
      if clause.kind.clauseRole.contains(.rule) { seat.priority = priority(of: clause, node, standing.site) }
      resolveClause(clause, node, standing, seat)
      return
    }
    // Which branches there are is found out once all is known.
    if following.isReadingAgain { following.isLost = true }
    var asking = site
    asking.bare = .subject
    guard let condition = condition(asked, asking) else { return }
    let place = Origin(file: site.file, span: asked.span)
    let branch = builder.openBranch(.condition, in: standing.branch, of: standing.view, at: place)
    builder.settleBranch(branch, asking: condition)
    let other = builder.openBranch(.otherwise(branch), in: standing.branch, of: standing.view, at: place)
    builder.settleBranch(other)
    let complaints = builder.complaints.diagnostics.count
    for (branch, holds) in [(branch, true), (other, false)] where builder.complaints.diagnostics.count == complaints {
      var inner = standing
      inner.branch = branch
      choices[ChoicePlace(choice, site)] = holds
      resolveClause(clause, node, inner)
    }
    choices[ChoicePlace(choice, site)] = nil
  }

  /// The outermost choice in a clause that is not made yet.
  private mutating func openChoice(
    in clause: WrittenClause, _ node: SyntaxNode, _ site: Site
  ) -> (node: SyntaxNode, site: Site)? {
    if let found = openChoice(in: node, site) { return found }
    if let found = openChoice(inModifier: clause.gap, site) { return found }
    // What narrows a docked view is asked for by its other clauses too, which are in no such branch.
    if clause.kind.clauseRole.contains(.anchorage) { return nil }
    if let found = openChoice(inModifier: clause.inset, site) { return found }
    return openChoice(inModifier: clause.offset, site)
  }

  private mutating func openChoice(inModifier node: Int32, _ site: Site) -> (node: SyntaxNode, site: Site)? {
    node < 0 ? nil : openChoice(in: self.node(node, in: site.file), site)
  }

  /// The priority that stands at a clause or behind its modifier; nil without one. A wrong one counts as required.
  private mutating func priority(of clause: WrittenClause, _ node: SyntaxNode, _ site: Site) -> Float? {
    let written = clause.priority < 0 ? node.first(.priority) : self.node(clause.priority, in: site.file)
    guard let written else { return nil }
    return priority(written, site) ?? NamedPriority.required
  }

  /// Reads one clause: the table of everything that becomes rules or settings.
  private mutating func resolveClause(
    _ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat
  ) {
    switch clause.kind {
    case .constraint: resolveConstraint(node, standing, seat)
    case .withinConstraint: resolveWithin(node, standing, seat)
    case .edgeClause: placeEdge(node, standing, seat)
    case .sizeClause: placeSize(node, standing, seat)
    case .widthClause: placeLength(node, .width, standing, seat)
    case .heightClause: placeLength(node, .height, standing, seat)
    case let kind where kind.clauseRole.contains(.rule):
      if let placement = placement(clause, node, standing, seat) { builder.place(placement, seat) }
    default: readSetting(node, standing, seat)
    }
  }

  /// Reads a placement; nil after a complaint.
  private mutating func placement(
    _ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat
  ) -> Placement? {
    switch clause.kind {
    case .fillClause: fill(clause, node, standing)
    case .centerClause: centering(clause, node, standing, seat)
    case .pinClause: pin(clause, node, standing)
    case .atClause: at(node, standing)
    case .alignClause: alignment(clause, node, standing, seat)
    case .axisClause: axisPlacement(clause, node, standing, seat)
    case .aspectClause: aspect(node, standing)
    case .dockClause, .adjacentClause, .restClause: docking(node, standing, seat)
    default: preconditionFailure("\(clause.kind) places nothing")
    }
  }

  // MARK: Removals

  private mutating func readRemoval(_ node: SyntaxNode, _ standing: Standing) {
    builder.addSubject(standing.view, in: standing.branch)
    for child in node.children where child.kind == .reference {
      guard ReferenceSyntax(child).anchor != nil, let value = reference(child, standing.site) else { continue }
      let parts: [LinearExpression]
      switch value {
      case .linear(let part): parts = [part]
      case .compound(_, let all): parts = all
      default: continue
      }
      for part in parts {
        if let anchor = part.term?.anchor { builder.remove(anchor, by: standing.view, in: standing.branch) }
      }
    }
  }
}
