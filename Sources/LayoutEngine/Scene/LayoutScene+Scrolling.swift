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
    var insets = lowering.scrollPadding(of: view)
    insets.bottom += keyboardInset(of: view, &lowering, in: current)
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

  /// What the keyboard covers of a view that avoids it, less what the safe area keeps clear already.
  private func keyboardInset(
    of view: ViewID, _ lowering: inout Lowering, in current: LoweredScene
  ) -> Points {
    guard inputs.environment.keyboard > 0, facts.viewsAvoidingKeyboard.contains(view) else { return 0 }
    let scene = current.rect(of: .root)
    let covered = GuideGeometry(
      of: frameInScene(of: view, &lowering, in: current), marginsWidth: 0, readableWidth: nil, in: inputs.environment,
      scene: Size(width: scene.width, height: scene.height))
    return max(0, covered.keyboard - covered.safe.bottom)
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
