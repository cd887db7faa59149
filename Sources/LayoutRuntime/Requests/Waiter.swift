import LayoutSyntax

/// A request that waits for files, or for what moves.
struct Waiter: Sendable {
  enum Goal: Sendable {
    /// A document is loaded; `before` is what was known under its name, to go back to.
    case load(path: String, isNew: Bool, before: Document?)
    case reload(scene: String, file: String)
    case sync(scene: String?, isAwaitingRest: Bool, by: PeerID?)
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
  /// Answers those whose files are all there.
  mutating func resolveWaiters(at now: Instant) {
    let asked = waiting
    waiting = asked.filter { waiter in
      guard let result = result(of: waiter, at: now) else { return true }
      outcomes.append(Outcome(request: waiter.request, result: result))
      return false
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
    case .sync(let wanted, let isAwaitingRest, let peer):
      let isHeld = holds.isHolding && !holds.isHeld(by: peer)
      guard library.isQuiet, !isHeld, !isAwaitingRest || isAtRest(wanted, afterTelling: true) else {
        return waiter.hasEnded(at: now) ? .failed(.timedOut(after: now - waiter.since)) : nil
      }
      do throws(RequestFailure) { return .synced(scene: try sceneName(wanted)) } catch { return .failed(error) }
    case .rest(let scene, let warnings):
      if isAtRest(scene) { return .applied(scene: scene, warnings: warnings) }
      return waiter.hasEnded(at: now) ? .failed(.timedOut(after: now - waiter.since)) : nil
    }
  }

  /// Whether nothing moves in a scene; one that does not exist is not waited for.
  ///
  /// - Parameter isTold: whether it also has to know what its document says.
  private func isAtRest(_ wanted: String?, afterTelling isTold: Bool = false) -> Bool {
    guard let name = try? sceneName(wanted) else { return true }
    return !(isTold && scenes[open: name].isToBeTold) && scenes[open: name].motion.isSettled
      && !scenes[open: name].isAbsent && !unfinished.contains(name)
  }

  private func report(of path: String) -> DiagnosticReport {
    guard let document = library[path], let verdict = document.verdict else {
      return DiagnosticReport(status: .failed, diagnostics: [.missingFile(path)], sources: [])
    }
    return DiagnosticReport(
      status: document.status, diagnostics: verdict.diagnostics,
      sources: verdict.sources.mentioned(by: verdict.diagnostics))
  }
}
