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
    let root = name.split(separator: "/").count > 2 ? "" : "."
    let loaded = Self.loading(parse(source), within: root)
    return resolve(loaded.tree, imports: loaded.imports, within: root)
  }

  /// A document with the files of `Fixtures` that it imports.
  static func loading(_ tree: SyntaxTree, within root: String? = nil) -> LoadedDocument {
    LoadedDocument(tree, within: root) { path in
      FileManager.default.contents(atPath: folder.path(of: path)).map {
        parse(SourceText(name: path, bytes: Array($0)))
      }
    }
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
