public import LayoutSyntax

/// Finds what is right and yet probably not meant: names that nothing uses, branches that never hold, clauses said
/// twice, wishes that can never matter, distances with the sign of another library. All findings are warnings, in the
/// order of the text. A document with errors has no findings, since its errors come first.
///
/// It is apart from `resolve`, because its findings depend on taste, and somebody in the middle of an edit has names
/// that nothing uses yet.
///
/// - Parameters:
///   - tree: the parsed document.
///   - imports: the files as `resolve(_:imports:within:)` takes them.
///   - asksForIdentifiers: whether an id that no test of the document sets is a finding. Ids exist for the outside, of
///   which the document knows nothing. So this is for authors who test everything that their programs set.
public func lint(
  _ tree: SyntaxTree, imports: [String: SyntaxTree] = [:], asksForIdentifiers: Bool = false
) -> [Diagnostic] {
  let (document, diagnostics) = resolve(tree, imports: imports)
  let isWrong = (tree.diagnostics + diagnostics).contains { $0.severity == .error }
  if isWrong { return [] }
  var findings = NameUsage.findings(in: tree, imports: imports)
  findings += BranchFindings.findings(in: tree)
  findings += RepeatedClauses.findings(in: tree)
  findings += TurnedDistances.findings(in: tree)
  findings += IdleWishes.findings(in: document)
  if asksForIdentifiers { findings += UnusedIdentifiers.findings(in: document) }
  return findings.enumerated().sorted { left, right in
    let (first, second) = (left.element.place?.span.start ?? 0, right.element.place?.span.start ?? 0)
    return (first, left.offset) < (second, right.offset)
  }.map(\.element)
}

/// The code of every finding. The words are static functions of `Diagnostic` beside the rule.
public enum LintCode: String, ComplaintCode {
  case unusedValue = "W4002"
  case unusedImport = "W4003"
  case unusedComponent = "W4004"
  case shadowedName = "W4005"
  case settledCondition = "W4006"
  case repeatedClause = "W4007"
  case overriddenSetting = "W4008"
  case idleWish = "W4009"
  case unusedIdentifier = "W4010"
  case turnedDistance = "W4019"
}

extension Diagnostic {
  init(
    _ code: LintCode, _ message: String, at node: SyntaxNode, notes: [Note] = [], fixes: [Fix] = []
  ) {
    self.init(code.code, .warning, message, at: Place(node), notes: notes, fixes: fixes)
  }
}

extension Diagnostic.Place {
  init(_ node: SyntaxNode) { self.init(file: node.source.name, span: node.span) }
}

extension SyntaxNode {
  /// The text of its tokens with one blank between two: equal for nodes that are written alike.
  var plainText: String { tokens.map { source.text(in: $0.span) }.joined(separator: " ") }
}
