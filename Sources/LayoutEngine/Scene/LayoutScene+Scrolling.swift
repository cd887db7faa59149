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
    let wished = inputs.scrollOffsets[layout.views[Int(view.index)].path] ?? .zero
    func within(_ offset: Points, _ length: Points, of frame: Points) -> Points {
      max(0, min(offset.withinReach, length - frame))
    }
    return ScrollPosition(
      offset: Point(
        x: within(wished.x, insets.left + content.width + insets.right, of: frame.width),
        y: within(wished.y, insets.top + content.height + insets.bottom, of: frame.height)),
      content: content, insets: insets)
  }

  /// What a scroll view keeps its content clear of: the safe area where that reaches into the view, and the keyboard if
  /// the view avoids it. Both together at the bottom are what reaches further, since the keyboard lies over the safe area.
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
    let padding = lowering.scrollPadding(of: view)
    func fit(_ near: inout Points, _ far: inout Points, into room: Points) {
      near = min(near, max(0, room))
      far = min(far, max(0, room - near))
    }
    if facts.tree.kinds[Int(view.index)].scrollAxis == .y {
      fit(&insets.left, &insets.right, into: frame.width - padding.left - padding.right)
    } else {
      fit(&insets.top, &insets.bottom, into: frame.height - padding.top - padding.bottom)
    }
    return insets
  }

  /// The frame of a view as it is seen in the scene, with everything around it scrolled as it is, in points; zero before
  /// the first solve.
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
      if facts.tree.kinds[Int(parent.index)].isScroll {
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

extension ViewContent.Scroll {
  init(_ position: LayoutScene.ScrollPosition) {
    self.init(
      offsetX: position.offset.x.in64ths, offsetY: position.offset.y.in64ths,
      contentWidth: position.content.width.in64ths, contentHeight: position.content.height.in64ths,
      insetTop: position.insets.top.in64ths, insetLeft: position.insets.left.in64ths,
      insetBottom: position.insets.bottom.in64ths, insetRight: position.insets.right.in64ths)
  }
}
