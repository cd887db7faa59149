/// When the memory that work has freed goes back to the system: when nothing has happened for a moment, and enough is
/// free to be worth it.
///
/// Not after every burst: the next save of the same file needs as much again, and clearing the pages anew would take it
/// longer. What a numeric save frees stays therefore; what reading and compiling a file leaves goes.
///
/// Pages of the program's own files go as well: all of them once, when it has started, since most of what a start runs
/// through is not needed again; later on those that only the loader reads. Those that saves need stay.
struct QuietMemory {
  /// Longer than between two saves of somebody who holds a key, or two frames; by feel.
  static let quiet = ContinuousClock.Duration.milliseconds(100)
  /// What may be free more than after the last time. By feel: a save of one number in a scene of 1,000 views frees a
  /// third of it.
  static let worthwhile = 768 << 10

  /// When to look; nil while nothing has happened since the last time.
  private(set) var deadline: ContinuousClock.Instant?
  /// How much was free after it was last given back: holes that malloc still counts.
  private var kept = 0
  private var hasStarted = false

  /// Something was done.
  mutating func note(workAt now: ContinuousClock.Instant) { deadline = now + Self.quiet }

  /// Whether it has been quiet for long enough. It is asked for once; what comes of it waits for more work.
  mutating func isTimeToLook(at now: ContinuousClock.Instant) -> Bool {
    guard let deadline, now >= deadline else { return false }
    self.deadline = nil
    return true
  }

  /// Whether it is quiet for the first time, so that what only the start needed is in memory still.
  mutating func takeEndOfStart() -> Bool {
    defer { hasStarted = true }
    return !hasStarted
  }

  /// - Parameter bytes: are free.
  mutating func isWorthwhile(free bytes: Int) -> Bool {
    // What was a hole is in use.
    kept = min(kept, bytes)
    return bytes - kept > Self.worthwhile
  }

  /// It was given back; so many bytes still count as free.
  mutating func note(kept bytes: Int) { kept = bytes }
}
