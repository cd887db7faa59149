import Geometry

/// `center`, `center x in margins`, `center(x: super, y: safe)`, each with `offset`.
package struct Centering: Sendable {
  /// Which axes are centred, each in its area.
  package enum Axes: Sendable {
    case both(Area?)
    case along(Axis, Area?)
    case each([(axis: Axis, area: Area)])
  }

  var axes: Axes
  var offset: Offset?
  var identifier: IdentifierID?

  /// `center` with all that may follow.
  package init(_ axes: Axes, offset: Offset? = nil, identifier: IdentifierID? = nil) {
    self.axes = axes
    self.offset = offset
    self.identifier = identifier
  }
}

extension LayoutBuilder {
  mutating func place(_ centering: Centering, _ seat: Seat) {
    let offset = offset(centering.offset, identifier: centering.identifier)
    switch centering.axes {
    case .both(let area):
      let area = area ?? views.drafts.superArea(of: seat.view)
      align(.centerX, with: area, .centerX, offset.x, seat)
      align(.centerY, with: area, .centerY, offset.y, seat)
    case .along(let axis, let area):
      let area = area ?? views.drafts.superArea(of: seat.view)
      align(axis.center, with: area, axis.center, axis == .x ? offset.x : offset.y, seat)
    case .each(let axes):
      for (axis, area) in axes {
        align(axis.center, with: area, axis.center, axis == .x ? offset.x : offset.y, seat)
      }
    }
  }
}
