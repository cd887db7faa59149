import LayoutModel

/// How far the imports of a document have been followed, while some of its files are still being read. Each file is
/// looked at when it comes, and not again when the next one does.
struct ImportWalk: Sendable {
  /// The documents that it began at, and all that was found from there.
  fileprivate(set) var reached: Set<String> = []
  /// Those among them whose imports are not known yet.
  fileprivate(set) var waiting: [String] = []

  /// Begins at another document.
  mutating func reach(_ path: String) { if reached.insert(path).inserted { waiting.append(path) } }

  /// Whether other imports of a file make what was found from there wrong.
  func hasFollowed(_ path: String) -> Bool { reached.contains(path) && !waiting.contains(path) }
}

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

  /// The closures of all these, each within its root. What several need is looked at once.
  mutating func needed(by documents: [(path: String, root: String?)]) -> Set<String> {
    var walks: [String?: ImportWalk] = [:]
    for document in documents {
      var walk = walks.removeValue(forKey: document.root) ?? ImportWalk()
      walk.reach(document.path)
      follow(&walk, within: document.root) { _ in true }
      walks[document.root] = walk
    }
    return walks.values.reduce(into: []) { $0.formUnion($1.reached) }
  }

  /// Goes on with a walk, from file to file, as far as they are known.
  ///
  /// - Returns: the files that it waits for, in the order in which it came to them.
  @discardableResult mutating func follow(
    _ walk: inout ImportWalk, within root: String?, where isKnown: (String) -> Bool
  ) -> [String] {
    var open = walk.waiting
    var next = 0
    walk.waiting = []
    while next < open.count {
      let path = open[next]
      next += 1
      visits += 1
      guard isKnown(path) else {
        walk.waiting.append(path)
        continue
      }
      for target in imports[path] ?? [] where root.map({ isInside(target, $0) }) ?? true {
        if walk.reached.insert(target).inserted { open.append(target) }
      }
    }
    return walk.waiting
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

  /// - Returns: what it imports no more, which may be needed by nobody now.
  mutating func setImports(_ new: [String], of path: String) -> [String] {
    let old = imports[path] ?? []
    for imported in old { importers[imported]?.remove(path) }
    for imported in new { importers[imported, default: []].insert(path) }
    for imported in old where importers[imported]?.isEmpty == true { importers[imported] = nil }
    imports[path] = new.isEmpty ? nil : new
    return old == new ? [] : old.filter { !new.contains($0) }
  }
}
