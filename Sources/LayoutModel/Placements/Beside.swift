import Geometry
import LayoutSyntax

/// What a `dock`, `below`, `rest` or `align` gives to the axis it does not speak of.
struct Anchorage {
  /// The axis it speaks of itself.
  var axis: Axis
  /// What the other axis fills when the view says nothing about it.
  var container: Area
  /// What `attach` means.
  var neighbour: ViewID?
  /// The line of the other rectangle that `dock` and `below`… go to.
  var target: Anchor?
  var insets = Insets()
  var gap = Quantity.zero
}

/// `dock`, `below`, `above`, `before`, `after` and `rest`: one line at another, and the other axis along with it.
extension LayoutResolver {
  /// Reads all of them before any clause, because `x center` may stand before the `dock` that says in what.
  mutating func readAnchorages() {
    for index in items.indices where items[index].hasAnchorage {
      var first = index
      while items[first].form == .continuation { first -= 1 }
      reader = .statement(Int32(first))
      readAnchorages(ofStatementAt: first)
    }
    reader = .structure
  }

  mutating func readAnchorages(ofStatementAt index: Int) {
    let seat = seat(of: items[index])
    complaints.instance = scopes.instance(of: seat.site.scope)
    statement = Int32(index)
    _ = gatherStatement(from: index)
    for placement in placements where placement.kind.givesAnchorage {
      let key = placement.node
      if let known = anchorageOfNode[statement, key] {
        if isReadingAgain, let anchorage = anchorage(placement, seat) { anchorages[Int(known)] = anchorage }
        continue
      }
      guard let anchorage = anchorage(placement, seat) else { continue }
      anchorageOfNode[statement, key] = Int32(anchorages.count)
      let other = seat.view.index * 2 + (anchorage.axis == .x ? 1 : 0)
      anchorageTable[other, seat.context.index] = Int32(anchorages.count)
      anchorages.append(anchorage)
    }
  }

  private mutating func anchorage(_ placement: Placement, _ seat: Seat) -> Anchorage? {
    let node = node(placement.node, in: seat.site.file)
    switch node.kind {
    case .dockClause: return dockAnchorage(placement, seat)
    case .adjacentClause, .restClause: return neighbourAnchorage(placement, seat)
    default:
      guard let axis = node.first(.axis)?.axis.map(Axis.init) else { return nil }
      let place = node.first(.mode)?.first(.place)
      guard let named = container(place, seat) else { return nil }
      var anchorage = Anchorage(axis: axis, container: ownContainer(named, seat))
      anchorage.insets = insets(of: placement, seat)
      return anchorage
    }
  }

  private mutating func dockAnchorage(_ placement: Placement, _ seat: Seat) -> Anchorage? {
    let node = node(placement.node, in: seat.site.file)
    guard let line = node.first(.line), let own = line.anchorName?.attribute else { return nil }
    var target = own
    if let to = node.child(.line, at: 1), let attribute = to.anchorName?.attribute {
      guard attribute.axis == own.axis else {
        report(.otherAxisLine(line.text, to.text), at: to, in: seat.site.file)
        return nil
      }
      target = attribute
    }
    guard let area = container(node.first(.place), seat) else { return nil }
    var anchorage = Anchorage(axis: own.axis, container: ownContainer(area, seat))
    anchorage.target = area.anchor(target)
    anchorage.neighbour = area.view
    readNumbers(of: placement, into: &anchorage, seat)
    return anchorage
  }

  private mutating func neighbourAnchorage(_ placement: Placement, _ seat: Seat) -> Anchorage? {
    let node = node(placement.node, in: seat.site.file)
    guard let path = node.first(.path),
      let neighbour = view(named: path, seat.site),
      let area = container(node.first(.place), seat)
    else { return nil }
    let line = node.adjacency.ownLine
    var anchorage = Anchorage(axis: line.axis, container: area, neighbour: neighbour)
    anchorage.target = Anchor(neighbour, line.opposite)
    readNumbers(of: placement, into: &anchorage, seat)
    return anchorage
  }

