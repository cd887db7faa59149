internal import Geometry
internal import LayoutModel

/// Where a clause says that its view stands, and how large it is.
///
/// An id that is written behind an inset, an offset or a gap is of that; else it is of the placement. It is written
/// behind the last of them.
extension Assembly {
  // MARK: What clauses speak of

  func mentions(of clause: Clause, in owner: Node) throws(GoesByText) -> Mentions {
    switch clause.form {
    case .fill(_, _, let axis?): .position(axis)
    case .fill(_, _, nil), .fillEach: .positions(nil)
    case .fillAtMost(_, _, let pin):
      Mentions.fill(nil, isEqual: false).union(pin.map { .pin(point($0.point)) } ?? Mentions(rawValue: 0))
    case .fillAtLeast: .fill(nil, isEqual: false)
    case .center(let axis, _, _): .positions(axis)
    case .centerEach: .positions(nil)
    case .pin(let pin): .pin(point(pin.point))
    case .pinAt(let place, _): .pin(point(place))
    case .at(let numbers, _): .at(hasSize: numbers.count == 4)
    case .edge(let edge, _, _, _), .position(let edge, _): .position(try simple(edge).axis)
    case .dock(let docking):
      Mentions.position(try line(of: docking).axis).union(
        docking.other.map { .position($0.axis) } ?? Mentions(rawValue: 0))
    case .align(let axis, _, _, _): .position(axis)
    case .length(let side, _, _), .range(let side, _, _, _): .size(try simple(side).axis)
    case .size, .sizeOf: .sizes
    case .spacer: .size(stackAxis(of: owner))
    case .aspect, .content, .gap, .inset, .margins, .hidden, .items, .columnItems, .alone, .aloneInRow, .justify,
      .lines, .distribute, .intrinsic, .baselines, .columns, .rows, .span, .cell, .initial, .turnedAutomatically,
      .turned, .trait, .property, .text, .conditions, .directConditions, .remove, .own:
      Mentions(rawValue: 0)
    }
  }

  private func simple(_ attribute: Attribute) throws(GoesByText) -> AnchorAttribute {
    guard let simple = attribute.simple else { throw GoesByText() }
    return simple
  }

  private func attribute(_ word: String) throws(GoesByText) -> AnchorAttribute {
    guard let attribute = Attribute(rawValue: word)?.simple else { throw GoesByText() }
    return attribute
  }

  private func point(_ point: PointOfView) -> PointOfRect {
    switch point {
    case .topLeading: PointOfRect(.top, .leading)!
    case .topCenter: PointOfRect(.top, .centerX)!
    case .topTrailing: PointOfRect(.top, .trailing)!
    case .leadingCenter: PointOfRect(.leading, .centerY)!
    case .center: .center
    case .trailingCenter: PointOfRect(.trailing, .centerY)!
    case .bottomLeading: PointOfRect(.bottom, .leading)!
    case .bottomCenter: PointOfRect(.bottom, .centerX)!
    case .bottomTrailing: PointOfRect(.bottom, .trailing)!
    }
  }

  /// The line of the view that a docking placement is about.
  private func line(of docking: Clause.Docking) throws(GoesByText) -> AnchorAttribute {
    switch docking.line {
    case .edge(let line, _, _): try attribute(line)
    case .beside(let side, _, _), .rest(let side, _, _): side.ownLine
    }
  }

  private func stackAxis(of node: Node) -> Geometry.Axis {
    parent(of: node)?.kind == .hstack ? .x : .y
  }

  // MARK: Distances

  /// The inset of a placement: its own, else that of the `With` around it.
  private func inset(_ insets: Insets?, _ identifier: IdentifierID?, _ said: Said) throws(GoesByText) -> Inset? {
    if let insets { return Inset(try form(of: insets), identifier: identifier) }
    guard let insets = defaults(said, where: { $0.inset }) else { return nil }
    return Inset(try form(of: insets), isOwn: false)
  }

  func form(of insets: Insets) throws(GoesByText) -> Inset.Form {
    let top = try number(insets.top)
    if insets == Insets(insets.top) { return .all(top) }
    return .each(
      top: top, leading: try number(insets.leading), bottom: try number(insets.bottom),
      trailing: try number(insets.trailing))
  }

  private func offset(_ offset: Offset?, _ identifier: IdentifierID?) throws(GoesByText) -> LayoutModel.Offset? {
    guard let offset else { return nil }
    return LayoutModel.Offset(x: try number(offset.x), y: try number(offset.y), identifier: identifier)
  }

