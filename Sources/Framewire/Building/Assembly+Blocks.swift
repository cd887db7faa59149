internal import LayoutModel

/// A layout in which each view stands in one block, as nearly always: what is said is told in its order, without a
/// plan.
extension Assembly {
  mutating func declare(_ block: Block) throws(GoesByText) { try declare(block, of: root, 0, in: .always) }

  private mutating func declare(
    _ block: Block, of owner: Node, _ number: Int, in branch: BranchID
  ) throws(GoesByText) {
    try inBlock { assembly throws(GoesByText) in
      try assembly.declare(block.statements[...], of: owner, number, in: branch)
    }
  }

  private mutating func declare(
    _ statements: ArraySlice<Statement>, of owner: Node, _ number: Int, in branch: BranchID
  ) throws(GoesByText) {
    // Statements are looked at where they stand: they are many, and handed on from block to block.
    for index in statements.indices {
      switch statements[index].form {
      case .constraint(let constraint): note(constraint, of: owner, number, in: branch)
      case .view(let declaration): try declare(declaration, of: owner, number, in: branch)
      case .block(let block): try declare(block, of: owner, number, in: branch)
      case .clause(let clause): try declare(clause, of: owner, number, in: branch)
      case .branch(let form):
        gatherAnswers(form.condition)
        try declare(
          form, of: owner, in: branch, then: body(form.then, of: owner, number),
          otherwise: body(form.otherwise, of: owner, number))
      case .configuration(let form):
        if let condition = form.condition { gatherAnswers(condition) }
        try declare(form, of: owner, in: branch) { assembly, branch throws(GoesByText) in
          try assembly.declare(form.block, of: owner, number, in: branch)
        }
      case .transition(let transition): try note(transition, of: owner, in: branch)
      case .records: throw GoesByText()
      case .defaults(let with):
        try declare(by: with) { assembly throws(GoesByText) in
          try assembly.declare(with.block, of: owner, number, in: branch)
        }
      }
    }
  }

  private func body(_ block: Block, of owner: Node, _ number: Int) -> Body? {
    if block.saysNothing { return nil }
    return { assembly, branch throws(GoesByText) in try assembly.declare(block, of: owner, number, in: branch) }
  }

  private mutating func declare(
    _ clause: Clause, of owner: Node, _ number: Int, in branch: BranchID
  ) throws(GoesByText) {
    switch clause.form {
    case .own(let body): try declare(body(Area(Place(node: owner, guide: .frame))), of: owner, number, in: branch)
    case .turned(let condition):
      gatherAnswers(condition)
      try note(clause, of: owner, number, in: branch)
    default: try note(clause, of: owner, number, in: branch)
    }
  }

  // MARK: Views

  private mutating func declare(
    _ declaration: Declaration, of owner: Node, _ parent: Int, in branch: BranchID
  ) throws(GoesByText) {
    let node = declaration.node
    if node === owner && node !== root {
      // In its own block a view stands for itself: `panel { Config(…) { panel(.width(320)) } }`.
      if declaration.clauses.isEmpty && declaration.body.statements.isEmpty { throw GoesByText() }
      for clause in declaration.clauses { try declare(clause, of: node, parent, in: branch) }
      return try declare(declaration.body, of: node, parent, in: branch)
    }
    // A second place is what a plan is for. A view of a text stands in none.
    guard numbers[node] == nil, node.found == nil else { throw GoesByText() }
    let name = declaration.role ?? node.name
    if let name, declaration.role == nil, !Census.isName(name) { throw GoesByText() }
    if name == nil && node.kind == .guide { throw GoesByText() }
    let number = try declare(node, named: name, in: parent, branch)
    try inBlock { assembly throws(GoesByText) in
      let rest = try assembly.declareLine(declaration, number, in: branch)
      try assembly.declare(rest, of: node, number, in: branch)
      for clause in declaration.clauses where clause.isOwn {
        try assembly.declare(clause, of: node, number, in: branch)
      }
      try assembly.declare(declaration.body.statements[...], of: node, number, in: branch)
    }
  }

  /// Declares the clauses that may stand on a view's line: those with which it was made, and those that it stands with.
  ///
  /// - Returns: what else was said where it was made.
  private mutating func declareLine(
    _ declaration: Declaration, _ number: Int, in branch: BranchID
  ) throws(GoesByText) -> ArraySlice<Statement> {
    let (node, own) = (declaration.node, declaration.node.own.statements)
    let made = own.prefix { if case .clause = $0.form { true } else { false } }
    // `gap` and `inset` of the view itself would else belong to the placement before them.
    for isOfView in [true, false] {
      for statement in made {
        guard case .clause(let clause) = statement.form else { continue }
        if clause.isOwn { throw GoesByText() }
        if clause.isOfView == isOfView { try declare(clause, of: node, number, in: branch) }
      }
      for clause in declaration.clauses where !clause.isOwn && clause.isOfView == isOfView {
        try declare(clause, of: node, number, in: branch)
      }
    }
    return own[made.endIndex...]
  }

  // MARK: Flags

  /// Notes the flags that the program answers.
  private mutating func gatherAnswers(_ condition: Condition) {
    switch condition.form {
    case .asking(let name, let answer): answers[name] = answer
    case .of(_, let inner), .not(let inner): gatherAnswers(inner)
    case .all(let parts), .any(let parts): for part in parts { gatherAnswers(part) }
    case .word, .trait, .flag, .field, .text, .configuration, .size, .compare: break
    }
  }
}

extension Block {
  /// Whether nothing is told in it, however many blocks are in it.
  fileprivate var saysNothing: Bool {
    statements.allSatisfy { statement in
      switch statement.form {
      case .block(let block): block.saysNothing
      case .branch(let form): form.then.saysNothing && form.otherwise.saysNothing
      case .defaults(let with): with.block.saysNothing
      case .clause(let clause): clause.isOwn
      case .view, .constraint, .configuration, .transition, .records: false
      }
    }
  }
}
