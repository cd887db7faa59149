import LayoutSyntax

/// Ids that no test of their layout sets. One that begins with `_` may go unused.
///
/// An id in a `for` is one for each copy, and one piece of text: it is used when any of them is. Those in components
/// are not asked for, since no test can name them.
enum UnusedIdentifiers {
  static func findings(in document: ResolvedDocument) -> [Diagnostic] {
    var used: Set<Origin> = []
    for layout in document.layouts {
      for identifier in layout.identifiersSetByTests { used.insert(layout.identifiers[identifier].origin) }
    }
    var found: [Diagnostic] = []
    for layout in document.layouts {
      for identifier in layout.identifiers where identifier.origin.file == 0 && !identifier.name.hasPrefix("_") {
        if layout.isInComponent(identifier.origin) { continue }
        if used.insert(identifier.origin).inserted { found.append(.unusedIdentifier(identifier, in: layout)) }
      }
    }
    return found
  }
}

extension ResolvedLayout {
  fileprivate func isInComponent(_ origin: Origin) -> Bool {
    uses.contains { use in
      use.component.file == origin.file && use.component.span.start <= origin.span.start
        && origin.span.end <= use.component.span.end
    }
  }

  fileprivate var identifiersSetByTests: [Int] {
    tests.flatMap(\.steps).flatMap { step -> [Int] in
      guard case .change(let changes) = step.action else { return [] }
      return changes.compactMap { change in
        if case .constant(let identifier, _) = change { return Int(identifier) }
        return nil
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unusedIdentifier(_ identifier: Identifier, in layout: ResolvedLayout) -> Diagnostic {
    Diagnostic(
      LintCode.unusedIdentifier.code, .warning, "no test sets '#\(identifier.name)'",
      at: layout.place(of: identifier.origin),
      notes: [
        Note("help: remove it, let a test set it, or call it '#_\(identifier.name)' if it is for the outside alone")
      ])
  }
}
