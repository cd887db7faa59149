import LayoutEngine
import LayoutModel
import LayoutSyntax

/// A document that is looked at without being loaded. Its imports are read into the job alone, so checking never
/// changes what scenes see.
struct CheckJob: Sendable {
  let request: RequestID
  let path: String
  var library: Library
}

extension Runtime {
  mutating func beginCheck(_ request: RequestID, _ subject: CheckSubject) {
    var isolated = Library(settings: Library.Settings(quiet: .zero, grace: .zero))
    let path: String
    switch subject {
    case .path(let file):
      path = file
      isolated.serve([file], roots: library.roots, at: Instant())
    case .text(let name, let text):
      path = name
      isolated.serve([], roots: library.roots, at: Instant())
      isolated.put(text: text, name: name)
    }
    checks.append(CheckJob(request: request, path: path, library: isolated))
  }

  /// Hands a file to the jobs that wait for it.
  mutating func deliver(_ content: FileContent, at path: String) {
    for index in checks.indices { checks[index].library.take(content, at: path, at: Instant()) }
  }

  /// Goes on with every job as far as it has its files, and answers those that are done.
  mutating func runChecks(measuring measurer: some TextMeasuring) {
    for index in checks.indices {
      _ = checks[index].library.settle(at: Instant(), entering: { _ in })
      for path in checks[index].library.takeReads() { library.readForOthers(path) }
      for path in checks[index].library.pictures.takeReads() { library.pictures.readForOthers(path) }
    }
    for job in checks where job.library.isQuiet(job.path) {
      outcomes.append(Outcome(request: job.request, result: .answered(.checked(job.report(measuring: measurer)))))
    }
    checks.removeAll { $0.library.isQuiet($0.path) }
  }
}

extension CheckJob {
  /// Everything wrong with the document, its solved layouts and previews included.
  fileprivate func report(measuring measurer: some TextMeasuring) -> DiagnosticReport {
    guard let verdict = library[path]?.verdict else {
      return DiagnosticReport(condition: .failed, diagnostics: [.missingFile(path)], sources: [])
    }
    var diagnostics = verdict.diagnostics
    if !verdict.isFailing {
      for layout in library[path]?.good?.layouts ?? [] {
        for preview in [nil] + layout.previews.map(Optional.some) {
          var inputs = SceneInputs(of: layout, preview: preview?.environment)
          inputs.pictures = library.pictures.pictures(of: path)
          var scene = LayoutScene(layout, inputs: inputs)
          _ = scene.solve(measuring: measurer)
          diagnostics += scene.diagnostics
        }
      }
    }
    // What is wrong in every preview is said once.
    diagnostics = diagnostics.firstOccurrences
    let isFailing = diagnostics.contains { $0.severity == .error }
    return DiagnosticReport(
      condition: isFailing ? .failed : .ok, diagnostics: diagnostics,
      sources: verdict.sources.mentioned(by: diagnostics))
  }
}
