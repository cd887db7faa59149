import Frames
import Geometry

/// A view with its place in the scene.
struct PlacedView {
  /// Whose `frame` is relative to its parent.
  let record: ViewRecord
  /// In the scene, in points.
  let frame: Rect
  /// How many views are around it.
  let depth: Int
  /// Whether it, or a view around it, is hidden.
  let isHidden: Bool
  /// Whether a view around it is hidden.
  let isInHidden: Bool
  /// Whether nothing of the view around it is beside it.
  let fillsParent: Bool
  /// The part of the scene that views around it leave to it.
  let window: Rect
  /// Where what is in it counts from, in the scene.
  fileprivate let origin: Point

  /// Whether something of it can be seen.
  var isSeen: Bool {
    !isHidden && frame.right > window.x && frame.x < window.right && frame.bottom > window.y && frame.y < window.bottom
  }

  /// The last part of its path.
  var name: String { record.path.lastNameOfPath }

  /// All views of a scene, each before what is in it.
  ///
  /// - Parameter scene: frames relative to the parents, as the stream has them.
  static func all(of scene: FrameSet, in size: Size) -> [PlacedView] {
    let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
    var places: [StreamID: Int] = [:]
    var views: [PlacedView] = []
    views.reserveCapacity(scene.views.count)
    for record in scene.views {
      let parent = record.parent.flatMap { places[$0] }.map { views[$0] }
      let frame = record.frame.rect.moved(by: parent?.origin ?? .zero)
      var origin = Point(x: frame.x, y: frame.y)
      if let scroll = record.content.scroll {
        origin = origin.moved(by: Point(x: Double(scroll.origin.x) / 64, y: Double(scroll.origin.y) / 64))
      }
      var window = parent?.window ?? whole
      if let parent, parent.record.content.clips { window = window.common(with: parent.frame) }
      places[record.id] = views.count
      views.append(
        PlacedView(
          record: record, frame: frame, depth: (parent?.depth ?? -1) + 1,
          isHidden: parent?.isHidden == true || record.content.isHidden, isInHidden: parent?.isHidden == true,
          fillsParent: parent.map { $0.frame.common(with: frame) == $0.frame } ?? true, window: window, origin: origin))
    }
    return views
  }
}

extension Rect {
  /// What two rectangles have in common; without extent where that is nothing.
  func common(with other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(right, other.right) - left), height: max(0, min(bottom, other.bottom) - top))
  }
}
