import LayoutModel

/// Who imports whom, by path and both ways: what a document needs, and who must be looked at again when it changes.
///
/// Whether there is a document at a path is none of its business; it knows what was said.
struct ImportGraph: Sendable {
  /// Where the imports of each document lead, in order of appearance; also out of its root.
  private var imports: [String: [String]] = [:]
  /// Who imports a path itself: the reverse of `imports`.
  private var importers: [String: Set<String>] = [:]
  /// Documents looked at so far, which is what it costs.
  private(set) var visits = 0

  /// The document and all it imports, directly or not, in order of appearance.
  ///
  /// - Parameter root: the folder that the document's imports may not leave; nil: they may lead anywhere.
  func closure(of path: String, within root: String?) -> [String] {
    importClosure(of: path, within: root) { imports[$0] ?? [] }
  }

  /// The closures of all these, each within its root.
  mutating func needed(by documents: [(path: String, root: String?)]) -> Set<String> {
    visits += documents.count
    return documents.reduce(into: []) { $0.formUnion(closure(of: $1.path, within: $1.root)) }
  }

  /// The document and all that import it, directly or not.
  mutating func dependents(on path: String) -> Set<String> {
    var open = [path]
    var found: Set<String> = [path]
    while let next = open.popLast() {
      visits += 1
      for importer in importers[next] ?? [] where found.insert(importer).inserted { open.append(importer) }
    }
    return found
  }

  /// - Returns: whether it imported others before, which may be needed by nobody now.
  mutating func setImports(_ new: [String], of path: String) -> Bool {
    let old = imports[path] ?? []
    for imported in old { importers[imported]?.remove(path) }
    for imported in new { importers[imported, default: []].insert(path) }
    for imported in old where importers[imported]?.isEmpty == true { importers[imported] = nil }
    imports[path] = new.isEmpty ? nil : new
    return !old.isEmpty && old != new
  }
}
