import Geometry
import LayoutModel

/// What the guides of one view look like beyond what linear constraints can say, worked out from solved frames:
/// its overlap with the screen's safe area and keyboard, and whether its text column is at its full width.
struct GuideGeometry: Equatable, Sendable {
  /// How far the screen's covered edges reach into the view.
  var safe: EdgeInsets = .zero
  /// How far the keyboard reaches into it from below.
  var keyboard: Points = 0
  /// Whether the margins are wider than the readable width, so that the column is centred.
  var readableIsCapped = false

  /// Widest column that is pleasant to read, in points, at the default text size.
  static let readableWidth: Points = 672

  /// - Parameters:
  ///   - frame: of the view in the scene's space.
  ///   - marginsWidth: between its margins.
  init(of frame: Rect, marginsWidth: Points, in environment: Environment, scene: Size) {
    func overlap(_ points: Points, upTo limit: Points) -> Points { max(0, min(points, limit)) }
    let right = scene.width - (frame.x + frame.width)
    let bottom = scene.height - (frame.y + frame.height)
    safe = EdgeInsets(
      top: overlap(environment.safe.top - frame.y, upTo: frame.height),
      left: overlap(environment.safe.left - frame.x, upTo: frame.width),
      bottom: overlap(environment.safe.bottom - bottom, upTo: frame.height),
      right: overlap(environment.safe.right - right, upTo: frame.width))
    keyboard = overlap(environment.keyboard - bottom, upTo: frame.height)
    readableIsCapped = marginsWidth > Self.readableWidth + 1e-9
  }

  init() {}
}

/// A guide's rectangle in its view: insets from the view's edges, or (`isReadableColumn`) a centred column.
struct GuideInsets {
  var edges: EdgeInsets = .zero
  /// A column of the readable width in the middle between `edges.left` and `edges.right`.
  var isReadableColumn = false
  /// The keyboard's guide: the strip of this height at the bottom.
  var stripHeight: Points?
}
