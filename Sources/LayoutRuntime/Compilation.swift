import LayoutModel
import LayoutSyntax

/// From texts to meanings: the one place that knows what the parser and the resolver are called.
extension Library {
  /// What a document means together with its imports, all of which have been read.
  func compile(_ path: String) -> Document.Attempt {
    let document = documents[path]!
    switch document.trouble {
    case .missing: return broken(document, .missingFile(path), isCertain: true)
    case .unreadable(let reason): return broken(document, .unreadableFile(path, because: reason), isCertain: false)
    case nil: break
    }
    guard let tree = document.tree else { return broken(document, .missingFile(path), isCertain: true) }
    if document.good?.layouts.isEmpty == false, tree.source.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      return broken(document, .emptyFile(path), isCertain: false)
    }
    return compile(tree, at: path)
  }

  /// What a tree means as the document at `path`, with the imports that the library has.
  func compile(_ tree: SyntaxTree, at path: String) -> Document.Attempt {
    var diagnostics = tree.diagnostics
    var sources = [tree.source]
    var trees: [String: SyntaxTree] = [:]
    var open = [tree]
    var seen: Set<String> = [path]
    while let importer = open.popLast() {
      for written in importedPaths(of: importer) {
        guard let location = location(of: written, from: importer.source.name) else {
          diagnostics.append(.importEscapes(written, at: nil))
          continue
        }
        guard let imported = documents[location], imported.trouble == nil, let importedTree = imported.tree else {
          continue
        }
        trees[written] = trees[written] ?? importedTree
        guard seen.insert(location).inserted else { continue }
        sources.append(importedTree.source)
        diagnostics += importedTree.diagnostics
        open.append(importedTree)
      }
    }
    let (resolved, complaints) = resolve(tree, imports: trees)
    diagnostics += complaints
    return Document.Attempt(
      resolved: resolved, diagnostics: diagnostics, sources: sources,
      isFailing: diagnostics.contains { $0.severity == .error }, isCertain: false)
  }

  private func broken(_ document: Document, _ diagnostic: Diagnostic, isCertain: Bool) -> Document.Attempt {
    Document.Attempt(
      resolved: nil, diagnostics: [diagnostic], sources: document.tree.map { [$0.source] } ?? [], isFailing: true,
      isCertain: isCertain)
  }
}
