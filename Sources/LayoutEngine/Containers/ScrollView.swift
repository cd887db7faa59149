import ConstraintSolver
import Geometry
import LayoutModel

/// A scroll view is a frame and a content, a rectangle of its own that the views inside are laid out in.
///
/// Between the two are insets: the padding, and what the content is kept clear of (the safe area and, where the file
/// says so, the keyboard). Across its axis the content has the frame's size less the insets. Along it the content is at
/// least that long: it is as short as its views allow, but fills the frame. The frame in turn would like to show all of
/// the content and its padding, so it stretches and scrolls before its siblings give way. Where the file says how
/// firmly it holds to the length of its content, it does (`emitLengthWishes`).
extension Lowering {
  mutating func emitScrollView(_ view: ViewID, into system: inout SystemWriter) {
    let content = facts.scrollContents[view]!
    let (insets, padding) = (scrollInsets(of: view), padding(of: view))
    let width = ContentSide(
      frame: view.width, content: content.width, insets: insets.left + insets.right,
      padding: padding.left + padding.right)
    let height = ContentSide(
      frame: view.height, content: content.height, insets: insets.top + insets.bottom,
      padding: padding.top + padding.bottom)
    let axis = tree.kinds[view].scrollAxis
    let (along, across) = axis == .y ? (height, width) : (width, height)
    let less = insets == padding ? "less its padding" : "less its padding and what is covered"
    if isExplaining {
      sayContent("the content is as \(axis == .y ? "wide" : "high") as the view, \(less)", of: view, in: system)
    }
    emitFixed(across, into: &system)
    if isExplaining { sayContent("the content fills the view at least, \(less)", of: view, in: system) }
    emitScrolling(view, along, into: &system)
    emitLengthWishes(of: view, axis, into: &system)
    if tree.kinds[view] == .list { emitColumn(of: view, into: &system) }
  }

  private mutating func sayContent(_ words: String, of view: ViewID, in system: borrowing SystemWriter) {
    say(words, of: view, in: system) { $0.isPadding }
  }

  /// The insets between a scroll view's frame and its content at rest: its padding, and what it keeps clear of.
  mutating func scrollInsets(of view: ViewID) -> EdgeInsets {
    let padding = padding(of: view)
    guard facts.guideReadings[view]?.contains(.avoided) == true else { return padding }
    let avoided = guideGeometry(of: view).avoided
    return EdgeInsets(
      top: padding.top + avoided.top, left: padding.left + avoided.left, bottom: padding.bottom + avoided.bottom,
      right: padding.right + avoided.right)
  }

  /// What a view says with `inset` of the room inside of its edges.
  mutating func padding(of view: ViewID) -> EdgeInsets {
    let padding = structure.distinctSettings[structure.settingsIndex(of: view)].padding
    return padding.map { physical($0, isRightToLeft: structure.isRightToLeft(view)) } ?? .zero
  }

  private func emitFixed(_ side: ContentSide, into system: inout SystemWriter) {
    system.addTerm(side.content, 1)
    system.addTerm(side.frame, -1)
    system.endRow(.equal, 0 - side.insets)
  }

  private mutating func emitScrolling(
    _ view: ViewID, _ side: ContentSide, into system: inout SystemWriter
  ) {
    // While the length of the content is measured, the frame does not stretch it.
    let slack = measuresLength(of: view) ? Self.endless : 0
    system.addTerm(side.content, 1)
    system.addTerm(side.frame, -1)
    system.endRow(.greaterThanOrEqual, 0 - side.insets - slack)
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

  // MARK: The length of the content as a natural size

  /// Longer than any frame.
  private static let endless: Points = 1e7

  /// Whether a scroll view says how firmly it holds to the length of its content, and states no other one.
  func holdsToContent(_ view: ViewID) -> Bool {
    let axis = tree.kinds[view].scrollAxis
    let natural = naturals[view]
    guard (axis == .y ? natural.height : natural.width).isNaN else { return false }
    return structure.distinctSettings[structure.settingsIndex(of: view)].saysHowFirmlyItHolds(along: axis)
  }

  private func measuresLength(of view: ViewID) -> Bool {
    holdsToContent(view) && naturals[view].contentLength.isNaN
  }

  /// What `hug` and `resist` say of a scroll view is about the length of its content, as of a label about its text. So
  /// that length is measured first, with a content that nothing stretches, and is then a number. As a variable it would
  /// give way itself: a content that is weaker than the wish would be squeezed where the frame has no room.
  private mutating func emitLengthWishes(of view: ViewID, _ axis: Axis, into system: inout SystemWriter) {
    guard holdsToContent(view) else { return }
    let settings = structure.settings(of: view)
    let length = naturals[view].contentLength
    let frame = axis == .y ? view.height : view.width
    if let hugging = settings.saidHugging(along: axis) {
      if isExplaining {
        say("hugs its content, \(length.words) long", of: view, in: system) { $0.isHugging(along: axis) }
      }
      system.addTerm(frame, 1)
      system.endRow(.lessThanOrEqual, length.isNaN ? Self.endless : length, Priority(hugging))
    }
    if let resistance = settings.saidResistance(along: axis) {
      if isExplaining {
        say("resists being shorter than its content, \(length.words)", of: view, in: system) {
          $0.isResistance(along: axis)
        }
      }
      system.addTerm(frame, 1)
      system.endRow(.greaterThanOrEqual, length.isNaN ? 0 : length, Priority(resistance))
    }
  }

  private func scrollViews(around view: ViewID) -> Int {
    var count = 0
    var current = tree.parent(of: view)
    while let ancestor = current {
      if tree.kinds[ancestor].isScroll { count += 1 }
      current = tree.parent(of: ancestor)
    }
    return count
  }
}

/// A scroll view's frame and its content along one axis.
private struct ContentSide {
  let frame: VariableID
  let content: VariableID
  /// The insets of both sides together, and the part of them that is padding.
  let insets: Points
  let padding: Points
}

extension ViewKind {
  /// The axis along which a scroll view scrolls.
  var scrollAxis: Axis { self == .hscroll ? .x : .y }
}
