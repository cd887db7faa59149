internal import LayoutModel

/// What two sums say of each other.
extension Assembly {
  // MARK: Anchors and sums

  /// The rectangle that a place is.
  ///
  /// - Parameters:
  ///   - subject: whose parent `Super` is.
  ///   - owner: in whose block it is said.
  func area(_ place: Place, subject: Node, in owner: Node) throws(GoesByText) -> LayoutModel.Area {
    if let node = place.node { return LayoutModel.Area(try view(node), place.guide.guide) }
    let around = builder.superArea(of: try view(subject))
    if place.guide == .frame { return around }
    // The language has no word for the guides of what another view's parent scrolls.
    if subject !== owner && around.guide == .scrollContent && place.guide != .scrollFrame { throw GoesByText() }
    return LayoutModel.Area(around.view, place.guide.guide)
  }

  func area(_ area: Area, of owner: Node) throws(GoesByText) -> LayoutModel.Area {
    try self.area(area.place, subject: owner, in: owner)
  }

  /// The area that is said, if one is; the builder knows what goes without saying.
  func areaIfSaid(_ area: Area?, of owner: Node) throws(GoesByText) -> LayoutModel.Area? {
    guard let area else { return nil }
    return try self.area(area, of: owner)
  }

  func number(_ value: Double) throws(GoesByText) -> Quantity {
    guard value.isWritable else { throw GoesByText() }
    return .literal(value)
  }

  private func expression(_ term: Sum.Term, subject: Node, in owner: Node) throws(GoesByText) -> LinearExpression {
    guard let attribute = term.attribute.simple else { throw GoesByText() }
    let anchor = LinearExpression(try area(term.place, subject: subject, in: owner).anchor(attribute))
    return term.multiplier == 1 ? anchor : anchor.scaled(by: try number(term.multiplier))
  }

  /// A sum in the order of its terms, as the language adds it.
  func expression(
    _ terms: [Sum.Term], _ constant: Double, subject: Node, in owner: Node
  ) throws(GoesByText) -> LinearExpression {
    let constant = LinearExpression(try number(constant))
    guard let first = terms.first else { return constant }
    var sum = try expression(first, subject: subject, in: owner)
    for term in terms.dropFirst() {
      let next = try expression(term, subject: subject, in: owner)
      guard let type = sum.type.adding(next.type, isDifference: term.multiplier < 0) else { throw GoesByText() }
      sum = sum.adding(next, type: type)
    }
    guard let type = sum.type.adding(constant.type, isDifference: false) else { throw GoesByText() }
    return sum.adding(constant, type: type)
  }

  func expression(_ sum: Sum, of owner: Node) throws(GoesByText) -> LinearExpression {
    try expression(sum.terms, sum.constant, subject: owner, in: owner)
  }

  // MARK: Constraints

  /// The identifier with a name, of the clause's view; nil for none.
  mutating func identifier(_ id: ConstraintID?, _ said: Said) throws(GoesByText) -> IdentifierID? {
    guard let id else { return nil }
    guard Spelling.isIdentifier(id.name) else { throw GoesByText() }
    return builder.identifier(builder.name(id.name), of: view(of: said), in: said.branch, at: said.origin)
  }

  mutating func seat(_ said: Said, _ priority: Priority = .required) throws(GoesByText) -> Seat {
    guard (0...1000).contains(priority.value) else { throw GoesByText() }
    return builder.seat(
      of: view(of: said), in: said.branch, priority: priority == .required ? nil : priority.value,
      at: said.origin)
  }

  /// What a constraint speaks of: only what begins with an anchor of the view's own says anything of it.
  func mentions(of constraint: Constraint, in owner: Node) -> Mentions {
    let (place, attribute) = constraint.subject
    guard place.node === owner, place.guide == .frame, owner !== root else {
      return Mentions(rawValue: 0)
    }
    if let simple = attribute.simple { return .constraint(on: simple) }
    return attribute == .size ? .sizes : .positions(nil)
  }

  mutating func say(_ constraint: Constraint, _ said: Said) throws(GoesByText) {
    switch constraint.meaning {
    case .rule(let rule): try relate(rule, constraint.priority, constraint.id, said)
    case .rules(let first, let second):
      try relate(first, constraint.priority, constraint.id, said)
      // One id is of one number; of two bounds it is the lower one.
      try relate(second, constraint.priority, nil, said)
    case .composite(let relation):
      let item = try area(relation.item, subject: relation.item.node ?? said.owner, in: said.owner)
      let parts = try parts(of: relation.right, subject: relation.item.node ?? said.owner, in: said.owner)
      try relate(relation.attribute, item, relation.comparison, parts, constraint.priority, constraint.id, said)
    }
  }

  private mutating func relate(
    _ relation: SumRelation, _ priority: Priority, _ id: ConstraintID?, _ said: Said
  ) throws(GoesByText) {
    let owner = said.owner
    let seat = try seat(said, priority)
    let subject = relation.left.first.place.node ?? owner
    if relation.isPlain {
      // Nearly always; and then nothing is moved to the other side.
      let left = try expression(relation.left.first, subject: subject, in: owner)
      var right = LinearExpression(
        try number((relation.right?.constant ?? relation.constant) - relation.left.constant))
      if let term = relation.right?.first {
        let anchor = try expression(term, subject: subject, in: owner)
        right = anchor.adding(right, type: anchor.type)
      }
      return try relate(left, relation.comparison, right, id, said, seat)
    }
    let rule = Constraint.Rule(relation)
    guard rule.item.multiplier == 1 else { throw GoesByText() }
    let left = try expression(rule.item, subject: subject, in: owner)
    let right = try expression(rule.terms, rule.constant, subject: subject, in: owner)
    try relate(left, rule.comparison, right, id, said, seat)
  }

