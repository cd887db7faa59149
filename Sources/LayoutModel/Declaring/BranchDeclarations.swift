import LayoutSyntax

/// What stands around views and clauses without being a view: `if` and `else`, `config`, and the defaults of `with`.
extension LayoutResolver {
  private mutating func openBranch(
    _ question: LayoutBuilder.Question, at span: SourceSpan, in outer: Surroundings, condition: Int32 = -1,
    animation: SyntaxNode?, isDirect: Bool = false
  ) -> Surroundings {
    var inner = outer
    inner.branch = builder.openBranch(
      question, in: outer.branch, of: outer.home, isDirect: isDirect, isAnimated: animation != nil,
      at: Origin(file: outer.file, span: span))
    inner.isInBranchOfContent = outer.part != .everything
    written.branches.append(
      WrittenBranch(
        file: outer.file, scope: outer.scope, condition: condition, animation: animation?.index ?? -1))
    return inner
  }

  mutating func declareIf(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = IfSyntax(node)
    guard let condition = statement.condition else { return }
    if let holds = settled(condition, in: outer) {
      declareSettledBranch(statement, holds, in: outer)
      return
    }
    let then = openBranch(
      .condition, at: condition.span, in: outer, condition: condition.index, animation: statement.timing,
      isDirect: statement.isDirect)
    let firstOfThen = builder.viewCount
    if let body = statement.body { declareBody(body, in: then) }
    guard let otherwise = statement.elseBranch else { return }
    let inner = openBranch(
      .otherwise(then.branch), at: condition.span, in: outer, animation: statement.timing)
    let firstOfElse = builder.viewCount
    if otherwise.kind == .ifStatement {
      declareIf(otherwise, in: inner)
    } else {
      declareBody(otherwise, in: inner)
    }
    builder.checkMoves(
      firstOfThen..<firstOfElse, firstOfElse..<builder.viewCount,
      ownedBy: expansion.instances[Int(outer.instance)].view)
  }

  /// Declares a branch whose condition is known in the file (`if i == 0`). It is no branch: what it says is there, or
  /// it is not.
  private mutating func declareSettledBranch(_ statement: IfSyntax, _ holds: Bool, in outer: Surroundings) {
    var inner = outer
    inner.isInBranchOfContent = outer.part != .everything
    if holds {
      if let body = statement.body { declareBody(body, in: inner) }
    } else if let otherwise = statement.elseBranch {
      if otherwise.kind == .ifStatement { declareIf(otherwise, in: inner) } else { declareBody(otherwise, in: inner) }
    }
  }

  mutating func declareConfiguration(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = ConfigSyntax(node)
    guard let nameNode = node.first(.name) else { return }
    let name = name(of: nameNode, in: outer.file)
    let inner = openBranch(.configuration(name), at: nameNode.span, in: outer, animation: statement.timing)
    if outer.part == .everything || outer.part == .clauses {
      declareConfiguration(
        name, of: outer.view, at: Origin(file: outer.file, span: nameNode.span),
        when: statement.condition.map { WrittenNode(node: $0.index, file: outer.file, scope: outer.scope) })
    }
    noteContent(of: node, name, in: outer)
    if let body = statement.body { declareBody(body, in: inner) }
  }

  // MARK: Empty braces

  /// Reports a branch, a `for` or a `with` that has nothing in its braces.
  mutating func warnIfEmpty(_ node: SyntaxNode, in outer: Surroundings) {
    let isEmpty =
      node.kind == .ifStatement ? IfSyntax(node).isEmpty : node.first(.block)?.children.isEmpty ?? false
    if !isEmpty || following.isReadingAgain || node.hasError { return }
    let word = node.firstToken
    builder.complaints.report(
      .emptyBraces(node.source.text(in: word.span)), at: place(word.span, in: outer.file))
  }

  /// Takes note of what a configuration says, for `warnOfEmptyConfigurations()`.
  private mutating func noteContent(of node: SyntaxNode, _ name: NameID, in outer: Surroundings) {
    if following.isReadingAgain || node.hasError { return }
    if node.first(.block)?.children.isEmpty ?? false {
      later.emptyConfigurations.append((name, outer.home, WrittenNode(node: node.index, file: outer.file, scope: 0)))
    } else {
      later.configuredViews.insert(outer.home)
    }
  }

  /// Reports configurations that say nothing and that nobody asks for. Where the view has others, an empty one is how
  /// these are left.
  mutating func warnOfEmptyConfigurations() {
    if later.emptyConfigurations.isEmpty { return }
    let asked = builder.layout.askedConfigurations
    for (name, view, written) in later.emptyConfigurations
    where !later.configuredViews.contains(view) && !asked.contains(builder.names.text(of: name)) {
      let node = node(written.node, in: written.file)
      builder.complaints.report(.emptyBraces("config"), at: place(node.firstToken.span, in: written.file))
    }
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
        refuseSecondGap(of: child, in: outer.file)
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

extension IfSyntax {
  /// Whether none of its braces has anything in it.
  fileprivate var isEmpty: Bool {
    guard body?.children.isEmpty ?? false else { return false }
    guard let otherwise = elseBranch else { return true }
    return otherwise.kind == .ifStatement ? IfSyntax(otherwise).isEmpty : otherwise.children.isEmpty
  }
}

extension Complaint {
  fileprivate static func emptyBraces(_ word: String) -> Complaint {
    let help =
      switch word {
      case "config": "write what is so while it is active: `config open { alpha: 1 }`"
      case "for": "write the views that are there for each: `for i in 0..<3 { box card[i] size 40 }`"
      case "with": "write the placements that it is for"
      default: "write what is so while it holds: `if compact.x { alpha: 0.5 }`"
      }
    return Complaint(
      .unreadSetting, "this '\(word)' has no effect: nothing stands in its braces", help: ["help: " + help])
  }
}
