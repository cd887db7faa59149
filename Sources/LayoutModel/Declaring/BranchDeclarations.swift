import LayoutSyntax

/// What stands around views and clauses without being a view: `if` and `else`, `config`, and the defaults of `with`.
extension LayoutResolver {
  private mutating func branch(
    _ kind: Context.Kind, _ span: SourceSpan, in outer: Surroundings, animation: Int32
  ) -> Surroundings {
    var inner = outer
    inner.context = ContextID(index: Int32(contexts.count))
    inner.isInBranchOfContent = outer.part != .everything
    contexts.append(
      Context(
        kind: kind, parent: outer.context, file: outer.file, scope: outer.scope, view: outer.home, span: span,
        animation: animation))
    return inner
  }

  mutating func declareIf(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = IfSyntax(node)
    guard let condition = statement.condition else { return }
    if let holds = settled(condition, in: outer) {
      declareSettledBranch(statement, holds, in: outer)
      return
    }
    let animation = statement.timing?.index ?? -1
    let then = branch(.condition(node: condition.index), condition.span, in: outer, animation: animation)
    contexts[Int(then.context.index)].isDirect = statement.isDirect
    let firstOfThen = drafts.count
    if let body = statement.body { declareBody(body, in: then) }
    guard let otherwise = statement.elseBranch else { return }
    let inner = branch(.otherwise(then.context), condition.span, in: outer, animation: animation)
    let firstOfElse = drafts.count
    if otherwise.kind == .ifStatement {
      declareIf(otherwise, in: inner)
    } else {
      declareBody(otherwise, in: inner)
    }
    checkMoves(firstOfThen..<firstOfElse, firstOfElse..<drafts.count, in: outer)
  }

  /// A branch whose condition is known in the file (`if i == 0`) is no branch: what it says is there or it is not.
  private mutating func declareSettledBranch(_ statement: IfSyntax, _ holds: Bool, in outer: Surroundings) {
    var inner = outer
    inner.isInBranchOfContent = outer.part != .everything
    if holds {
      if let body = statement.body { declareBody(body, in: inner) }
    } else if let otherwise = statement.elseBranch {
      if otherwise.kind == .ifStatement { declareIf(otherwise, in: inner) } else { declareBody(otherwise, in: inner) }
    }
  }

  /// One view cannot have two parents: a name that each branch gives to one view stands for the same view.
  private mutating func checkMoves(_ then: Range<Int>, _ otherwise: Range<Int>, in outer: Surroundings) {
    if then.isEmpty || otherwise.isEmpty { return }
    // Names that components use inside are nobody's business here.
    let owner = instances[Int(outer.instance)].view
    var ofThen: [NameID: (view: Int, count: Int)] = [:]
    for view in then where drafts[view].owner == owner {
      if let name = drafts[view].name { ofThen[name, default: (view, 0)].count += 1 }
    }
    var ofElse: [NameID: Int] = [:]
    for view in otherwise where drafts[view].owner == owner {
      if let name = drafts[view].name { ofElse[name, default: 0] += 1 }
    }
    for view in otherwise where drafts[view].owner == owner {
      guard let name = drafts[view].name, ofElse[name] == 1, let first = ofThen[name], first.count == 1,
        drafts[first.view].parent != drafts[view].parent
      else { continue }
      let earlier = drafts[first.view]
      complaints.report(
        .movedView(names.text(of: name), self.path(of: parent(of: ViewID(Int32(first.view))))),
        at: place(drafts[view].span, in: drafts[view].file),
        notes: [Diagnostic.Note("declared here before", at: place(earlier.span, in: earlier.file))])
    }
  }

  mutating func declareConfiguration(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = ConfigSyntax(node)
    guard let nameNode = node.first(.name) else { return }
    let name = name(of: nameNode, in: outer.file)
    let inner = branch(
      .configuration(name), nameNode.span, in: outer, animation: statement.timing?.index ?? -1)
    if outer.part == .everything || outer.part == .clauses {
      declareConfiguration(
        name, of: outer.view, span: nameNode.span, file: outer.file, when: statement.condition?.index,
        scope: outer.scope)
    }
    if let body = statement.body { declareBody(body, in: inner) }
  }

  // MARK: Defaults

  mutating func declareWith(_ node: SyntaxNode, in outer: Surroundings) {
    var inner = outer
    inner.isInBranchOfContent = outer.part != .everything
    var set = Defaults(outer: outer.defaults, file: outer.file, scope: outer.scope, view: outer.home)
    for child in node.children {
      switch child.kind {
      case .place: set.place = child.index
      case .insetClause:
        refusePriority(of: child, in: outer.file)
        set.inset = child.index
      case .gapClause:
        refusePriority(of: child, in: outer.file)
        set.gap = child.index
      case .axisClause:
        guard let mode = child.first(.mode) else { continue }
        if child.first(.axis)?.axis == .x { set.modeX = mode.index } else { set.modeY = mode.index }
      default: break
      }
    }
    inner.defaults = Int32(defaults.count)
    defaults.append(set)
    if let body = node.first(.block) { declareBody(body, in: inner) }
  }
}

extension Complaint {
  static func movedView(_ name: String, _ parent: String) -> Complaint {
    Complaint(.movedView, "'\(name)' is in '\(parent)' in the other branch; a view cannot change its parent")
  }
}
