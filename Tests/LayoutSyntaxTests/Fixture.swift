import Foundation
import LayoutSyntax
import Testing

/// A document with what is expected of it written inside: a comment under the line it concerns, carets under the
/// text, and the complaint as it reads.
///
///     panel { top = 3 }
///     //          ^ error[E1004]: constraints use '==', found '='
///
/// Carets are counted in columns of Unicode scalars; a complaint about an empty place (something is missing) has one
/// caret where the place begins.
struct Fixture: CustomTestStringConvertible, Sendable {
  struct Expectation: Equatable, CustomStringConvertible {
    var line: Int
    var columns: Range<Int>
    /// `error[E1004]: constraints use '==', found '='`
    var message: String

    var description: String { "\(line):\(columns.lowerBound)-\(columns.upperBound - 1) \(message)" }
  }

  let name: String
  let source: SourceText
  var testDescription: String { name }

  /// Every `.layout` in a folder of `Fixtures`, by name.
  static func all(in folder: String) -> [Fixture] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path("\(folder)"))) ?? []
    return names.filter { $0.hasSuffix(".layout") }.sorted().map { Fixture("\(folder)/\($0)") }
  }

  init(_ name: String) {
    self.name = name
    let data = FileManager.default.contents(atPath: Self.path(name)) ?? Data()
    source = SourceText(name: String(name.split(separator: "/").last ?? ""), bytes: Array(data))
  }

  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/\(name)"
  }

  /// What the markers say, in the order of the text.
  var expectations: [Expectation] {
    var found: [Expectation] = []
    var concerned = 1
    for number in 1...source.lineStarts.count {
      let scalars = Array(source.text(in: source.lineSpan(number)).unicodeScalars)
      let text = scalars.drop { $0 == " " }
      guard text.starts(with: "//".unicodeScalars),
        let first = scalars.firstIndex(of: "^"), scalars[..<first].allSatisfy({ $0 == " " || $0 == "/" })
      else {
        concerned = number
        continue
      }
      let end = scalars[first...].firstIndex { $0 != "^" } ?? scalars.endIndex
      let message = String(String.UnicodeScalarView(scalars[end...])).trimmingCharacters(in: .whitespaces)
      found.append(Expectation(line: concerned, columns: first + 1..<end + 1, message: message))
    }
    return found.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
  }

  /// Diagnostics in the form of `expectations`.
  func reported(_ diagnostics: [Diagnostic]) -> [Expectation] {
    diagnostics.compactMap { diagnostic in
      guard let span = diagnostic.place?.span else { return nil }
      let start = source.position(of: span.start)
      let end = source.position(of: span.end)
      let width = end.line == start.line ? max(1, end.column - start.column) : 1
      return Expectation(
        line: start.line, columns: start.column..<start.column + width,
        message: "\(diagnostic.severity)[\(diagnostic.code.rawValue)]: \(diagnostic.message)")
    }
  }

  /// Compares with a golden file beside the fixture; `UPDATE_GOLDEN=1` writes it instead.
  func matches(_ text: String, golden suffix: String) -> Bool {
    let path = Self.path(name).replacingOccurrences(of: ".layout", with: suffix)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      return FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    }
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } == text
  }
}
