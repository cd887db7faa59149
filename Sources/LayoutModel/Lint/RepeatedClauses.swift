import LayoutSyntax

/// Finds clauses that a view says twice, and settings that a later clause in the same place overrides.
///
/// A view's line and its body are one place. Every branch is a place of its own, since its clauses add to those
/// outside.
struct RepeatedClauses {
  private var findings: [Diagnostic] = []

  static func findings(in tree: SyntaxTree) -> [Diagnostic] {
    var repeated = RepeatedClauses()
    repeated.visit(tree.root)
    return repeated.findings
  }

  private mutating func visit(_ node: SyntaxNode) {
    switch node.kind {
    case .view, .guide, .component: check(clauses(of: node) + clauses(of: node.first(.block)))
    case .layout:
      check(surroundings(of: node))
      check(clauses(of: node.first(.block)))
    case .preview, .test: check(surroundings(of: node))
    case .ifStatement, .config, .forStatement, .with, .slot:
      for block in node.children where block.kind == .block { check(clauses(of: block)) }
    default: break
    }
    for child in node.children { visit(child) }
  }

  private func surroundings(of node: SyntaxNode) -> [SyntaxNode] { node.children.filter(\.kind.isEnvironment) }

  private func clauses(of node: SyntaxNode?) -> [SyntaxNode] { node?.children.filter(\.kind.isClause) ?? [] }

  private mutating func check(_ clauses: [SyntaxNode]) {
    var texts: [String: SyntaxNode] = [:]
    var settings: [String: SyntaxNode] = [:]
    for (index, clause) in clauses.enumerated() {
      let placement = clauses[..<index].last { !$0.kind.isModifier }
      let isOwn = clause.kind == .gapClause && placement.map { !clause.kind.modifies($0.kind) } ?? true
      if clause.kind.isModifier, !isOwn { continue }
      // A placement with another inset or gap is another placement.
      if index + 1 < clauses.count, clauses[index + 1].kind.modifies(clause.kind) { continue }
      let text = clause.plainText
      if let first = texts[text] {
        findings.append(.repeated(clause, first: first))
        continue
      }
      texts[text] = clause
      guard let setting = clause.settingName else { continue }
      if let earlier = settings[setting] { findings.append(.overridden(earlier, by: clause)) }
      settings[setting] = clause
    }
  }
}

extension SyntaxNode {
  /// The name of what the clause sets, when a view has only one of it. Of clauses with equal names the later wins.
  fileprivate var settingName: String? {
    switch kind {
    case .property: name + ":"
    // That of a placement belongs to it.
    case .gapClause: "\(kind)"
    case .itemsClause, .selfClause: "\(kind) \(axis == .x ? "x" : "")"
    case .distributeClause, .justifyClause, .linesClause, .columnsClause, .rowsClause, .spanClause, .cellClause,
      .initialClause, .marginsClause, .intrinsicClause, .baselinesClause:
      "\(kind)"
    // What says two things is not overridden by what says one of them.
    case .conditionsClause: "\(kind)\(flag ? " direct" : "")\(first(.animation) == nil ? "" : " animate")"
    case .traitClause: "trait \(TraitName.written(self))"
    case .sizeEnvironment, .scaleEnvironment, .safeEnvironment, .keyboardEnvironment: "\(kind)"
    case .traitEnvironment: first(.traitCondition).flatMap { TraitName.meaning(of: $0)?.name }.map { "trait \($0)" }
    case .varDeclaration: "var \(name)"
    case .configEnvironment: first(.path).map { "config \($0.plainText)" }
    case .contentClause: "\(word) \(axis.map { "\($0)" } ?? "")"
    default: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func repeated(_ clause: SyntaxNode, first: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .repeatedClause, "'\(clause.text)' is said twice", at: clause, notes: [Note("here already", at: Place(first))])
  }

  fileprivate static func overridden(_ clause: SyntaxNode, by later: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .overriddenSetting, "'\(clause.text)' has no effect: '\(later.text)' takes its place", at: clause,
      notes: [Note("the later one wins", at: Place(later))])
  }
}
