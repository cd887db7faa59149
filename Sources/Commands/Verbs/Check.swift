import LayoutRuntime
import LayoutSyntax

extension Verb {
  static let check = Verb(
    name: "check", summary: "say what is wrong with layout files",
    arguments: [
      .layoutFiles
    ], options: [.text, .font, .followLinks] + OutputFormat.check.options,
    examples: [
      ("framewire check Layouts", "checks all layouts of a folder"),
      ("framewire check login.layout && git commit -a", "commits only what is right"),
      ("framewire check --format json Layouts", "the complaints as JSON, with lines and columns"),
    ],
    details: """
      Parses, resolves and solves each file with its imports, for every layout and preview in it, and prints each \
      complaint with its line. The files of a folder are checked as they would be served, together: two of them cannot \
      have layouts of one name, and none uses pictures or imports outside of it. Ends with 1 when there was an error, with \
      0 when there were warnings at most. framewire help CODE says what a code means.
      """
  ) { (invocation, console) throws(Failure) in
    let isJSON = try OutputFormat.check.choice(in: invocation) == "json"
    let printer = isJSON ? nil : DiagnosticsPrinter(usesColors: console.colorsErrors)
    let (files, reports) = try console.looking(asJSON: isJSON) { () throws(Failure) in
      try check(invocation, printing: printer, console)
    }
    console.print(
      reports, asJSON: isJSON, of: "\(LayoutFiles.count(files, of: invocation)) checked", "nothing wrong")
    return errorCount(of: reports) > 0 ? .badLayout : .success
  }
}

extension Verb {
  /// Checks a folder as `check` does, and prints each complaint.
  ///
  /// - Returns: how many errors there are.
  package static func errors(checking folder: String, _ console: Console) throws(Failure) -> Int {
    var invocation = Invocation()
    invocation.arguments = [folder]
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    return errorCount(of: try check(invocation, printing: printer, console).reports)
  }

  private static func errorCount(of reports: [DiagnosticReport]) -> Int {
    reports.flatMap(\.diagnostics).count { $0.severity == .error }
  }

  /// Checks files, those of one folder together.
  ///
  /// - Parameter printer: puts each report into words as soon as it is there; nil: they are not printed.
  private static func check(
    _ invocation: Invocation, printing printer: DiagnosticsPrinter?, _ console: Console
  ) throws(Failure) -> (files: Int, reports: [DiagnosticReport]) {
    let measurer = try textMeasurer(from: invocation)
    let groups = try LayoutFiles.groups(of: invocation, console)
    var reports: [DiagnosticReport] = []
    for group in groups {
      var runtime = OfflineRuntime(within: group.place, measuring: measurer)
      let report = try runtime.check(group.files)
      reports.append(report)
      if let printer, !report.diagnostics.isEmpty { console.printAsideText(printer.text(of: report)) }
    }
    return (groups.reduce(0) { $0 + $1.files.count }, reports)
  }
}

extension OfflineRuntime {
  /// Lists what is wrong with files that are served together.
  mutating func check(_ files: [String]) throws(Failure) -> DiagnosticReport {
    guard case .checked(let report) = try ask(.check(.folder(files))) else {
      preconditionFailure("check is answered by a report")
    }
    return report
  }
}
