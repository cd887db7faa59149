import Geometry
import LayoutModel

/// What linear constraints cannot say about the guides of one view. It is worked out from solved frames: how far the
/// screen's safe area and keyboard reach into the view, whether its text column is at its full width, and how far its
/// content is scrolled. Of a view nothing is worked out that nobody reads (`GuideReadings`).
struct GuideGeometry: Equatable, Sendable {
  /// How far the screen's covered edges reach into the view.
  var safe: EdgeInsets = .zero
  /// The height of the strip at the bottom of the view below which the keyboard begins; it may be higher than the view.
  var keyboard: Points = 0
  /// How much of that is between the view's bottom and the top of its safe area.
  var keyboardInside: Points = 0
  /// The width of the readable column where the margins are further apart than that; the column is then centred. Nil
  /// where they are not.
  var cappedReadableWidth: Points?
  /// For a scroll view: the point of its content that now stands where the content's origin stands at rest.
  var scrollOffset = Point.zero
  /// For a scroll view: what it keeps its content clear of, besides its padding.
  var avoided: EdgeInsets = .zero

  /// Takes over what the keyboard covers of a view.
  ///
  /// - Parameters:
  ///   - height: the height of the strip below which the keyboard begins.
  ///   - viewHeight: nil where it is not known.
  mutating func setKeyboard(_ height: Points, viewHeight: Points?) {
    keyboard = height
    keyboardInside = min(height, max(0, (viewHeight ?? .infinity) - safe.top))
  }

  /// Takes over how wide the text column is.
  ///
  /// - Parameters:
  ///   - marginsWidth: the distance between the view's margins.
  ///   - readableWidth: how wide a column is read well.
  mutating func setReadable(marginsWidth: Points, readableWidth: Points) {
    cappedReadableWidth = marginsWidth > readableWidth + 1e-9 ? readableWidth : nil
  }
}

extension ContentSize {
  /// How wide a column is read well in this size, in points.
  ///
  /// Apple documents that the readable width is one for the current text size, and publishes no numbers. At the usual
  /// size 672 is what its screens have. A line that is read well holds as many letters in every size, so the width goes
  /// with the size of the body text: 672 / 17 a point, to the nearest point. `Layouts/README.md` prints the table.
  var readableWidth: Points {
    let usual: Points = 672
    return (usual * TextStyle.body.font(at: self).size / TextStyle.body.font(at: .large).size).rounded()
  }
}

/// What is read of a view's guides that follows from solved frames.
struct GuideReadings: OptionSet, Sendable {
  let rawValue: UInt8

  static let safe = GuideReadings(rawValue: 1)
  static let keyboard = GuideReadings(rawValue: 2)
  static let readable = GuideReadings(rawValue: 4)
  static let scrollOffset = GuideReadings(rawValue: 8)
  /// A scroll view keeps its content clear of the safe area, and perhaps of the keyboard.
  static let avoided = GuideReadings(rawValue: 16)

  /// What depends on the edges of the screen being covered.
  static let covered: GuideReadings = [.safe, .keyboard, .avoided]
}

extension Environment {
  /// How far the scene's covered edges reach into a view.
  ///
  /// - Parameters:
  ///   - frame: of the view, in the scene.
  ///   - scene: the size of the scene.
  func safeInsets(in frame: Rect, scene: Size) -> EdgeInsets {
    func overlap(_ points: Points, upTo limit: Points) -> Points { max(0, min(points, limit)) }
    let right = scene.width - (frame.x + frame.width)
    let bottom = scene.height - (frame.y + frame.height)
    return EdgeInsets(
      top: overlap(safe.top - frame.y, upTo: frame.height), left: overlap(safe.left - frame.x, upTo: frame.width),
      bottom: overlap(safe.bottom - bottom, upTo: frame.height),
      right: overlap(safe.right - right, upTo: frame.width))
  }

  /// How much a scroll view keeps its content clear of the covered edges: as far as they reach into it, but no more
  /// than they cover of the scene, and nothing along an axis on which it is beside the scene (a page that waits beyond
  /// an edge keeps what the other axis asks for, so it does not change when it comes).
  func avoidedInsets(in frame: Rect, scene: Size) -> EdgeInsets {
    var insets = safeInsets(in: frame, scene: scene)
    let isBeside = frame.x >= scene.width || frame.x + frame.width <= 0
    insets.left = isBeside ? 0 : min(insets.left, max(0, safe.left))
    insets.right = isBeside ? 0 : min(insets.right, max(0, safe.right))
    let isAboveOrBelow = frame.y >= scene.height || frame.y + frame.height <= 0
    insets.top = isAboveOrBelow ? 0 : min(insets.top, max(0, safe.top))
    insets.bottom = isAboveOrBelow ? 0 : min(insets.bottom, max(0, safe.bottom))
    return insets
  }

  /// How much of a scroll view's lower part the keyboard covers: no more than of the view and of the scene.
  func avoidedKeyboard(in frame: Rect, scene: Rect) -> Points {
    let height = keyboard.height(under: frame, sceneHeight: scene.height)
    return min(height, frame.height, keyboard.height(under: scene, sceneHeight: scene.height))
  }

  /// Whether anything is covered at all.
  var coversNothing: Bool { safe == .zero && keyboard == .away }
}

/// A guide's rectangle in its view: insets from the view's edges, or a centred column, or a strip at the bottom.
struct GuideInsets {
  var edges: EdgeInsets = .zero
  /// A column of this width in the middle between `edges.left` and `edges.right`.
  var columnWidth: Points?
  /// For the keyboard's guide: the height of the strip at the bottom.
  var stripHeight: Points?
}
