import Geometry
import LayoutSyntax

/// `remove width` in a branch: the view's own rules on that anchor, written outside the branch, pause while it holds.
struct Removal {
  var anchor: Anchor
  var context: ContextID
  /// Rules before this one were written before the removal.
  var ruleCount: Int
}

extension LayoutResolver {
  mutating func readRemoval(_ node: SyntaxNode, _ seat: Seat) {
    for child in node.children where child.kind == .reference {
      let reference = ReferenceSyntax(child)
      guard reference.anchor != nil, let value = self.reference(child, seat.site) else { continue }
      let parts: [LinearExpression]
      switch value {
      case .linear(let part): parts = [part]
      case .compound(_, let all): parts = all
      default: continue
      }
      for part in parts {
        guard let anchor = part.term?.anchor else { continue }
        removals.append(Removal(anchor: anchor, context: seat.context, ruleCount: layout.rules.count))
      }
    }
  }

  /// Joins the opposite of each branch to the rules it removes; outside branches the rules written before go.
  mutating func applyRemovals() {
    if removals.isEmpty { return }
    var byView: [ViewID: [Removal]] = [:]
    for removal in removals { byView[removal.anchor.view, default: []].append(removal) }
    var isGone = [Bool](repeating: false, count: layout.rules.count)
    for index in layout.rules.indices {
      let rule = layout.rules[index]
      guard let candidates = byView[rule.item.view] else { continue }
      var opposites: [Condition] = []
      for removal in candidates where removal.anchor == rule.item {
        if removal.context == .always {
          if index < removal.ruleCount { isGone[index] = true }
        } else if !isInside(ruleContexts[index], removal.context) {
          opposites.append(joined(removal.context, for: rule.item.view).negated)
        }
      }
      if opposites.isEmpty || isGone[index] { continue }
      var parts = opposites
      if let own = rule.condition { parts.insert(layout.conditions[Int(own.index)], at: 0) }
      let condition = Condition.joining(parts)
      guard condition != .constant(true) else { continue }
      if condition == .constant(false) { isGone[index] = true }
      layout.rules[index].condition = ConditionID(Int32(layout.conditions.count))
      layout.conditions.append(condition)
      layout.conditionOrigins.append(rule.origin)
    }
    if isGone.contains(true) {
      layout.rules = layout.rules.indices.filter { !isGone[$0] }.map { layout.rules[$0] }
    }
  }
}
