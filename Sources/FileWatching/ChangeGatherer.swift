/// Decides when to look at the disk, and at what.
///
/// The first hint after quiet is acted on at once, which keeps a single save fast. While more keep
/// coming, hints are gathered until there has been none for `pause`, `longest` in all, so a burst
/// costs a few looks instead of hundreds. While git holds its index lock, nothing is looked at:
/// one look serves a whole checkout.
///
/// It knows nothing of events or files; paths are names to it.
struct ChangeGatherer {
  /// What may have changed.
  enum Scope: Equatable {
    /// What is in these files.
    case paths(Set<String>)
    /// Which files there are, and what is in those that are new, and in these.
    case names(and: Set<String>)
    /// Which files there are, and what is in all of them.
    case everything

    func union(_ other: Scope) -> Scope {
      switch (self, other) {
      case (.paths(let left), .paths(let right)): .paths(left.union(right))
      case (.paths(let left), .names(let right)), (.names(let left), .paths(let right)),
        (.names(let left), .names(let right)):
        .names(and: left.union(right))
      case (.everything, _), (_, .everything): .everything
      }
    }
  }

  /// Editors and build tools write related files within this time. By feel.
  static let pause = Duration.milliseconds(2)
  /// A stream of saves is seen at 50 Hz, faster than somebody can look.
  static let longest = Duration.milliseconds(20)
  /// A crashed git leaves its lock behind; after this time it counts as left behind.
  static let longestHold = Duration.seconds(5)

  private struct Pending {
    var scope: Scope
    let since: ContinuousClock.Instant
    var ready: ContinuousClock.Instant
  }

  private var pending: Pending?
  private var lastHint: ContinuousClock.Instant?
  private var heldSince: ContinuousClock.Instant?

  /// When `take(at:)` will next yield something; `nil` when nothing is pending.
  var deadline: ContinuousClock.Instant? {
    guard let pending else { return nil }
    guard let heldSince else { return pending.ready }
    return max(pending.ready, heldSince + Self.longestHold)
  }

  /// Notes that something may have changed.
  mutating func record(_ hint: Scope, at now: ContinuousClock.Instant) {
    defer { lastHint = now }
    guard var gathered = pending else {
      let wasQuiet = lastHint.map { now - $0 >= Self.pause } ?? true
      pending = Pending(scope: hint, since: now, ready: wasQuiet ? now : now + Self.pause)
      return
    }
    // What is due already stays due.
    if gathered.ready > now { gathered.ready = min(now + Self.pause, gathered.since + Self.longest) }
    gathered.scope = gathered.scope.union(hint)
    pending = gathered
  }

  /// Git took its lock. Taking it again before it is released changes nothing.
  mutating func hold(at now: ContinuousClock.Instant) {
    if heldSince == nil { heldSince = now }
  }

  /// Git released its lock: whatever it did is complete now.
  mutating func release(at now: ContinuousClock.Instant) {
    guard heldSince != nil else { return }
    heldSince = nil
    record(.everything, at: now)
  }

  /// Removes and returns what is to be looked at now.
  mutating func take(at now: ContinuousClock.Instant) -> Scope? {
    guard let deadline, deadline <= now else { return nil }
    defer { pending = nil }
    return pending?.scope
  }
}
