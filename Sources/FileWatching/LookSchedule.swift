/// Decides when to look at the disk, and at what: the one place of watching that waits.
///
/// The first hint after quiet is acted on at once, which keeps a single save fast. While more keep
/// coming, hints are gathered until there has been none for `pause`, `longest` in all, so a burst
/// costs a few looks instead of hundreds. Files that are saved again are gathered by themselves, so
/// that whoever saves one does not wait because thousands of others come or go. More of them than anybody saves by hand
/// are a burst: they are looked at like all others, and it is known when it is over. While git holds its index
/// lock, nothing is looked at: one look serves a whole checkout. What could not be looked at, or would be
/// looked at too early, is tried again after `patience`. Where no hints come, everything is looked at from
/// time to time.
///
/// It knows nothing of events or files; paths are names to it.
struct LookSchedule {
  /// What may have changed.
  enum Scope: Equatable {
    /// What is in these files.
    case paths(Set<String>)
    /// Which files there are, and what is in those that are new, and in these.
    case names(and: Set<String>)
    /// Which files there are, and what is in all of them.
    case everything

    /// Adds what is in the other one, and costs no more than that has paths: hints come one by one.
    mutating func formUnion(_ other: Scope) {
      switch other {
      case .paths(let more): change { $0.formUnion(more) }
      case .names(let more):
        change { $0.formUnion(more) }
        if case .paths(let paths) = self { self = .names(and: paths) }
      case .everything: self = .everything
      }
    }

    /// How many files it names.
    var fileCount: Int {
      switch self {
      case .paths(let paths), .names(let paths): paths.count
      case .everything: 0
      }
    }

    /// Leaves these files out, where it is files alone.
    mutating func subtract(_ others: Set<String>) {
      if case .paths = self { change { $0.subtract(others) } }
    }

    /// Removes and returns the files.
    mutating func removePaths() -> Set<String> {
      var removed: Set<String> = []
      change { swap(&$0, &removed) }
      return removed
    }

    /// Changes the paths where they are: nobody else holds them meanwhile.
    private mutating func change(_ body: (inout Set<String>) -> Void) {
      switch self {
      case .paths(var paths):
        self = .everything
        body(&paths)
        self = .paths(paths)
      case .names(var paths):
        self = .everything
        body(&paths)
        self = .names(and: paths)
      case .everything: break
      }
    }
  }

  /// Editors and build tools write related files within this time. By feel.
  static let pause = Duration.milliseconds(2)
  /// While thousands of files come or go, others save one and look at it: half a frame of a screen.
  static let longest = Duration.milliseconds(8)
  /// From so many files on they are changed by one program that does not stop yet. More than the tabs that an editor
  /// saves at once, by feel.
  static let burst = 16
  /// So long a burst may pause: for a program that writes files this is long, for whoever looks at a screen short.
  static let burstPause = Duration.milliseconds(10)
  /// What comes later than that after its beginning does not belong to a burst that never pauses.
  static let longestBurst = Duration.milliseconds(100)
  /// A crashed git leaves its lock behind; after this time it counts as left behind.
  static let longestHold = Duration.seconds(5)
  /// Long beside what a look costs, short beside the patience of whoever waits for it.
  static let patience = Duration.milliseconds(250)
  /// What stays forbidden is tried less and less often.
  static let longestPatience = Duration.seconds(4)

  /// Hints that are looked at together.
  private struct Gathering {
    private struct Pending {
      var scope: Scope
      let since: ContinuousClock.Instant
      var ready: ContinuousClock.Instant
    }

    private var pending: Pending?
    private var lastHint: ContinuousClock.Instant?

    /// When they are to be looked at; nil while there are none.
    var ready: ContinuousClock.Instant? { pending?.ready }

    /// Since when there have been hints that are a burst; nil: they are not so many.
    var beginOfBurst: ContinuousClock.Instant? {
      pending.flatMap { $0.scope.fileCount >= LookSchedule.burst ? $0.since : nil }
    }

    mutating func add(_ scope: Scope, at now: ContinuousClock.Instant) {
      defer { lastHint = now }
      guard let (since, ready) = pending.map({ ($0.since, $0.ready) }) else {
        let wasQuiet = lastHint.map { now - $0 >= LookSchedule.pause } ?? true
        pending = Pending(scope: scope, since: now, ready: wasQuiet ? now : now + LookSchedule.pause)
        return
      }
      pending?.scope.formUnion(scope)
      // What is due already stays due.
      if ready > now { pending?.ready = min(now + LookSchedule.pause, since + LookSchedule.longest) }
    }

    mutating func removeAll() -> Scope? {
      defer { pending = nil }
      return pending?.scope
    }

    mutating func removePaths() -> Set<String> {
      let paths = pending?.scope.removePaths() ?? []
      if pending?.scope == .paths([]) { pending = nil }
      return paths
    }
  }

  private var hints = Gathering()
  /// Of files that are saved again.
  private var saves = Gathering()
  /// Of those: a burst, and when it is over. What comes or goes shows nothing half that somebody has seen whole.
  private var burst: (since: ContinuousClock.Instant, end: ContinuousClock.Instant)?
  /// Since when git has its lock.
  private var heldSince: ContinuousClock.Instant?
  /// What could not be looked at, although it may be there, or too early, and when to try again.
  private var retry: (scope: Scope, due: ContinuousClock.Instant)?
  /// How long to wait before the way to a root is tried again.
  private var patienceWithWay = patience
  /// When to look without a hint; nil while hints can be relied on.
  private var poll: (interval: Duration, due: ContinuousClock.Instant)?

