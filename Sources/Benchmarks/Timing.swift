import Posix

/// Repeated times of one operation, in nanoseconds that this thread was on a processor: whoever else is busy takes
/// nothing from it but its caches.
struct Timing {
  let median: Double
  let least: Double

  /// To read that clock takes some 200 ns. What takes less than this is timed so many at once, for it to tell what the
  /// operation takes and not what the clock does.
  private static let (short, together) = (20_000.0, 64)

  /// Repeats until both `repetitions` and a quarter of a second are reached, or two seconds are over.
  ///
  /// - Parameters:
  ///   - prepare: runs before each repetition, outside the clock.
  ///   - body: told the number of the repetition, from 0.
  static func of(
    repetitions: Int, prepare: (() -> Void)? = nil, _ body: (_ repetition: Int) -> Void
  ) -> Timing {
    var times: [Double] = []
    var total = 0.0
    var done = 0
    var batch = 1
    while (times.count < repetitions || total < 0.25e9) && (times.count < 3 || total < 2e9) && times.count < 20_000 {
      prepare?()
      let start = CurrentProcess.threadNanoseconds
      for _ in 0..<batch {
        body(done)
        done += 1
      }
      let nanoseconds = Double(CurrentProcess.threadNanoseconds - start)
      total += nanoseconds
      // The first ones find cold caches; they are only asked how long it takes about.
      if prepare == nil, batch == 1, times.count >= 2, nanoseconds < short {
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
