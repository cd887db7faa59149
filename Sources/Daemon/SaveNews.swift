/// Decides which saves are told of one by one: so many a second, and of the others how many there were.
///
/// A checkout of another branch saves thousands of files. A line for each would hide what somebody looks for, and a
/// daemon that is flooded has something better to do.
struct SaveNews {
  /// As many as somebody can read.
  static let most = 10
  private static let second = Duration.seconds(1)

  /// When the second at hand began; nil: nothing was saved for longer than that.
  private var beginning: ContinuousClock.Instant?
  private var told = 0
  private var left = 0

  /// When to ask `takeRest`; nil: there is none.
  var deadline: ContinuousClock.Instant? { left > 0 ? beginning.map { $0 + Self.second } : nil }

  /// Counts a save.
  ///
  /// - Returns: whether it is told of now.
  mutating func admit(at now: ContinuousClock.Instant) -> Bool {
    if left == 0, beginning.map({ now - $0 >= Self.second }) ?? true { (beginning, told) = (now, 0) }
    if told < Self.most {
      told += 1
      return true
    }
    left += 1
    return false
  }

  /// Counts saves that nobody can be told of.
  mutating func count(_ others: Int, at now: ContinuousClock.Instant) {
    beginning = beginning ?? now
    left += others
  }

  /// How many saves of the second that is over were not told of; nil: none, or it is not over.
  mutating func takeRest(at now: ContinuousClock.Instant) -> Int? {
    guard let deadline, now >= deadline else { return nil }
    defer { (beginning, told, left) = (now, 0, 0) }
    return left
  }
}
