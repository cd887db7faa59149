import LayoutRuntime
import LayoutSyntax

extension Verb {
  static let check = Verb(
    name: "check", summary: "say what is wrong with layout files",
    arguments: [
      .layoutFiles
    ], options: [.text, .font, .followLinks],
    examples: [
      ("framewire check Layouts", "checks all layouts of a folder"),
      ("framewire check login.layout && git commit -a", "commits only what is right"),
    ],
    details: """
      Parses, resolves and solves each file with its imports, for every layout and preview in it, and prints each \
      complaint with its line. The files of a folder are checked as they would be served, together: two of them cannot \
      have layouts of one name, and none uses pictures or imports outside of it. Ends with 1 when there was an error, with 0 when there were warnings at most.
      """
  ) { (invocation, console) throws(Failure) in
    let (files, found) = try found(by: invocation, console)
    let summary = DiagnosticsPrinter.summary(of: found)
    let looked = LayoutFiles.count(files, of: invocation)
    console.print("\(looked) checked: \(summary.isEmpty ? console.styled("nothing wrong", .green) : "\(summary)")")
    return found.contains { $0.severity == .error } ? .badLayout : .success
  }
}

extension Verb {
  /// Checks a folder as `check` does, and prints each complaint.
  ///
  /// - Returns: how many errors there are.
  package static func errors(checking folder: String, _ console: Console) throws(Failure) -> Int {
    var invocation = Invocation()
    invocation.arguments = [folder]
    return try found(by: invocation, console).found.count { $0.severity == .error }
  }

  private static func found(
    by invocation: Invocation, _ console: Console
  ) throws(Failure) -> (files: Int, found: [Diagnostic]) {
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    let measurer = try textMeasurer(from: invocation)
    var found: [Diagnostic] = []
    let groups = try LayoutFiles.groups(of: invocation)
    for group in groups {
      var runtime = OfflineRuntime(within: group.place, measuring: measurer)
      let report = try runtime.check(group.files)
      found += report.diagnostics
      if !report.diagnostics.isEmpty { console.printAsideText(printer.text(of: report)) }
    }
    return (groups.reduce(0) { $0 + $1.files.count }, found)
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
