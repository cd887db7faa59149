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
    let file = String(name.split(separator: "/").last ?? "")
    document = MarkedDocument(SourceText(name: file, bytes: Self.folder.bytes(of: name)))
  }

  /// How a text is otherwise than the golden file beside the fixture.
  func difference(of text: String, from suffix: String) -> String? {
    Golden.difference(of: text, from: Self.folder.path(of: name.replacing(".layout", with: suffix)))
  }
}
