import Geometry
import LayoutSyntax

/// `pin`: a point or edge of the view at a point or edge of another rectangle. `at`: a rectangle or point by
/// numbers.
extension LayoutResolver {
  mutating func pin(_ clause: WrittenClause, _ node: SyntaxNode, _ standing: Standing) -> Placement? {
    let file = standing.site.file
    let positions = node.children.filter { $0.kind == .position }
    guard let own = positions.first else { return nil }
    guard let point = PointOfRect(PositionSyntax(own)) else {
      report(.contradictingPoint(own.text), at: own, in: file)
      return nil
    }
    let identifier = identifier(node.first(.identifier), standing)
    if let numbers = node.first(.point) {
      guard let coordinates = coordinates(numbers, identifier, standing) else { return nil }
      return .pin(Pin(point, at: .coordinates(coordinates, in: container(standing))))
    }
    var target = point
    if positions.count > 1 {
      guard let named = PointOfRect(PositionSyntax(positions[1])), point.matches(named) else {
        report(.mismatchedPoints(own.text, positions[1].text), at: positions[1], in: file)
        return nil
      }
      target = named
    }
    guard let area = pinnedArea(node, standing) else { return nil }
    // The inset of a `with` around it does not move a point.
    let inset = clause.inset >= 0 ? inset(of: clause, standing) : nil
    let offset = offset(of: clause, standing)
    return .pin(Pin(point, at: .point(target, in: area, inset: inset, offset: offset), identifier: identifier))
  }

  /// The rectangle that a `pin` names, or the view that the `fill <= of` beside it names, or the default. The outer nil
  /// is a mistake, the inner one means super.
  private mutating func pinnedArea(_ node: SyntaxNode, _ standing: Standing) -> Area?? {
    if node.first(.place) == nil, builder.mentioned(standing.view, in: standing.branch).contains(.fillAtMost),
      let place = placeFilledAtMost(standing)
    {
      return area(place, for: standing.view, standing.site).map { .some($0) }
    }
    return container(node.first(.place), standing)
  }

  /// The place with a view in it that a `fill <=` in the same statement names, or in one just before it in the same
  /// branch, such as the view's line.
  private func placeFilledAtMost(_ standing: Standing) -> SyntaxNode? {
    func place(_ clause: SyntaxNode) -> SyntaxNode? {
      guard clause.kind == .fillClause, let relation = clause.relation, relation == .atMost || relation == .less,
        let place = clause.first(.place), PlaceSyntax(place).path != nil
      else { return nil }
      return place
    }
    for clause in statements.clauses {
      if let found = place(node(clause.node, in: standing.site.file)) { return found }
    }
    var index = Int(statements.current) - 1
    while index >= 0, case let item = statements.items[index], item.view == standing.view,
      item.branch == standing.branch,
      item.file == standing.site.file, item.scope == standing.site.scope || item.form == .line
    {
      let written = node(item.node, in: item.file)
      let found = item.form == .line ? written.children.lazy.compactMap(place).first : place(written)
      if let found { return found }
      index -= 1
    }
    return nil
  }

  mutating func at(_ node: SyntaxNode, _ standing: Standing) -> Placement? {
    let identifier = identifier(node.first(.identifier), standing)
    guard let coordinates = coordinates(node, identifier, standing),
      let area = container(node.first(.place), standing)
    else { return nil }
    return .at(coordinates, in: area)
  }

  /// Reads two or four numbers; nil after a complaint.
  private mutating func coordinates(
    _ node: SyntaxNode, _ identifier: IdentifierID?, _ standing: Standing
  ) -> Coordinates? {
    let site = standing.site
    var values: [Quantity] = []
    for child in node.values {
      if child.kind == .tuple, let value = value(child, site), case .compound(_, let parts) = value {
        values += parts.map(\.constant)
        continue
      }
      guard let value = quantity(child, site) else { return nil }
      values.append(value)
    }
    guard values.count == 2 || values.count == 4 else {
      report(
        .wrongCount(node.text, wanted: "a point or a rectangle, two or four", values.count), at: node, in: site.file)
      return nil
    }
    return Coordinates(
      x: values[0], y: values[1], size: values.count == 4 ? (values[2], values[3]) : nil, identifier: identifier)
  }
}

extension Complaint {
  static func contradictingPoint(_ text: String) -> Complaint {
    Complaint(.mismatchedPoints, "'\(text)' names two edges of one axis, and a point has one on each")
  }

  static func mismatchedPoints(_ own: String, _ target: String) -> Complaint {
    Complaint(.mismatchedPoints, "'\(own)' cannot be pinned to '\(target)': they do not fix the same axes")
  }
}
