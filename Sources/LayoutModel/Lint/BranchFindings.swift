import LayoutSyntax

/// Finds conditions whose answer is known where they are asked.
///
/// It is known from the conditions around, which are compared word by word: inside `if a && b` both hold, and in the
/// `else` of `if a || b` neither does. Of sizes against numbers, of traits and of configurations it is known as well
/// what excludes each other. In the braces of a view all this is forgotten, because a condition without a view then
/// asks another one.
struct BranchFindings {
  private var findings: [Diagnostic] = []

  /// By its text: whether a condition holds, and where that was asked.
  private typealias Knowledge = [String: (holds: Bool, asked: SyntaxNode)]

  static func findings(in tree: SyntaxTree) -> [Diagnostic] {
    var branches = BranchFindings()
    for child in tree.root.children where child.kind == .layout || child.kind == .component {
      if let block = child.first(.block) {
        branches.visit(block, knowing: [:])
      }
    }
    return branches.findings
  }

  /// - Parameter sizes: what the view in whose braces this stands says of its own size.
  private mutating func visit(_ block: SyntaxNode, knowing known: Knowledge, sizes: Knowledge = [:]) {
    for child in block.children {
      switch child.kind {
      case .ifStatement:
        let isOfView = !sizes.isEmpty && child.isAboutItsView
        visitIf(child, knowing: isOfView ? known.merging(sizes) { first, _ in first } : known)
      case .view, .guide:
        if let body = child.first(.block) { visit(body, knowing: [:], sizes: Self.sizes(of: child)) }
      case .config, .forStatement, .with, .slot:
        if let body = child.first(.block) { visit(body, knowing: known) }
      default: break
      }
    }
  }

  private mutating func visitIf(_ node: SyntaxNode, knowing known: Knowledge) {
    guard let condition = node.value(at: 0) else { return }
    check(condition, known)
    let blocks = node.children.filter { $0.kind == .block }
    if let then = blocks.first {
      visit(then, knowing: known.merging(Self.consequences(of: condition, holds: true)) { $1 })
    }
    let otherwise = known.merging(Self.consequences(of: condition, holds: false)) { $1 }
    if blocks.count > 1 { visit(blocks[1], knowing: otherwise) }
    if let next = node.first(.ifStatement) { visitIf(next, knowing: otherwise) }
  }

  // MARK: What is known

  /// The clauses of a view that must hold and say with a number how wide or high it is. What an id or a `remove` may
  /// change is not known.
  private static func sizes(of view: SyntaxNode) -> Knowledge {
    let clauses = Array(view.children) + (view.first(.block).map { Array($0.children) } ?? [])
    let fixed = clauses.filter { Question(lengthOf: $0) != nil }
    if fixed.isEmpty || view.tokens.contains(where: { $0.word == .remove }) { return [:] }
    return Dictionary(fixed.map { ($0.plainText, (true, $0)) }) { first, _ in first }
  }

  /// Reports the condition or its parts where their answer is known.
  private mutating func check(_ condition: SyntaxNode, _ known: Knowledge) {
    if condition.kind == .boolean {
      findings.append(.settledByItself(condition))
    } else if let answer = known[condition.plainText] {
      findings.append(.settled(condition, holds: answer.holds, asked: answer.asked))
    } else if condition.kind == .and || condition.kind == .or {
      // The second part is asked where the first one has not settled the whole.
      var known = known
      for part in condition.values {
        check(part, known)
        known.merge(Self.consequences(of: part, holds: condition.kind == .and)) { first, _ in first }
      }
    } else if condition.kind == .not {
      for part in condition.values { check(part, known) }
    } else if let question = Question(condition), let (holds, asked) = Self.answer(to: question, known) {
      findings.append(.settled(condition, holds: holds, asked: asked))
    }
  }

  /// What follows for a question from those around that are about the same: `width < 400` cannot hold where
  /// `width > 500` does. Of several the first in the text.
  private static func answer(to question: Question, _ known: Knowledge) -> (holds: Bool, asked: SyntaxNode)? {
    let answers = known.values.compactMap { fact -> (holds: Bool, asked: SyntaxNode)? in
      guard let other = Question(fact.asked), other.subject == question.subject else { return nil }
      return question.answer(where: other, holds: fact.holds).map { ($0, fact.asked) }
    }
    return answers.min { $0.asked.span.start < $1.asked.span.start }
  }

  /// What is known when a condition holds, or when it does not.
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
}

extension Diagnostic {
  fileprivate static func settledByItself(_ condition: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .settledCondition, "'\(condition.text)' is no question: one of the branches is never taken", at: condition)
  }

  fileprivate static func settled(_ condition: SyntaxNode, holds: Bool, asked: SyntaxNode) -> Diagnostic {
    let isSize = asked.kind.isClause
    let words = isSize ? "this is how large the view is that it asks" : "since it was asked here"
    return Diagnostic(
      .settledCondition, "'\(condition.text)' \(holds ? "always holds" : "cannot hold") here", at: condition,
      notes: [Note(words, at: Place(asked))]
        + (isSize ? [Note("help: that of the scene is asked with its name, as in `root.width < 600`")] : []))
  }
}

extension SyntaxNode {
  /// Whether all that stands in the branches of an `if` is said of the view in whose braces it is: a size without a
  /// view is then that view's.
  fileprivate var isAboutItsView: Bool {
    children.allSatisfy { child in
      switch child.kind {
      case .block:
        child.children.allSatisfy { $0.kind.isClause && $0.kind != .constraint && $0.kind != .withinConstraint }
      case .ifStatement: child.isAboutItsView
      default: true
      }
    }
  }
}
