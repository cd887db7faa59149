import ConstraintSolver
import Geometry
import LayoutModel

/// Where views, guides and anchors are seen in the scene, with everything scrolled as it is: for whoever draws them
/// over a picture of it.
struct ScenePlaces {
  private let scene: LayoutScene
  private let current: LoweredScene
  private var lowering: Lowering
  /// Views of which it is known what their guides look like, read by a constraint or not.
  private var measured: Set<ViewID> = []

  init(_ scene: LayoutScene, _ current: LoweredScene) {
    self.scene = scene
    self.current = current
    lowering = scene.lowering(for: current.structure, current.naturals)
  }

  /// A view's frame, or one of its guides.
  mutating func rectangle(of guide: Guide, _ view: ViewID) -> Rect {
    var rect = scene.frameInScene(of: view, &lowering, in: current)
    switch guide {
    case .frame, .scrollFrame: return rect
    case .scrollContent:
      // What does not scroll is its own content.
      guard lowering.tree.kinds[view].isScroll else { return rect }
      let position = scene.scrollPosition(of: view, &lowering, in: current)
      return Rect(
        x: rect.x + position.insets.left - position.offset.x, y: rect.y + position.insets.top - position.offset.y,
        width: position.content.width, height: position.content.height)
    case .safe, .margins, .readable, .keyboard, .keyboardSafe: break
    }
    if measured.insert(view).inserted {
      lowering.geometry[view] = scene.measuredGeometry(of: [view: [.safe, .keyboard, .readable]])[view]
    }
    let insets = lowering.insets(of: guide, view)
    if let strip = insets.stripHeight {
      return Rect(x: rect.x, y: rect.y + rect.height - strip, width: rect.width, height: strip)
    }
    rect.x += insets.edges.left
    rect.width -= insets.edges.left + insets.edges.right
    rect.y += insets.edges.top
    rect.height -= insets.edges.top + insets.edges.bottom
    if let column = insets.columnWidth {
      rect.x += (rect.width - column) / 2
      rect.width = column
    }
    return rect
  }

  /// Where an anchor is, along its axis; of a size, how much it is.
  ///
  /// - Parameter isMirrored: whether what is leading is on the right.
  mutating func position(of anchor: Anchor, isMirrored: Bool) -> Points {
    let rect = rectangle(of: anchor.guide, anchor.view)
    let natural = current.naturals[anchor.view]
    switch anchor.attribute {
    case .left: return rect.x
    case .right: return rect.x + rect.width
    case .leading: return isMirrored ? rect.x + rect.width : rect.x
    case .trailing: return isMirrored ? rect.x : rect.x + rect.width
    case .centerX: return rect.x + rect.width / 2
    case .width: return rect.width
    case .top: return rect.y
    case .bottom: return rect.y + rect.height
    case .centerY: return rect.y + rect.height / 2
    case .height: return rect.height
    case .firstBaseline: return rect.y + natural.firstBaseline
    case .lastBaseline: return rect.y + rect.height - natural.lastBaseline
    }
  }
}
