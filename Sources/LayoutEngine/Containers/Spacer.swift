import ConstraintSolver
import Geometry
import LayoutModel

/// Along its stack a spacer has the length that the file says: exactly that, or at least that and no more than needed.
/// Across the stack it has no size. Outside of a stack it is an empty box.
extension Lowering {
  mutating func emitSpacer(_ spacer: ViewID, into system: inout SystemWriter) {
    guard let stack = tree.parent(of: spacer), let axis = structure.stackAxes[stack] else { return }
    let along = axis == .x ? spacer.width : spacer.height
    let across = axis == .x ? spacer.height : spacer.width
    if isExplaining { say("a spacer takes no room across \(name(stack))", of: spacer, in: system) }
    system.addTerm(across, 1)
    system.endRow(.equal, 0, ContainerPriority.spacer)
    var minimum = 0.0
    for index in facts.spacerRules[spacer] ?? [] {
      let rule = rules[Int(index)]
      guard rule.item.attribute == (axis == .x ? .width : .height), rule.term == nil else { continue }
      if let condition = rule.condition, !structure.key.conditions[Int(condition.index)] { continue }
      switch rule.comparison {
      case .equal: return
      case .atLeast: minimum = max(minimum, value(of: rule.constant))
      case .atMost: break
      }
    }
    if isExplaining { say("a spacer takes no more of \(name(stack)) than it must", of: spacer, in: system) }
    system.addTerm(along, 1)
    system.endRow(.equal, minimum, ContainerPriority.spacer)
  }
}
