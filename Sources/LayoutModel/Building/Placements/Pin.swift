/// `pin`: a point or edge of the view at a point or edge of another rectangle, or at a place by numbers.
package struct Pin: Sendable {
  /// Where the point of the view goes.
  package enum Target: Sendable {
    /// To a point that fixes the same axes, moved by the insets and the offset.
    case point(PointOfRect, in: Area?, inset: Inset?, offset: Offset?)
    /// To a place measured from the area's leading top corner; a size may follow.
    case coordinates(Coordinates, in: Area?)
  }

  var point: PointOfRect
  var target: Target
  var identifier: IdentifierID?

  /// `pin` with all that may follow.
  ///
  /// - Parameter identifier: names the insets where there are any, else the offset. Coordinates have an identifier of
  ///   their own.
  package init(_ point: PointOfRect, at target: Target, identifier: IdentifierID? = nil) {
    self.point = point
    self.target = target
    self.identifier = identifier
  }
}

/// A point or a rectangle, given by numbers.
package struct Coordinates: Sendable {
  var x: Quantity
  var y: Quantity
  var size: (width: Quantity, height: Quantity)?
  var identifier: IdentifierID?

  /// Numbers that count from the leading top corner of an area. The identifier names all of them.
  package init(
    x: Quantity, y: Quantity, size: (width: Quantity, height: Quantity)? = nil, identifier: IdentifierID? = nil
  ) {
    self.x = x
    self.y = y
    self.size = size
    self.identifier = identifier
  }
}

extension PointOfRect {
  static let leadingTop = PointOfRect(.leading, .top)!
}

extension LayoutBuilder {
  mutating func place(_ pin: Pin, _ seat: Seat) {
    var seat = seat
    if seat.priority == nil, mentioned(seat.view, in: seat.branch).contains(.fillAtMost) {
      seat.priority = LayoutBuilder.pinAtMostPriority
    }
    switch pin.target {
    case .coordinates(let coordinates, let area):
      place(pin.point, at: coordinates, in: area ?? views.drafts.superArea(of: seat.view), seat)
    case .point(let target, let area, let inset, let offset):
      let area = area ?? views.drafts.superArea(of: seat.view)
      // The identifier names the insets where there are any, else the offset.
      let insets = inset == nil ? Insets() : self.insets(inset, identifier: pin.identifier)
      let move = self.offset(offset, identifier: inset == nil ? pin.identifier : nil)
      for attribute in pin.point.attributes {
        align(
          attribute, with: area, target.attribute(on: attribute.axis) ?? attribute,
          insets.shift(at: attribute) + (attribute.axis == .x ? move.x : move.y), seat)
      }
    }
  }

  /// Writes the rules for a point of the view at a place measured from the leading top corner of an area.
  mutating func place(_ point: PointOfRect, at coordinates: Coordinates, in area: Area, _ seat: Seat) {
    let x = identify(coordinates.x, as: coordinates.identifier)
    let y = identify(coordinates.y, as: coordinates.identifier)
    let size = coordinates.size.map {
      (identify($0.width, as: coordinates.identifier), identify($0.height, as: coordinates.identifier))
    }
    for attribute in point.attributes {
      align(attribute, with: area, attribute.axis.edges.near, attribute.axis == .x ? x : y, seat)
    }
    guard let (width, height) = size else { return }
    emit(Anchor(seat.view, .width), .equal, nil, width, seat)
    emit(Anchor(seat.view, .height), .equal, nil, height, seat)
  }
}
