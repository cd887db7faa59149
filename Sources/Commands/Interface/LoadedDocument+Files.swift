import LayoutModel
import LayoutSyntax

extension LoadedDocument {
  /// Reads a layout file and everything it imports, for verbs that need no solved frames.
  init(file: String, within root: String) throws(Failure) {
    let tree = parse(SourceText(name: file, bytes: try LayoutFiles.bytes(of: file)))
    self.init(tree, within: root) { path in
      guard let bytes = try? LayoutFiles.bytes(of: path) else { return nil }
      return parse(SourceText(name: path, bytes: bytes))
    }
  }
}
