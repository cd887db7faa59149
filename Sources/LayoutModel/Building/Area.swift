import Geometry

/// A rectangle to align with: a view or one of its guides.
package struct Area: Equatable, Sendable {
  /// The view whose rectangle it is.
  package var view: ViewID
  /// The rectangle: the view's frame or one of its guides.
  package var guide: Guide

  /// The frame of a view, or a guide of it.
  package init(_ view: ViewID, _ guide: Guide = .frame) {
    self.view = view
    self.guide = guide
  }

  /// An anchor of the rectangle.
  package func anchor(_ attribute: AnchorAttribute) -> Anchor { Anchor(view, guide, attribute) }
}

extension LayoutBuilder {
  /// What `super` means for a view: its parent, or the content of a parent that scrolls; for the root, the root itself.
  /// The guides of `super` are those of the same view.
  package func superArea(of view: ViewID) -> Area { views.drafts.superArea(of: view) }
}

/// One of the nine points of a rectangle, or a single edge: the anchors that fix it.
package struct PointOfRect: Equatable, Sendable {
  /// The anchors in the order written; at most one for each axis.
  let attributes: [AnchorAttribute]

  /// A single edge.
  package init(_ attribute: AnchorAttribute) { attributes = [attribute] }

  /// A corner, or the middle of an edge. Nil when both are of one axis, as in `top.bottom`.
  package init?(_ first: AnchorAttribute, _ second: AnchorAttribute) {
    if first.axis == second.axis { return nil }
    attributes = [first, second]
  }

  /// The point where both centre lines meet.
  package static let center = PointOfRect(attributes: [.centerX, .centerY])

  private init(attributes: [AnchorAttribute]) { self.attributes = attributes }

  /// The anchor of the point on an axis.
  func attribute(on axis: Axis) -> AnchorAttribute? { attributes.first { $0.axis == axis } }

  /// Whether both points fix the same axes.
  func matches(_ other: PointOfRect) -> Bool {
    other.attributes.count == attributes.count && attributes.allSatisfy { other.attribute(on: $0.axis) != nil }
  }
}

extension Anchor {
  /// An attribute of the view's own rectangle.
  init(_ view: ViewID, _ attribute: AnchorAttribute) { self.init(view, .frame, attribute) }
}

extension AnchorAttribute {
  /// Whether inwards from this edge is up or towards the start.
  var isFar: Bool { self == .bottom || self == .trailing || self == .right }

  /// The other edge of the axis.
  package var opposite: AnchorAttribute {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    case .left: .right
    case .right: .left
    case .centerX, .centerY, .firstBaseline, .lastBaseline, .width, .height: self
    }
  }
}

extension Axis {
  /// The edges that placements use on this axis.
  var edges: (near: AnchorAttribute, far: AnchorAttribute) { self == .x ? (.leading, .trailing) : (.top, .bottom) }
  var center: AnchorAttribute { self == .x ? .centerX : .centerY }
  var dimension: AnchorAttribute { self == .x ? .width : .height }
}
