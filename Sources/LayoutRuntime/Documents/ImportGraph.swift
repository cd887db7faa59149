/// Who imports whom, by path and both ways: what a document needs, and who must be looked at again when it changes.
///
/// Whether there is a document at a path is none of its business; it knows what was said.
struct ImportGraph: Sendable {
  /// What each document imports itself, in order of appearance.
  private var imports: [String: [String]] = [:]
  /// Who imports a path itself: the reverse of `imports`.
  private var importers: [String: Set<String>] = [:]
  /// Documents looked at so far, which is what it costs.
  private(set) var visits = 0

  /// The document and all it imports, directly or not, in order of appearance.
  func closure(of path: String) -> [String] {
    var found = [path]
    var seen: Set<String> = [path]
    var next = 0
    while next < found.count {
      for imported in imports[found[next]] ?? [] where seen.insert(imported).inserted { found.append(imported) }
      next += 1
    }
    return found
  }

  /// The closures of all these.
  mutating func needed(by paths: [String]) -> Set<String> {
    visits += paths.count
    return paths.reduce(into: []) { $0.formUnion(closure(of: $1)) }
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
