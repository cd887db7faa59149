import LayoutRuntime
import LayoutSyntax

extension Verb {
  static let check = Verb(
    name: "check", summary: "say what is wrong with layout files",
    arguments: [
      Argument(name: "FILE", meaning: "a layout file, or a folder of them", repeats: true, completion: .layoutFiles)
    ], options: [.text, .font],
    examples: [
      ("framewire check Layouts", "checks all layouts of a folder"),
      ("framewire check login.layout && git commit -a", "commits only what is right"),
    ],
    details: """
      Parses, resolves and solves each file with its imports, for every layout and preview in it, and prints each \
      complaint with its line. Ends with 1 when there was an error, with 0 when there were warnings at most.
      """
  ) { (invocation, console) throws(Failure) in
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    let measurer = try textMeasurer(from: invocation)
    var found: [Diagnostic] = []
    let files = try LayoutFiles.expanding(invocation.arguments)
    for file in files {
      var runtime = OfflineRuntime(measuring: measurer)
      let report = try runtime.check(file)
      found += report.diagnostics
      if !report.diagnostics.isEmpty { console.noteText(printer.text(of: report)) }
    }
    let summary = DiagnosticsPrinter.summary(of: found)
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    console.print("\(count) checked: \(summary.isEmpty ? console.styled("nothing wrong", .green) : summary)")
    return found.contains { $0.severity == .error } ? .badLayout : .success
  }
}

extension OfflineRuntime {
  /// What is wrong with a file.
  mutating func check(_ file: String) throws(Failure) -> DiagnosticReport {
    guard case .checked(let report) = try ask({ .check($0, .path(file)) }) else {
      preconditionFailure("check is answered by a report")
    }
    return report
  }
}
