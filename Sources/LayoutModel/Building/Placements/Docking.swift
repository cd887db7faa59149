import Geometry

/// `dock`, `below`, `above`, `before`, `after` and `rest`. A line of the view goes to a line of another rectangle, and
/// the other axis follows what the view is docked to.
package struct Docking: Sendable {
  /// The line of the view.
  var line: AnchorAttribute
  /// The line of the other rectangle.
  var target: Anchor
  /// The container of the other axis; nil: the super.
  var container: Area?
  /// Whether this is a `dock`. Its container counts only when it is the super or one of its guides.
  let isDock: Bool
  /// For a `rest`: the area to whose far line the opposite line goes.
  var rest: Area?
  /// The distance between both lines.
  package var gap: Gap?
  /// Narrows the container, and is added to the gap.
  package var inset: Inset?
  /// The identifier of the placement. It names the gap where one is written or no inset is; else it names the inset.
  package var identifier: IdentifierID?

  /// `gap` of a docking placement.
  package struct Gap: Sendable {
    var distance: Quantity
    /// The identifier written at the `gap` itself, which goes before that of the placement.
    var identifier: IdentifierID?
    /// Whether the placement itself says the gap, and not a `with` around it.
    var isOwn: Bool

    /// A gap, with an identifier of its own or without.
    package init(_ distance: Quantity, identifier: IdentifierID? = nil, isOwn: Bool = true) {
      self.distance = distance
      self.identifier = identifier
      self.isOwn = isOwn
    }
  }

  /// `dock LINE to LINE of AREA`. A view that is docked to a guide of the super stands in that guide on the other axis
  /// as well.
  package static func dock(_ line: AnchorAttribute, to target: Anchor) -> Docking {
    Docking(line: line, target: target, container: Area(target.view, target.guide), isDock: true)
  }

  /// `below NEIGHBOUR in AREA` and the like.
  ///
  /// - Parameter line: the line of the view, which touches the neighbour's opposite one.
  package static func beside(_ neighbour: ViewID, _ line: AnchorAttribute, in container: Area? = nil) -> Docking {
    Docking(line: line, target: Anchor(neighbour, line.opposite), container: container, isDock: false)
  }

  /// `rest below NEIGHBOUR in AREA` and the like.
  ///
  /// - Parameters:
  ///   - end: the area to whose far line the view goes. It says nothing of the other axis.
  ///   - container: the container of the other axis; nil: the super.
  package static func rest(
    _ neighbour: ViewID, _ line: AnchorAttribute, to end: Area, in container: Area? = nil
  ) -> Docking {
    var docking = beside(neighbour, line, in: container)
    docking.rest = end
    return docking
  }

  private init(line: AnchorAttribute, target: Anchor, container: Area?, isDock: Bool) {
    self.line = line
    self.target = target
    self.container = container
    self.isDock = isDock
  }
}

/// What `align AXIS MODE` leaves to the other axis, before anything is placed.
package struct Alignment: Sendable {
  var axis: Axis
  /// The container of the other axis, whatever area the mode names for its own; nil: the super.
  var container: Area?
  var inset: Inset?

  /// What an `align` with these parts leaves.
  package init(_ axis: Axis, in container: Area? = nil, inset: Inset? = nil) {
    self.axis = axis
    self.container = container
    self.inset = inset
  }
}

/// The number of an anchorage.
package struct AnchorageID: Hashable, Sendable {
  let index: Int32
}

/// An anchorage: what a `dock`, `below`, `rest` or `align` gives to the axis it does not speak of.
struct Anchorage: Sendable {
  /// The axis that the placement speaks of.
  var axis: Axis
  /// What the other axis fills when the view says nothing about it.
  var container: Area
  /// The view that `attach` means.
  var neighbour: ViewID?
  /// The line of a docked view, and the line of the other rectangle that it goes to; nil for `align`.
  var line: AnchorAttribute?
  var target: Anchor?
  /// For a `rest`: the area to whose far line the view goes.
  var rest: Area?
  var insets = Insets()
  var gap = Quantity.zero

  init(leaving axis: Axis, container: Area) {
    self.axis = axis.other
    self.container = container
  }

  /// How far the view's line is from the line it goes to. The gap and the inset add up and point inwards. A centre line
  /// moves back by the gap, and by the difference of the insets.
  fileprivate func shift(of line: AnchorAttribute) -> Quantity {
    switch line {
    case .centerX: -gap + (insets.leading - insets.trailing)
    case .centerY: -gap + (insets.top - insets.bottom)
    default: line.isFar ? -(gap + insets[line]) : gap + insets[line]
    }
  }
}

/// The anchorages of a layout while it is built.
struct AnchorageTable: Sendable {
  fileprivate var all: [Anchorage] = []
  /// (view and axis left over, branch) → anchorage.
  fileprivate var known = PairTable()

  subscript(anchorage: AnchorageID) -> Anchorage { all[Int(anchorage.index)] }
}

extension LayoutBuilder {
  // MARK: Before anything is placed

