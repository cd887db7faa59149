import LayoutRuntime
import Wire

/// How late animation frames were: from the instant at which one was due to the beginning of the turn that made it.
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

  mutating func record(lateness late: Duration) {
    if lateness.count < Self.remembered {
      lateness.append(late)
    } else {
      lateness[count % Self.remembered] = late
    }
    count += 1
  }

  /// For `Stats`: how many frames there were since the start, and how many milliseconds late they were: the median, the
  /// 99th percentile and the worst of the last ones.
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
