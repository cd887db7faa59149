public import LayoutSyntax

/// A document and all that it imports, directly or not: what `resolve(_:imports:within:)` takes.
///
/// It reads nothing itself. Whoever makes one hands over the trees: read from a disk, or known already.
public struct LoadedDocument: Sendable {
  /// The document itself.
  public let tree: SyntaxTree
  /// The folder that the document's imports and pictures stay in; nil: they may be anywhere.
  public let root: String?
  /// The imported files, by `resolvedPath(of:importedBy:)`. A file without a tree is missing here.
  public let imports: [String: SyntaxTree]
  /// Every text that a diagnostic may point into: the document's, then those of its imports in order of appearance.
  public let sources: [SourceText]

  /// Follows the imports of `tree`, from file to file.
  ///
  /// - Parameters:
  ///   - root: the folder that imports must stay in. `read` is not asked for files outside of it.
  ///   - read: gives the tree of the file at a path, or nil when there is none. It is asked once for each path.
  public init(_ tree: SyntaxTree, within root: String?, reading read: (String) -> SyntaxTree?) {
    self.tree = tree
    self.root = root
    var found = [tree.source.name: tree]
    let paths = importClosure(of: tree.source.name, within: root) { path in
      if found[path] == nil { found[path] = read(path) }
      return found[path].map { importTargets(of: $0, at: path) } ?? []
    }
    sources = paths.compactMap { found[$0]?.source }
    found[tree.source.name] = nil
    imports = found
  }
}

/// The paths of the files that `tree` imports when it is the file at `path`, in order of appearance, wherever they are.
public func importTargets(of tree: SyntaxTree, at path: String) -> [String] {
  importedPaths(of: tree).map { resolvedPath(of: $0, importedBy: path) }
}

/// The paths of the document at `path` and of all that it imports, directly or not, each once, in order of appearance.
/// This is the one place that goes from import to import.
///
/// - Parameters:
///   - root: the folder that imports must stay in; nil when any path will do. Imports that lead out of it are left out.
///   - targets: gives the imports of a file. It is asked once for each file, when its turn comes; so it may read the
///   file.
public func importClosure(
  of path: String, within root: String?, following targets: (String) -> [String]
) -> [String] {
  var found = [path]
  var seen: Set<String> = [path]
  var next = 0
  while next < found.count {
    for target in targets(found[next]) where root.map({ isInside(target, $0) }) ?? true {
      if seen.insert(target).inserted { found.append(target) }
    }
    next += 1
  }
  return found
}
