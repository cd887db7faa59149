public import Geometry

/// Where a view stands. Where an area is not said it is the parent, or what a `With` around it says; so are insets and
/// gaps, which else are 0.
extension Clause {
  // MARK: Filling

  /// All four edges, or those of one axis: `.fill()`, `.fill(.margins, along: .x)`, `.fill(.of(card), inset: 8)`.
  public static func fill(_ area: Area? = nil, inset: Insets? = nil, along axis: Axis? = nil) -> Clause {
    Clause(.fill(area, inset, axis))
  }

  /// Each axis from somewhere else: `.fill(x: .super, y: .safe)`.
  public static func fill(x: Area, y: Area, inset: Insets? = nil) -> Clause {
    Clause(.fillEach([EdgeOfArea(edge: "x", area: x), EdgeOfArea(edge: "y", area: y)], inset))
  }

  /// Each edge from somewhere else; those that are not said are left alone.
  public static func fill(
    top: Area? = nil, leading: Area? = nil, bottom: Area? = nil, trailing: Area? = nil, inset: Insets? = nil
  ) -> Clause {
    let all = [("top", top), ("leading", leading), ("bottom", bottom), ("trailing", trailing)]
    return Clause(.fillEach(all.compactMap { edge, area in area.map { EdgeOfArea(edge: edge, area: $0) } }, inset))
  }

  /// Within an area at every edge; with a point, as large as can be around it.
  ///
  /// - Parameters:
  ///   - area: what it is in; nil: the parent, or what a `With` around it says.
  ///   - inset: inward from the area.
  ///   - point: a point of the view, which is held at 749.
  ///   - other: the point that it is held to, of `place`; nil: the same one.
  ///   - place: nil: the parent.
  public static func fill(
    atMost area: Area, inset: Insets? = nil, pin point: PointOfView? = nil, to other: PointOfView? = nil,
    of place: Area? = nil
  ) -> Clause {
    Clause(.fillAtMost(area, inset, point.map { Pin(point: $0, other: other, area: place, offset: nil) }))
  }

  /// Covers an area at every edge, and may be larger: `.fill(atLeast: .super, inset: 8)`.
  ///
  /// - Parameters:
  ///   - area: what it is in; nil: the parent, or what a `With` around it says.
  ///   - inset: covers the area less these.
  public static func fill(atLeast area: Area, inset: Insets? = nil) -> Clause { Clause(.fillAtLeast(area, inset)) }

  // MARK: Centres and points

  /// In the middle, both ways or along one axis; unlike `.x(.center)` it may stand out.
  ///
  /// - Parameters:
  ///   - axis: nil: both.
  ///   - area: what it is in; nil: the parent, or what a `With` around it says.
  ///   - offset: moves it to the right and down.
  public static func center(_ axis: Axis? = nil, in area: Area? = nil, offset: Offset? = nil) -> Clause {
    Clause(.center(axis, area, offset))
  }

  /// In the middle along one axis, moved along it by points: `.center(.y, offset: 10)`.
  public static func center(_ axis: Axis, in area: Area? = nil, offset: Double) -> Clause {
    Clause(.center(axis, area, axis == .x ? Offset(x: offset) : Offset(y: offset)))
  }

  /// In the middle of one area along x, and of another one along y.
  public static func center(x: Area, y: Area, offset: Offset? = nil) -> Clause {
    Clause(.centerEach([EdgeOfArea(edge: "x", area: x), EdgeOfArea(edge: "y", area: y)], offset))
  }

  /// A point of the view on the same or another point of an area: `.pin(.center, to: .topLeading, of: .of(card))`.
  public static func pin(
    _ point: PointOfView, to other: PointOfView? = nil, of area: Area? = nil, offset: Offset? = nil
  ) -> Clause {
    Clause(.pin(Pin(point: point, other: other, area: area, offset: offset)))
  }

  /// A point of the view so far from the parent's leading top corner.
  public static func pin(_ point: PointOfView, at position: Point) -> Clause { Clause(.pinAt(point, position)) }

  /// A rectangle, from the leading top corner of an area.
  public static func at(x: Double, y: Double, width: Double, height: Double, in area: Area? = nil) -> Clause {
    Clause(.at([x, y, width, height], area))
  }

  /// The view's leading top corner, from that of an area.
  public static func at(x: Double, y: Double, in area: Area? = nil) -> Clause { Clause(.at([x, y], area)) }

  // MARK: Edges

