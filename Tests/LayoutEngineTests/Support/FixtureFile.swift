import LayoutModel
import LayoutSyntax
import TestSupport

/// A layout file beside the tests, named after what it shows: one topic of the engine, in `Features` the rows of
/// `Layouts/COVERAGE.md`, in `World` examples that others have published.
struct FixtureFile: CustomStringConvertible, Sendable {
  /// Its path in `Fixtures`, without an ending.
  let name: String
  var description: String { name }

  private static let folder = FixtureFolder("../Fixtures")

  static let all = folder.paths(ending: ".layout").map { FixtureFile(name: String($0.dropLast(".layout".count))) }

  /// All but the published examples, which are many and much alike: what random stories are played on.
  static let varied = all.filter { !$0.name.hasPrefix("World/") }

  var text: String { String(decoding: Self.folder.bytes(of: "\(name).layout"), as: UTF8.self) }
  var framesPath: String { Self.folder.path(of: "\(name).frames") }

  /// The file resolved; its imports are the other fixtures.
  func resolved() -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    let tree = parse(SourceText(name: "\(name).layout", text: text))
    let (document, diagnostics) = resolve(tree, imports: [:])
    return (document, tree.diagnostics + diagnostics)
  }
}

/// The only layout of a text, which must be free of errors.
func layout(_ text: String) -> ResolvedLayout {
  let tree = parse(SourceText(name: "test.layout", text: text))
  let (document, diagnostics) = resolve(tree, imports: [:])
  let errors = (tree.diagnostics + diagnostics).filter { $0.severity == .error }
  precondition(errors.isEmpty && document.layouts.count == 1, "\(errors.map(\.message))")
  return document.layouts[0]
}
