/// What drives the clock by hand.
public enum ClockAction: Equatable, Sendable {
  /// Goes on from where the clock stands, at the pace of the world.
  case run
  /// Stops where the clock stands; nothing moves until it goes on.
  case pause
  /// Stops, and moves on by this much, at least 0. What moves is shown as it is then.
  case step(Duration)
  /// Moves on to an instant that is not past. Goes on from there if it was running.
  case seek(Instant)
}

/// The time line of scenes: that of the world until somebody drives it by hand.
///
/// It never goes back. Files and timeouts keep to the world's time, whatever this clock does.
struct AnimationClock: Equatable, Sendable {
  /// What the clock showed when it was last set, and when that was; nil: it stands still.
  private var reading = Instant()
  private var setAt: Instant?

  /// One that shows 0 and does not run.
  static let standing = AnimationClock(setAt: nil)

  init(setAt: Instant? = Instant()) { self.setAt = setAt }

  var isRunning: Bool { setAt != nil }

  /// What the clock shows.
  ///
  /// - Parameter now: the world's time, not before the last change of the clock.
  func time(at now: Instant) -> Instant { setAt.map { reading + (now - $0) } ?? reading }

  /// When, in the world's time, the clock will show `time`; nil while it stands still.
  func worldTime(of time: Instant) -> Instant? { setAt.map { $0 + (time - reading) } }

  /// The latest instant that it can be sent to, some ten thousand years on. Far beyond it frames are no longer told
  /// apart by their number.
  static let last = Instant(.milliseconds(300_000_000_000_000))

  /// - Throws: when it would have to go back, or beyond `last`; it is then as it was.
  mutating func perform(_ action: ClockAction, at now: Instant) throws(RequestFailure) {
    let current = time(at: now)
    switch action {
    case .run:
      reading = current
      setAt = now
    case .pause:
      reading = current
      setAt = nil
    case .step(let duration):
      guard duration >= .zero else { throw .badOperation(index: 0, "the clock goes forward only") }
      guard duration <= Self.last - current else { throw .beyondLastInstant }
      reading = current + duration
      setAt = nil
    case .seek(let instant):
      guard instant >= current else {
        throw .badOperation(index: 0, "the clock goes forward only, and shows \(current.milliseconds) ms already")
      }
      guard instant <= Self.last else { throw .beyondLastInstant }
      reading = instant
      if isRunning { setAt = now }
    }
  }
}

extension RequestFailure {
  fileprivate static var beyondLastInstant: RequestFailure {
    .badOperation(index: 0, "the clock goes to \(Int64(AnimationClock.last.milliseconds)) ms and no further")
  }
}
