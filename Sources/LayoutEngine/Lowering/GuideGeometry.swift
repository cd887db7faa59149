import Geometry
import LayoutModel

/// What the guides of one view look like beyond what linear constraints can say, worked out from solved frames:
/// its overlap with the screen's safe area and keyboard, whether its text column is at its full width, and how far
/// its content is scrolled.
struct GuideGeometry: Equatable, Sendable {
  /// How far the screen's covered edges reach into the view.
  var safe: EdgeInsets = .zero
  /// How far the keyboard reaches into it from below.
  var keyboard: Points = 0
  /// How wide the column to read in is where the margins are wider than that, so that it is centred; nil where they
  /// are not.
  var cappedReadableWidth: Points?
  /// Of a scroll view: which point of its content stands where the content's origin is at rest.
  var scrollOffset = Point.zero

  /// Widest column that is pleasant to read, in points, at the default text size; the trait `readableWidth` says
  /// otherwise.
  static let readableWidth: Points = 672

  /// - Parameters:
  ///   - frame: of the view in the scene's space.
  ///   - marginsWidth: between its margins.
  ///   - readableWidth: its trait, as text; what is no length counts as not said.
  init(of frame: Rect, marginsWidth: Points, readableWidth: String?, in environment: Environment, scene: Size) {
    func overlap(_ points: Points, upTo limit: Points) -> Points { max(0, min(points, limit)) }
    let right = scene.width - (frame.x + frame.width)
    let bottom = scene.height - (frame.y + frame.height)
    safe = EdgeInsets(
      top: overlap(environment.safe.top - frame.y, upTo: frame.height),
      left: overlap(environment.safe.left - frame.x, upTo: frame.width),
      bottom: overlap(environment.safe.bottom - bottom, upTo: frame.height),
      right: overlap(environment.safe.right - right, upTo: frame.width))
    keyboard = overlap(environment.keyboard - bottom, upTo: frame.height)
    let written = readableWidth.flatMap(Points.init) ?? Self.readableWidth
    let readable = written.isFinite && written >= 0 ? written : Self.readableWidth
    cappedReadableWidth = marginsWidth > readable + 1e-9 ? readable : nil
  }

  init() {}
}

/// A guide's rectangle in its view: insets from the view's edges, or (`columnWidth`) a centred column.
struct GuideInsets {
  var edges: EdgeInsets = .zero
  /// A column of this width in the middle between `edges.left` and `edges.right`.
  var columnWidth: Points?
  /// The keyboard's guide: the strip of this height at the bottom.
  var stripHeight: Points?
}
