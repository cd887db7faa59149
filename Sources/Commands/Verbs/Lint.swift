import LayoutEngine
import LayoutModel
import LayoutRuntime
import LayoutSyntax

extension Verb {
  static let lint = Verb(
    name: "lint", summary: "say what is right in layout files and yet probably not meant",
    arguments: [
      .layoutFiles
    ],
    options: [
      Option(name: "ids", meaning: "also ids that no test of their file sets"),
      .text, .font, .followLinks,
    ] + OutputFormat.lint.options,
    examples: [
      ("framewire lint Layouts", "looks at all layouts of a folder"),
      ("framewire lint --ids card.layout", "for those who test all that their programs set"),
      ("framewire lint --format json login.layout", "the findings as JSON, with lines and columns"),
    ],
    details: """
      Names that nothing uses or that hide others, branches that never hold, clauses said twice, wishes that can never \
      matter. Then every layout and preview is solved, and looked at: views with content and no size, texts that cover \
      each other, content that cannot be scrolled to, wishes that are missed; and each configuration for what cannot \
      hold together. A file with errors is only checked, \
      since its mistakes come first. Ends with 1 when there is something to say.
      """
  ) { (invocation, console) throws(Failure) in
    let isJSON = try OutputFormat.lint.choice(in: invocation) == "json"
    let groups = try console.looking(asJSON: isJSON) { () throws(Failure) in
      try LayoutFiles.groups(of: invocation, console)
    }
    let files = groups.flatMap { group in group.files.map { ($0, group.place) } }
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    let measurer = try textMeasurer(from: invocation)
    var reports: [DiagnosticReport] = []
    for (file, place) in files {
      let document = try LoadedDocument(file: file, within: place)
      let report = document.linted(asksForIdentifiers: invocation.has("ids"), measuring: measurer)
      reports.append(report)
      if !isJSON, !report.diagnostics.isEmpty { console.printAsideText(printer.text(of: report)) }
    }
    console.print(
      reports, asJSON: isJSON, of: "\(LayoutFiles.count(files.count, of: invocation)) looked at", "nothing to say")
    return reports.allSatisfy(\.diagnostics.isEmpty) ? .success : .badLayout
  }
}

extension LoadedDocument {
  /// The findings about a document's style and its solved scenes; if the document has errors, these instead.
  func linted(asksForIdentifiers: Bool, measuring measurer: any TextMeasuring) -> DiagnosticReport {
    let (document, complaints) = resolve(tree, imports: imports, within: root)
    let errors = (tree.diagnostics + complaints).filter { $0.severity == .error }
    var findings = errors
    if errors.isEmpty {
      findings = lint(tree, imports: imports, asksForIdentifiers: asksForIdentifiers)
      for layout in document.layouts { findings += solvedFindings(in: layout, measurer) }
    }
    return DiagnosticReport(status: errors.isEmpty ? .ok : .failed, diagnostics: findings, sources: sources)
  }

  /// What is found in the scene of a layout and in those of its previews, each once.
  private func solvedFindings(in layout: ResolvedLayout, _ measurer: any TextMeasuring) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func look(_ inputs: SceneInputs, _ name: String?) {
      var scene = LayoutScene(layout, inputs: inputs)
      scene.solve(measuring: measurer)
      let contradictions = scene.diagnostics.filter { $0.severity == .error }
      for var finding in contradictions + scene.findings()
      where !found.contains(where: { $0.code == finding.code && $0.place == finding.place }) {
        if let name { finding.notes.insert(Diagnostic.Note("in preview '\(name)'"), at: 0) }
        found.append(finding)
      }
    }
    look(SceneInputs(of: layout), nil)
    for preview in layout.previews { look(SceneInputs(of: layout, preview: preview.environment), preview.name) }
    return found + contradictionsInConfigurations(of: layout, besides: found, measurer)
  }

  /// So many views are solved at most in configurations that no preview shows: some tenths of a second. By feel.
  private static let mostViewsTried = 5_000

  /// What cannot hold together in a configuration that the outside may choose, each by itself.
  private func contradictionsInConfigurations(
    of layout: ResolvedLayout, besides known: [Diagnostic], _ measurer: any TextMeasuring
  ) -> [Diagnostic] {
    let names = Set(layout.configurations.map(\.name)).subtracting([Configuration.main]).sorted()
    guard layout.views.count * names.count <= Self.mostViewsTried else { return [] }
    var found: [Diagnostic] = []
    for name in names {
      var inputs = SceneInputs(of: layout)
      for view in layout.views(declaring: name) { inputs.configurations[layout.views[view].path] = name }
      var scene = LayoutScene(layout, inputs: inputs)
      scene.solve(measuring: measurer)
      for var finding in scene.diagnostics where finding.severity == .error {
        if (known + found).contains(where: { $0.code == finding.code && $0.place == finding.place }) { continue }
        finding.notes.insert(Diagnostic.Note("in configuration '\(name)'"), at: 0)
        found.append(finding)
      }
    }
    return found
  }
}