  /// So far down from the parent's upper edge.
  public static func top(_ inset: Double) -> Clause { .edge(.top, .exactly(inset), nil) }
  /// So far up from the parent's lower edge.
  public static func bottom(_ inset: Double) -> Clause { .edge(.bottom, .exactly(inset), nil) }
  /// So far inward from the parent's leading edge.
  public static func leading(_ inset: Double) -> Clause { .edge(.leading, .exactly(inset), nil) }
  /// So far inward from the parent's trailing edge.
  public static func trailing(_ inset: Double) -> Clause { .edge(.trailing, .exactly(inset), nil) }
  /// So far inward from the parent's left edge.
  public static func left(_ inset: Double) -> Clause { .edge(.left, .exactly(inset), nil) }
  /// So far inward from the parent's right edge.
  public static func right(_ inset: Double) -> Clause { .edge(.right, .exactly(inset), nil) }

  /// So far down from the upper edge of an area.
  public static func top(_ inset: Double, of area: Area) -> Clause { .edge(.top, .exactly(inset), area) }
  /// So far up from the lower edge of an area.
  public static func bottom(_ inset: Double, of area: Area) -> Clause { .edge(.bottom, .exactly(inset), area) }
  /// So far inward from the leading edge of an area.
  public static func leading(_ inset: Double, of area: Area) -> Clause { .edge(.leading, .exactly(inset), area) }
  /// So far inward from the trailing edge of an area.
  public static func trailing(_ inset: Double, of area: Area) -> Clause { .edge(.trailing, .exactly(inset), area) }
  /// So far inward from the left edge of an area.
  public static func left(_ inset: Double, of area: Area) -> Clause { .edge(.left, .exactly(inset), area) }
  /// So far inward from the right edge of an area.
  public static func right(_ inset: Double, of area: Area) -> Clause { .edge(.right, .exactly(inset), area) }

  /// At least or at most so far down from the upper edge of an area.
  public static func top(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.top, bound, area) }
  /// At least or at most so far up from the lower edge of an area.
  public static func bottom(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.bottom, bound, area) }
  /// At least or at most so far inward from the leading edge of an area.
  public static func leading(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.leading, bound, area) }
  /// At least or at most so far inward from the trailing edge of an area.
  public static func trailing(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.trailing, bound, area) }
  /// At least or at most so far inward from the left edge of an area.
  public static func left(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.left, bound, area) }
  /// At least or at most so far inward from the right edge of an area.
  public static func right(_ bound: Bound, of area: Area? = nil) -> Clause { .edge(.right, bound, area) }

  /// The upper edge where something else is: `.top(.centerY)`, `.top(title.bottom + 10)`.
  public static func top(_ position: Anchor<Vertical>) -> Clause { .position(.top, position) }
  /// The lower edge where something else is.
  public static func bottom(_ position: Anchor<Vertical>) -> Clause { .position(.bottom, position) }
  /// The leading edge where something else is.
  public static func leading(_ position: Anchor<Horizontal>) -> Clause { .position(.leading, position) }
  /// The trailing edge where something else is.
  public static func trailing(_ position: Anchor<Horizontal>) -> Clause { .position(.trailing, position) }
  /// The left edge where something else is.
  public static func left(_ position: Anchor<Horizontal>) -> Clause { .position(.left, position) }
  /// The right edge where something else is.
  public static func right(_ position: Anchor<Horizontal>) -> Clause { .position(.right, position) }

  private static func edge(_ attribute: Attribute, _ bound: Bound, _ area: Area?) -> Clause {
    Clause(.edge(attribute, bound.comparison, inward: bound.value, area))
  }

  private static func position(_ attribute: Attribute, _ anchor: Anchor<some AnchorKind>) -> Clause {
    Clause(.position(attribute, anchor.sum))
  }

  // MARK: Along one axis

  /// Along x, and never beyond what it stands in: `.x(.center)`, `.x(.leading(in: .margins))`.
  public static func x(_ mode: XMode, inset: Insets? = nil) -> Clause {
    Clause(.align(.x, mode.mode, inset, isBounded: false))
  }
  /// Along y, and never beyond what it stands in.
  public static func y(_ mode: YMode, inset: Insets? = nil) -> Clause {
    Clause(.align(.y, mode.mode, inset, isBounded: false))
  }
  /// Along x, never beyond the bounds; the other axis is filled where nothing else is said of it.
  public static func align(x mode: XMode, inset: Insets? = nil) -> Clause {
    Clause(.align(.x, mode.mode, inset, isBounded: true))
  }
  /// Along y, never beyond the bounds; the other axis is filled where nothing else is said of it.
  public static func align(y mode: YMode, inset: Insets? = nil) -> Clause {
    Clause(.align(.y, mode.mode, inset, isBounded: true))
  }
}
