import LayoutSyntax

/// Conditions whose answer is known where they are asked, and bare sizes that ask another view than a reader thinks.
///
/// What is known is what the conditions around say, word by word: inside `if a && b` both hold, in its `else` of
/// `if a || b` neither. It is forgotten in a view's braces, where a bare condition has another subject.
struct BranchFindings {
  private var findings: [Diagnostic] = []

  /// Conditions that hold or do not, with the place where that was asked.
  private typealias Knowledge = [String: (holds: Bool, asked: SyntaxNode)]

  static func findings(in tree: SyntaxTree) -> [Diagnostic] {
    var branches = BranchFindings()
    for child in tree.root.children where child.kind == .layout || child.kind == .component {
      if let block = child.first(.block) {
        branches.visit(block, owner: child.kind == .layout ? "root" : nil, knowing: [:])
      }
    }
    return branches.findings
  }

  /// - Parameter owner: how the view in whose braces we are is called from inside; nil when it has no name.
  private mutating func visit(_ block: SyntaxNode, owner: String?, knowing known: Knowledge) {
    for child in block.children {
      switch child.kind {
      case .ifStatement: visitIf(child, owner: owner, knowing: known)
      case .view, .guide:
        if let body = child.first(.block) {
          visit(body, owner: child.isNamed ? child.first(.name)?.text : nil, knowing: [:])
        }
      case .config, .forStatement, .with, .slot:
        if let body = child.first(.block) { visit(body, owner: owner, knowing: known) }
      default: break
      }
    }
  }

  private mutating func visitIf(_ node: SyntaxNode, owner: String?, knowing known: Knowledge) {
    guard let condition = node.value(at: 0) else { return }
    check(condition, known)
    checkBareSizes(of: node, condition, owner: owner)
    let blocks = node.children.filter { $0.kind == .block }
    if let then = blocks.first {
      visit(then, owner: owner, knowing: known.merging(Self.consequences(of: condition, holds: true)) { $1 })
    }
    let otherwise = known.merging(Self.consequences(of: condition, holds: false)) { $1 }
    if blocks.count > 1 { visit(blocks[1], owner: owner, knowing: otherwise) }
    if let next = node.first(.ifStatement) { visitIf(next, owner: owner, knowing: otherwise) }
  }

  // MARK: What is known

  /// The condition and all its parts.
  private mutating func check(_ condition: SyntaxNode, _ known: Knowledge) {
    if condition.kind == .boolean {
      findings.append(.settledByItself(condition))
    } else if let answer = known[condition.plainText] {
      findings.append(.settled(condition, holds: answer.holds, asked: answer.asked))
    } else if condition.kind == .not || condition.kind == .and || condition.kind == .or {
      for part in condition.values { check(part, known) }
    }
  }

  /// What follows from a condition that holds, or does not.
  private static func consequences(of condition: SyntaxNode, holds: Bool) -> Knowledge {
    var found: Knowledge = [condition.plainText: (holds, condition)]
    switch condition.kind {
    case .not:
      if let inner = condition.value(at: 0) { found.merge(consequences(of: inner, holds: !holds)) { $1 } }
    case .and where holds, .or where !holds:
      for part in condition.values { found.merge(consequences(of: part, holds: holds)) { $1 } }
    default: break
    }
    return found
  }

  // MARK: Bare sizes

  private mutating func checkBareSizes(of node: SyntaxNode, _ condition: SyntaxNode, owner: String?) {
    guard let size = Self.bareSize(in: condition) else { return }
    var names: [String] = []
    for block in node.children where block.kind == .block { Self.gatherViews(in: block, &names) }
    guard !names.isEmpty else { return }
    findings.append(.bareSizeOfAnother(size, views: names, owner: owner))
  }

  /// `width`, `height` or `size` without a view, outside of `is`.
  private static func bareSize(in node: SyntaxNode) -> SyntaxNode? {
    if node.kind == .isCondition { return nil }
    if node.kind == .reference {
      guard let only = node.children.first(where: { _ in true }), only.kind == .anchorSegment else { return nil }
      return [.width, .height, .size].contains(only.word) ? node : nil
    }
    for child in node.children {
      if let found = bareSize(in: child) { return found }
    }
    return nil
  }

  /// Views of a branch that say something about where they are.
  private static func gatherViews(in block: SyntaxNode, _ names: inout [String]) {
    for child in block.children {
      switch child.kind {
      case .view, .guide:
        let body = child.first(.block)
        if child.children.contains(where: \.kind.isClause) || body?.children.contains(where: \.kind.isClause) == true {
          names.append(child.first(.name)?.name ?? child.first(.typeName)?.name ?? "")
        }
        if let body { gatherViews(in: body, &names) }
      case .ifStatement, .config, .forStatement, .with, .slot:
        for inner in child.children where inner.kind == .block { gatherViews(in: inner, &names) }
      default: break
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func settledByItself(_ condition: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .settledCondition, "'\(condition.text)' is no question: one of the branches is never taken", at: condition)
  }

  fileprivate static func settled(_ condition: SyntaxNode, holds: Bool, asked: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .settledCondition, "'\(condition.text)' \(holds ? "always holds" : "cannot hold") here", at: condition,
      notes: [Note("since it was asked here", at: Place(asked))])
  }

  fileprivate static func bareSizeOfAnother(_ size: SyntaxNode, views: [String], owner: String?) -> Diagnostic {
    let unique = views.enumerated().filter { !views[..<$0.offset].contains($0.element) }.map { "'\($0.element)'" }
    let shown = unique.count > 3 ? unique.prefix(3) + ["…"] : unique[...]
    let whose = "the \(size.text) of each view inside (\(shown.joined(separator: ", ")))"
    let fixes = owner.map { [Fix("write \($0).\(size.text)", replace: Place(size), by: "\($0).\(size.text)")] } ?? []
    let notes = owner == nil ? [Note("help: give the view around a name, and ask for NAME.\(size.text)")] : []
    return Diagnostic(
      .bareSizeOfAnother, "'\(size.text)' is \(whose), not of the view around the branch", at: size, notes: notes,
      fixes: fixes)
  }
}