  private func coordinates(_ numbers: [Double], _ identifier: IdentifierID?) throws(GoesByText) -> Coordinates {
    guard numbers.count == 2 || numbers.count == 4 else { throw GoesByText() }
    let size = numbers.count == 4 ? (width: try number(numbers[2]), height: try number(numbers[3])) : nil
    return Coordinates(x: try number(numbers[0]), y: try number(numbers[1]), size: size, identifier: identifier)
  }

  // MARK: What a `With` says

  /// What the nearest `With` around a clause says of something.
  private func defaults<Value>(_ said: Said, where part: (With) -> Value?) -> Value? {
    var index = said.defaults
    while let with = defaults[index].with {
      if let value = part(with) { return value }
      index = defaults[index].outer
    }
    return nil
  }

  /// The container of a placement that names none: that of the `With` around it; nil for the super.
  private func container(_ said: Said) throws(GoesByText) -> LayoutModel.Area? {
    try areaIfSaid(defaults(said) { $0.area }, of: said.owner)
  }

  /// The area that a placement names, else its container.
  private func container(_ area: Area?, _ said: Said) throws(GoesByText) -> LayoutModel.Area? {
    if let area { return try self.area(area, of: said.owner) }
    return try container(said)
  }

  /// The mode of the `With` around a clause for an axis.
  private func defaultMode(_ axis: Geometry.Axis, _ said: Said, where counts: (Mode) -> Bool = { _ in true }) -> Mode? {
    defaults(said) { with in
      let mode = axis == .x ? with.x?.mode : with.y?.mode
      return mode.flatMap { counts($0) ? $0 : nil }
    }
  }

  /// The mode for an axis that the view says nothing about.
  private mutating func otherMode(
    beside anchorage: AnchorageID, _ said: Said, _ seat: Seat
  ) throws(GoesByText) -> AxisMode {
    guard let axis = builder.openAxis(beside: anchorage, seat), let mode = defaultMode(axis, said) else {
      return .fill(in: nil)
    }
    return try self.mode(mode, on: axis, neighbour: builder.neighbour(of: anchorage), said)
  }

  // MARK: Before anything is placed

  /// What a clause gives to the axis that it does not speak of; nil for nearly all of them.
  mutating func anchorage(of said: Said) throws(GoesByText) -> AnchorageID? {
    guard case .clause(let clause) = said.form else { return nil }
    let owner = said.owner
    switch clause.form {
    case .align(let axis, _, let insets, isBounded: true):
      let identifier = insets == nil ? nil : try identifier(clause.id, said)
      let alignment = Alignment(axis, in: try container(said), inset: try inset(insets, identifier, said))
      return builder.anchorage(of: alignment, by: try view(owner), in: said.branch)
    case .dock(let words):
      var docking = try docking(words, said)
      let identifier = try identifier(clause.id, said)
      let (hasGap, hasInset) = (words.gap != nil, words.inset != nil)
      if !hasGap && !hasInset { docking.identifier = identifier }
      docking.gap = try words.gap.map { gap throws(GoesByText) in
        LayoutModel.Docking.Gap(try number(gap), identifier: hasInset ? nil : identifier)
      }
      if !hasGap && !hasInset, let gap = defaults(said, where: { $0.gap }) {
        docking.gap = LayoutModel.Docking.Gap(try number(gap), isOwn: false)
      }
      docking.inset = try inset(words.inset, identifier, said)
      return builder.anchorage(of: docking, by: try view(owner), in: said.branch)
    default: return nil
    }
  }

  private func docking(_ words: Clause.Docking, _ said: Said) throws(GoesByText) -> LayoutModel.Docking {
    let around = builder.superArea(of: view(of: said))
    switch words.line {
    case .edge(let line, let other, let area):
      let line = try attribute(line)
      let target = try other.map { word throws(GoesByText) in try attribute(word) } ?? line
      guard line.axis == target.axis else { throw GoesByText() }
      return .dock(line, to: (try container(area, said) ?? around).anchor(target))
    case .beside(let side, let node, let area):
      return .beside(try view(node), side.ownLine, in: try container(area, said))
    case .rest(let side, let node, let area):
      let end = try container(area, said) ?? around
      return .rest(try view(node), side.ownLine, to: end, in: try container(said))
    }
  }

