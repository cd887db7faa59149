import Geometry
import LayoutEngine
import LayoutRuntime
import TextMeasurement
import Wire

/// Where the daemon's time goes between a save and the bytes to a subscriber.
///
/// Two accounts of the same measurements: those of one round of the loop, for the events it leads to, and all of them,
/// for `Stats`. It reads no clock: who measures says how long something took.
struct StageTimes {
  /// What the time goes into, in the order of a save.
  enum Part: String, CaseIterable {
    /// From waking up to looking at the files.
    case settle
    /// Taking events from the kernel, and files from the disk.
    case read
    case parse
    case resolve
    /// Emitting and compiling rows.
    case lower
    /// Conditions, solving and reading back; without `measure`.
    case solve
    /// Measuring texts.
    case measure
    case diff
    /// Answers, reports, and what else a turn ends with.
    case finish
    /// What is to survive into the journal.
    case remember
    /// Events into bytes.
    case encode
    /// Bytes into sockets.
    case send
  }

  private var current: [Part: Duration] = [:]
  private var total: [Part: Duration] = [:]
  /// Texts that were measured since the start.
  var measurements = 0
  /// When the turns of this round were; what they publish carries the same instants.
  private var turns: [Instant] = []

  mutating func add(_ duration: Duration, to part: Part) {
    current[part, default: .zero] += duration
    total[part, default: .zero] += duration
  }

  mutating func finishTurn(at instant: Instant) { turns.append(instant) }

  /// What is added from now on belongs to what the loop has just woken up for.
  mutating func beginRound() {
    current = [:]
    turns = []
  }

  /// What the frames of a publication cost; nil of one that is older than this round.
  func timing(of publication: Publication) -> Event.Timing? {
    guard case .delta = publication.content, turns.contains(publication.time) else { return nil }
    var timing = Event.Timing()
    timing.settle = milliseconds(current[.settle])
    timing.read = milliseconds(current[.read])
    timing.parse = milliseconds(current[.parse])
    timing.resolve = milliseconds(current[.resolve])
    timing.lower = milliseconds(current[.lower])
    timing.solve = milliseconds(current[.solve])
    timing.measure = milliseconds(current[.measure])
    return timing
  }

  /// For `Stats`: milliseconds since the start, by stage, and what was counted besides.
  var metrics: [String: Double] {
    var metrics = Dictionary(
      uniqueKeysWithValues: Part.allCases.map { ("time.\($0.rawValue)", milliseconds(total[$0])) })
    metrics["measurements"] = Double(measurements)
    return metrics
  }

  private func milliseconds(_ duration: Duration?) -> Double {
    // Whole microseconds: a clock that is read twice tells no more.
    (((duration ?? .zero) / .microseconds(1)).rounded()) / 1000
  }
}

extension StageTimes.Part {
  /// What a stage of the runtime counts as.
  init(_ stage: Stage) {
    switch stage {
    case .parse: self = .parse
    case .resolve: self = .resolve
    case .lower: self = .lower
    case .solve: self = .solve
    case .diff: self = .diff
    case .finish: self = .finish
    }
  }
}

/// Measures texts, and how long that takes.
final class TimedMeasuring: TextMeasuring {
  private var measurer: any TextMeasuring
  private let clock: ContinuousClock
  /// Spent since the start.
  private(set) var duration = Duration.zero
  /// Questions put to this measurer, and texts measured by those before it.
  private var (asked, earlier) = (0, 0)
  /// Texts measured since the start. A measurer that keeps its answers counts by itself those that it did not know.
  var count: Int { earlier + ((measurer as? FontMeasurer)?.measurements ?? asked) }

  init(_ measurer: any TextMeasuring, by clock: ContinuousClock) {
    self.measurer = measurer
    self.clock = clock
  }

  /// Asks somebody else from now on.
  func ask(_ measurer: any TextMeasuring) {
    (asked, earlier) = (0, count)
    self.measurer = measurer
  }

  func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let start = clock.now
    defer { duration += clock.now - start }
    asked += 1
    return measurer.measure(text, attributes, width: width)
  }
}

extension Wire.Reply {
  /// Statistics tell of the daemon's times besides what the runtime counts.
  func adding(_ times: StageTimes, _ frames: FrameTimes) -> Wire.Reply {
    guard case .stats(let metrics) = self else { return self }
    return .stats(metrics.merging(times.metrics) { $1 }.merging(frames.metrics) { $1 })
  }
}

extension Daemon {
  /// Lets the runtime work once, and notes what that took.
  func runTurn() -> [Effect] {
    let instant = now
    if let due = runtime.nextFrame, due <= instant { frames.record(lateness: instant - due) }
    var stage = StageTimes.Part.finish
    var since = clock.now
    var measured = measurer.duration
    func enter(_ next: StageTimes.Part) {
      let instant = clock.now
      let inTexts = measurer.duration - measured
      measured = measurer.duration
      times.add(instant - since - inTexts, to: stage)
      times.add(inTexts, to: .measure)
      (stage, since) = (next, instant)
    }
    let effects = runtime.turn(at: instant, measuring: measurer) { enter(StageTimes.Part($0)) }
    enter(.finish)
    times.measurements = measurer.count
    times.finishTurn(at: runtime.sceneTime(at: instant))
    return effects
  }

  /// Begins a round: what changed on the disk.
  ///
  /// - Parameter woken: when the loop was told that something happened.
  func drainFiles(since woken: ContinuousClock.Instant) -> [Command] {
    let start = clock.now
    let commands = files.drain(at: start)
    times.beginRound()
    guard !commands.isEmpty else { return [] }
    times.add(start - woken, to: .settle)
    times.add(clock.now - start, to: .read)
    return commands
  }

  /// Runs `body` and counts its time as `part`.
  func timing<Result>(_ part: StageTimes.Part, _ body: () -> Result) -> Result {
    let start = clock.now
    defer { times.add(clock.now - start, to: part) }
    return body()
  }
}