  /// When there is something to look at; nil when there is nothing to wait for.
  var deadline: ContinuousClock.Instant? {
    [deadline(of: hints), deadline(of: saves), burst?.end, retry?.due, poll?.due].compactMap { $0 }.min()
  }

  /// Whether git has its lock, and not for so long that it counts as left behind.
  private(set) var isHolding = false

  /// When its lock counts as left behind.
  var endOfHold: ContinuousClock.Instant? { heldSince.map { $0 + Self.longestHold } }

  private func deadline(of gathering: Gathering) -> ContinuousClock.Instant? {
    guard let ready = gathering.ready else { return nil }
    return endOfHold.map { max(ready, $0) } ?? ready
  }

  /// Something may have changed.
  mutating func hint(_ scope: Scope, at now: ContinuousClock.Instant) {
    if case .paths(let named) = scope { forgetRetry(of: named) }
    hints.add(scope, at: now)
  }

  /// Files that were looked at before were saved: somebody may look at what is made of them.
  mutating func hintSaved(_ paths: Set<String>, at now: ContinuousClock.Instant) {
    forgetRetry(of: paths)
    saves.add(.paths(paths), at: now)
    // What comes when one is over does not make it longer, nor is it the next one before somebody has heard of the end.
    if let end = burst?.end, end <= now { return }
    guard let since = burst?.since ?? saves.beginOfBurst else { return }
    burst = (since, min(now + Self.burstPause, since + Self.longestBurst))
  }

  /// Whether a burst of saves has not come to its end, or nobody has heard of that.
  var isInBurst: Bool { burst != nil }

  /// Hears of the end of a burst.
  mutating func endBurst(at now: ContinuousClock.Instant) {
    if let end = burst?.end, end <= now { burst = nil }
  }

  /// What is looked at anyway need not be tried again.
  private mutating func forgetRetry(of paths: Set<String>) {
    retry?.scope.subtract(paths)
    if retry?.scope == .paths([]) { retry = nil }
  }

  /// Git took its lock. Taking it again before it is released changes nothing.
  mutating func hold(at now: ContinuousClock.Instant) {
    if heldSince == nil { (heldSince, isHolding) = (now, true) }
  }

  /// Git released its lock: whatever it did is complete now.
  mutating func release(at now: ContinuousClock.Instant) {
    guard heldSince != nil else { return }
    (heldSince, isHolding) = (nil, false)
    hint(.everything, at: now)
  }

  /// What git has held for too long waits no longer.
  mutating func giveUpHold(at now: ContinuousClock.Instant) {
    if let endOfHold, endOfHold <= now { isHolding = false }
  }

  /// The machine had no means to look at this, or a look would come too early.
  mutating func tryAgain(_ scope: Scope, at now: ContinuousClock.Instant) { tryAgain(scope, due: now + Self.patience) }

  /// Whether the way to some root is barred. Of folders above a root nobody tells that they may be passed again.
  mutating func setWayBarred(_ isBarred: Bool, at now: ContinuousClock.Instant) {
    guard isBarred else {
      patienceWithWay = Self.patience
      return
    }
    tryAgain(.everything, due: now + patienceWithWay)
    patienceWithWay = min(patienceWithWay * 2, Self.longestPatience)
  }

  private mutating func tryAgain(_ scope: Scope, due: ContinuousClock.Instant) {
    guard let earlier = retry?.due else {
      retry = (scope, due)
      return
    }
    retry?.due = min(earlier, due)
    retry?.scope.formUnion(scope)
  }

  /// Looks at everything once in each `interval` from now on; nil: only at what hints say.
  mutating func poll(every interval: Duration?, at now: ContinuousClock.Instant) {
    guard interval != poll?.interval else { return }
    poll = interval.map { ($0, now + $0) }
  }

  /// Begins a look that no hint has asked for, if it is time for one.
  ///
  /// - Returns: whether it was.
  mutating func beginPoll(at now: ContinuousClock.Instant) -> Bool {
    guard let (interval, due) = poll, due <= now else { return false }
    poll = (interval, now + interval)
    hint(.everything, at: now)
    return true
  }

  /// Removes and returns what is to be looked at now, besides what was saved.
  mutating func removeDue(at now: ContinuousClock.Instant) -> Scope? { isDue(at: now) ? hints.removeAll() : nil }

  /// Removes and returns the files among what is to be looked at now. What else is to be looked at goes on to be due.
  mutating func removeDuePaths(at now: ContinuousClock.Instant) -> Set<String> {
    isDue(at: now) ? hints.removePaths() : []
  }

  /// Removes and returns the saved files that are to be looked at now.
  mutating func removeDueSaves(at now: ContinuousClock.Instant) -> Set<String> {
    deadline(of: saves).map { $0 <= now } == true ? saves.removePaths() : []
  }

  private mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    if let due = retry, due.due <= now {
      retry = nil
      hint(due.scope, at: now)
    }
    return deadline(of: hints).map { $0 <= now } ?? false
  }
}
