public import LayoutModel
import LayoutSyntax

/// Whatever the bytes are, there is a sound tree of them, and resolving it ends in a consistent document.
public enum SyntaxLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    let tree = parse(SourceText(name: "fuzzed.layout", bytes: bytes))
    var found = TreeInvariants.violations(of: tree)
    let text = tree.source.bytes
    let end = Int(tree.tokens.last?.end ?? 0)
    if TreeInvariants.rebuilt(tree) != Array(text.prefix(end)) || tree.written != bytes {
      found.append("bytes are lost")
    }
    let (document, diagnostics) = resolve(tree)
    found += document.layouts.compactMap { inconsistency($0) }
    for diagnostic in diagnostics {
      guard let span = diagnostic.place?.span, span.start >= 0, span.start <= span.end, span.end <= text.count else {
        found.append("\(diagnostic.code.rawValue) is outside the text")
        continue
      }
    }
    _ = DiagnosticRenderer(sources: [tree.source]).render(tree.diagnostics + diagnostics)
    return found
  }

  /// What is wrong with a resolved layout, whatever the document was.
  public static func inconsistency(_ layout: ResolvedLayout) -> String? {
    let views = Int32(layout.views.count)
    func isKnown(_ anchor: Anchor) -> Bool { anchor.view.index >= 0 && anchor.view.index < views }
    for rule in layout.rules {
      if !isKnown(rule.item) { return "a rule is for nobody" }
      for term in (rule.term.map { [$0] } ?? []) + rule.moreTerms {
        if !isKnown(term.anchor) { return "a rule speaks of nobody" }
        if term.anchor.attribute.isSize != rule.item.attribute.isSize, rule.moreTerms.isEmpty,
          !rule.item.attribute.isSize
        {
          return "a position equals a length: \(layout.text(of: rule))"
        }
      }
      if let condition = rule.condition, Int(condition.index) >= layout.conditions.count { return "no condition" }
      if rule.priority < 0 || rule.priority > 1000 { return "priority \(rule.priority)" }
    }
    for condition in layout.conditions where layout.text(of: condition).contains("#-") { return "an unbound condition" }
    return nil
  }
}
