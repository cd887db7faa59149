/// When the memory that work has freed goes back to the system: when nothing has happened for a moment, and enough is
/// free to be worth it; when nobody is at work any more; and while there is work, when very much is free.
///
/// It does not go back after every burst: the next save of the same file needs as much again, and clearing the pages
/// anew would slow it down. So what a numeric save frees stays, and what reading and compiling a file leaves goes.
///
/// Pages of the program's own files go as well. All of them go once, when the program has started, since most of what a
/// start runs through is not needed again. Later only those go that the loader alone reads.
struct QuietMemory {
  /// By feel: longer than the time between two saves of somebody who holds a key, or between two frames.
  static let quiet = ContinuousClock.Duration.milliseconds(100)
  /// By feel: longer than somebody who is at work pauses. Then that goes as well which is kept because the same may be
  /// asked again soon.
  static let rest = ContinuousClock.Duration.seconds(10)
  /// How much more may be free than after the last time while somebody may be at work. By feel: a save of one number in
  /// a scene of 1,000 views frees a third of it.
  static let worthwhile = 768 << 10
  /// How much more may be free while there is work. Others wait while it is given back, some milliseconds for so much:
  /// of 600 MB that went at once 60 to 80 were measured.
  static let tooMuch = 64 << 20

  /// When to look; nil while nothing has happened since the last time.
  private(set) var deadline: ContinuousClock.Instant?
  private var lastWork: ContinuousClock.Instant?
  /// How much was free after it was last given back: holes that malloc still counts.
  private var kept = 0
  /// When to see again how much is free while there is work.
  private var count: ContinuousClock.Instant?
  private var hasStarted = false

  /// Something was done.
  mutating func recordWork(at now: ContinuousClock.Instant) {
    lastWork = now
    deadline = now + Self.quiet
  }

  /// Whether it has been quiet for long enough. The answer is true once after a moment and once after the rest; then
  /// only after more work.
  mutating func isTimeToLook(at now: ContinuousClock.Instant) -> Bool {
    guard let deadline, let lastWork, now >= deadline else { return false }
    self.deadline = now < lastWork + Self.rest ? lastWork + Self.rest : nil
    return true
  }

  /// Whether nothing has happened for so long that hardly anybody is at work.
  func isAtRest(at now: ContinuousClock.Instant) -> Bool { lastWork.map { now >= $0 + Self.rest } ?? false }

  /// Whether it is quiet for the first time; memory then still holds what only the start needed.
  mutating func takeEndOfStart() -> Bool {
    defer { hasStarted = true }
    return !hasStarted
  }

  /// Whether it is time to see how much is free although there is work. It takes a look at all that is.
  mutating func isTimeToCount(at now: ContinuousClock.Instant) -> Bool {
    if let count, now < count { return false }
    count = now + Self.quiet
    return true
  }

  /// What is known of those who would need the memory again.
  enum Activity {
    case atWork, paused, atRest
  }

  /// Whether it is worth to give it back.
  ///
  /// - Parameter bytes: are free.
  mutating func isWorthwhile(free bytes: Int, while activity: Activity) -> Bool {
    // What was a hole is in use.
    kept = min(kept, bytes)
    return switch activity {
    case .atWork: bytes - kept > Self.tooMuch
    case .paused: bytes - kept > Self.worthwhile
    // As many bytes may be free as were left the last time, and in pages that have been used since.
    case .atRest: true
    }
  }

  /// It was given back; so many bytes still count as free.
  mutating func recordKept(_ bytes: Int) { kept = bytes }
}
