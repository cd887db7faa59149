internal import LayoutModel

/// A layout in which views stand in several blocks, as its plan has it: each in its home.
extension Assembly {
  mutating func declare(_ plan: Plan) throws(GoesByText) {
    answers = plan.answers
    said.reserveCapacity(plan.declared.count * 5)
    try declare(plan.items, of: root, in: .always, plan)
  }

  private mutating func declare(
    _ items: [Plan.Item], of owner: Node, in branch: BranchID, _ plan: Plan
  ) throws(GoesByText) {
    try inBlock { assembly throws(GoesByText) in
      for item in items { try assembly.declare(item, of: owner, in: branch, plan) }
    }
  }

  private mutating func declare(
    _ item: Plan.Item, of owner: Node, in branch: BranchID, _ plan: Plan
  ) throws(GoesByText) {
    guard let number = numbers[owner] else { throw GoesByText() }
    /// Nil where nothing is told.
    func body(_ items: [Plan.Item]) -> Body? {
      let told = plan.told(items)
      if told.isEmpty { return nil }
      return { assembly, branch throws(GoesByText) in try assembly.declare(told, of: owner, in: branch, plan) }
    }
    switch item.form {
    case .view(let index):
      guard let home = plan.homeTold(at: index) else { return }
      _ = try declare(home.node, named: plan.name(of: home.node), in: number, branch)
      let (clauses, inside) = plan.told(home)
      try declare(clauses + inside, of: home.node, in: branch, plan)
    case .list, .records: throw GoesByText()
    case .constraint(let constraint): note(constraint, of: owner, number, in: branch)
    case .clause(let clause): try note(clause, of: owner, number, in: branch)
    case .branch(let form, let then, let otherwise):
      try declare(form, of: owner, in: branch, then: body(then), otherwise: body(otherwise))
    case .configuration(let form, let items):
      try declare(form, of: owner, in: branch) { assembly, branch throws(GoesByText) in
        try assembly.declare(items, of: owner, in: branch, plan)
      }
    case .transition(let transition): try note(transition, of: owner, in: branch)
    case .moved(let step, let items): try declare(step, items, of: owner, in: branch, plan)
    case .defaults(let with, let items):
      try declare(by: with) { assembly throws(GoesByText) in
        try assembly.declare(items, of: owner, in: branch, plan)
      }
    }
  }

  /// What has moved out of a branch of another view stands in a branch of its own that asks the same.
  private mutating func declare(
    _ step: Plan.Step, _ items: [Plan.Item], of owner: Node, in branch: BranchID, _ plan: Plan
  ) throws(GoesByText) {
    let condition: Condition
    let timing: Timing?
    var isDirect = false
    switch step.form {
    case .branch(let form, let isElse):
      (condition, timing, isDirect) = (isElse ? !form.condition : form.condition, form.timing, form.isDirect)
    case .configuration(let form): (condition, timing) = (Condition(.configuration(form.name)), form.timing)
    case .records: throw GoesByText()
    case .defaults(let with):
      return try declare(by: with) { assembly throws(GoesByText) in
        try assembly.declare(items, of: owner, in: branch, plan)
      }
    }
    let inner = try open(
      .condition, of: owner, asking: Question(condition: condition, asker: step.owner, owner: owner),
      isDirect: isDirect, timing, in: branch)
    try declare(items, of: owner, in: inner, plan)
  }
}
