/// How many requests a connection may still make: a bucket that fills steadily and holds a burst.
struct RequestAllowance {
  static let perSecond = 200.0
  static let burst = 400.0

  private var tokens = burst
  private var filled: ContinuousClock.Instant

  init(at now: ContinuousClock.Instant) { filled = now }

  /// Takes one request's worth.
  ///
  /// - Returns: how long to wait when there is none left, nil when the request may be done.
  mutating func take(at now: ContinuousClock.Instant) -> Duration? {
    tokens = min(Self.burst, tokens + (now - filled) / .seconds(1) * Self.perSecond)
    filled = now
    if tokens >= 1 {
      tokens -= 1
      return nil
    }
    return .seconds((1 - tokens) / Self.perSecond)
  }
}
