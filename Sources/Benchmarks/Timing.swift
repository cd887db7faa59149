/// Repeated times of one operation, in nanoseconds.
struct Timing {
  let median: Double
  let least: Double

  /// To read the clock takes 30 ns. What takes less than a microsecond is timed so many at once, for it to tell what
  /// the operation takes and not what the clock does.
  private static let together = 32

  /// Repeats until both `repetitions` and a quarter of a second are reached, or two seconds are over.
  ///
  /// - Parameters:
  ///   - prepare: runs before each repetition, outside the clock.
  ///   - body: told the number of the repetition, from 0.
  static func of(
    repetitions: Int, prepare: (() -> Void)? = nil, _ body: (_ repetition: Int) -> Void
  ) -> Timing {
    let clock = ContinuousClock()
    var times: [Double] = []
    var total = 0.0
    var done = 0
    var batch = 1
    while (times.count < repetitions || total < 0.25e9) && (times.count < 3 || total < 2e9) && times.count < 20_000 {
      prepare?()
      let elapsed = clock.measure {
        for _ in 0..<batch {
          body(done)
          done += 1
        }
      }
      let nanoseconds = Double(elapsed.components.attoseconds) / 1e9 + Double(elapsed.components.seconds) * 1e9
      total += nanoseconds
      // The first ones find cold caches; they are only asked how long it takes about.
      if prepare == nil, batch == 1, times.count >= 2, nanoseconds < 1000 {
        batch = together
        times = []
      } else {
        times.append(nanoseconds / Double(batch))
      }
    }
    times.sort()
    return Timing(median: times[times.count / 2], least: times[0])
  }
}
