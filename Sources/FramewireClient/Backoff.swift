/// How long to wait before trying again: `first` · 2ⁿ, at most `longest`.
public struct Backoff: Equatable, Sendable {
  /// The wait before the first attempt.
  public let first: Duration
  /// No wait is longer.
  public let longest: Duration
  private var attempts = 0

  public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(5)) {
    self.first = first
    self.longest = longest
  }

  /// The wait before the next attempt; the one after it will be twice as long.
  public mutating func next() -> Duration {
    var delay = first
    for _ in 0..<attempts where delay < longest { delay *= 2 }
    attempts += 1
    return min(delay, longest)
  }

  /// After success: the next wait is `first` again.
  public mutating func reset() { attempts = 0 }
}
