/// When the service manager is to hear again that the daemon is alive.
///
/// Whoever asks is in the loop that does everything, so a loop that hangs is silent, and the manager starts the daemon
/// again.
struct SignsOfLife {
  private let period: Duration?
  /// When the next one is due; nil when nobody listens.
  private(set) var deadline: ContinuousClock.Instant?

  /// - Parameter period: nil: the manager does not ask.
  init(every period: Duration?, from now: ContinuousClock.Instant) {
    self.period = period
    deadline = period.map { now + $0 }
  }

  /// - Returns: whether one is to be given now; the next is due a period later.
  mutating func areDue(at now: ContinuousClock.Instant) -> Bool {
    guard let period, let deadline, now >= deadline else { return false }
    self.deadline = now + period
    return true
  }
}
