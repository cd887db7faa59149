import Geometry
import LayoutModel

/// What linear constraints cannot say about the guides of one view. It is worked out from solved frames: how far the
/// screen's safe area and keyboard reach into the view, whether its text column is at its full width, and how far its
/// content is scrolled.
struct GuideGeometry: Equatable, Sendable {
  /// How far the screen's covered edges reach into the view.
  var safe: EdgeInsets = .zero
  /// How far the keyboard reaches into it from below.
  var keyboard: Points = 0
  /// The width of the readable column where the margins are further apart than that; the column is then centred. Nil
  /// where they are not.
  var cappedReadableWidth: Points?
  /// For a scroll view: the point of its content that now stands where the content's origin stands at rest.
  var scrollOffset = Point.zero

  /// The widest column that is pleasant to read, in points, at the default text size. The trait `readableWidth` may say
  /// another width.
  static let readableWidth: Points = 672

  /// - Parameters:
  ///   - frame: the frame of the view in the scene.
  ///   - marginsWidth: the distance between its margins.
  ///   - readableWidth: its trait as text; a text that is no length counts as nil.
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

/// A guide's rectangle in its view: insets from the view's edges, or a centred column, or a strip at the bottom.
struct GuideInsets {
  var edges: EdgeInsets = .zero
  /// A column of this width in the middle between `edges.left` and `edges.right`.
  var columnWidth: Points?
  /// For the keyboard's guide: the height of the strip at the bottom.
  var stripHeight: Points?
}
