import Foundation
import LayoutModel
import LayoutSyntax
import Testing

/// A document in `Fixtures`, perhaps with what is expected of it written inside: a comment under the line it
/// concerns, carets under the text, and the complaint as it reads.
///
///     label t { top == centerX }
///     //               ^^^^^^^ error[E2101]: 'top' is vertical but 'centerX' is horizontal
struct Fixture: CustomTestStringConvertible, Sendable {
  struct Expectation: Equatable, CustomStringConvertible {
    var line: Int
    var columns: Range<Int>
    var message: String

    var description: String { "\(line):\(columns.lowerBound)-\(columns.upperBound - 1) \(message)" }
  }

  /// Its path in `Fixtures`.
  let name: String
  let source: SourceText
  var testDescription: String { name }

  /// Every `.layout` in a folder of `Fixtures`, by name.
  static func all(in folder: String) -> [Fixture] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
    return names.filter { $0.hasSuffix(".layout") }.sorted().map { Fixture("\(folder)/\($0)") }
  }

  init(_ name: String) {
    self.name = name
    source = SourceText(name: name, bytes: Array(FileManager.default.contents(atPath: Self.path(name)) ?? Data()))
  }

  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/\(name)"
  }

  static var isUpdating: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" }

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
        guard found[path] == nil, let data = FileManager.default.contents(atPath: Self.path(path)) else { continue }
        let imported = parse(SourceText(name: path, bytes: Array(data)))
        found[path] = imported
        open.append(imported)
      }
    }
    return found
  }

  // MARK: Expectations in the file

  /// What the markers say, in the order of the text.
  var expectations: [Expectation] {
    var found: [Expectation] = []
    var concerned = 1
    for number in 1...source.lineStarts.count {
      let scalars = Array(source.text(in: source.lineSpan(number)).unicodeScalars)
      guard let first = Self.marker(scalars) else {
        concerned = number
        continue
      }
      let end = scalars[first...].firstIndex { $0 != "^" } ?? scalars.endIndex
      let message = String(String.UnicodeScalarView(scalars[end...])).trimmingCharacters(in: .whitespaces)
      found.append(Expectation(line: concerned, columns: first + 1..<end + 1, message: message))
    }
    return found.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
  }

  /// Where the carets of a marker line begin; nil for other lines.
  private static func marker(_ scalars: [Unicode.Scalar]) -> Int? {
    guard scalars.drop(while: { $0 == " " }).starts(with: "//".unicodeScalars),
      let first = scalars.firstIndex(of: "^"), scalars[..<first].allSatisfy({ $0 == " " || $0 == "/" })
    else { return nil }
    return first
  }

  /// The diagnostics of this file in the form of `expectations`, in the order of the text.
  func reported(_ diagnostics: [Diagnostic]) -> [Expectation] {
    let found = diagnostics.compactMap { diagnostic -> Expectation? in
      guard let place = diagnostic.place, place.file == source.name else { return nil }
      let start = source.position(of: place.span.start)
      let end = source.position(of: place.span.end)
      let width = end.line == start.line ? max(1, end.column - start.column) : 1
      return Expectation(
        line: start.line, columns: start.column..<start.column + width,
        message: "\(diagnostic.severity)[\(diagnostic.code.rawValue)]: \(diagnostic.message)")
    }
    return found.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
  }

  /// Writes the markers anew, each under the line it concerns.
  func rewrite(_ reported: [Expectation]) {
    var lines: [String] = []
    for number in 1...source.lineStarts.count {
      let line = source.text(in: source.lineSpan(number))
      if Self.marker(Array(line.unicodeScalars)) != nil { continue }
      lines.append(line)
      for expectation in reported where expectation.line == number {
        let column = max(expectation.columns.lowerBound, 3)
        let blanks = String(repeating: " ", count: column - 3)
        lines.append("//\(blanks)\(String(repeating: "^", count: expectation.columns.count)) \(expectation.message)")
      }
    }
    let text = lines.joined(separator: "\n")
    _ = FileManager.default.createFile(atPath: Self.path(name), contents: Data(text.utf8))
  }

  /// Compares with the golden file beside the fixture; `UPDATE_GOLDEN=1` writes it instead.
  func matches(_ text: String) -> Bool {
    let path = Self.path(name).replacingOccurrences(of: ".layout", with: ".rules")
    if Self.isUpdating { return FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) }
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } == text
  }
}
