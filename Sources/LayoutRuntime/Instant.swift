/// A point on the runtime's own time line, which begins when the daemon starts. Nobody in the core reads a clock:
/// whoever calls says what time it is.
public struct Instant: Hashable, Comparable, Sendable {
  /// Since the daemon started.
  public var sinceStart: Duration

  public init(_ sinceStart: Duration = .zero) { self.sinceStart = sinceStart }

  /// So many milliseconds after the start.
  public static func milliseconds(_ value: Int) -> Instant { Instant(.milliseconds(value)) }

  /// As the stream tells it: to the nanosecond, which is as fine as clocks go, so six decimals say all of it.
  public var milliseconds: Double {
    let (seconds, attoseconds) = sinceStart.components
    // One division of whole numbers: anything more leaves digits of rounding behind.
    return (Double(seconds) * 1e9 + Double((attoseconds + 500_000_000) / 1_000_000_000)) / 1e6
  }

  public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  /// The instant that much later.
  public static func + (instant: Instant, duration: Duration) -> Instant { Instant(instant.sinceStart + duration) }
  /// How much later the left instant is.
  public static func - (left: Instant, right: Instant) -> Duration { left.sinceStart - right.sinceStart }
}
