import LayoutRuntime
import Wire

/// How late the frames of what moves were: from the instant at which one was due to the beginning of the turn that
/// made it.
///
/// It reads no clock: who measures says when something was.
struct FrameTimes {
  /// Frames that the quantiles are taken from: the last minute at 60 Hz.
  private static let remembered = 4096

  private let rate: Int
  private(set) var count = 0
  /// Of the last frames, the oldest overwritten first.
  private var lateness: [Duration] = []

  /// - Parameter rate: frames a second.
  init(rate: Int) { self.rate = rate }

  mutating func note(_ late: Duration) {
    if lateness.count < Self.remembered {
      lateness.append(late)
    } else {
      lateness[count % Self.remembered] = late
    }
    count += 1
  }

  /// For `Stats`: frames since the start, and the milliseconds that half of the last ones, 99 of 100 and all of them
  /// were late at most.
  var metrics: [String: Double] {
    var metrics = ["frames.count": Double(count), "frames.rate": Double(rate)]
    let sorted = lateness.sorted()
    guard let worst = sorted.last else { return metrics }
    func milliseconds(_ late: Duration) -> Double { (late / .microseconds(1)).rounded() / 1000 }
    func quantile(_ percent: Int) -> Duration { sorted[(sorted.count - 1) * percent / 100] }
    metrics["frames.late.p50"] = milliseconds(quantile(50))
    metrics["frames.late.p99"] = milliseconds(quantile(99))
    metrics["frames.late.max"] = milliseconds(worst)
    return metrics
  }
}
