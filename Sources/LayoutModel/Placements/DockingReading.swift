import Geometry
import LayoutSyntax

/// `dock`, `below`, `above`, `before`, `after` and `rest`, and what they and `align` give to the other axis.
extension LayoutResolver {
  /// Reads all anchorages before any clause, because `x center` may stand before the `dock` that says in what.
  mutating func readAnchorages() {
    for index in statements.items.indices where statements.items[index].hasAnchorage {
      var first = index
      while statements.items[first].form == .continuation { first -= 1 }
      following.asker = .statement(Int32(first))
      readAnchorages(ofStatementAt: first)
    }
    following.asker = .structure
  }

  mutating func readAnchorages(ofStatementAt index: Int) {
    let standing = Standing(statements.items[index])
    builder.complaints.instance = scopes.instance(of: standing.site.scope)
    statements.current = Int32(index)
    _ = gatherStatement(from: index)
    for clause in statements.clauses where clause.kind.clauseRole.contains(.anchorage) {
      let known = statements.anchorages[statements.current, clause.node].map { AnchorageID(index: $0) }
      if known != nil, !following.isReadingAgain { continue }
      let node = node(clause.node, in: standing.site.file)
      guard let anchorage = anchorageForAll(clause, node, insteadOf: known, standing) else { continue }
      statements.anchorages[statements.current, clause.node] = anchorage.index
    }
  }

  /// Reads an anchorage as all clauses of its view know it. Where the scene chooses its gap, that is the first one: no
  /// gap concerns any other clause.
  private mutating func anchorageForAll(
    _ clause: WrittenClause, _ node: SyntaxNode, insteadOf known: AnchorageID?, _ standing: Standing
  ) -> AnchorageID? {
    guard clause.gap >= 0,
      let choice = openChoice(in: self.node(clause.gap, in: standing.site.file), standing.site)
    else { return anchorage(clause, node, insteadOf: known, standing) }
    if following.isReadingAgain { following.isLost = true }
    let place = ChoicePlace(choice.node, choice.site)
    choices[place] = true
    let anchorage = anchorageForAll(clause, node, insteadOf: known, standing)
    choices[place] = nil
    return anchorage
  }

  /// Reads the anchorage of a clause for the branch that a choice of its gap has made.
  mutating func readAnchorage(of clause: WrittenClause, _ node: SyntaxNode, anewFor standing: Standing) {
    guard clause.kind.clauseRole.contains(.anchorage), clause.gap >= 0,
      let anchorage = anchorage(clause, node, insteadOf: nil, standing)
    else { return }
    statements.anchorages[statements.current, clause.node] = anchorage.index
  }

  /// Reads one anchorage; nil after a complaint.
  private mutating func anchorage(
    _ clause: WrittenClause, _ node: SyntaxNode, insteadOf known: AnchorageID?, _ standing: Standing
  ) -> AnchorageID? {
    if clause.kind == .alignClause {
      guard let axis = node.axisOfPlacement else { return nil }
      let alignment = Alignment(axis, in: container(standing), inset: inset(of: clause, standing))
      return builder.anchorage(of: alignment, insteadOf: known, by: standing.view, in: standing.branch)
    }
    let named = clause.kind == .dockClause ? dock(node, standing) : beside(node, standing)
    guard var docking = named else { return nil }
    docking.identifier = identifier(node.first(.identifier), standing)
    docking.gap = gap(of: clause, standing)
    docking.inset = inset(of: clause, standing)
    return builder.anchorage(of: docking, insteadOf: known, by: standing.view, in: standing.branch)
  }

  private mutating func dock(_ node: SyntaxNode, _ standing: Standing) -> Docking? {
    guard let line = node.first(.line), let own = line.anchorName?.attribute else { return nil }
    var target = own
    if let to = node.child(.line, at: 1), let attribute = to.anchorName?.attribute {
      guard attribute.axis == own.axis else {
        report(.otherAxisLine(line.text, to.text), at: to, in: standing.site.file)
        return nil
      }
      target = attribute
    }
    guard let area = container(node.first(.place), standing) else { return nil }
    return .dock(own, to: (area ?? builder.views.drafts.superArea(of: standing.view)).anchor(target))
  }

  private mutating func beside(_ node: SyntaxNode, _ standing: Standing) -> Docking? {
    guard let path = node.first(.path), let neighbour = view(named: path, standing.site),
      let area = container(node.first(.place), standing)
    else { return nil }
    guard node.kind == .restClause else { return .beside(neighbour, node.adjacency.ownLine, in: area) }
    let end = area ?? builder.views.drafts.superArea(of: standing.view)
    return .rest(neighbour, node.adjacency.ownLine, to: end, in: container(standing))
  }

  /// The gap of a placement: its own, else that of the `with` around it if no inset is written.
  private mutating func gap(of clause: WrittenClause, _ standing: Standing) -> Docking.Gap? {
    if clause.gap >= 0 {
      let node = node(clause.gap, in: standing.site.file)
      let identifier = identifier(node.first(.identifier), standing)
      let distance = node.value(at: 0).flatMap { quantity($0, standing.site) }
      return Docking.Gap(distance ?? .zero, identifier: identifier)
    }
    guard clause.inset < 0, let (node, site) = defaultNode(.gap, standing), let value = node.value(at: 0) else {
      return nil
    }
    return quantity(value, site).map { Docking.Gap($0, isOwn: false) }
  }

  // MARK: Placing

  mutating func docking(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) -> Placement? {
    guard let anchorage = statements.anchorages[statements.current, node.index].map({ AnchorageID(index: $0) }) else {
      return nil
    }
    return .docking(anchorage, other: otherMode(beside: anchorage, standing, seat))
  }

  /// The mode for an axis that the view says nothing about: what the `with` around it says.
  mutating func otherMode(beside anchorage: AnchorageID, _ standing: Standing, _ seat: Seat) -> AxisMode {
    guard let axis = builder.openAxis(beside: anchorage, seat),
      let (node, site) = defaultNode(axis == .x ? .modeX : .modeY, standing)
    else { return .fill(in: nil) }
    let neighbour = builder.anchorages[anchorage].neighbour
    return mode(node, on: axis, neighbour: neighbour, for: standing, site)
  }
}

extension Complaint {
  static func otherAxisLine(_ own: String, _ target: String) -> Complaint {
    Complaint(.wrongAxis, "'\(own)' cannot dock to '\(target)', a line of the other axis")
  }
}
