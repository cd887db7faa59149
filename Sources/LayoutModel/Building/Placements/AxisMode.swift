import Geometry

/// How a view stands on one axis: what `x`, `y` and `align` say. An area that is not named is that of what the view is
/// docked to, else the super.
package enum AxisMode: Sendable {
  /// Nothing is said.
  case none
  case fill(in: Area?)
  /// The centres are one. The view stays inside of `between`, else of the area if that is the super or one of its
  /// guides, else of the container.
  case center(in: Area?, between: Area?)
  /// A line of the view stands at the same line of the area, wherever the rest of the view is then.
  case overflow(AnchorAttribute, in: Area?)
  /// An edge of the view stands at that of the area, and the opposite edge stays inside.
  case edge(AnchorAttribute, in: Area?)
  /// The view is as large as the neighbour it is docked to, or as a guide of that.
  case attach(Guide)
  /// As `center`, `edge` and `overflow`, with the neighbour as area: it is also what the view stays inside of.
  case attachCenter
  case attachEdge(AnchorAttribute)
  case attachOverflow(AnchorAttribute)
}

/// `x MODE`, `y MODE`.
package struct AxisPlacement: Sendable {
  var axis: Axis
  var mode: AxisMode
  /// The container for a view that is docked to nothing; nil: the super.
  var container: Area?
  var inset: Inset?
  var identifier: IdentifierID?

  /// `x MODE` or `y MODE` with all that may follow.
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
  /// What the clause gives to the other axis, together with its own axis and inset.
  var anchorage: AnchorageID
  var mode: AxisMode
  /// The container for a view that is docked to nothing; nil: the super.
  var container: Area?
  /// The inset of the anchorage once more, so that `identifier` can name its numbers.
  var inset: Inset?
  var identifier: IdentifierID?
  /// The mode for the other axis, when the view says nothing about it.
  var other: AxisMode

  /// `align AXIS MODE` with all that may follow.
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
    // A clause without an inset of its own takes the one by which the docking placement narrows this axis.
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

  /// What a view stands in on an axis when it is docked to nothing.
  private mutating func free(_ axis: Axis, _ container: Area?, _ seat: Seat) -> Anchorage {
    Anchorage(leaving: axis, container: container ?? views.drafts.superArea(of: seat.view))
  }

  /// The neighbour that `attach` on an axis goes to; nil when there is none.
  package mutating func neighbour(across axis: Axis, _ seat: Seat) -> ViewID? {
    anchorage(leaving: axis, seat)?.neighbour
  }

  /// A mode with a neighbour of the view in the place of its super: what `attach` alone says beside such a mode.
  package func attached(_ mode: AxisMode, to neighbour: ViewID, _ view: ViewID) -> AxisMode {
    let parent = views.drafts.parent(of: view)
    func moved(_ area: Area?) -> Area? {
      area.map { $0.view == parent ? Area(neighbour, $0.guide) : $0 }
    }
    switch mode {
    case .fill(let area): return .fill(in: moved(area) ?? Area(neighbour))
    case .center(let area, let between):
      let area = moved(area) ?? Area(neighbour)
      return .center(in: area, between: moved(between) ?? area)
    case .edge(let edge, nil): return .attachEdge(edge)
    case .edge(let edge, let area): return .edge(edge, in: moved(area))
    case .overflow(let line, let area): return .overflow(line, in: moved(area) ?? Area(neighbour))
    case let mode: return mode
    }
  }

  /// The view that an anchorage is beside; nil for that of an `align`.
  package func neighbour(of anchorage: AnchorageID) -> ViewID? { anchorages[anchorage].neighbour }

  /// Whether some placement of the view gives it something to stand in on an axis.
  package mutating func isAnchored(_ axis: Axis, _ seat: Seat) -> Bool { anchorage(leaving: axis, seat) != nil }

  /// Writes the rules of a mode.
  ///
  /// - Parameters:
  ///   - anchorage: gives the container of a mode that names none, and what `attach` attaches to.
  ///   - insets: narrow the container. A centre ignores them, but its bounds do not.
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
      keep(axis, inside: Area(neighbour), insets, seat)
    case .attachEdge(let edge):
      guard let neighbour = neighbour(of: anchorage, seat) else { return }
      align(edge, with: Area(neighbour), edge, insets.shift(at: edge), seat)
      keep(edge.opposite, inside: Area(neighbour), insets, seat)
    case .attachOverflow(let line):
      guard let neighbour = neighbour(of: anchorage, seat) else { return }
      align(line, with: Area(neighbour), line, insets.shift(at: line), seat)
    }
  }

  private mutating func neighbour(of anchorage: Anchorage, _ seat: Seat) -> ViewID? {
    if anchorage.neighbour == nil { report(.attachWithoutNeighbour, at: seat.origin) }
    return anchorage.neighbour
  }

  /// The rectangle that a view stays inside of: the area when it is the super or one of its guides, else the container.
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
