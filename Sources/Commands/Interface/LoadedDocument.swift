import LayoutModel
import LayoutSyntax
import Posix

/// A layout file with everything it imports, for verbs that read documents without solving them.
struct LoadedDocument {
  let tree: SyntaxTree
  /// The folder that its imports and pictures stay in.
  let root: String
  /// As `resolve(_:imports:within:)` takes them. A file that cannot be read is missing here.
  let imports: [String: SyntaxTree]

  /// Every text that a diagnostic may point into.
  var sources: [SourceText] { [tree.source] + imports.sorted { $0.key < $1.key }.map(\.value.source) }

  init(file: String, within root: String) throws(Failure) {
    self.root = root
    tree = parse(SourceText(name: file, bytes: try LayoutFiles.bytes(of: file)))
    var imports: [String: SyntaxTree] = [:]
    var waiting = [tree]
    while let importer = waiting.popLast() {
      for written in importedPaths(of: importer) {
        let path = resolvedPath(of: written, importedBy: importer.source.name)
        guard imports[path] == nil, let bytes = try? LayoutFiles.bytes(of: path) else { continue }
        let imported = parse(SourceText(name: path, bytes: bytes))
        imports[path] = imported
        waiting.append(imported)
      }
    }
    self.imports = imports
  }
}
