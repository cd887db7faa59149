import Daemon
import LayoutModel
import LayoutRuntime
import LayoutSyntax
import Posix
import Wire

/// Prints complaints about layouts for people, in the words of the editor and the stream.
///
/// What is said of many places of a file in the same words is printed once: at the first place, with the lines of the
/// others.
struct DiagnosticsPrinter {
  let usesColors: Bool

  /// Every diagnostic of the report with its source lines, a blank line after each; empty where there is none.
  func text(of report: DiagnosticReport) -> ShownText {
    let renderer = DiagnosticRenderer(sources: report.sources, usesColour: usesColors)
    return ShownText(fit: Self.gathered(report).map { renderer.render($0) + "\n\n" }.joined())
  }

  private struct Words: Hashable {
    var code: String
    var message: String
    var file: String?
  }

  /// One diagnostic for all that say the same, in the order of the first of each.
  private static func gathered(_ report: DiagnosticReport) -> [Diagnostic] {
    func words(_ diagnostic: Diagnostic) -> Words {
      Words(code: diagnostic.code.rawValue, message: diagnostic.message, file: diagnostic.place?.file)
    }
    let groups = Dictionary(grouping: report.diagnostics, by: words)
    var done: Set<Words> = []
    return report.diagnostics.compactMap { diagnostic in
      guard done.insert(words(diagnostic)).inserted else { return nil }
      var first = diagnostic
      let others = groups[words(diagnostic)]!.dropFirst().compactMap { line(of: $0, in: report.sources) }
      if !others.isEmpty { first.notes.append(Diagnostic.Note("the same in \(Self.lines(others))")) }
      return first
    }
  }

  private static func line(of diagnostic: Diagnostic, in sources: [SourceText]) -> Int? {
    diagnostic.place.flatMap { sources.lines(of: $0) }?.start.line
  }

  /// Names some lines: `line 4`, `lines 4, 7 and 9`, `lines 4, 7, 9 and 12 more`. The first few tell where to look.
  static func lines(_ numbers: [Int]) -> String {
    let numbers = Set(numbers).sorted()
    let few = 6
    if numbers.count == 1 { return "line \(numbers[0])" }
    let shown = numbers.prefix(numbers.count > few + 1 ? few : numbers.count - 1).map(String.init).joined(
      separator: ", ")
    let rest = numbers.count > few + 1 ? "\(numbers.count - few) more" : "\(numbers.last!)"
    return "lines \(shown) and \(rest)"
  }

  /// Counts complaints: `2 errors, 1 warning`; empty when there are none.
  static func summary(of diagnostics: [Diagnostic]) -> String {
    func count(_ severity: Diagnostic.Severity, _ name: String) -> String? {
      let count = diagnostics.filter { $0.severity == severity }.count
      return count == 0 ? nil : counted(count, name)
    }
    return [count(.error, "error"), count(.warning, "warning")].compactMap { $0 }.joined(separator: ", ")
  }
}

extension Console {
  /// Looks at files for somebody who may want JSON: that none is there is then told as well where the complaints are.
  func looking<Found>(asJSON isJSON: Bool, _ body: () throws(Failure) -> Found) throws(Failure) -> Found {
    do throws(Failure) { return try body() } catch {
      if isJSON, error.code == .noInput {
        let complaint = WireDiagnostic(code: RuntimeCode.missingFile.rawValue, severity: .error, message: error.message)
        print(json: WireDiagnostic.text(of: [complaint]))
      }
      throw error
    }
  }

  /// Prints what was found in files: as JSON all of it, else how much; what it is was printed before.
  ///
  /// - Parameters:
  ///   - looked: which files, and what was done to them.
  ///   - nothing: the words where nothing was found.
  func print(_ reports: [DiagnosticReport], asJSON isJSON: Bool, of looked: ShownText, _ nothing: ShownText) {
    if isJSON {
      print(json: WireDiagnostic.text(of: reports.flatMap(\.wireDiagnostics)))
    } else {
      let diagnostics = reports.flatMap(\.diagnostics)
      let summary = DiagnosticsPrinter.summary(of: diagnostics)
      print("\(looked): \(summary.isEmpty ? styled(nothing, .green) : "\(summary)")")
      let first = diagnostics.first { $0.severity == .error } ?? diagnostics.first
      if let first, StandardStream.error.isTerminal {
        printAside("framewire help \(first.code.rawValue) says what that code means")
      }
    }
  }
}

extension WireDiagnostic {
  /// Of `Apply`: a configuration is set that no view has a block of.
  var isOfUndeclaredConfiguration: Bool { code == ResolutionCode.undeclaredConfiguration.rawValue }

  /// Of `Apply`: what was set is set, and nothing in the scene asks for it.
  package var isOfUnasked: Bool {
    isOfUndeclaredConfiguration || [.unreadFlag, .unreadTrait].contains(ResolutionCode(rawValue: code))
  }
}
