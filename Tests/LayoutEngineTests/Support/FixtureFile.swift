import Foundation
import LayoutModel
import LayoutSyntax

/// A layout file beside the tests, named after what it shows: one topic of the engine, in `Features` the rows of
/// `Layouts/COVERAGE.md`, in `World` examples that others have published.
struct FixtureFile: CustomStringConvertible, Sendable {
  /// Its path in `Fixtures`, without an ending.
  let name: String
  var description: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static let all: [FixtureFile] =
    (try? FileManager.default.subpathsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".layout") }.sorted()
    .map { FixtureFile(name: String($0.dropLast(".layout".count))) } ?? []

  /// All but the published examples, which are many and much alike: what random stories are played on.
  static let varied = all.filter { !$0.name.hasPrefix("World/") }

  var layoutURL: URL { Self.folder.appendingPathComponent("\(name).layout") }
  var framesURL: URL { Self.folder.appendingPathComponent("\(name).frames") }

  /// The file resolved; its imports are the other fixtures.
  func resolved() throws -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    let tree = parse(SourceText(name: "\(name).layout", text: try String(contentsOf: layoutURL, encoding: .utf8)))
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
