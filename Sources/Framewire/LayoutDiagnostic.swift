internal import LayoutSyntax

/// Something that is wrong or doubtful about a layout, with the line of the program that says it.
///
/// ```text
/// Card/Card.swift:14: error: E2501: 'subtitle' stands in no block of this layout
///   Card/Card.swift:6: note: it was made here
/// ```
///
/// Codes and words are those of the layout language; E25… are of programs alone.
public struct LayoutDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is: what an error is about is left out, a warning is probably not meant, an info explains.
  public enum Severity: String, Sendable {
    case error, warning, info

    init(_ severity: Diagnostic.Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .info: self = .info
      }
    }
  }

  /// Another place that belongs to it, or a further sentence.
  public struct Note: Hashable, Sendable {
    /// One sentence without a full stop.
    public let message: String
    /// Nil for a sentence that belongs to no place.
    public let site: Site?
  }

  /// `E2501`, `W3002`.
  public let code: String
  /// How bad it is.
  public let severity: Severity
  /// One sentence without a full stop.
  public let message: String
  /// The line of the program.
  public let site: Site
  /// The statement in the words of the layout language; nil where it has none.
  public let statement: String?
  /// In the order in which they explain it.
  public let notes: [Note]

  /// As compilers print such things, notes indented below.
  public var description: String {
    var lines = ["\(site): \(severity.rawValue): \(code): \(message)"]
    if let statement { lines.append("  \(statement)") }
    for note in notes { lines.append("  " + (note.site.map { "\($0): note: " } ?? "") + note.message) }
    return lines.joined(separator: "\n")
  }
}

extension LayoutDiagnostic {
  init(_ complaint: WrittenComplaint) {
    self.init(
      code: complaint.code, severity: .error, message: complaint.message, site: complaint.site, statement: nil,
      notes: complaint.notes.map { Note(message: $0.message, site: $0.site) })
  }
}

/// What `Layout.checked()` throws: everything that is wrong, errors among it.
public struct LayoutMistakes: Error, CustomStringConvertible {
  /// In the order of the layout; warnings among them.
  public let diagnostics: [LayoutDiagnostic]

  /// All of them, as compilers print such things.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
