import LayoutEngine
import LayoutRuntime
import Posix
import Synchronization
import TextMeasurement
import Wire

/// Threads that do long work while the daemon's own thread goes on with everything else.
///
/// They share nothing with it but a list of what is to be done and one of what is done. A thread is started when it is
/// needed and ends when there has been nothing to do for a while, with the fonts that it has opened.
final class Workers: Sendable {
  /// What there is to be done.
  enum Task: Sendable {
    /// What the runtime hands out.
    case job(Job)
    case message(LongMessage)
    case answer(LongAnswer)
    case event(LongEvent)
    case journal(Journal.Rewriting, Memory)

    /// The connection that waits for it, if only one does; nil as well for what is done in any case.
    var client: EventLoop.Token? {
      switch self {
      case .job(let job):
        if case .request(let request) = job.payer { EventLoop.Token(rawValue: request.value) } else { nil }
      case .message(let message): message.client
      case .answer(let answer): answer.client
      case .event, .journal: nil
      }
    }
  }

  /// What came of it.
  enum Result: Sendable {
    case finished(Job.Finished, Job.Payer, took: Duration, PreparedEntry?)
    case understood(Swift.Result<UnderstoodCall, MalformedCall>, of: EventLoop.Token)
    case encoded([UInt8], to: EventLoop.Token)
    case written([UInt8], LongEvent, took: Duration)
    case rewritten(number: Int, Journal.Rewriting.Written)
    /// There are no threads, or no fonts to measure with: somebody else has to do it.
    case refused(Task)
  }

  private struct State {
    var queue = WorkQueue<Task, Payer>()
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
  /// Rings for each task.
  private let tasks: Bell
  private let text: TextMetrics
  /// Threads at most. One of them is kept for those who cost little.
  private let most: Int

  /// How long a thread stays when there is nothing to do.
  private static let rest = Duration.seconds(5)

  init(measuringBy text: TextMetrics) throws(PosixError) {
    self.text = text
    bell = try Bell(wakesEach: false)
    tasks = try Bell(wakesEach: true)
    most = max(2, CurrentProcess.processorCount) + 1
  }

  /// Tasks that wait or are being done.
  var count: Int { state.withLock { $0.queue.count + $0.busy } }

  /// Has something done.
  ///
  /// - Returns: what it is taken back by.
  @discardableResult func add(_ task: Task, for payer: Payer) -> Int {
    let (number, needsThread) = state.withLock { state in
      let number = state.queue.append(task, for: payer)
      guard state.threads < most, state.busy + state.queue.count > state.threads else { return (number, false) }
      state.threads += 1
      return (number, true)
    }
    if needsThread { startThread() }
    tasks.ring()
    return number
  }

  /// Takes back what nobody waits for any more; what is being done already is finished.
  func remove(_ number: Int) { state.withLock { _ = $0.queue.remove(number) } }

  /// What has come of tasks since the last call.
  func takeResults() -> [Result] {
    bell.hear()
    return state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Measures with the fonts that are there now, from the next job on.
  func openFontsAgain() { state.withLock { $0.fonts += 1 } }

  /// Ends all threads, each after the task that it is doing.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<most { tasks.ring() }
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
    while let (task, payer, latestFonts) = waitForTask() {
      if fonts != latestFonts, case .job = task { (measurer, fonts) = (try? text.makeMeasurer(), latestFonts) }
      let start = ContinuousClock.now
      let result: Result
      switch task {
      case .message(let message): result = .understood(message.understand(), of: message.client)
      case .answer(let answer): result = .encoded(answer.encoded(), to: answer.client)
      case .event(let event):
        let bytes = event.encoded()
        result = .written(bytes, event, took: ContinuousClock.now - start)
      case .journal(let rewriting, let memory):
        result = .rewritten(number: rewriting.number, rewriting.write(memory.records))
      case .job(let job):
        guard let measurer else {
          finish(.refused(task), charging: payer, .zero)
          continue
        }
        let finished = job.run(measuring: measurer)
        let took = ContinuousClock.now - start
        result = .finished(finished, job.payer, took: took, finished.record.flatMap { PreparedEntry($0) })
      }
      finish(result, charging: payer, ContinuousClock.now - start)
    }
  }

  /// The next task; nil when the thread is to end.
  private func waitForTask() -> (Task, Payer, fonts: Int)? {
    while true {
      let isRung = (try? tasks.wait(until: .now + Self.rest)) ?? false
      let next: (task: (Task, Payer)?, fonts: Int, isToEnd: Bool) = state.withLock { state in
        let isLast = state.busy + 1 >= most
        let task: (Task, Payer)? = state.isClosed ? nil : state.queue.removeNext(isLastThread: isLast, at: .now)
        if task != nil { state.busy += 1 }
        let isToEnd = task == nil && (state.isClosed || !isRung)
        if isToEnd { state.threads -= 1 }
        return (task, state.fonts, isToEnd)
      }
      if let (task, payer) = next.task { return (task, payer, next.fonts) }
      if next.isToEnd { return nil }
    }
  }

  private func finish(_ result: Result, charging payer: Payer, _ duration: Duration) {
    let isWorkLeft = state.withLock { state in
      state.results.append(result)
      state.queue.charge(payer, duration, at: .now)
      state.busy -= 1
      return state.queue.count > 0
    }
    bell.ring()
    // What was left to others may be done now.
    if isWorkLeft { tasks.ring() }
  }
}
