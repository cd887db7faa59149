import Geometry

/// How a view stands on one axis: what `x`, `y` and `align` say. An area that is not named is that of what the view is
/// docked to, else the super.
package enum AxisMode: Sendable {
  /// However it comes.
  case none
  case fill(in: Area?)
  /// The centres are one; the view stays inside of `limits`, or of the area, or of what it is docked to.
  case center(in: Area?, between: Area?)
  /// A line of the view at the area's, wherever that leads.
  case overflow(AnchorAttribute, in: Area?)
  /// A line of the view at the area's, and the other one inside.
  case edge(AnchorAttribute, in: Area?)
  /// As large as the neighbour it is docked to, or as a guide of that.
  case attach(Guide)
  case attachCenter
  case attachEdge(AnchorAttribute)
}

/// `x MODE`, `y MODE`.
package struct AxisPlacement: Sendable {
  var axis: Axis
  var mode: AxisMode
  /// The container of a view that is docked to nothing; nil: the super.
  var container: Area?
  var inset: Inset?
  var identifier: IdentifierID?

  /// `x MODE` or `y MODE`, all of it in one value.
  package init(
    _ axis: Axis, _ mode: AxisMode, in container: Area? = nil, inset: Inset? = nil, identifier: IdentifierID? = nil
  ) {
    self.axis = axis
    self.mode = mode
    self.container = container
    self.inset = inset
    self.identifier = identifier
  }
}

/// `align AXIS MODE`.
package struct AlignedPlacement: Sendable {
  /// What it gives to the other axis, with its own axis and inset.
  var anchorage: AnchorageID
  var mode: AxisMode
  /// The container of a view that is docked to nothing; nil: the super.
  var container: Area?
  /// The inset of the anchorage once more, for `identifier` to name its numbers.
  var inset: Inset?
  var identifier: IdentifierID?
  /// For the axis that the view says nothing about.
  var other: AxisMode

  /// `align AXIS MODE`, all of it in one value.
  package init(
    _ anchorage: AnchorageID, _ mode: AxisMode, in container: Area? = nil, inset: Inset? = nil,
    identifier: IdentifierID? = nil, other: AxisMode = .fill(in: nil)
  ) {
    self.anchorage = anchorage
    self.mode = mode
    self.container = container
    self.inset = inset
    self.identifier = identifier
    self.other = other
  }
}

extension LayoutBuilder {
  mutating func place(_ placement: AxisPlacement, _ seat: Seat) {
    let anchorage = anchorage(leaving: placement.axis, seat) ?? free(placement.axis, placement.container, seat)
    // Its own inset, else the one that the docking placement narrows this axis by.
    let usesOwn = placement.inset?.isOwn == true || placement.identifier != nil || anchorage.target == nil
    let insets = usesOwn ? insets(placement.inset, identifier: placement.identifier) : anchorage.insets
    place(placement.mode, on: placement.axis, in: anchorage, insets, seat)
  }

  mutating func place(_ placement: AlignedPlacement, _ seat: Seat) {
    let own = anchorages[placement.anchorage]
    var anchorage = free(own.axis, placement.container, seat)
    if let docked = self.anchorage(leaving: own.axis, seat), docked.target != nil { anchorage = docked }
    let identifier = placement.identifier
    let insets = identifier == nil ? own.insets : insets(placement.inset, identifier: identifier)
    place(placement.mode, on: own.axis, in: anchorage, insets, seat)
    fillOtherAxis(own, placement.other, seat)
  }

  /// What a view that is docked to nothing stands in on an axis.
  private mutating func free(_ axis: Axis, _ container: Area?, _ seat: Seat) -> Anchorage {
    Anchorage(leaving: axis, container: container ?? views.drafts.superArea(of: seat.view))
  }

  /// The neighbour that `attach` on an axis goes to; nil when there is none.
  mutating func neighbour(across axis: Axis, _ seat: Seat) -> ViewID? { anchorage(leaving: axis, seat)?.neighbour }

  /// - Parameters:
  ///   - anchorage: the container of a mode that names none, and what `attach` attaches to.
  ///   - insets: narrow the container; a centre ignores them, its bounds do not.
  mutating func place(_ mode: AxisMode, on axis: Axis, in anchorage: Anchorage, _ insets: Insets, _ seat: Seat) {
    let container = anchorage.container
    switch mode {
    case .none: break
    case .fill(let area): stretch(axis, over: area ?? container, insets, seat)
    case .center(let area, let between):
      align(axis.center, with: area ?? container, axis.center, .zero, seat)
      keep(axis, inside: between ?? bounds(area, container, views.drafts.parent(of: seat.view)), insets, seat)
    case .overflow(let line, let area): align(line, with: area ?? container, line, insets.shift(at: line), seat)
    case .edge(let edge, let area):
      align(edge, with: area ?? container, edge, insets.shift(at: edge), seat)
      keep(edge.opposite, inside: bounds(area, container, views.drafts.parent(of: seat.view)), insets, seat)
    case .attach(let guide):
      guard let neighbour = neighbour(of: anchorage, seat) else { return }
      stretch(axis, over: Area(neighbour, guide), insets, seat)
    case .attachCenter:
      guard let neighbour = neighbour(of: anchorage, seat) else { return }
      align(axis.center, with: Area(neighbour), axis.center, .zero, seat)
      keep(axis, inside: container, insets, seat)
    case .attachEdge(let edge):
      guard let neighbour = neighbour(of: anchorage, seat) else { return }
      align(edge, with: Area(neighbour), edge, insets.shift(at: edge), seat)
      keep(edge.opposite, inside: container, insets, seat)
    }
  }

  private mutating func neighbour(of anchorage: Anchorage, _ seat: Seat) -> ViewID? {
    if anchorage.neighbour == nil { report(.attachWithoutNeighbour, at: seat.origin) }
    return anchorage.neighbour
  }

  /// What a view stays inside of: the area when it is the super or one of its guides.
  private mutating func bounds(_ area: Area?, _ container: Area, _ parent: ViewID) -> Area {
    area.flatMap { $0.view == parent ? $0 : nil } ?? container
  }

  private mutating func stretch(_ axis: Axis, over area: Area, _ insets: Insets, _ seat: Seat) {
    let (near, far) = axis.edges
    align(near, with: area, near, insets.shift(at: near), seat)
    align(far, with: area, far, insets.shift(at: far), seat)
  }

  private mutating func keep(_ axis: Axis, inside area: Area, _ insets: Insets, _ seat: Seat) {
    keep(axis.edges.near, inside: area, insets, seat)
    keep(axis.edges.far, inside: area, insets, seat)
  }

  private mutating func keep(_ edge: AnchorAttribute, inside area: Area, _ insets: Insets, _ seat: Seat) {
    align(edge, edge.isFar ? .atMost : .atLeast, with: area, edge, insets.shift(at: edge), seat)
  }
}

extension Complaint {
  static let attachWithoutNeighbour = Complaint(
    .attachWithoutNeighbour, "'attach' goes with 'dock … of' or 'below', 'above', 'before', 'after' a view")
}
