import Frames
import Geometry
import LayoutModel

/// Where the contents of scroll views stand: where the outside scrolled them, as far as they reach.
extension LayoutScene {
  /// How far a content is scrolled, how large it is, and what stands between it and the frame.
  struct ScrollPosition: Equatable {
    /// 0, 0 at rest, with the content's origin at the padding. At its largest, the content's end stands at the padding.
    var offset: Point
    var content: Size
    var insets: EdgeInsets
  }

  func scrollPosition(
    of view: ViewID, _ lowering: inout Lowering, in current: LoweredScene
  ) -> ScrollPosition {
    let frame = current.rect(of: view)
    let variables = facts.scrollContents[view]!
    let content = Size(
      width: current.solver.value(of: variables.width), height: current.solver.value(of: variables.height))
    let insets = lowering.scrollInsets(of: view)
    let furthest = Point(
      x: max(0, insets.left + content.width + insets.right - frame.width),
      y: max(0, insets.top + content.height + insets.bottom - frame.height))
    var offset = Point.zero
    if let wished = inputs.scrollOffsets[layout.views[view].path] {
      offset.x = max(0, min(wished.x.withinReach, furthest.x))
      offset.y = max(0, min(wished.y.withinReach, furthest.y))
    } else if facts.viewsStayingAtEnd.contains(view) {
      let isHorizontal = facts.tree.kinds[view].scrollAxis == .x
      // Offsets count to the right, and what reads right to left ends on the left.
      if !isHorizontal {
        offset.y = furthest.y
      } else if !current.structure.isRightToLeft(view) {
        offset.x = furthest.x
      }
    }
    return ScrollPosition(offset: offset, content: content, insets: insets)
  }

  /// The scroll views at some paths.
  public func scrollViews(at paths: Set<String>) -> Set<ViewID> {
    paths.isEmpty ? [] : Set(facts.scrollViews.lazy.filter { paths.contains(layout.views[$0].path) })
  }

  /// By path, for scroll views that stay at the end of their content: where that is, as it is shown. Empty before the
  /// first solve.
  public var scrollEnds: [String: ScrollEnd] {
    guard hasFrames, let structure = lowered.last?.structure else { return [:] }
    var ends: [String: ScrollEnd] = [:]
    for view in facts.viewsStayingAtEnd {
      let (rect, scroll) = (rects[view], contents[view].scroll)
      guard let scroll else { continue }
      let axis = facts.tree.kinds[view].scrollAxis
      let length =
        axis == .x
        ? scroll.insetLeft + scroll.contentWidth + scroll.insetRight
        : scroll.insetTop + scroll.contentHeight + scroll.insetBottom
      let isReversed = axis == .x && structure.isRightToLeft(view)
      let end = Double(length) / 64 - (axis == .x ? rect.width : rect.height)
      ends[layout.views[view].path] = ScrollEnd(
        axis: axis, offset: isReversed ? 0 : max(0, end), isReversed: isReversed)
    }
    return ends
  }

  /// What a scroll view keeps its content clear of: the safe area where that reaches into the view, and the keyboard if
  /// the view avoids it. Both together at the bottom are what reaches further, since the keyboard lies over the safe
  /// area.
  func avoidedInsets(of view: ViewID, _ lowering: inout Lowering, in current: LoweredScene) -> EdgeInsets {
    let root = current.rect(of: .root)
    let frame = frameInScene(of: view, &lowering, in: current)
    var insets = EdgeInsets.zero
    if !facts.tree.isInScrollView(view) {
      insets = inputs.environment.avoidedInsets(in: frame, scene: Size(width: root.width, height: root.height))
    }
    if facts.viewsAvoidingKeyboard.contains(view) {
      insets.bottom = max(insets.bottom, inputs.environment.avoidedKeyboard(in: frame, scene: root))
    }
    // Across its axis a content is no smaller than nothing.
    let padding = lowering.padding(of: view)
    func fit(_ near: inout Points, _ far: inout Points, into room: Points) {
      near = min(near, max(0, room))
      far = min(far, max(0, room - near))
    }
    if facts.tree.kinds[view].scrollAxis == .y {
      fit(&insets.left, &insets.right, into: frame.width - padding.left - padding.right)
    } else {
      fit(&insets.top, &insets.bottom, into: frame.height - padding.top - padding.bottom)
    }
    return insets
  }

  /// The frame of a view as it is seen in the scene, with everything around it scrolled as it is, in points; zero
  /// before the first solve.
  public func frameInScene(of view: ViewID) -> Rect {
    guard let current = lowered.last, current.solution != nil else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    var lowering = lowering(for: current.structure, current.naturals)
    return frameInScene(of: view, &lowering, in: current)
  }

  /// The frame of `view` as it is seen in the scene, with everything around it scrolled as it is.
  func frameInScene(of view: ViewID, _ lowering: inout Lowering, in current: LoweredScene) -> Rect {
    var frame = current.rect(of: view)
    var child = view
    while let parent = facts.tree.parent(of: child) {
      if facts.tree.kinds[parent].isScroll {
        let position = scrollPosition(of: parent, &lowering, in: current)
        frame.x += position.insets.left - position.offset.x
        frame.y += position.insets.top - position.offset.y
      }
      frame.x += current.solver.value(of: parent.x)
      frame.y += current.solver.value(of: parent.y)
      child = parent
    }
    return frame
  }
}

/// Where the end of a content is.
public struct ScrollEnd: Sendable {
  let axis: Axis
  /// How far the content is scrolled there.
  let offset: Points
  /// Whether it is where offsets begin: what reads right to left ends on the left.
  let isReversed: Bool

  /// Whoever is told where the end is knows it to 1/64, and so many roundings may add up.
  private static let tolerance = 4.0 / 64

  /// Whether a content that is scrolled so far shows its end.
  public func isReached(by wished: Point) -> Bool {
    let wished = axis == .x ? wished.x : wished.y
    return isReversed ? wished <= Self.tolerance : wished >= offset - Self.tolerance
  }
}

extension ViewContent.Scroll {
  init(_ position: LayoutScene.ScrollPosition) {
    self.init(
      offsetX: position.offset.x.in64ths, offsetY: position.offset.y.in64ths,
      contentWidth: position.content.width.in64ths, contentHeight: position.content.height.in64ths,
      insetTop: position.insets.top.in64ths, insetLeft: position.insets.left.in64ths,
      insetBottom: position.insets.bottom.in64ths, insetRight: position.insets.right.in64ths)
  }
}
