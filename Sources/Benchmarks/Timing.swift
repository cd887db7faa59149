/// Repeated times of one operation, in nanoseconds.
struct Timing {
  let median: Double
  let least: Double

  /// Repeats until both `repetitions` and a quarter of a second are reached, or two seconds are over.
  ///
  /// - Parameters:
  ///   - prepare: runs before each repetition, outside the clock.
  ///   - body: told the number of the repetition, from 0.
  static func of(
    repetitions: Int, prepare: () -> Void = {}, _ body: (_ repetition: Int) -> Void
  ) -> Timing {
    let clock = ContinuousClock()
    var times: [Double] = []
    var total = 0.0
    while (times.count < repetitions || total < 0.25e9) && (times.count < 3 || total < 2e9) && times.count < 20_000 {
      prepare()
      let elapsed = clock.measure { body(times.count) }
      let nanoseconds = Double(elapsed.components.attoseconds) / 1e9 + Double(elapsed.components.seconds) * 1e9
      times.append(nanoseconds)
      total += nanoseconds
    }
    times.sort()
    return Timing(median: times[times.count / 2], least: times[0])
  }
}
