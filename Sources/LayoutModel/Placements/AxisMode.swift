import Geometry
import LayoutSyntax

/// `x MODE`, `y MODE` and `align AXIS MODE`: how a view stands on one axis.
extension LayoutResolver {
  mutating func placeOnAxis(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    guard let axis = node.first(.axis)?.axis.map(Axis.init), let mode = node.first(.mode) else { return }
    let anchorage = self.anchorage(leaving: axis, seat) ?? Anchorage(axis: axis.other, container: container(seat))
    let identifier = self.identifier(node.first(.identifier), seat)
    // Its own inset, else the one that the docking placement narrows this axis by.
    let usesOwn = placement.inset >= 0 || identifier != nil || anchorage.target == nil
    let insets = usesOwn ? self.insets(of: placement, seat, identifier: identifier) : anchorage.insets
    place(mode, on: axis, in: anchorage, insets: insets, seat)
  }

  mutating func placeAlign(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    guard let axis = node.first(.axis)?.axis.map(Axis.init), let mode = node.first(.mode) else { return }
    guard let index = anchorageOfNode[statement, node.index] else { return }
    let own = anchorages[Int(index)]
    var anchorage = Anchorage(axis: axis.other, container: container(seat))
    if let docked = self.anchorage(leaving: axis, seat), docked.target != nil { anchorage = docked }
    let identifier = self.identifier(node.first(.identifier), seat)
    let insets = identifier == nil ? own.insets : self.insets(of: placement, seat, identifier: identifier)
    place(mode, on: axis, in: anchorage, insets: insets, seat)
    fillOtherAxis(own, seat)
  }

  /// - Parameters:
  ///   - anchorage: the container of a mode that names none, and what `attach` attaches to.
  ///   - insets: narrow the container; a centre ignores them, its bounds do not.
  mutating func place(_ mode: SyntaxNode, on axis: Axis, in anchorage: Anchorage, insets: Insets, _ seat: Seat) {
    let (near, far) = axis.edges
    func own(_ attribute: AnchorAttribute) -> Anchor { Anchor(seat.view, attribute) }
    var area = anchorage.container
    if let named = mode.first(.place) {
      guard let named = self.area(named, for: seat.view, seat.site) else { return }
      area = named
    }
    let bounds = area.view == parent(of: seat.view) ? area : anchorage.container
    switch mode.placementMode {
    case .none: break
    case .fill: stretch(axis, over: area, insets, seat)
    case .center:
      align(own(axis.center), with: area, axis.center)
      var limits = bounds
      if let between = mode.first(.between)?.first(.place) {
        guard let between = self.area(between, for: seat.view, seat.site) else { return }
        limits = between
      }
      keep(near, inside: limits, insets, seat)
      keep(far, inside: limits, insets, seat)
    case .overflow:
      guard let position = mode.first(.position) else { return }
      guard let attribute = PointOfRect(PositionSyntax(position)).attribute(on: axis) else {
        report(.modeOnOtherAxis(position.text, axis), at: position, in: seat.site.file)
        return
      }
      align(own(attribute), with: area, attribute, insets.shift(at: attribute))
    case .attach: attach(mode, on: axis, to: anchorage, insets, seat)
    case .edge:
      guard let word = mode.first(.word), let edge = EdgeName(word.firstToken.word)?.attribute else { return }
      guard edge.axis == axis else {
        report(.modeOnOtherAxis(word.text, axis), at: word, in: seat.site.file)
        return
      }
      align(own(edge), with: area, edge, insets.shift(at: edge))
      keep(edge.opposite, inside: bounds, insets, seat)
    }
  }

  /// `attach`: as the mode says, but to the view that `dock` or `below`… goes to.
  private mutating func attach(
    _ mode: SyntaxNode, on axis: Axis, to anchorage: Anchorage, _ insets: Insets, _ seat: Seat
  ) {
    guard let neighbour = anchorage.neighbour else {
      report(.attachWithoutNeighbour, at: mode, in: seat.site.file)
      return
    }
    let (near, far) = axis.edges
    let word = mode.first(.word)?.firstToken.word
    if word == nil || GuideName(word ?? .none) != nil {
      let guide = GuideName(word ?? .none)?.guide ?? .frame
      stretch(axis, over: Area(view: neighbour, guide: guide), insets, seat)
      return
    }
    let area = Area(view: neighbour, guide: .frame)
    if word == .center {
      align(Anchor(seat.view, axis.center), with: area, axis.center)
      keep(near, inside: anchorage.container, insets, seat)
      keep(far, inside: anchorage.container, insets, seat)
      return
    }
    guard let edge = EdgeName(word ?? .none)?.attribute, edge.axis == axis else {
      report(.modeOnOtherAxis(mode.first(.word)?.text ?? "", axis), at: mode, in: seat.site.file)
      return
    }
    align(Anchor(seat.view, edge), with: area, edge, insets.shift(at: edge))
    keep(edge.opposite, inside: anchorage.container, insets, seat)
  }

  private mutating func stretch(_ axis: Axis, over area: Area, _ insets: Insets, _ seat: Seat) {
    let (near, far) = axis.edges
    align(Anchor(seat.view, near), with: area, near, insets.shift(at: near))
    align(Anchor(seat.view, far), with: area, far, insets.shift(at: far))
  }

  private mutating func keep(_ edge: AnchorAttribute, inside area: Area, _ insets: Insets, _ seat: Seat) {
    align(Anchor(seat.view, edge), edge.isFar ? .atMost : .atLeast, with: area, edge, insets.shift(at: edge))
  }
}

extension Complaint {
  static let attachWithoutNeighbour = Complaint(
    .attachWithoutNeighbour, "'attach' goes with 'dock … of' or 'below', 'above', 'before', 'after' a view")

  static func modeOnOtherAxis(_ word: String, _ axis: Axis) -> Complaint {
    Complaint(.wrongAxis, "'\(word)' is no place on the \(axis == .x ? "x" : "y") axis")
  }
}
