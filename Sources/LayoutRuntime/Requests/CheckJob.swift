import LayoutEngine
import LayoutModel
import LayoutSyntax

/// Documents that are looked at without being loaded. They and their imports are read into the job alone, so checking
/// never changes what scenes see.
struct CheckJob: Sendable {
  let request: RequestID
  let paths: [String]
  var library: Library

  fileprivate var isDone: Bool { paths.allSatisfy { library.isQuiet($0) } }
}

extension Runtime {
  mutating func beginCheck(_ request: RequestID, _ subject: CheckSubject) {
    var isolated = Library(Patience(quiet: .zero, grace: .zero))
    let paths: [String]
    switch subject {
    case .path(let file):
      paths = [file]
      isolated.serve(paths, roots: library.roots, at: Instant())
    case .folder(let files):
      paths = files
      isolated.serve(paths, roots: library.roots, at: Instant())
    case .text(let name, let text):
      paths = [name]
      isolated.serve([], roots: library.roots, at: Instant())
      isolated.put(text: text, name: name)
    }
    checks.append(CheckJob(request: request, paths: paths, library: isolated))
  }

  /// Hands a file to the jobs that wait for it.
  mutating func deliver(_ content: FileContent, at path: String) {
    for index in checks.indices { checks[index].library.receive(content, at: path, at: Instant()) }
  }

  /// Goes on with every job as far as it has its files, and answers those that are done.
  mutating func runChecks(measuring measurer: some TextMeasuring) {
    for index in checks.indices {
      _ = checks[index].library.compileAndJudge(at: Instant(), entering: { _ in })
      library.look(for: &checks[index].library)
    }
    for index in checks.indices where checks[index].isDone {
      let report = checks[index].report(measuring: measurer)
      outcomes.append(Outcome(request: checks[index].request, result: .answered(.checked(report))))
    }
    checks.removeAll(where: \.isDone)
  }
}

extension CheckJob {
  /// Everything wrong with the documents, their solved layouts and previews included.
  fileprivate mutating func report(measuring measurer: some TextMeasuring) -> DiagnosticReport {
    _ = library.claimNames()
    var diagnostics: [Diagnostic] = []
    var sources: [SourceText] = []
    var known: Set<String> = []
    for path in paths {
      diagnostics += self.diagnostics(of: path, measuring: measurer)
      sources += (library[path]?.verdict?.sources ?? []).filter { known.insert($0.name).inserted }
    }
    // What is wrong in every preview, or in the import of several files, is said once.
    diagnostics = diagnostics.firstOccurrences
    let isFailing = diagnostics.contains { $0.severity == .error }
    return DiagnosticReport(
      condition: isFailing ? .failed : .ok, diagnostics: diagnostics, sources: sources.mentioned(by: diagnostics))
  }

  private func diagnostics(of path: String, measuring measurer: some TextMeasuring) -> [Diagnostic] {
    guard let document = library[path], let verdict = document.verdict else { return [.missingFile(path)] }
    var diagnostics = verdict.diagnostics + document.collisions
    if verdict.isFailing { return diagnostics }
    for layout in document.good?.layouts ?? [] {
      for preview in [nil] + layout.previews.map(Optional.some) {
        var inputs = SceneInputs(of: layout, preview: preview?.environment)
        inputs.pictures = library.pictures.pictures(of: path)
        var scene = LayoutScene(layout, inputs: inputs)
        _ = scene.solve(measuring: measurer)
        diagnostics += scene.diagnostics
      }
    }
    return diagnostics
  }
}
