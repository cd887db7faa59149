import ConstraintSolver
import Geometry
import LayoutModel

/// A scroll view is a frame and a content, a rectangle of its own that the views inside are laid out in.
///
/// Across its axis the content has the frame's size less the padding. Along it the content is at least that long: it is
/// as short as its views allow, but fills the frame. The frame in turn would like to show all of the content, so it
/// stretches and scrolls before its siblings give way.
extension Lowering {
  mutating func emitScrollView(_ view: ViewID, into system: inout SystemWriter) {
    let content = facts.scrollContents[view]!
    let padding = scrollPadding(of: view)
    let width = ContentSide(frame: view.width, content: content.width, padding: padding.left + padding.right)
    let height = ContentSide(frame: view.height, content: content.height, padding: padding.top + padding.bottom)
    let scrollsDown = tree.kinds[Int(view.index)] != .hscroll
    if isExplaining {
      sayContent("the content is as \(scrollsDown ? "wide" : "high") as the view", of: view, in: system)
    }
    emitFixed(scrollsDown ? width : height, into: &system)
    if isExplaining { sayContent("the content fills the view at least", of: view, in: system) }
    emitScrolling(view, scrollsDown ? height : width, into: &system)
    if tree.kinds[Int(view.index)] == .list { emitColumn(of: view, into: &system) }
  }

  private mutating func sayContent(_ words: String, of view: ViewID, in system: borrowing SystemWriter) {
    say("\(words), less its padding", of: view, in: system) { $0.isPadding }
  }

  /// The insets between a scroll view's frame and its content at rest.
  mutating func scrollPadding(of view: ViewID) -> EdgeInsets {
    let padding = structure.distinctSettings[structure.settingsIndex(of: view)].padding
    return padding.map { physical($0, isRightToLeft: structure.isRightToLeft(view)) } ?? .zero
  }

  private func emitFixed(_ side: ContentSide, into system: inout SystemWriter) {
    system.addTerm(side.content, 1)
    system.addTerm(side.frame, -1)
    system.endRow(.equal, 0 - side.padding)
  }

  private mutating func emitScrolling(
    _ view: ViewID, _ side: ContentSide, into system: inout SystemWriter
  ) {
    system.addTerm(side.content, 1)
    system.addTerm(side.frame, -1)
    system.endRow(.greaterThanOrEqual, 0 - side.padding)
    system.addTerm(side.content, 1)
    system.endRow(.equal, 0, ContainerPriority.fitting)
    // No row says that the frame is not longer than the content needs: the content fills the frame, and is as short as
    // it can be.
    if isExplaining { say("would show all of its content", of: view, in: system) }
    system.addTerm(side.frame, 1)
    system.addTerm(side.content, -1)
    system.endRow(
      .greaterThanOrEqual, side.padding, ContainerPriority.showingContent(insideOf: scrollViews(around: view)))
  }

  private func scrollViews(around view: ViewID) -> Int {
    var count = 0
    var current = tree.parent(of: view)
    while let ancestor = current {
      if tree.kinds[Int(ancestor.index)].isScroll { count += 1 }
      current = tree.parent(of: ancestor)
    }
    return count
  }
}

/// A scroll view's frame and its content along one axis.
private struct ContentSide {
  let frame: VariableID
  let content: VariableID
  /// The padding of both sides together.
  let padding: Points
}
