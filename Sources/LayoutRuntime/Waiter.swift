import LayoutSyntax

/// A request that waits for files, or for what moves.
struct Waiter: Sendable {
  enum Goal: Sendable {
    /// A document is loaded; `before` is what was known under its name, to go back to.
    case load(path: String, isNew: Bool, before: Document?)
    case reload(scene: String, file: String)
    case sync(scene: String?, isAwaitingRest: Bool)
    /// What was applied is in effect and shown.
    case rest(scene: String, warnings: [Diagnostic])
  }

  var request: RequestID
  var since: Instant
  /// Nil: as long as it takes. A read is always answered in the end; what moves may go on for ever, but whoever waits
  /// for that can leave.
  var timeout: Duration?
  var goal: Goal
  /// Whoever asked is gone.
  var isAbandoned = false

  var deadline: Instant? { timeout.map { since + $0 } }

  func hasEnded(at now: Instant) -> Bool { isAbandoned || deadline.map { $0 <= now } ?? false }
}

extension Runtime {
  mutating func load(_ request: RequestID, path: String) {
    let before = library[path]
    let isNew = before == nil || before?.role == .imported
    library.serve(path)
    library.read(path)
    reopen(path)
    waiting.append(
      Waiter(request: request, since: Instant(), goal: .load(path: path, isNew: isNew, before: before)))
  }

  mutating func load(
    _ request: RequestID, text: [UInt8], name: String, entering stage: (Stage) -> Void
  ) {
    if let known = library[name], known.role != .text {
      outcomes.append(Outcome(request: request, result: .failed(.nameOfFile(name))))
      return
    }
    let before = library[name]
    stage(.parse)
    library.put(text: text, name: name)
    reopen(name)
    waiting.append(
      Waiter(request: request, since: Instant(), goal: .load(path: name, isNew: true, before: before)))
  }

  /// Scenes that were closed by hand come back when their document is loaded again.
  private mutating func reopen(_ path: String) {
    library.reviveLayouts(of: path)
    for layout in library[path]?.shown?.layouts ?? [] {
      for name in [layout.name] + layout.previews.map({ "\(layout.name)/\($0.name)" }) {
        if closedScenes.remove(name) != nil { memory.reopen(name) }
      }
    }
    scenesAreStale = true
  }

  mutating func reload(_ request: RequestID, scene wanted: String?, resettingState: Bool) {
    do throws(RequestFailure) {
      let name = try sceneName(wanted)
      let file = scenes[name]!.file
      if resettingState { scenes[name]!.set(scenes[name]!.base, because: "reset", animated: [(.anything, nil)]) }
      for path in library.closure(of: file) where library[path]?.role != .text { library.read(path) }
      waiting.append(Waiter(request: request, since: Instant(), goal: .reload(scene: name, file: file)))
    } catch {
      outcomes.append(Outcome(request: request, result: .failed(error)))
    }
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
      let owner = library.openable.first { other in
        other.path != document.path && !other.isMissing
          && other.shown?.layouts.contains { $0.name == layout.name } == true
          && !other.unloadedLayouts.contains(layout.name)
      }
      guard let owner, let first = owner.shown?.layouts.first(where: { $0.name == layout.name }) else { continue }
      isFailing = true
      diagnostics.append(
        .layoutTaken(
          layout.name, by: owner.path, at: Diagnostic.Place(file: document.path, span: layout.span),
          first: Diagnostic.Place(file: owner.path, span: first.span)))
    }
    guard isFailing else { return nil }
    return DiagnosticReport(
      condition: .failed, diagnostics: diagnostics, sources: verdict.sources.mentioned(by: diagnostics))
  }

  /// Answers those whose files are all there.
  mutating func resolveWaiters(at now: Instant) {
    for waiter in waiting {
      guard let result = result(of: waiter, at: now) else { continue }
      outcomes.append(Outcome(request: waiter.request, result: result))
      waiting.removeAll { $0.request == waiter.request }
    }
  }

  private func result(of waiter: Waiter, at now: Instant) -> Outcome.Result? {
    switch waiter.goal {
    case .load(let path, _, _):
      guard library.isQuiet(path) else { return nil }
      guard let document = library[path], let verdict = document.verdict, !verdict.isFailing else {
        return .failed(.layoutFailed(report(of: path)))
      }
      return .loaded(file: path)
    case .reload(let scene, let file):
      guard library.isQuiet(file) else { return nil }
      if library[file]?.verdict?.isFailing != false { return .failed(.layoutFailed(report(of: file))) }
      return .solved(scene: scene)
    case .sync(let wanted, let isAwaitingRest):
      guard library.isQuiet, !isAwaitingRest || isAtRest(wanted) else {
        return waiter.hasEnded(at: now) ? .failed(.timedOut(after: now - waiter.since)) : nil
      }
      do throws(RequestFailure) { return .synced(scene: try sceneName(wanted)) } catch { return .failed(error) }
    case .rest(let scene, let warnings):
      if isAtRest(scene) { return .applied(scene: scene, warnings: warnings) }
      return waiter.hasEnded(at: now) ? .failed(.timedOut(after: now - waiter.since)) : nil
    }
  }

  /// Whether nothing moves in a scene; one that does not exist is not waited for.
  private func isAtRest(_ wanted: String?) -> Bool {
    guard let name = try? sceneName(wanted) else { return true }
    return scenes[name]!.isSettled
  }

  private func report(of path: String) -> DiagnosticReport {
    guard let document = library[path], let verdict = document.verdict else {
      return DiagnosticReport(condition: .failed, diagnostics: [.missingFile(path)], sources: [])
    }
    let condition: SceneCondition = !verdict.isFailing ? .ok : document.good == nil ? .failed : .stale
    return DiagnosticReport(
      condition: condition, diagnostics: verdict.diagnostics,
      sources: verdict.sources.mentioned(by: verdict.diagnostics))
  }
}
