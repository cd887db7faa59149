import LayoutSyntax

/// Finds wishes that can never matter: whenever the wish is asked, a constraint that must hold ties the same anchors
/// already. A higher priority wins completely, so nothing is left for the lower one to decide. What has an id may be
/// set off from outside.
enum IdleWishes {
  /// What a rule ties, apart from its constant.
  private struct Subject: Hashable {
    var item: Anchor
    var terms: [Term]

    struct Term: Hashable {
      var anchor: Anchor
      var multiplier: Quantity
    }

    init(_ rule: Rule) {
      item = rule.item
      terms = rule.terms.map { Term(anchor: $0.anchor, multiplier: $0.multiplier) }
    }
  }

  static func findings(in document: ResolvedDocument) -> [Diagnostic] {
    document.layouts.flatMap { findings(in: $0) }
  }

  private static func findings(in layout: ResolvedLayout) -> [Diagnostic] {
    guard layout.rules.contains(where: { $0.priority < NamedPriority.required }) else { return [] }
    var settled: [Subject: [Rule]] = [:]
    for rule in layout.rules where rule.priority >= NamedPriority.required && rule.comparison == .equal {
      if case .identified = rule.constant { continue }
      settled[Subject(rule), default: []].append(rule)
    }
    var found: [Diagnostic] = []
    var seen: Set<Origin> = []
    for wish in layout.rules where wish.priority < NamedPriority.required && wish.origin.file == 0 {
      let stronger = settled[Subject(wish)]?.first { rule in
        rule.origin != wish.origin && (rule.condition == nil || rule.condition == wish.condition)
      }
      guard let stronger, seen.insert(wish.origin).inserted else { continue }
      found.append(.idleWish(wish, layout, because: stronger))
    }
    return found
  }
}

extension Diagnostic {
  fileprivate static func idleWish(_ wish: Rule, _ layout: ResolvedLayout, because rule: Rule) -> Diagnostic {
    let anchor = layout.text(of: wish.item)
    return Diagnostic(
      LintCode.idleWish.code, .warning, "this wish never matters: '\(anchor)' is settled by what must hold",
      at: layout.place(of: wish.origin), notes: [Note("settled here", at: layout.place(of: rule.origin))])
  }
}