  mutating func relate(
    _ left: LinearExpression, _ comparison: Comparison, _ right: LinearExpression, _ id: ConstraintID?, _ said: Said,
    _ seat: Seat
  ) throws(GoesByText) {
    guard left.type == right.type || !left.type.isPosition && !right.type.isPosition else { throw GoesByText() }
    let identifier = try identifier(id, said)
    guard builder.relate(left, comparison.sign, right, identifier: identifier, seat) == nil else { throw GoesByText() }
  }

  // MARK: Composites

  /// Relates `edges`, `center` or `size` of a rectangle, part by part.
  mutating func relate(
    _ attribute: Attribute, _ item: LayoutModel.Area, _ comparison: Comparison, _ parts: [LinearExpression?],
    _ priority: Priority, _ id: ConstraintID?, _ said: Said
  ) throws(GoesByText) {
    let seat = try seat(said, priority)
    guard let kind = attribute.compound else { throw GoesByText() }
    let lefts = attribute.parts.map { LinearExpression(item.anchor($0)) }
    let identifier = try identifier(id, said)
    guard builder.relate(kind, lefts, comparison.sign, parts, identifier: identifier, seat) == nil else {
      throw GoesByText()
    }
  }

  private func parts(
    of side: CompositeRelation.Side, subject: Node, in owner: Node
  ) throws(GoesByText) -> [LinearExpression] {
    switch side {
    case .edges(let edges):
      // From top and left inwards is up in numbers, from bottom and right it is down.
      let insets = edges.insets
      let moves = [insets.top, insets.leading, -insets.bottom, -insets.trailing]
      return try parts(of: .edges, edges.place, moved: moves, subject: subject, in: owner)
    case .center(let center):
      let moves = [center.offset.x, center.offset.y]
      return try parts(of: .center, center.place, moved: moves, subject: subject, in: owner)
    case .size(let size):
      let moves = [size.change.width, size.change.height]
      return try parts(of: .size, size.place, moved: moves, subject: subject, in: owner)
    case .points(let size):
      return [LinearExpression(try number(size.width)), LinearExpression(try number(size.height))]
    }
  }

  private func parts(
    of attribute: Attribute, _ place: Place, moved moves: [Double], subject: Node, in owner: Node
  ) throws(GoesByText) -> [LinearExpression] {
    let area = try area(place, subject: subject, in: owner)
    var parts: [LinearExpression] = []
    for (part, move) in zip(attribute.parts, moves) {
      let anchor = LinearExpression(area.anchor(part))
      parts.append(anchor.adding(LinearExpression(try number(move)), type: anchor.type))
    }
    return parts
  }
}

extension SumRelation {
  /// Whether it has one anchor a side, and that on the left stands alone.
  fileprivate var isPlain: Bool {
    left.first.multiplier == 1 && left.more.isEmpty
      && right.map { $0.more.isEmpty && $0.first.multiplier != 0 } != false
  }
}

extension LayoutModel.ValueType {
  /// What the sum of this and another one is; nil where that makes no sense.
  fileprivate func adding(_ other: LayoutModel.ValueType, isDifference: Bool) -> LayoutModel.ValueType? {
    switch (isPosition, other.isPosition) {
    case (true, true): isDifference && self == other ? .length : nil
    case (true, false): self
    case (false, true): isDifference ? nil : other
    case (false, false): self == .number && other == .number ? .number : .length
    }
  }
}

extension Comparison {
  var sign: RelationSign {
    switch self {
    case .equal: .equal
    case .atMost: RelationSign(.atMost)
    case .atLeast: RelationSign(.atLeast)
    case .less: RelationSign(.atMost, pixels: -1)
    case .more: RelationSign(.atLeast, pixels: 1)
    }
  }
}

extension Attribute {
  /// The attribute of the model; nil for those that stand for several.
  var simple: AnchorAttribute? {
    switch self {
    case .left: .left
    case .right: .right
    case .leading: .leading
    case .trailing: .trailing
    case .centerX: .centerX
    case .width: .width
    case .top: .top
    case .bottom: .bottom
    case .centerY: .centerY
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    case .height: .height
    case .edges, .center, .size: nil
    }
  }

  /// The attributes that it stands for, in the order of the language.
  var parts: [AnchorAttribute] {
    switch self {
    case .edges: [.top, .left, .bottom, .right]
    case .center: [.centerX, .centerY]
    case .size: [.width, .height]
    default: [simple!]
    }
  }

  fileprivate var compound: CompoundKind? {
    switch self {
    case .edges: .edges
    case .center: .center
    case .size: .size
    default: nil
    }
  }
}

extension GuideKind {
  var guide: LayoutModel.Guide {
    switch self {
    case .frame: .frame
    case .safe: .safe
    case .margins: .margins
    case .readable: .readable
    case .keyboard: .keyboard
    case .keyboardSafe: .keyboardSafe
    case .scrollContent: .scrollContent
    case .scrollFrame: .scrollFrame
    }
  }
}
