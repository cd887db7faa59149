import LayoutSyntax

/// Documents that somebody asks for: by their path, as a text, or once more. What is asked for is recorded, and
/// answered by a `Waiter` when the files are there.
extension Runtime {
  mutating func load(_ path: String, for request: RequestID) throws(RequestFailure) {
    if library[path] == nil { try checkRoomForDocument(path) }
    let before = library[path]
    let isNew = before == nil || before?.role == .imported
    library.serve(path)
    library.look(at: path)
    holds.letPass([path])
    reopen(path)
    waiting.append(
      Waiter(request: request, since: Instant(), goal: .load(path: path, isNew: isNew, before: before)))
  }

  mutating func load(
    _ text: [UInt8], as name: String, for request: RequestID, entering stage: (Stage) -> Void
  ) throws(RequestFailure) {
    if let known = library[name], known.role != .text { throw .nameOfFile(name) }
    try checkRoomForDocument(name, text.count)
    let before = library[name]
    stage(.parse)
    library.put(text: text, name: name, handing: &jobs)
    reopen(name)
    waiting.append(
      Waiter(request: request, since: Instant(), goal: .load(path: name, isNew: true, before: before)))
  }

  /// Scenes that were closed by hand come back when their document is loaded again.
  private mutating func reopen(_ path: String) {
    library.reviveLayouts(of: path)
    for layout in library[path]?.shown?.layouts ?? [] {
      for name in [layout.name] + layout.previews.map({ "\(layout.name)/\($0.name)" }) {
        memory.reopen(name)
      }
    }
    scenesAreStale = true
  }

  mutating func reload(_ wanted: String?, resettingState: Bool, for request: RequestID) throws(RequestFailure) {
    let name = try sceneName(wanted)
    let file = scenes[open: name].document.file
    if resettingState {
      let (base, cost) = (scenes[open: name].settings.base, scenes[open: name].settings.costOfReset)
      scenes[open: name].set(base, costing: cost, because: "reset", animated: [(.anything, nil)])
    }
    let files = library.closure(of: file).filter { library[$0]?.role != .text }
    for path in files { library.look(at: path) }
    holds.letPass(files)
    waiting.append(Waiter(request: request, since: Instant(), goal: .reload(scene: name, file: file)))
  }

  /// Loads that came to nothing are taken back before any scene hears of them.
  mutating func rejectFailedLoads() {
    var rejected: [Outcome] = []
    // The last first: of two that want one name the earlier gets it.
    for index in waiting.indices.reversed() {
      guard case .load(let path, let isNew, let before) = waiting[index].goal, isNew, library.isQuiet(path) else {
        continue
      }
      guard let document = library[path], let report = failure(of: document) else { continue }
      rejected.append(Outcome(request: waiting[index].request, result: .failed(.layoutFailed(report))))
      waiting.remove(at: index)
      library.restore(before, at: path)
      scenesAreStale = true
    }
    outcomes += rejected.reversed()
  }

  /// Why a document cannot be loaded: its errors, or names that other files have already.
  private func failure(of document: Document) -> DiagnosticReport? {
    guard let verdict = document.verdict else { return nil }
    var diagnostics = verdict.diagnostics
    var isFailing = verdict.isFailing
    for layout in document.good?.layouts ?? [] {
      let owner = library.documents.declaring(layout.name).first { other in
        other.path != document.path && !other.isMissing && other.good != nil
      }
      guard let owner, let first = owner.good?.layouts.first(where: { $0.name == layout.name }) else { continue }
      isFailing = true
      diagnostics.append(
        .layoutTaken(
          layout.name, by: owner.path, at: Diagnostic.Place(file: document.path, span: layout.span),
          first: Diagnostic.Place(file: owner.path, span: first.span)))
    }
    guard isFailing else { return nil }
    return DiagnosticReport(
      status: .failed, diagnostics: diagnostics, sources: verdict.sources.mentioned(by: diagnostics))
  }
}
