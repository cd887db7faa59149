import ConstraintSolver
import Geometry
import LayoutModel

/// What `items` and `self` mean: where a view stands across its stack, its line or its row.
extension Lowering {
  /// The room in which a view stands.
  enum Room {
    /// The container without its padding.
    case padding
    /// From the start of one track to the end of another. What is in it is kept inside unless the tracks are as large
    /// as the file says, whatever stands in them.
    case tracks(Track, Track, keepsInside: Bool)
  }

  /// How `child` stands: as it says itself, else as its container says of all.
  func alignment(of child: ViewID, _ items: ItemsAlignment) -> ItemsAlignment {
    structure.distinctSettings[structure.settingsIndex(of: child)].ownAlignment ?? items
  }

  /// The same for the columns of a grid.
  func alignment(inColumnOf child: ViewID, _ items: ItemsAlignment) -> ItemsAlignment {
    structure.distinctSettings[structure.settingsIndex(of: child)].ownColumnAlignment ?? items
  }

  /// The first views of a row that stand on a baseline, which the others follow.
  struct FirstBaselines {
    fileprivate var first: ViewID?
    fileprivate var last: ViewID?
  }

  /// - Parameter firsts: takes note of `child` where it is the first on its baseline.
  mutating func emitAcross(
    _ child: ViewID, _ firsts: inout FirstBaselines, in container: ViewID, _ cross: StackAxis,
    _ alignment: ItemsAlignment, _ room: Room = .padding, into system: inout SystemWriter
  ) {
    if isExplaining { sayAcross(child, in: container, cross, alignment, system) }
    switch alignment {
    case .fill:
      emitStart(of: child, in: container, .equal, cross, room, into: &system)
      let isLimited = if case .tracks = room { says(.atMost, of: child, along: cross.axis) } else { false }
      if isLimited { emitEnd(of: child, in: container, .lessThanOrEqual, cross, room, into: &system) }
      emitEnd(
        of: child, in: container, .equal, cross, room, isLimited ? ContainerPriority.fillingRoom : .required,
        into: &system)
      return
    case .leading, .top:
      emitStart(of: child, in: container, .equal, cross, room, into: &system)
      emitInside(child, in: container, .lessThanOrEqual, cross, room, into: &system)
    case .trailing, .bottom:
      emitInside(child, in: container, .greaterThanOrEqual, cross, room, into: &system)
      emitEnd(of: child, in: container, .equal, cross, room, into: &system)
    case .center:
      form.reset()
      cross.addStart(of: child, in: container, to: &form)
      form.add(cross.size(of: child), 0.5)
      addStart(of: room, in: container, cross, times: -0.5)
      addEnd(of: room, in: container, cross, times: -0.5)
      form.emit(.equal, .required, into: &system)
      emitInside(child, in: container, .greaterThanOrEqual, cross, room, into: &system)
      emitInside(child, in: container, .lessThanOrEqual, cross, room, into: &system)
    case .firstBaseline, .lastBaseline:
      let isFirst = alignment == .firstBaseline
      let attribute: AnchorAttribute = isFirst ? .firstBaseline : .lastBaseline
      if let first = isFirst ? firsts.first : firsts.last {
        form.reset()
        add(Anchor(child, .frame, attribute), times: 1, in: container, mirrored: false)
        add(Anchor(first, .frame, attribute), times: -1, in: container, mirrored: false)
        form.emit(.equal, .required, into: &system)
      } else if isFirst {
        firsts.first = child
      } else {
        firsts.last = child
      }
      emitInside(child, in: container, .greaterThanOrEqual, cross, room, into: &system)
      emitInside(child, in: container, .lessThanOrEqual, cross, room, into: &system)
    }
    if isExplaining {
      say("\(name(child)) is no larger than it must be", of: container, in: system, isShortness: true)
    }
    system.addTerm(cross.size(of: child), 1)
    system.endRow(.equal, 0, ContainerPriority.childHugging)
  }

