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
    // Saying a thing a thousand times is saying it once.
    var places: [Anchor: Int] = [:]
    var removals: [RemovalsOfAnchor] = []
    for removal in self.removals.all {
      let place = places[removal.anchor, default: removals.count]
      if place == removals.count {
        places[removal.anchor] = place
        removals.append(RemovalsOfAnchor())
      }
      removals[place].add(removal)
    }
    var isGone = [Bool](repeating: false, count: layout.rules.count)
    for index in layout.rules.indices where !budget.isSpent {
      let rule = layout.rules[index]
      guard let place = places[rule.item] else { continue }
      if index < removals[place].rulesBefore {
        isGone[index] = true
        continue
      }
      var parts: [Condition] = rule.condition.map { [layout.conditions[Int($0.index)]] } ?? []
      let own = parts.count
      guard spend(removals[place].branches.count, on: .steps, at: rule.origin) else { break }
      for (number, branch) in removals[place].branches.enumerated() {
        if isInside(self.removals.ruleBranches[index], branch) { continue }
        if let opposite = removals[place].opposites[number] {
          guard spend(on: opposite, at: rule.origin) else { break }
          parts.append(opposite)
        } else {
          let opposite = joined(branch, for: rule.item.view).negated
          removals[place].opposites[number] = opposite
          parts.append(opposite)
        }
      }
      if parts.count == own || budget.isSpent { continue }
      let condition = Condition.joining(parts)
      guard condition != .constant(true) else { continue }
      if condition == .constant(false) { isGone[index] = true }
      let id = add(condition, at: rule.origin)
      layout.rules[index].condition = id
      for branch in removals[place].branches { branches.uses.append((id, branch)) }
    }
    if isGone.contains(true) {
      layout.rules = RuleList(zip(layout.rules, isGone).lazy.filter { !$1 }.map(\.0))
    }
  }
}

/// All that removes the rules of one anchor.
private struct RemovalsOfAnchor {
  /// How many rules were written before the last removal outside of branches.
  var rulesBefore = 0
  /// Branches that remove them, each once, in the order in which they say so.
  private(set) var branches: [BranchID] = []
  /// Parallel to these: their opposites, once somebody has asked.
  var opposites: [Condition?] = []
  private var known: Set<BranchID> = []

  mutating func add(_ removal: Removal) {
    if removal.branch == .always {
      rulesBefore = max(rulesBefore, removal.ruleCount)
    } else if known.insert(removal.branch).inserted {
      branches.append(removal.branch)
      opposites.append(nil)
    }
  }
}
