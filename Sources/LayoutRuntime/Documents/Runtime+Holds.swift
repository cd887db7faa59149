import LayoutSyntax

/// Files that are saved together: they are held, and take effect in one turn, so a scene that depends on several of
/// them is published once and never shows half of a change.
extension Runtime {
  /// Keeps what was heard of files while they are held.
  ///
  /// What is in a file that nobody knew before, or that somebody has asked for by name, is no change of what is shown.
  /// And while files are only seen to change together, one that stands alone shows nothing half: who follows it does
  /// not wait for the others.
  ///
  /// - Returns: false when the command is to take effect now.
  mutating func isKept(_ command: Command) -> Bool {
    guard holds.isHolding else { return false }
    switch command {
    case .file(let path, let content):
      if holds.takePass(for: path) || library[path]?.isKnown == false || standsAlone(content, at: path) {
        holds.drop(path)
        return false
      }
      // Whoever only wants to know what a file is worth changes nothing.
      deliver(content, at: path)
      holds.keep(content, at: path)
      library.passOver(path)
    case .found, .lost, .serve: holds.keep(command)
    default: return false
    }
    return true
  }

  /// Whether a file that has come is one that somebody follows, and that has to do with no other.
  private mutating func standsAlone(_ content: FileContent, at path: String) -> Bool {
    // All texts are parsed as they come, not all together when they are not held any more.
    guard let tree = library.parseAhead(content, at: path, unlessLongFor: jobs) else { return false }
    return holds.count == 0 && scenes.haveAudience(from: path) && library.standsAlone(path, as: tree)
  }

  mutating func hold(
    by peer: PeerID, because reason: String, at now: Instant
  ) throws(RequestFailure) -> Outcome.Result {
    guard holds.count < FileHolds.most else {
      throw .tooMuch(limit: "holds", max: FileHolds.most, help: "Release ends one, and so does closing its connection")
    }
    holds.begin(by: peer, because: reason, until: now + options.limits.hold)
    return .answered(.holds(holds.count, warnings: []))
  }

  mutating func release(by peer: PeerID, at now: Instant, entering stage: (Stage) -> Void) -> Outcome.Result {
    let warnings: [Diagnostic] =
      switch holds.release(by: peer) {
      case .released: []
      case .tooLate: [.lateRelease(after: options.limits.hold)]
      case .nothingHeld: [.needlessRelease()]
      }
    let left = holds.count
    takeInKeptChanges(at: now, entering: stage)
    return .answered(.holds(left, warnings: warnings))
  }

  /// Ends the holds whose time is over.
  mutating func endLateHolds(at now: Instant, entering stage: (Stage) -> Void) {
    guard let deadline = holds.deadline, deadline <= now else { return }
    holds.endLate()
    takeInKeptChanges(at: now, entering: stage)
  }

  /// Lets what was kept take effect, if nobody holds it any more.
  mutating func takeInKeptChanges(at now: Instant, entering stage: (Stage) -> Void) {
    if holds.isHolding { return }
    for change in holds.takeChanges() { perform(change, at: now, entering: stage) }
    // Whoever waits to be certain had the disk looked at before this, and the files kept count as that look's.
    let isAwaited = waiting.contains { if case .sync = $0.goal { true } else { false } }
    if isAwaited { library.endGrace(at: now) }
  }
}
