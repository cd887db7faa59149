import Foundation
import LayoutSyntax

/// A document with what is expected of it written inside: a comment under the line it concerns, carets under the
/// text, and the complaint as it reads.
///
///     panel { top = 3 }
///     //          ^ error[E1004]: constraints use '==', found '='
///
/// Carets are counted in columns of Unicode scalars; a complaint about an empty place (something is missing) has one
/// caret where the place begins.
public struct MarkedDocument: Sendable {
  public struct Marker: Equatable, Sendable, CustomStringConvertible {
    public let line: Int
    public let columns: Range<Int>
    /// `error[E1004]: constraints use '==', found '='`
    public let message: String

    public var description: String { "\(line):\(columns.lowerBound)-\(columns.upperBound - 1) \(message)" }
  }

  public let source: SourceText

  public init(_ source: SourceText) { self.source = source }

  /// What the markers say, in the order of the text.
  public var markers: [Marker] {
    var found: [Marker] = []
    var concerned = 1
    for number in 1...source.lineStarts.count {
      let scalars = Array(source.text(in: source.lineSpan(number)).unicodeScalars)
      guard let first = Self.firstCaret(of: scalars) else {
        concerned = number
        continue
      }
      let end = scalars[first...].firstIndex { $0 != "^" } ?? scalars.endIndex
      let message = String(String.UnicodeScalarView(scalars[end...])).trimmingCharacters(in: .whitespaces)
      found.append(Marker(line: concerned, columns: first + 1..<end + 1, message: message))
    }
    return found.inOrderOfText()
  }

  /// Diagnostics as markers would say them, in the order they are given; those of other files are left out.
  public func markers(of diagnostics: [Diagnostic]) -> [Marker] {
    diagnostics.compactMap { diagnostic in
      guard let place = diagnostic.place, place.file == source.name else { return nil }
      let start = source.position(of: place.span.start)
      let end = source.position(of: place.span.end)
      let width = end.line == start.line ? max(1, end.column - start.column) : 1
      return Marker(
        line: start.line, columns: start.column..<start.column + width,
        message: "\(diagnostic.severity)[\(diagnostic.code.rawValue)]: \(diagnostic.message)")
    }
  }

  /// The text with these markers in place of its own, each under the line it concerns.
  public func text(with markers: [Marker]) -> String {
    var lines: [String] = []
    for number in 1...source.lineStarts.count {
      let line = source.text(in: source.lineSpan(number))
      if Self.firstCaret(of: Array(line.unicodeScalars)) != nil { continue }
      lines.append(line)
      for marker in markers where marker.line == number {
        let blanks = String(repeating: " ", count: max(marker.columns.lowerBound, 3) - 3)
        lines.append("//\(blanks)\(String(repeating: "^", count: marker.columns.count)) \(marker.message)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Where the carets of a marker's line begin; nil for other lines.
  private static func firstCaret(of scalars: [Unicode.Scalar]) -> Int? {
    guard scalars.drop(while: { $0 == " " }).starts(with: "//".unicodeScalars),
      let first = scalars.firstIndex(of: "^"), scalars[..<first].allSatisfy({ $0 == " " || $0 == "/" })
    else { return nil }
    return first
  }
}

extension [MarkedDocument.Marker] {
  /// By where they begin; those of one place stay as they are.
  public func inOrderOfText() -> Self {
    sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
  }
}