  /// Notes what a placement gives to the other axis, for all clauses of its view: `x center` may stand before the
  /// `dock` that says in what.
  ///
  /// - Parameter known: an anchorage that this one replaces.
  package mutating func anchorage(
    of docking: Docking, insteadOf known: AnchorageID? = nil, by view: ViewID, in branch: BranchID = .always
  ) -> AnchorageID {
    let container = docking.isDock ? ownContainer(docking.container, of: view) : docking.container
    var anchorage = Anchorage(
      leaving: docking.line.axis.other, container: container ?? views.drafts.superArea(of: view))
    anchorage.neighbour = docking.target.view
    anchorage.line = docking.line
    anchorage.target = docking.target
    anchorage.rest = docking.rest
    let ownInset = docking.inset?.isOwn == true
    if let gap = docking.gap, gap.isOwn {
      anchorage.gap = identify(gap.distance, as: gap.identifier ?? docking.identifier)
      anchorage.insets = insets(docking.inset, identifier: nil)
    } else if ownInset {
      anchorage.insets = insets(docking.inset, identifier: docking.identifier)
    } else {
      anchorage.gap = identify(docking.gap?.distance ?? .zero, as: docking.identifier)
      anchorage.insets = insets(docking.inset, identifier: nil)
    }
    return keep(anchorage, insteadOf: known, by: view, in: branch)
  }

  /// Notes what an `align` gives to the other axis.
  package mutating func anchorage(
    of alignment: Alignment, insteadOf known: AnchorageID? = nil, by view: ViewID, in branch: BranchID = .always
  ) -> AnchorageID {
    var anchorage = Anchorage(
      leaving: alignment.axis.other,
      container: ownContainer(alignment.container, of: view) ?? views.drafts.superArea(of: view))
    anchorage.insets = insets(alignment.inset, identifier: nil)
    return keep(anchorage, insteadOf: known, by: view, in: branch)
  }

  private mutating func keep(
    _ anchorage: Anchorage, insteadOf known: AnchorageID?, by view: ViewID, in branch: BranchID
  ) -> AnchorageID {
    if let known {
      anchorages.all[Int(known.index)] = anchorage
      return known
    }
    let index = Int32(anchorages.all.count)
    anchorages.known[Self.key(view, leaving: anchorage.axis.other), branch.index] = index
    anchorages.all.append(anchorage)
    return AnchorageID(index: index)
  }

  private static func key(_ view: ViewID, leaving axis: Axis) -> Int32 { view.index * 2 + (axis == .x ? 0 : 1) }

  /// The area when it is the super or one of its guides; else nil.
  private func ownContainer(_ area: Area?, of view: ViewID) -> Area? {
    area.flatMap { $0.view == views.drafts.parent(of: view) ? $0 : nil }
  }

  /// The anchorage that leaves `axis` to the view's other clauses, in this branch or in one around it.
  mutating func anchorage(leaving axis: Axis, _ seat: Seat) -> Anchorage? {
    let key = Self.key(seat.view, leaving: axis)
    var branch = seat.branch
    while true {
      if let index = anchorages.known[key, branch.index] { return anchorages.all[Int(index)] }
      if branch == .always { return nil }
      branch = branches.all[Int(branch.index)].parent
    }
  }

  // MARK: Rules

  /// Writes the rules of a docking placement.
  ///
  /// - Parameter other: the mode for the other axis, when the view says nothing about it.
  mutating func dock(_ id: AnchorageID, _ other: AxisMode, _ seat: Seat) {
    let anchorage = anchorages[id]
    guard let line = anchorage.line, let target = anchorage.target else {
      preconditionFailure("anchorage \(id.index) is of no docking placement")
    }
    emit(Anchor(seat.view, line), .equal, Rule.Term(target), anchorage.shift(of: line), seat)
    if let rest = anchorage.rest {
      let far = line.opposite
      align(far, with: rest, far, anchorage.insets.shift(at: far), seat)
    }
    fillOtherAxis(anchorage, other, seat)
  }

  /// The other axis of a docking placement or an `align`, when the view says nothing about it. Nil when some clause of
  /// the view, in this branch or around it, says where the view stands or how large it is on that axis.
  package mutating func openAxis(beside id: AnchorageID, _ seat: Seat) -> Axis? {
    let axis = anchorages[id].axis.other
    let said = mentioned(seat.view, in: seat.branch)
    return said.contains(.position(axis)) || said.contains(.size(axis)) ? nil : axis
  }

  /// Places a view on the axis that a docking placement leaves: as `mode` says, or, where some clause says a size
  /// alone, at the start of the container.
  mutating func fillOtherAxis(_ anchorage: Anchorage, _ mode: AxisMode, _ seat: Seat) {
    let axis = anchorage.axis.other
    let said = mentioned(seat.view, in: seat.branch)
    if said.contains(.position(axis)) { return }
    if said.contains(.size(axis)) {
      let near = axis.edges.near
      align(near, with: anchorage.container, near, anchorage.insets.shift(at: near), seat)
    } else {
      place(mode, on: axis, in: anchorage, anchorage.insets, seat)
    }
  }
}