  /// - Parameter neighbour: what the view is docked to, which is what `attach` means.
  private func mode(
    _ mode: Mode, on axis: Geometry.Axis, neighbour: ViewID?, _ said: Said
  ) throws(GoesByText) -> AxisMode {
    let owner = said.owner
    func line(_ word: String) throws(GoesByText) -> AnchorAttribute {
      let line = word == "center" ? (axis == .x ? .centerX : .centerY) : try attribute(word)
      guard line.axis == axis else { throw GoesByText() }
      return line
    }
    switch mode {
    case .fill(let area): return .fill(in: try areaIfSaid(area, of: owner))
    case .center(let area, let bounds):
      return .center(in: try areaIfSaid(area, of: owner), between: try areaIfSaid(bounds, of: owner))
    case .edge(let edge, let area): return .edge(try line(edge), in: try areaIfSaid(area, of: owner))
    case .overflow(let edge): return .overflow(try line(edge), in: nil)
    case .none: return .none
    case .attach(let word):
      guard let neighbour else { throw GoesByText() }
      switch word {
      case nil:
        guard let other = defaultMode(axis, said, where: { !$0.isAttach }) else { return .attach(.frame) }
        return builder.attached(
          try self.mode(other, on: axis, neighbour: neighbour, said), to: neighbour, try view(owner))
      case "margins": return .attach(.margins)
      case "center": return .attachCenter
      case let word?: return .attachEdge(try line(word))
      }
    }
  }

  // MARK: Placing

  /// Says a clause, if it is a placement; false for all others.
  mutating func place(_ clause: Clause, _ said: Said) throws(GoesByText) -> Bool {
    let owner = said.owner
    switch clause.form {
    case .fill, .fillEach, .fillAtMost, .fillAtLeast: try fill(clause, said)
    case .center, .centerEach, .pin, .pinAt, .at: try placePoint(clause, said)
    case .edge(let edge, let comparison, let inward, let area):
      try placeEdge(edge, comparison, inward, area, clause, said)
    case .position(let edge, let sum):
      let seat = try seat(said, clause.priority)
      let (attribute, value) = (try simple(edge), try expression(sum, of: owner))
      guard value.type == LinearExpression(LayoutModel.Anchor(.root, .frame, attribute)).type else {
        throw GoesByText()
      }
      let identifier = try identifier(clause.id, said)
      builder.place(.edge(attribute, value, in: nil, identifier), seat)
    case .dock(let docking):
      guard let anchorage = said.anchorage else { throw GoesByText() }
      let seat = try seat(said, clause.priority)
      builder.place(.docking(anchorage, other: try otherMode(beside: anchorage, said, seat)), seat)
      if let other = docking.other { try placeOnAxis(other.axis, other.mode, nil, .required, nil, said) }
    case .align(let axis, let mode, let insets, isBounded: false):
      try placeOnAxis(axis, mode, insets, clause.priority, clause.id, said)
    case .align(let axis, let mode, let insets, isBounded: true):
      guard let anchorage = said.anchorage else { throw GoesByText() }
      let seat = try seat(said, clause.priority)
      let identifier = insets == nil ? try identifier(clause.id, said) : nil
      let inset = identifier == nil ? nil : try inset(insets, nil, said)
      let placed = try self.mode(mode, on: axis, neighbour: builder.neighbour(across: axis, seat), said)
      let other = try otherMode(beside: anchorage, said, seat)
      builder.place(
        .alignment(
          AlignedPlacement(
            anchorage, placed, in: try container(said), inset: inset, identifier: identifier, other: other)), seat)
    case .length, .range, .size, .sizeOf, .aspect, .spacer: try placeSize(clause, said)
    default: return false
    }
    return true
  }

  private mutating func placeOnAxis(
    _ axis: Geometry.Axis, _ mode: Mode, _ insets: Insets?, _ priority: Priority, _ id: ConstraintID?, _ said: Said
  ) throws(GoesByText) {
    let seat = try seat(said, priority)
    let isDocked = builder.isAnchored(axis, seat)
    let identifier = try identifier(id, said)
    let inset = try inset(insets, identifier, said)
    let placed = try self.mode(mode, on: axis, neighbour: builder.neighbour(across: axis, seat), said)
    builder.place(
      .onAxis(
        AxisPlacement(
          axis, placed, in: isDocked ? nil : try container(said), inset: inset,
          identifier: insets == nil ? identifier : nil)), seat)
  }

