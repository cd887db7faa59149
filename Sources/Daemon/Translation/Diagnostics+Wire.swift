public import LayoutRuntime
import LayoutSyntax
public import Wire

/// Complaints leave the house with lines and columns instead of byte spans.
extension DiagnosticReport {
  /// The complaints in their order.
  public var wireDiagnostics: [WireDiagnostic] { diagnostics.map { WireDiagnostic($0, in: sources) } }
}

extension WireDiagnostic {
  /// - Parameter sources: the texts that places may point into. A place in another text is left out.
  init(_ diagnostic: Diagnostic, in sources: [SourceText]) {
    func span(_ place: Diagnostic.Place?) -> WireSpan? { place.flatMap { WireSpan($0, in: sources) } }
    self.init(
      code: diagnostic.code.rawValue, severity: Severity(diagnostic.severity), message: diagnostic.message,
      span: span(diagnostic.place), view: diagnostic.view,
      notes: diagnostic.notes.map { Note(message: $0.message, span: span($0.place)) },
      fixes: diagnostic.fixes.compactMap { fix in
        // In JSON, only where it replaces what stands there word for word.
        guard sources.first(where: { $0.name == fix.place.file })?.shown(fix.place.span).isExact == true else {
          return nil
        }
        return span(fix.place).map { Fix(title: fix.title, span: $0, text: fix.replacement) }
      })
  }
}

extension WireSpan {
  /// Nil for a place in none of the texts.
  init?(_ place: Diagnostic.Place, in sources: [SourceText]) {
    guard let lines = sources.lines(of: place) else { return nil }
    self.init(
      file: place.file, line: lines.start.line, column: lines.start.column, endLine: lines.end.line,
      endColumn: lines.end.column)
  }
}

extension WireDiagnostic.Severity {
  init(_ severity: Diagnostic.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .info: self = .info
    }
  }
}

extension SceneState {
  init(_ status: SceneStatus) {
    switch status {
    case .ok: self = .ok
    case .stale: self = .stale
    case .failed: self = .failed
    }
  }
}
