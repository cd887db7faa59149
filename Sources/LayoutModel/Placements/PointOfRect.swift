import Geometry
import LayoutSyntax

/// One of the nine points of a rectangle, or a single edge: the anchors that fix it.
struct PointOfRect: Equatable {
  /// In the order written; empty when the words contradict each other (`top.bottom`).
  var attributes: [AnchorAttribute]

  init(_ position: PositionSyntax) {
    guard let first = EdgeName(position.first)?.attribute else {
      attributes = [.centerX, .centerY]
      return
    }
    guard let second = position.second else {
      attributes = [first]
      return
    }
    let other = EdgeName(second)?.attribute ?? first.axis.other.center
    attributes = other.axis == first.axis ? [] : [first, other]
  }

  /// Its anchor on an axis.
  func attribute(on axis: Axis) -> AnchorAttribute? { attributes.first { $0.axis == axis } }
}
