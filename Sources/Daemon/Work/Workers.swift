import LayoutEngine
import LayoutRuntime
import Posix
import Synchronization
import TextMeasurement

/// Threads that do the runtime's long work while the daemon's own thread goes on with everything else.
///
/// They share nothing with it but a list of what is to be done and one of what is done. A thread is started when it is
/// needed and ends when there has been nothing to do for a while, with the fonts that it has opened.
final class Workers: Sendable {
  /// What came of a job.
  enum Result: Sendable {
    case finished(Job.Finished, Job.Payer, took: Duration)
    /// There are no fonts to measure with: somebody else has to do it.
    case refused(Job)
  }

  private struct State {
    var queue = WorkQueue()
    var results: [Result] = []
    var threads = 0
    var busy = 0
    /// One more whenever fonts have changed.
    var fonts = 0
    var isClosed = false
  }

  /// Rings when there are results.
  let bell: Bell
  private let state = Mutex(State())
  /// Rings for each job.
  private let jobs: Bell
  private let text: TextMetrics
  /// Threads at most. One of them is kept for those who cost little.
  private let most: Int

  /// How long a thread stays when there is nothing to do.
  private static let rest = Duration.seconds(5)

  init(measuringBy text: TextMetrics) throws(PosixError) {
    self.text = text
    bell = try Bell(wakesEach: false)
    jobs = try Bell(wakesEach: true)
    most = max(2, CurrentProcess.processorCount) + 1
  }

  /// Jobs that wait or are being done.
  var count: Int { state.withLock { $0.queue.count + $0.busy } }

  /// Has a job done.
  func add(_ job: Job) {
    let needsThread = state.withLock { state in
      state.queue.append(job)
      guard state.threads < most, state.busy + state.queue.count > state.threads else { return false }
      state.threads += 1
      return true
    }
    if needsThread { startThread() }
    jobs.ring()
  }

  /// What has come of jobs since the last call.
  func takeResults() -> [Result] {
    bell.hear()
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Measures with the fonts that are there now, from the next job on.
  func openFontsAgain() { state.withLock { $0.fonts += 1 } }

  /// Ends all threads, each after the job that it is doing.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<most { jobs.ring() }
  }

  // MARK: A thread

  private func startThread() {
    do throws(PosixError) { try BackgroundThread.start { self.runThread() } } catch {
      // Those that are there do it, or whoever asked.
      state.withLock { state in
        state.threads -= 1
        if state.threads == 0 { state.results += state.queue.removeAll().map { .refused($0) } }
      }
      bell.ring()
    }
  }

  private func runThread() {
    var measurer: (any TextMeasuring)?
    var fonts = -1
    while let (job, latestFonts) = waitForJob() {
      if fonts != latestFonts { (measurer, fonts) = (try? text.makeMeasurer(), latestFonts) }
      let start = ContinuousClock.now
      guard let measurer else {
        finish(.refused(job))
        continue
      }
      let finished = job.run(measuring: measurer)
      finish(.finished(finished, job.payer, took: ContinuousClock.now - start))
    }
  }

  /// The next job; nil when the thread is to end.
  private func waitForJob() -> (Job, fonts: Int)? {
    while true {
      let isRung = (try? jobs.wait(until: .now + Self.rest)) ?? false
      let next: (job: Job?, fonts: Int, isToEnd: Bool) = state.withLock { state in
        let isLast = state.busy + 1 >= most
        let job = state.isClosed ? nil : state.queue.removeNext(isLastThread: isLast, at: .now)
        if job != nil { state.busy += 1 }
        let isToEnd = job == nil && (state.isClosed || !isRung)
        if isToEnd { state.threads -= 1 }
        return (job, state.fonts, isToEnd)
      }
      if let job = next.job { return (job, next.fonts) }
      if next.isToEnd { return nil }
    }
  }

  private func finish(_ result: Result) {
    let isWorkLeft = state.withLock { state in
      state.results.append(result)
      if case .finished(_, let payer, let duration) = result { state.queue.charge(payer, duration, at: .now) }
      state.busy -= 1
      return state.queue.count > 0
    }
    bell.ring()
    // What was left to others may be done now.
    if isWorkLeft { jobs.ring() }
  }
}
