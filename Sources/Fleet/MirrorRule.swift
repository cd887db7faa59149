package import Wire

/// When a mirror may take an event that came by way of a broker, where events get lost, come twice, or come late.
///
/// The law: after any events in any order a mirror that asks this rule shows what the daemon published as `revision` of
/// `epoch`, or `isBehind`. It is told what an event says of itself, and says what to do with it.
package struct MirrorRule: Equatable, Sendable {
  /// What an event of frames says of its place.
  package enum Place: Equatable, Sendable {
    case snapshot(epoch: String, rev: Int)
    case delta(epoch: String, base: Int, rev: Int)

    /// Nil for an event that is not about frames.
    package init?(_ event: Event) {
      switch event.kind {
      case .snapshot: self = .snapshot(epoch: event.instant.epoch, rev: event.instant.rev)
      case .delta:
        guard let base = event.base else { return nil }
        self = .delta(epoch: event.instant.epoch, base: base, rev: event.instant.rev)
      default: return nil
      }
    }
  }

  /// What to do with an event.
  package enum Action: Equatable, Sendable {
    /// Apply it.
    case take
    /// It is older than what is shown, or the same.
    case pass
    /// Something is missing before it: fetch the last snapshot and what follows it.
    case fetch
  }

  /// Of what is shown; nil before the first snapshot.
  package private(set) var epoch: String?
  /// Of what is shown; 0 before the first snapshot.
  package private(set) var revision = 0
  /// What is shown is not the newest that is known of; what is shown is still right for its revision.
  package private(set) var isBehind = true
  /// The newest revision that was heard of while something was missing, in which epoch.
  private var heard: Heard?

  private struct Heard: Equatable, Sendable {
    var epoch: String
    var rev: Int
  }

  package init() {}

  /// Looks at an event; `.take` counts as applied.
  package mutating func receive(_ place: Place) -> Action {
    switch place {
    case .snapshot(let epoch, let rev):
      // Of an epoch that is not ours anything is newer: revisions of two epochs cannot be compared, and a broker hands
      // out snapshots of one instance in the order in which they were taken.
      if epoch == self.epoch, rev < revision || rev == revision && !isBehind { return .pass }
      (self.epoch, revision) = (epoch, rev)
      isBehind = heard.map { $0.epoch == epoch && $0.rev > rev } ?? false
      if !isBehind { heard = nil }
      return .take
    case .delta(let epoch, let base, let rev):
      if epoch == self.epoch, rev <= revision { return .pass }
      guard epoch == self.epoch, base == revision else {
        isBehind = true
        heard = Heard(epoch: epoch, rev: max(rev, heard?.epoch == epoch ? heard?.rev ?? 0 : 0))
        return .fetch
      }
      revision = rev
      isBehind = heard.map { $0.epoch == epoch && $0.rev > rev } ?? false
      if !isBehind { heard = nil }
      return .take
    }
  }

  /// The connection broke, or messages were dropped: something may be missing that nobody will tell.
  package mutating func lostTouch() { isBehind = true }

  /// The last picture and everything kept behind it was received: nothing is missing but what was heard of besides.
  package mutating func caughtUp() {
    guard let epoch, heard.map({ $0.epoch == epoch && $0.rev <= revision }) ?? true else { return }
    (isBehind, heard) = (false, nil)
  }
}

/// When a bridge writes a whole picture again: a reader that joins takes the last one and the deltas behind it, so it
/// must not have too many of them to take.
package struct SnapshotPace: Equatable, Sendable {
  /// After so many deltas.
  package static let mostDeltas = 64
  /// Deltas of so many bytes are little to take, also for a scene whose picture has fewer: it would be written with
  /// every other delta.
  package static let fewBytes = 8192
  /// After this time, if there was a delta.
  package static let longestAge = Duration.seconds(10)

  private var deltas = 0
  private var deltaBytes = 0
  private var snapshotBytes = 0
  private var written: ContinuousClock.Instant?

  package init() {}

  /// Whether the next thing to publish is a whole picture: nothing was, or much has changed since.
  package func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let written else { return true }
    return deltas >= Self.mostDeltas || deltaBytes > max(snapshotBytes, Self.fewBytes)
      || deltas > 0 && now - written >= Self.longestAge
  }

  /// When to look again though nothing was published; nil: there is no need.
  package var deadline: ContinuousClock.Instant? { deltas > 0 ? written.map { $0 + Self.longestAge } : nil }

  /// A delta was published.
  package mutating func delta(bytes: Int) {
    deltas += 1
    deltaBytes += bytes
  }

  /// A whole picture was published.
  package mutating func snapshot(bytes: Int, at now: ContinuousClock.Instant) {
    (deltas, deltaBytes, snapshotBytes, written) = (0, 0, bytes, now)
  }

  /// Something published may not have arrived: the next is a whole picture.
  package mutating func lostTouch() { written = nil }
}
