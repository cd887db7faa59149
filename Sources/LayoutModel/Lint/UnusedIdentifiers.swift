import LayoutSyntax

/// Finds ids that no test of their layout sets. An id that begins with `_` may go unused.
///
/// An id in a `for` is one id for each copy, but one piece of text: it is used when any copy's is. Ids in components
/// are left out, since no test can name them.
enum UnusedIdentifiers {
  static func findings(in document: ResolvedDocument) -> [Diagnostic] {
    var used: Set<Origin> = []
    for layout in document.layouts {
      let keys = layout.identifiersSetByTests
      if keys.isEmpty { continue }
      for identifier in layout.identifiers where keys.contains(identifier.key(in: layout)) {
        used.insert(identifier.origin)
      }
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

  /// The ids that tests set, by `Identifier.key(in:)`.
  fileprivate var identifiersSetByTests: Set<String> {
    var keys: Set<String> = []
    for step in tests.flatMap(\.steps) {
      guard case .change(let changes, _) = step.action else { continue }
      for change in changes where change.settable.subject == .id { keys.insert(change.subject ?? "") }
    }
    return keys
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
