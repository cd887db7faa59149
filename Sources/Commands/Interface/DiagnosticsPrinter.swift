import LayoutRuntime
import LayoutSyntax

/// Complaints about layouts, as the editor and the stream word them, for people.
struct DiagnosticsPrinter {
  let usesColors: Bool

  /// Every diagnostic of the report with its source lines, a blank line between two; empty where there is none.
  func text(of report: DiagnosticReport) -> String {
    DiagnosticRenderer(sources: report.sources, usesColour: usesColors).render(report.diagnostics)
  }

  /// `2 errors, 1 warning`; empty when there is nothing.
  static func summary(of diagnostics: [Diagnostic]) -> String {
    func count(_ severity: Diagnostic.Severity, _ name: String) -> String? {
      let count = diagnostics.filter { $0.severity == severity }.count
      return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return [count(.error, "error"), count(.warning, "warning")].compactMap { $0 }.joined(separator: ", ")
  }
}
