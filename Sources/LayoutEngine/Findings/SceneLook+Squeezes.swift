import Geometry
import LayoutModel
import LayoutSyntax

/// A stack whose views fill it across is as wide (a row: as high) as the one of them that has a size of its own, and
/// the others are squeezed into that.
extension SceneLook {
  func squeezes() -> [Diagnostic] {
    views.compactMap { stack in
      guard isSeen[stack], let axis = solved.structure.stackAxes[stack]?.other,
        !isSized(stack, along: axis),
        let (child, rule) = sizingChild(of: stack, along: axis)
      else { return nil }
      let length = self.length(of: child, axis)
      let squeezed = facts.tree.children(of: stack).first { other in
        let natural = self.natural(of: other, axis)
        return other != child && isSeen[other] && kind(of: other).hasText && natural > length + 0.5
      }
      guard let squeezed else { return nil }
      return .squeezed(
        by: path(of: child), to: length, path(of: stack), path(of: squeezed), asking: natural(of: squeezed, axis),
        isColumn: axis == .x, at: layout.place(of: layout.rules[rule].origin))
    }
  }

  /// Whether the file says, or the stack around it, how long a stack is along an axis: by a size, or by both ends.
  private func isSized(_ stack: ViewID, along axis: Axis) -> Bool {
    // A stack that its views fill makes each as long as itself across, and all together as long as itself along.
    if let parent = facts.tree.parent(of: stack), kind(of: parent).arrangesViews {
      guard let along = solved.structure.stackAxes[parent] else { return true }
      let items = solved.structure.settings(of: parent).items
      if axis != along, items == .fill {
        return isSized(parent, along: axis) || sizingChild(of: parent, along: axis) != nil
      }
    }
    return endsAreSaid(of: stack, along: axis, byEqualities: true)
  }

  /// The first child whose size across is a number of the file, and the rule that says so; nil in a stack that leaves
  /// each view its own size.
  func sizingChild(of stack: ViewID, along axis: Axis) -> (ViewID, Int)? {
    guard solved.structure.settings(of: stack).items == .fill else { return nil }
    for child in facts.tree.children(of: stack) where isSeen[child] {
      for index in rulesByView[Int(child.index)] {
        let rule = layout.rules[Int(index)]
        if rule.item.view == child, rule.item.attribute == (axis == .x ? .width : .height), rule.comparison == .equal,
          rule.term == nil, rule.priority >= NamedPriority.high
        {
          return (child, Int(index))
        }
      }
    }
    return nil
  }

  func length(of view: ViewID, _ axis: Axis) -> Points {
    axis == .x ? rects[view].width : rects[view].height
  }

  private func natural(of view: ViewID, _ axis: Axis) -> Points {
    let natural = solved.naturals[view]
    return axis == .x ? natural.width : natural.height
  }
}
