/// A point on the runtime's own time line, which begins when the daemon starts. Nobody in the core reads a clock:
/// whoever calls says what time it is.
public struct Instant: Hashable, Comparable, Sendable {
  public var sinceStart: Duration

  public init(_ sinceStart: Duration = .zero) { self.sinceStart = sinceStart }

  public static func milliseconds(_ value: Int) -> Instant { Instant(.milliseconds(value)) }

  /// As the stream tells it.
  public var milliseconds: Double {
    let (seconds, attoseconds) = sinceStart.components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  public static func + (instant: Instant, duration: Duration) -> Instant { Instant(instant.sinceStart + duration) }
  public static func - (left: Instant, right: Instant) -> Duration { left.sinceStart - right.sinceStart }
}
