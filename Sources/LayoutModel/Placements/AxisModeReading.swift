import Geometry
import LayoutSyntax

/// `x MODE`, `y MODE` and `align AXIS MODE`: how a view stands on one axis.
extension LayoutResolver {
  mutating func axisPlacement(
    _ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat
  ) -> Placement? {
    guard let axis = node.axisOfPlacement, let modeNode = node.first(.mode) else { return nil }
    let docked = builder.anchorage(leaving: axis, seat)
    let container = docked == nil ? container(standing) : nil
    let identifier = identifier(node.first(.identifier), standing)
    let inset = inset(of: clause, standing)
    warnOfInset(of: clause, across: axis, in: standing.site.file)
    let mode = mode(modeNode, on: axis, neighbour: docked?.neighbour, for: standing, standing.site)
    return .onAxis(AxisPlacement(axis, mode, in: container, inset: inset, identifier: identifier))
  }

  mutating func alignment(
    _ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat
  ) -> Placement? {
    guard let axis = node.axisOfPlacement, let modeNode = node.first(.mode),
      let anchorage = statements.anchorages[statements.current, node.index].map({ AnchorageID(index: $0) })
    else { return nil }
    let container = container(standing)
    let identifier = identifier(node.first(.identifier), standing)
    let inset = identifier == nil ? nil : inset(of: clause, standing)
    let neighbour = builder.anchorage(leaving: axis, seat)?.neighbour
    let mode = mode(modeNode, on: axis, neighbour: neighbour, for: standing, standing.site)
    return .alignment(
      AlignedPlacement(
        anchorage, mode, in: container, inset: inset, identifier: identifier,
        other: otherMode(beside: anchorage, standing, seat)))
  }

  /// Reads a mode.
  ///
  /// - Parameter neighbour: what the view is docked to, which is what `attach` means.
  /// - Returns: `.none` after a complaint.
  mutating func mode(
    _ node: SyntaxNode, on axis: Axis, neighbour: ViewID?, for standing: Standing, _ site: Site
  ) -> AxisMode {
    var area: Area?
    if let named = node.first(.place) {
      area = self.area(named, for: standing.view, site)
      if area == nil { return .none }
    }
    switch node.placementMode {
    case .none: return .none
    case .fill: return .fill(in: area)
    case .center:
      guard let place = node.first(.between)?.first(.place) else { return .center(in: area, between: nil) }
      // If the bounds are wrong, the view is still centred.
      guard let between = self.area(place, for: standing.view, site) else { return .overflow(axis.center, in: area) }
      return .center(in: area, between: between)
    case .overflow: return overflow(node, on: axis, site).map { .overflow($0, in: area) } ?? .none
    case .attach: return attachment(node, on: axis, to: neighbour, standing, site)
    case .edge:
      guard let word = node.first(.word), let edge = EdgeName(word.firstToken.word)?.attribute else { return .none }
      guard edge.axis == axis else {
        report(.modeOnOtherAxis(word.text, axis), at: word, in: site.file)
        return .none
      }
      return .edge(edge, in: area)
    }
  }

  /// Reads the line of `overflow`; nil after a complaint.
  private mutating func overflow(_ node: SyntaxNode, on axis: Axis, _ site: Site) -> AnchorAttribute? {
    guard let position = node.first(.position) else { return nil }
    let line = PointOfRect(PositionSyntax(position))?.attribute(on: axis)
    if line == nil { report(.modeOnOtherAxis(position.text, axis), at: position, in: site.file) }
    return line
  }

  /// Reads `attach`: what the mode says, but with the view that `dock`, `below` and the like go to.
  private mutating func attachment(
    _ node: SyntaxNode, on axis: Axis, to neighbour: ViewID?, _ standing: Standing, _ site: Site
  ) -> AxisMode {
    guard let neighbour else {
      report(.attachWithoutNeighbour, at: node, in: site.file)
      return .none
    }
    if node.first(.position) != nil { return overflow(node, on: axis, site).map { .attachOverflow($0) } ?? .none }
    guard let word = node.first(.word)?.firstToken.word else {
      return attachedDefault(on: axis, to: neighbour, standing)
    }
    if let guide = GuideName(word)?.guide { return .attach(guide) }
    if word == .center { return .attachCenter }
    guard let edge = EdgeName(word)?.attribute, edge.axis == axis else {
      report(.modeOnOtherAxis(node.first(.word)?.text ?? "", axis), at: node, in: site.file)
      return .none
    }
    return .attachEdge(edge)
  }

  /// What `attach` alone says: the mode of the nearest `with` that has another one for the axis, with the neighbour in
  /// the place of the super; without such a `with` the view is as large as the neighbour.
  private mutating func attachedDefault(on axis: Axis, to neighbour: ViewID, _ standing: Standing) -> AxisMode {
    let isMode = { (node: SyntaxNode) in node.placementMode != .attach }
    guard let (node, site) = defaultNode(axis == .x ? .modeX : .modeY, standing, where: isMode) else {
      return .attach(.frame)
    }
    return builder.attached(
      mode(node, on: axis, neighbour: neighbour, for: standing, site), to: neighbour, standing.view)
  }
}

extension Complaint {
  static func modeOnOtherAxis(_ word: String, _ axis: Axis) -> Complaint {
    Complaint(.wrongAxis, "'\(word)' is no place on the \(axis == .x ? "x" : "y") axis")
  }
}
