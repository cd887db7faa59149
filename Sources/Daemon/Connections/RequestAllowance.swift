/// How many requests a connection may still make: a bucket that fills steadily and holds a burst.
struct RequestAllowance {
  private let perSecond: Double
  private let burst: Double
  private var tokens: Double
  private var filled: ContinuousClock.Instant

  init(perSecond: Double, burst: Double, at now: ContinuousClock.Instant) {
    self.perSecond = perSecond
    self.burst = burst
    tokens = burst
    filled = now
  }

  /// Spends one request.
  ///
  /// - Returns: how long to wait when there is none left, nil when the request may be done.
  mutating func spend(at now: ContinuousClock.Instant) -> Duration? {
    tokens = min(burst, tokens + (now - filled) / .seconds(1) * perSecond)
    filled = now
    if tokens >= 1 {
      tokens -= 1
      return nil
    }
    return .seconds((1 - tokens) / perSecond)
  }
}
