import LayoutModel
import LayoutSyntax

extension LoadedDocument {
  /// A layout file with everything it imports, for verbs that read documents without solving them.
  init(file: String, within root: String) throws(Failure) {
    let tree = parse(SourceText(name: file, bytes: try LayoutFiles.bytes(of: file)))
    self.init(tree, within: root) { path in
      guard let bytes = try? LayoutFiles.bytes(of: path) else { return nil }
      return parse(SourceText(name: path, bytes: bytes))
    }
  }
}
