import LayoutModel
import LayoutSyntax
import Posix

extension LoadedDocument {
  /// Reads a layout file and everything it imports, for verbs that need no solved frames.
  init(file: String, within place: LayoutFiles.Place) throws(Failure) {
    let tree = parse(SourceText(name: file, bytes: try LayoutFiles.bytes(of: file)))
    let current = FileSystem.currentFolder
    self.init(tree, within: place.root) { path in
      guard let content = try? place.enclosure.readFile(FileSystem.path(path, from: current)) else { return nil }
      return parse(SourceText(name: path, bytes: content.bytes))
    }
  }
}
