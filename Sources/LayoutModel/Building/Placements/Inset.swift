/// Inward distances of a placement, as they are said.
package struct Inset: Sendable {
  /// What is written, and so what an identifier names.
  package enum Form: Sendable {
    /// One number for all edges.
    case all(Quantity)
    case each(top: Quantity, leading: Quantity, bottom: Quantity, trailing: Quantity)
    /// `(top: 4, x: 8)`, in the order written; what is not named is 0.
    case named([(edges: Edges, distance: Quantity)])
  }

  /// The edges that one number is for.
  package struct Edges: OptionSet, Sendable {
    /// A bit for each edge.
    package let rawValue: UInt8

    /// Edges by their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The upper edge.
    package static let top = Edges(rawValue: 1)
    /// The edge where reading begins.
    package static let leading = Edges(rawValue: 2)
    /// The lower edge.
    package static let bottom = Edges(rawValue: 4)
    /// The edge where reading ends.
    package static let trailing = Edges(rawValue: 8)
    /// `x`: leading and trailing.
    package static let x: Edges = [.leading, .trailing]
    /// `y`: top and bottom.
    package static let y: Edges = [.top, .bottom]
  }

  var form: Form
  /// The identifier of the `inset` itself, which goes before that of the placement.
  var identifier: IdentifierID?
  /// Whether the placement says it, and not a `with` around it.
  var isOwn: Bool

  /// An inset with an identifier of its own, or none.
  package init(_ form: Form, identifier: IdentifierID? = nil, isOwn: Bool = true) {
    self.form = form
    self.identifier = identifier
    self.isOwn = isOwn
  }
}

/// `offset x, y` of a placement.
package struct Offset: Sendable {
  var x: Quantity
  var y: Quantity
  /// The identifier of the `offset` itself, which goes before that of the placement.
  var identifier: IdentifierID?

  /// So far to the right and down.
  package init(x: Quantity, y: Quantity, identifier: IdentifierID? = nil) {
    self.x = x
    self.y = y
    self.identifier = identifier
  }
}

/// Four inward distances.
struct Insets: Sendable {
  var top = Quantity.zero
  var leading = Quantity.zero
  var bottom = Quantity.zero
  var trailing = Quantity.zero

  /// The distance at an edge; 0 for a centre. `left` and `right` take those of leading and trailing.
  subscript(_ edge: AnchorAttribute) -> Quantity {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .leading, .left: leading
    case .trailing, .right: trailing
    default: .zero
    }
  }

  /// What is added to an edge's coordinate to move it inwards.
  func shift(at edge: AnchorAttribute) -> Quantity { edge.isFar ? -self[edge] : self[edge] }
}

extension LayoutBuilder {
  /// The insets of a placement, whose written numbers become those of its identifier. Without an inset it still names
  /// one number, the 0 that is not written.
  mutating func insets(_ inset: Inset?, identifier: IdentifierID?) -> Insets {
    guard let inset else {
      if identifier == nil { return Insets() }
      return insets(Inset(.all(.zero)), identifier: identifier)
    }
    let identifier = inset.identifier ?? identifier
    switch inset.form {
    case .all(let distance):
      let all = identify(distance, as: identifier)
      return Insets(top: all, leading: all, bottom: all, trailing: all)
    case .each(let top, let leading, let bottom, let trailing):
      return Insets(
        top: identify(top, as: identifier), leading: identify(leading, as: identifier),
        bottom: identify(bottom, as: identifier), trailing: identify(trailing, as: identifier))
    case .named(let distances):
      var result = Insets()
      for (edges, distance) in distances {
        let value = identify(distance, as: identifier)
        if edges.contains(.top) { result.top = value }
        if edges.contains(.leading) { result.leading = value }
        if edges.contains(.bottom) { result.bottom = value }
        if edges.contains(.trailing) { result.trailing = value }
      }
      return result
    }
  }

  /// Likewise for an offset.
  mutating func offset(_ offset: Offset?, identifier: IdentifierID?) -> (x: Quantity, y: Quantity) {
    guard let offset else {
      let both = identify(.zero, as: identifier)
      return (both, both)
    }
    let identifier = offset.identifier ?? identifier
    return (identify(offset.x, as: identifier), identify(offset.y, as: identifier))
  }
}
