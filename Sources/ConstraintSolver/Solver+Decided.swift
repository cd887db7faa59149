/// Which values follow from the constraints, and which were only chosen.
extension Solver {
  /// Whether each sum of variables has one value in every solution that is as good as this one.
  ///
  /// Asks for what it wants to know: below all levels, and above the rule for ties, a row wishes the sum to be more
  /// than it is, then less. If neither wish comes true the constraints decide it. So the centre of a view that may grow
  /// on both sides is decided, and its edges are not.
  ///
  /// Free of cost where required rows alone give the variables a value; else the system is compiled once more, and
  /// solved twice for each sum. What the standard budget does not suffice to find out counts as decided.
  public func decides(_ sums: [[(variable: VariableID, coefficient: Double)]]) -> [Bool] {
    let variant = answer.isEmpty ? base : variants[answer]!
    func isConstant(_ variable: VariableID) -> Bool {
      variant.plan.representatives[Int(variable.index)] == ClassMembership.constant
    }
    let asked = sums.indices.filter { index in !sums[index].allSatisfy { isConstant($0.variable) } }
    var decided = [Bool](repeating: true, count: sums.count)
    guard !asked.isEmpty else { return decided }

    var system = variant.system
    let lowest = Priority(min(0, system.priorities.min() ?? 0) - 1)
    let wishes = asked.map { index in
      let value = sums[index].reduce(0) { $0 + $1.coefficient * self.value(of: $1.variable) }
      return (
        sum: index, value: value, more: system.add(sums[index], .greaterThanOrEqual, value - Self.outOfReach, lowest),
        less: system.add(sums[index], .lessThanOrEqual, value + Self.outOfReach, lowest)
      )
    }
    var other = Solver(system)
    var budget = WorkBudget.standard
    for wish in wishes {
      for (row, step) in [(wish.more, Self.step), (wish.less, -Self.step)] where decided[wish.sum] {
        let content = other.system.constants[Int(row.index)]
        other.setConstant(row, wish.value + step)
        guard case .solved = other.solve(spending: &budget) else { return decided }
        let moved = sums[wish.sum].reduce(0) { $0 + $1.coefficient * other.value(of: $1.variable) } - wish.value
        decided[wish.sum] = moved.magnitude <= Self.smallestMove * max(1, wish.value.magnitude)
        other.setConstant(row, content)
      }
    }
    return decided
  }

  /// A wish is content with whatever is on this side of it.
  private static let outOfReach = 1e7
  /// How far a sum is wished away: little, because the way may end soon.
  private static let step = 1.0
  /// What moves less, in relation to what it is, has not moved but by rounding.
  private static let smallestMove = 1e-6
}