  /// `#id` names the gap where one is written or no inset is, else the inset.
  private mutating func readNumbers(of placement: Placement, into anchorage: inout Anchorage, _ seat: Seat) {
    let identifier = identifier(node(placement.node, in: seat.site.file).first(.identifier), seat)
    if placement.gap >= 0 {
      let clause = node(placement.gap, in: seat.site.file)
      let own = clause.first(.identifier).map { self.identifier($0, seat) } ?? identifier
      let gap = clause.value(at: 0).flatMap { quantity($0, seat.site) } ?? .zero
      anchorage.gap = identify(gap, as: own)
      anchorage.insets = insets(of: placement, seat)
      return
    }
    if placement.inset < 0 {
      var gap = Quantity.zero
      if let (node, site) = defaultNode(.gap, seat), let value = node.value(at: 0) {
        gap = quantity(value, site) ?? .zero
      }
      anchorage.gap = identify(gap, as: identifier)
      anchorage.insets = insets(of: placement, seat)
    } else {
      anchorage.insets = insets(of: placement, seat, identifier: identifier)
    }
  }

  /// The container itself when it is super or one of its guides, else super.
  private func ownContainer(_ area: Area, _ seat: Seat) -> Area {
    area.view == parent(of: seat.view) ? area : superArea(of: seat.view)
  }

  /// What the view docks to while its other axis is `axis`, in this branch or one around it.
  func anchorage(leaving axis: Axis, _ seat: Seat) -> Anchorage? {
    let key = seat.view.index * 2 + (axis == .x ? 0 : 1)
    var context = seat.context
    while true {
      if let index = anchorageTable[key, context.index] { return anchorages[Int(index)] }
      if context == .always { return nil }
      context = contexts[Int(context.index)].parent
    }
  }

  // MARK: Rules

  mutating func placeBeside(_ placement: Placement, _ node: SyntaxNode, _ seat: Seat) {
    guard let index = anchorageOfNode[statement, node.index] else { return }
    let anchorage = anchorages[Int(index)]
    guard let target = anchorage.target else { return }
    let own: AnchorAttribute
    if node.kind == .dockClause {
      guard let line = node.first(.line)?.anchorName?.attribute else { return }
      own = line
    } else {
      own = node.adjacency.ownLine
    }
    emit(Anchor(seat.view, own), .equal, Rule.Term(target), anchorage.shift(of: own))
    if node.kind == .restClause {
      let far = own.opposite
      align(Anchor(seat.view, far), with: anchorage.container, far, anchorage.insets.shift(at: far))
    }
    fillOtherAxis(anchorage, seat)
  }

  /// The axis the view says nothing about, on the same line, in its body or branch, goes with the container: it
  /// fills it, or, where a size is all that is said, stands at its start.
  mutating func fillOtherAxis(_ anchorage: Anchorage, _ seat: Seat) {
    let axis = anchorage.axis.other
    let said = mentioned(seat.view, in: seat.context)
    if said.contains(.position(axis)) { return }
    let (near, far) = axis.edges
    if said.contains(.size(axis)) {
      align(Anchor(seat.view, near), with: anchorage.container, near, anchorage.insets.shift(at: near))
    } else if let (mode, site) = defaultNode(axis == .x ? .modeX : .modeY, seat) {
      var other = seat
      other.site = site
      place(mode, on: axis, in: anchorage, insets: anchorage.insets, other)
    } else {
      align(Anchor(seat.view, near), with: anchorage.container, near, anchorage.insets.shift(at: near))
      align(Anchor(seat.view, far), with: anchorage.container, far, anchorage.insets.shift(at: far))
    }
  }
}

extension Anchorage {
  /// `gap` and `inset` add on the docked side and move inwards; a centre line moves back by the gap and by the
  /// difference of the insets.
  func shift(of line: AnchorAttribute) -> Quantity {
    switch line {
    case .centerX: -gap + (insets.leading - insets.trailing)
    case .centerY: -gap + (insets.top - insets.bottom)
    default: line.isFar ? -(gap + insets[line]) : gap + insets[line]
    }
  }
}

extension Adjacency {
  /// The line of the placed view that touches the neighbour's opposite one.
  var ownLine: AnchorAttribute {
    switch self {
    case .below: .top
    case .above: .bottom
    case .before: .trailing
    case .after: .leading
    }
  }
}

extension SyntaxKind {
  var givesAnchorage: Bool {
    switch self {
    case .dockClause, .adjacentClause, .restClause, .alignClause: true
    default: false
    }
  }
}

extension Complaint {
  static func otherAxisLine(_ own: String, _ target: String) -> Complaint {
    Complaint(.wrongAxis, "'\(own)' cannot dock to '\(target)', a line of the other axis")
  }
}
