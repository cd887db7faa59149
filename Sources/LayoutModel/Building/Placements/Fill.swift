import Geometry

/// `fill`: edges equal to a container's, moved inwards by the inset; `fill <=` keeps them inside it.
package struct Fill: Sendable {
  /// Which edges are filled, each with its container.
  package enum Edges: Sendable {
    case all(Area?)
    case along(Axis, Area?)
    /// Single edges, as in `(top: safe, leading: super)`.
    case each([(edge: AnchorAttribute, area: Area)])
  }

  var edges: Edges
  /// The relation: `<` is one pixel further in than `<=`, `>` one further out than `>=`.
  var sign: RelationSign
  var inset: Inset?
  var identifier: IdentifierID?

  /// `fill` with all that may follow. An area that is nil is the super.
  package init(
    _ edges: Edges, _ sign: RelationSign = .equal, inset: Inset? = nil, identifier: IdentifierID? = nil
  ) {
    self.edges = edges
    self.sign = sign
    self.inset = inset
    self.identifier = identifier
  }
}

extension LayoutBuilder {
  mutating func place(_ fill: Fill, _ seat: Seat) {
    var insets = insets(fill.inset, identifier: fill.identifier)
    if fill.sign.pixels != 0 {
      let more = Quantity.pixels(-fill.sign.pixels)
      insets = Insets(
        top: insets.top + more, leading: insets.leading + more, bottom: insets.bottom + more,
        trailing: insets.trailing + more)
    }
    self.fill(fill.edges, fill.sign.comparison, insets, seat)
    if fill.sign.comparison == .atMost, mentioned(seat.view, in: seat.branch).contains(.pin) {
      // The view is as large as possible: this is stronger than hugging and weaker than the pinned point.
      self.fill(fill.edges, .equal, insets, priority: LayoutBuilder.fillAtMostPriority, seat)
    }
  }

  /// A priority above the default hugging, so that a small natural size does not hold the view back.
  static let fillAtMostPriority = NamedPriority.low + 1
  /// A priority below `@high`, so that the point gives way before the view leaves the box.
  static let pinAtMostPriority = NamedPriority.high - 1

  private mutating func fill(
    _ edges: Fill.Edges, _ comparison: Comparison, _ insets: Insets, priority: Float? = nil, _ seat: Seat
  ) {
    switch edges {
    case .all(let area):
      let area = area ?? views.drafts.superArea(of: seat.view)
      fill(.top, of: area, comparison, insets, priority, seat)
      fill(.leading, of: area, comparison, insets, priority, seat)
      fill(.bottom, of: area, comparison, insets, priority, seat)
      fill(.trailing, of: area, comparison, insets, priority, seat)
    case .along(let axis, let area):
      let area = area ?? views.drafts.superArea(of: seat.view)
      fill(axis.edges.near, of: area, comparison, insets, priority, seat)
      fill(axis.edges.far, of: area, comparison, insets, priority, seat)
    case .each(let edges):
      for (edge, area) in edges { fill(edge, of: area, comparison, insets, priority, seat) }
    }
  }

  private mutating func fill(
    _ edge: AnchorAttribute, of area: Area, _ comparison: Comparison, _ insets: Insets, _ priority: Float?, _ seat: Seat
  ) {
    // "At most" means inside: a near edge is at least the container's, a far edge at most.
    let own = edge.isFar ? comparison : comparison.flipped
    align(edge, own, with: area, edge, insets.shift(at: edge), priority: priority, seat)
  }
}
