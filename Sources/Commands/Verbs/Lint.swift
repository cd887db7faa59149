import LayoutModel
import LayoutRuntime
import LayoutSyntax
import Wire

extension Verb {
  static let lint = Verb(
    name: "lint", summary: "say what is right in layout files and yet probably not meant",
    arguments: [
      Argument(name: "FILE", meaning: "a layout file, or a folder of them", repeats: true, completion: .layoutFiles)
    ], options: [Option(name: "json", meaning: "print the findings as a JSON array, for programs")],
    examples: [
      ("framewire lint Layouts", "looks at all layouts of a folder"),
      ("framewire lint --json login.layout", "the findings as JSON, with lines and columns"),
    ],
    details: """
      Names that nothing uses or that hide others, branches that never hold, clauses said twice, wishes that can never \
      matter. A file with errors is only checked, since its mistakes come \
      first. Ends with 1 when there is something to say.
      """
  ) { (invocation, console) throws(Failure) in
    let files = try LayoutFiles.expanding(invocation.arguments)
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    var findings: [(diagnostic: Diagnostic, sources: [SourceText])] = []
    for file in files {
      let report = try LoadedDocument(file: file).linted()
      findings += report.diagnostics.map { ($0, report.sources) }
      if !invocation.has("json"), !report.diagnostics.isEmpty { console.noteText(printer.text(of: report)) }
    }
    if invocation.has("json") {
      console.print(JSON.array(findings.map { JSON($0.diagnostic, in: $0.sources) }).text)
    } else {
      let summary = DiagnosticsPrinter.summary(of: findings.map(\.diagnostic))
      let count = files.count == 1 ? "1 file" : "\(files.count) files"
      console.print("\(count) looked at: \(summary.isEmpty ? console.styled("nothing to say", .green) : summary)")
    }
    return findings.isEmpty ? .success : .badLayout
  }
}

extension LoadedDocument {
  /// What is to be said about its style; its errors instead, where it has some.
  func linted() -> DiagnosticReport {
    let complaints = tree.diagnostics + resolve(tree, imports: imports).diagnostics
    let errors = complaints.filter { $0.severity == .error }
    return DiagnosticReport(
      condition: errors.isEmpty ? .ok : .failed, diagnostics: errors.isEmpty ? lint(tree, imports: imports) : errors,
      sources: sources)
  }
}

extension JSON {
  /// A complaint as the protocol has it: see `Diagnostic` in the interface.
  init(_ diagnostic: Diagnostic, in sources: [SourceText]) {
    func span(_ place: Diagnostic.Place?) -> JSON? {
      guard let place, let source = sources.first(where: { $0.name == place.file }) else { return nil }
      let (start, end) = (source.position(of: place.span.start), source.position(of: place.span.end))
      return [
        "file": .string(place.file), "line": .number(Double(start.line)), "column": .number(Double(start.column)),
        "endLine": .number(Double(end.line)), "endColumn": .number(Double(end.column)),
      ]
    }
    func object(_ members: [(String, JSON?)]) -> JSON {
      .object(JSONObject(members.compactMap { name, value in value.map { JSONObject.Member(name: name, value: $0) } }))
    }
    self = object([
      ("code", .string(diagnostic.code.rawValue)), ("severity", .string("\(diagnostic.severity)")),
      ("message", .string(diagnostic.message)), ("span", span(diagnostic.place)),
      (
        "notes",
        diagnostic.notes.isEmpty
          ? nil : .array(diagnostic.notes.map { object([("message", .string($0.message)), ("span", span($0.place))]) })
      ),
      (
        "fixes",
        diagnostic.fixes.isEmpty
          ? nil
          : .array(
            diagnostic.fixes.map {
              object([("title", .string($0.title)), ("span", span($0.place)), ("text", .string($0.replacement))])
            })
      ),
    ])
  }
}
