/// The inward distances of a placement, as they are written.
package struct Inset: Sendable {
  /// The written numbers, which are those that an identifier names.
  package enum Form: Sendable {
    /// One number for all edges.
    case all(Quantity)
    case each(top: Quantity, leading: Quantity, bottom: Quantity, trailing: Quantity)
    /// `(top: 4, x: 8)`, in the order written; an edge that is not named has 0.
    case named([(edges: Edges, distance: Quantity)])
  }

  /// The edges that one number stands for.
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
  /// The identifier written at the `inset` itself, which goes before that of the placement.
  var identifier: IdentifierID?
  /// Whether the placement itself says the inset, and not a `with` around it.
  var isOwn: Bool

  /// An inset, with an identifier of its own or without.
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
  /// The identifier written at the `offset` itself, which goes before that of the placement.
  var identifier: IdentifierID?

  /// An offset to the right and down.
  package init(x: Quantity, y: Quantity, identifier: IdentifierID? = nil) {
    self.x = x
    self.y = y
    self.identifier = identifier
  }
}

/// Four inward distances, one for each edge.
struct Insets: Sendable {
  var top = Quantity.zero
  var leading = Quantity.zero
  var bottom = Quantity.zero
  var trailing = Quantity.zero

  /// The distance at an edge; 0 for a centre. `left` takes the leading one, `right` the trailing one.
  subscript(_ edge: AnchorAttribute) -> Quantity {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .leading, .left: leading
    case .trailing, .right: trailing
    case .centerX, .centerY, .firstBaseline, .lastBaseline, .width, .height: .zero
    }
  }

  /// What is added to an edge's coordinate to move it inwards.
  func shift(at edge: AnchorAttribute) -> Quantity { edge.isFar ? -self[edge] : self[edge] }
}

extension LayoutBuilder {
  /// The insets of a placement. The written numbers become those of its identifier. Without an inset the identifier
  /// names one number, the 0 that is not written.
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

  /// The offset of a placement. The written numbers become those of its identifier, as with insets.
  mutating func offset(_ offset: Offset?, identifier: IdentifierID?) -> (x: Quantity, y: Quantity) {
    guard let offset else {
      let both = identify(.zero, as: identifier)
      return (both, both)
    }
    let identifier = offset.identifier ?? identifier
    return (identify(offset.x, as: identifier), identify(offset.y, as: identifier))
  }
}