  /// Keeps a view behind the start of a room, or before its end.
  private mutating func emitInside(
    _ child: ViewID, in container: ViewID, _ relation: Relation, _ cross: StackAxis, _ room: Room,
    into system: inout SystemWriter
  ) {
    if case .tracks(_, _, keepsInside: false) = room { return }
    if relation == .greaterThanOrEqual {
      emitStart(of: child, in: container, relation, cross, room, into: &system)
    } else {
      emitEnd(of: child, in: container, relation, cross, room, into: &system)
    }
  }

  mutating func emitStart(
    of child: ViewID, in container: ViewID, _ relation: Relation, _ cross: StackAxis, _ room: Room,
    into system: inout SystemWriter
  ) {
    form.reset()
    cross.addStart(of: child, in: container, to: &form)
    addStart(of: room, in: container, cross, times: -1)
    form.emit(relation, .required, into: &system)
  }

  mutating func emitEnd(
    of child: ViewID, in container: ViewID, _ relation: Relation, _ cross: StackAxis, _ room: Room,
    _ priority: Priority = .required, into system: inout SystemWriter
  ) {
    form.reset()
    cross.addEnd(of: child, in: container, to: &form)
    addEnd(of: room, in: container, cross, times: -1)
    form.emit(relation, priority, into: &system)
  }

  private mutating func addStart(of room: Room, in container: ViewID, _ cross: StackAxis, times coefficient: Double) {
    switch room {
    case .padding: form.constant += coefficient * cross.paddingStart
    case .tracks(let first, _, _): form.add(first.start, coefficient)
    }
  }

  private mutating func addEnd(of room: Room, in container: ViewID, _ cross: StackAxis, times coefficient: Double) {
    switch room {
    case .padding:
      form.add(cross.size(of: container), coefficient)
      form.constant -= coefficient * cross.paddingEnd
    case .tracks(_, let last, _):
      form.add(last.start, coefficient)
      form.add(last.size, coefficient)
    }
  }

  /// Whether a view is as large along an axis as its line or cell. It then has no wish to be small: what has one is the
  /// line or track, which must not give way to its contents.
  func fillsTrack(_ view: ViewID, along axis: Axis) -> Bool {
    guard !facts.packs.isEmpty, let container = tree.parent(of: view) else { return false }
    let settings = structure.settingsIndex(of: container)
    let items = structure.distinctSettings[settings].items
    switch tree.kinds[container] {
    case .grid where axis == .x:
      return alignment(inColumnOf: view, structure.distinctSettings[settings].columnItems) == .fill
        && !hasOwnSize(view, along: .x)
    case .grid: return alignment(of: view, items) == .fill && !hasOwnSize(view, along: .y)
    case .hflow where axis == .y, .vflow where axis == .x:
      return alignment(of: view, items) == .fill && !hasOwnSize(view, along: axis, following: axis)
    default: return false
    }
  }

  // MARK: Sizes that views have themselves

  /// Whether a rule that holds says how large a view is along an axis. Of a view with an aspect the width says the
  /// height, unless it has a height: then that says the width.
  ///
  /// - Parameter following: the axis along which an aspect decides where nothing else does.
  private func hasOwnSize(_ view: ViewID, along axis: Axis, following: Axis = .y) -> Bool {
    says(.equal, of: view, along: axis)
      || hasAspect(view) && (axis == following || says(.equal, of: view, along: axis.other))
  }

  /// Whether a rule that holds compares the size of a view along an axis, and not with its own other size.
  func says(_ comparison: Comparison, of view: ViewID, along axis: Axis) -> Bool {
    sizeRules(of: view).contains {
      $0.comparison == comparison && $0.item.attribute == (axis == .x ? .width : .height)
        && $0.term?.anchor.view != view
    }
  }

  private func hasAspect(_ view: ViewID) -> Bool {
    sizeRules(of: view).contains { $0.comparison == .equal && $0.term?.anchor.view == view }
  }

  private func sizeRules(of view: ViewID) -> some Sequence<Rule> {
    (facts.sizeRules[view] ?? []).lazy.map { rules[Int($0)] }.filter { rule in
      rule.condition.map { structure.key.conditions[Int($0.index)] } ?? true
    }
  }
}