  private mutating func fill(_ clause: Clause, _ said: Said) throws(GoesByText) {
    func place(_ edges: Fill.Edges, _ sign: RelationSign, _ insets: Insets?, isLast: Bool = true) throws(GoesByText) {
      let seat = try seat(said, isLast ? clause.priority : .required)
      let identifier = isLast ? try identifier(clause.id, said) : nil
      builder.place(
        .fill(
          Fill(edges, sign, inset: try inset(insets, identifier, said), identifier: insets == nil ? identifier : nil)),
        seat)
    }
    switch clause.form {
    case .fill(let area, let insets, nil): try place(.all(try container(area, said)), .equal, insets)
    case .fill(let area, let insets, let axis?):
      try placeOnAxis(axis, .fill(area), insets, clause.priority, clause.id, said)
    case .fillEach(let edges, let insets):
      // Without any edge it is a fill of all of them.
      try place(edges.isEmpty ? .all(try container(said)) : .each(try self.edges(edges, said.owner)), .equal, insets)
    case .fillAtLeast(let area, let insets):
      try place(.all(try self.area(area, of: said.owner)), RelationSign(.atLeast), insets)
    case .fillAtMost(let area, let insets, let pin):
      let filled = try self.area(area, of: said.owner)
      try place(.all(filled), RelationSign(.atMost), insets, isLast: pin == nil)
      guard let pin else { break }
      // A pin that names no area goes by the view that is filled, here or by another such clause.
      let isAlone = self.said.count { $0.owner === said.owner && $0.isFilledAtMost } == 1
      guard isAlone || pin.area != nil else { throw GoesByText() }
      try self.pin(pin, in: area.place.node == nil ? nil : filled, clause, said)
    default: throw GoesByText()
    }
  }

  private func edges(
    _ edges: [Clause.EdgeOfArea], _ owner: Node
  ) throws(GoesByText) -> [(edge: AnchorAttribute, area: LayoutModel.Area)] {
    var result: [(edge: AnchorAttribute, area: LayoutModel.Area)] = []
    for edge in edges {
      let area = try self.area(edge.area, of: owner)
      switch edge.edge {
      case "x": result += [(.leading, area), (.trailing, area)]
      case "y": result += [(.top, area), (.bottom, area)]
      case let word: result.append((try attribute(word), area))
      }
    }
    return result
  }

  // MARK: Points

  private mutating func pin(
    _ pin: Clause.Pin, in standard: LayoutModel.Area?, _ clause: Clause, _ said: Said
  ) throws(GoesByText) {
    let seat = try seat(said, clause.priority)
    let point = point(pin.point)
    let target = pin.other.map { self.point($0) } ?? point
    var area = try areaIfSaid(pin.area, of: said.owner) ?? standard
    if area == nil { area = try container(said) }
    let identifier = try identifier(clause.id, said)
    let offset = try offset(pin.offset, identifier)
    builder.place(
      .pin(
        LayoutModel.Pin(
          point, at: .point(target, in: area, inset: nil, offset: offset),
          identifier: pin.offset == nil ? identifier : nil)), seat)
  }

  private mutating func placePoint(_ clause: Clause, _ said: Said) throws(GoesByText) {
    let owner = said.owner
    switch clause.form {
    case .pin(let pin):
      // It may go by a view that another clause fills at most.
      if pin.area == nil, builder.mentioned(try view(owner), in: said.branch).contains(.fillAtMost) {
        throw GoesByText()
      }
      try self.pin(pin, in: nil, clause, said)
    case .center(let axis, let area, let offset):
      let area = try container(area, said)
      try center(axis.map { .along($0, area) } ?? .both(area), offset, clause, said)
    case .centerEach(let axes, let offset):
      var each: [(axis: Geometry.Axis, area: LayoutModel.Area)] = []
      for edge in axes { each.append((edge.edge == "x" ? .x : .y, try self.area(edge.area, of: owner))) }
      try center(.each(each), offset, clause, said)
    case .pinAt(let point, let position):
      let seat = try seat(said, clause.priority)
      let numbers = try coordinates([position.x, position.y], try identifier(clause.id, said))
      builder.place(.pin(LayoutModel.Pin(self.point(point), at: .coordinates(numbers, in: try container(said)))), seat)
    case .at(let numbers, let area):
      let seat = try seat(said, clause.priority)
      let area = try container(area, said)
      builder.place(.at(try coordinates(numbers, try identifier(clause.id, said)), in: area), seat)
    default: throw GoesByText()
    }
  }

  private mutating func center(
    _ axes: Centering.Axes, _ offset: Offset?, _ clause: Clause, _ said: Said
  ) throws(GoesByText) {
    let seat = try seat(said, clause.priority)
    let identifier = try identifier(clause.id, said)
    builder.place(
      .center(
        Centering(
          axes, offset: try self.offset(offset, identifier), identifier: offset == nil ? identifier : nil)), seat)
  }

