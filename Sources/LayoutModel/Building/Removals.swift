/// `remove width`. In a branch the view's own rules on that anchor, as far as they are written outside of it, pause
/// while the branch holds. Outside of branches the rules written before are gone.
struct Removal: Sendable {
  var anchor: Anchor
  var branch: BranchID
  /// How many rules were written before the removal.
  var ruleCount: Int
}

struct RemovalTable: Sendable {
  fileprivate(set) var all: [Removal] = []
  /// Whether something will remove rules; only then is the branch of each rule kept.
  fileprivate(set) var areExpected = false
  /// By rule: its branch.
  var ruleBranches: [BranchID] = []
}

extension LayoutBuilder {
  /// Says that there will be removals. It must be called before anything is placed.
  package mutating func expectRemovals() { removals.areExpected = true }

  /// Takes note of `remove ANCHOR` in the body of a view.
  ///
  /// - Precondition: removals are expected.
  package mutating func remove(_ anchor: Anchor, by view: ViewID, in branch: BranchID = .always) {
    precondition(removals.areExpected, "rules were written before anybody said that some may go")
    addSubject(view, in: branch)
    removals.all.append(Removal(anchor: anchor, branch: branch, ruleCount: layout.rules.count))
  }

  /// Adds the opposite of each removing branch to the conditions of the rules that it removes, and drops the rules that
  /// are removed outside of branches.
  mutating func applyRemovals() {
    if removals.all.isEmpty { return }
    var byView: [ViewID: [Removal]] = [:]
    for removal in removals.all { byView[removal.anchor.view, default: []].append(removal) }
    var isGone = [Bool](repeating: false, count: layout.rules.count)
    for index in layout.rules.indices where !budget.isSpent {
      let rule = layout.rules[index]
      guard let candidates = byView[rule.item.view] else { continue }
      var opposites: [Condition] = []
      for removal in candidates where removal.anchor == rule.item {
        if removal.branch == .always {
          if index < removal.ruleCount { isGone[index] = true }
        } else if !isInside(removals.ruleBranches[index], removal.branch) {
          opposites.append(joined(removal.branch, for: rule.item.view).negated)
        }
      }
      if opposites.isEmpty || isGone[index] { continue }
      var parts = opposites
      if let own = rule.condition { parts.insert(layout.conditions[Int(own.index)], at: 0) }
      let condition = Condition.joining(parts)
      guard condition != .constant(true) else { continue }
      if condition == .constant(false) { isGone[index] = true }
      let id = add(condition, at: rule.origin)
      layout.rules[index].condition = id
      for removal in candidates where removal.anchor == rule.item { branches.uses.append((id, removal.branch)) }
    }
    if isGone.contains(true) {
      layout.rules = layout.rules.indices.filter { !isGone[$0] }.map { layout.rules[$0] }
    }
  }
}
