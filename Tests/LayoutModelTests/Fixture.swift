import Foundation
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

/// A document in `Fixtures`, perhaps with what is expected of it written inside.
struct Fixture: CustomTestStringConvertible, Sendable {
  private static let folder = FixtureFolder("Fixtures")

  /// Its path in `Fixtures`.
  let name: String
  let document: MarkedDocument
  var source: SourceText { document.source }
  var testDescription: String { name }

  /// Every `.layout` in a folder of `Fixtures`, by name.
  static func all(in folder: String) -> [Fixture] {
    FixtureFolder("Fixtures/\(folder)").names(ending: ".layout").map { Fixture("\(folder)/\($0)") }
  }

  init(_ name: String) {
    self.name = name
    document = MarkedDocument(SourceText(name: name, bytes: Self.folder.bytes(of: name)))
  }

  /// The document resolved with the files it imports.
  func resolved() -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    let tree = parse(source)
    return resolve(tree, imports: Self.imports(of: tree), within: name.split(separator: "/").count > 2 ? "" : ".")
  }

  /// Everything `tree` imports, directly or not, by path.
  static func imports(of tree: SyntaxTree) -> [String: SyntaxTree] {
    var found: [String: SyntaxTree] = [:]
    var open = [tree]
    while let importer = open.popLast() {
      for written in importedPaths(of: importer) {
        let path = resolvedPath(of: written, importedBy: importer.source.name)
        guard found[path] == nil, let data = FileManager.default.contents(atPath: folder.path(of: path)) else {
          continue
        }
        let imported = parse(SourceText(name: path, bytes: Array(data)))
        found[path] = imported
        open.append(imported)
      }
    }
    return found
  }

  /// The diagnostics of this file as its markers would say them, in the order of the text.
  func reported(_ diagnostics: [Diagnostic]) -> [MarkedDocument.Marker] {
    document.markers(of: diagnostics).inOrderOfText()
  }

  /// How a text is otherwise than the rules beside the fixture.
  func difference(of text: String) -> String? {
    Golden.difference(of: text, from: Self.folder.path(of: name.replacing(".layout", with: ".rules")))
  }

  /// Whether these are the markers in the document; `UPDATE_GOLDEN=1` writes them instead.
  func says(_ markers: [MarkedDocument.Marker]) -> Bool {
    if document.markers == markers { return true }
    return Golden.isUpdating
      && Golden.difference(of: document.text(with: markers), from: Self.folder.path(of: name)) == nil
  }
}