  private mutating func placeEdge(
    _ edge: Attribute, _ comparison: Comparison, _ inward: Double, _ area: Area?, _ clause: Clause, _ said: Said
  ) throws(GoesByText) {
    let (seat, attribute) = (try seat(said, clause.priority), try simple(edge))
    if comparison == .equal && area == nil {
      let distance = LinearExpression(try number(inward))
      let identifier = try identifier(clause.id, said)
      return builder.place(.edge(attribute, distance, in: try container(said), identifier), seat)
    }
    // Inward from a far edge is down in numbers.
    let isFar = edge == .bottom || edge == .trailing || edge == .right
    let term = Sum.Term(place: (area ?? .super).place, attribute: edge)
    let right = try expression([term], isFar ? -inward : inward, subject: said.owner, in: said.owner)
    let left = LinearExpression(LayoutModel.Anchor(view(of: said), .frame, attribute))
    try relate(left, isFar ? comparison.turned : comparison, right, clause.id, said, seat)
  }

  // MARK: Sizes

  private func length(_ extent: Extent, of owner: Node) throws(GoesByText) -> LinearExpression {
    guard let percent = extent.percent else {
      let length = try expression(extent.terms, extent.points, subject: owner, in: owner)
      guard !length.type.isPosition else { throw GoesByText() }
      return length
    }
    guard percent.isWritable else { throw GoesByText() }
    let share = LinearExpression(type: .length, percent: .literal(percent / 100))
    return share.adding(LinearExpression(try number(extent.points)), type: .length)
  }

  private mutating func placeSize(_ clause: Clause, _ said: Said) throws(GoesByText) {
    let owner = said.owner
    switch clause.form {
    case .length(let side, let comparison, let extent):
      try setLength(try simple(side), comparison, try length(extent, of: owner), clause, said)
    case .spacer(let comparison, let points):
      let side = stackAxis(of: owner) == .x ? AnchorAttribute.width : .height
      try setLength(side, comparison, LinearExpression(try number(points)), clause, said)
    case .range(let side, let lower, let upper, let isHalfOpen):
      let seat = try seat(said, clause.priority)
      let (lower, upper) = (LinearExpression(try number(lower)), LinearExpression(try number(upper)))
      let identifier = try identifier(clause.id, said)
      builder.place(.range(try simple(side), lower, upper, isHalfOpen: isHalfOpen, identifier), seat)
    case .size(let comparison, let width, let height):
      if width == nil && height == nil { throw GoesByText() }
      let sides = try [width, height].map { extent throws(GoesByText) -> LinearExpression? in
        try extent.map { extent throws(GoesByText) in try length(extent, of: owner) }
      }
      guard comparison == .equal else {
        let item = LayoutModel.Area(try view(owner))
        return try relate(.size, item, comparison, sides, clause.priority, clause.id, said)
      }
      let seat = try seat(said, clause.priority)
      let identifier = try identifier(clause.id, said)
      builder.place(.size(sides[0], sides[1], identifier), seat)
    case .sizeOf(_, let place):
      let seat = try seat(said, clause.priority)
      let area = try area(place, subject: owner, in: owner)
      let identifier = try identifier(clause.id, said)
      let (width, height) = (LinearExpression(area.anchor(.width)), LinearExpression(area.anchor(.height)))
      builder.place(.size(width, height, identifier), seat)
    case .aspect(let width, let height):
      guard width.isWritable, height.isWritable, height != 0, width / height > 0 else { throw GoesByText() }
      let seat = try seat(said, clause.priority)
      let identifier = try identifier(clause.id, said)
      builder.place(.aspect(.literal(width / height), identifier), seat)
    default: throw GoesByText()
    }
  }

  private mutating func setLength(
    _ side: AnchorAttribute, _ comparison: Comparison, _ length: LinearExpression, _ clause: Clause, _ said: Said
  ) throws(GoesByText) {
    let seat = try seat(said, clause.priority)
    if comparison == .equal {
      let identifier = try identifier(clause.id, said)
      return builder.place(.length(side, length, identifier), seat)
    }
    let left = LinearExpression(LayoutModel.Anchor(view(of: said), .frame, side))
    try relate(left, comparison, length, clause.id, said, seat)
  }
}

extension Assembly.Said {
  fileprivate var isFilledAtMost: Bool {
    if case .clause(let clause) = form, case .fillAtMost = clause.form { true } else { false }
  }
}

extension Mode {
  fileprivate var isAttach: Bool { if case .attach = self { true } else { false } }
}
