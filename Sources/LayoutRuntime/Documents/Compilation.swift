import LayoutModel
import LayoutSyntax

/// From texts to meanings: the one place that knows what the parser and the resolver are called.
extension Library {
  /// What a document means together with its imports, all of which have been read.
  mutating func compile(_ path: String) -> Document.Attempt {
    if let broken = brokenAttempt(of: documents[path]!) { return broken }
    // Only the tree is handed on. A copy of the document would hold its resolution, which is to be changed in place.
    return compile(documents[path]!.tree!, at: path)
  }

  /// What there is to say of a document that has no text; nil of every other.
  private func brokenAttempt(of document: Document) -> Document.Attempt? {
    let path = document.path
    switch document.trouble {
    case .missing:
      return broken(document, .missingFile(path, showsFrames: document.good != nil), isCertain: true)
    case .unreadable(let reason): return broken(document, .unreadableFile(path, because: reason), isCertain: false)
    case .outside: return broken(document, .fileOutside(path), isCertain: true)
    case nil: break
    }
    guard let tree = document.tree else { return broken(document, .missingFile(path), isCertain: true) }
    if document.good?.layouts.isEmpty == false, tree.source.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      return broken(document, .emptyFile(path), isCertain: false)
    }
    return nil
  }

  /// What a tree means as the document at `path`, with the imports that the library has.
  mutating func compile(_ tree: SyntaxTree, at path: String) -> Document.Attempt {
    var diagnostics = tree.diagnostics
    var sources = [tree.source]
    var trees: [String: SyntaxTree] = [:]
    var outside: Set<String> = []
    for imported in closure(of: path).dropFirst() {
      if documents[imported]?.trouble == .outside { outside.insert(imported) }
      guard let document = documents[imported], document.trouble == nil, let importedTree = document.tree else {
        continue
      }
      trees[imported] = importedTree
      sources.append(importedTree.source)
      diagnostics += importedTree.diagnostics
    }
    let resolution = resolve(tree, at: path, imports: trees, outside: outside)
    keep(resolution, of: path)
    diagnostics += resolution.diagnostics
    diagnostics.sort(inOrderOf: sources)
    return Document.Attempt(
      resolved: resolution.document, diagnostics: diagnostics, sources: sources,
      isFailing: diagnostics.contains { $0.severity == .error }, isCertain: false)
  }

  /// Resolves a document: from the last attempt, where that can follow the edit, else from the start.
  private mutating func resolve(
    _ tree: SyntaxTree, at path: String, imports: [String: SyntaxTree], outside: Set<String>
  ) -> Resolution {
    let root = root(of: path)
    if var resolution = takeResolution(of: path), resolution.follow(tree, imports: imports, within: root) {
      return resolution
    }
    return Resolution(tree, imports: imports, outside: outside, within: root)
  }

  private func broken(_ document: Document, _ diagnostic: Diagnostic, isCertain: Bool) -> Document.Attempt {
    Document.Attempt(
      resolved: nil, diagnostics: [diagnostic], sources: document.tree.map { [$0.source] } ?? [], isFailing: true,
      isCertain: isCertain)
  }
}

extension [Diagnostic] {
  /// Sorts by place: text after text, each from top to bottom; those without a place come first. Complaints of
  /// different stages about one file are read in one go.
  fileprivate mutating func sort(inOrderOf sources: [SourceText]) {
    let order = Dictionary(sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ diagnostic: Diagnostic) -> (Int, Int32) {
      guard let place = diagnostic.place else { return (-1, 0) }
      return (order[place.file] ?? sources.count, place.span.start)
    }
    self = enumerated().sorted { left, right in
      let (leftKey, rightKey) = (key(left.element), key(right.element))
      return leftKey == rightKey ? left.offset < right.offset : leftKey < rightKey
    }.map(\.element)
  }
}
