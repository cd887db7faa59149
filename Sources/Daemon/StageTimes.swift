import LayoutRuntime
import Wire

/// Where the daemon's time goes between a save and the bytes to a subscriber.
///
/// Two accounts of the same measurements: those of one round of the loop, for the events it leads to, and all of them,
/// for `Stats`. It reads no clock: who measures says how long something took.
struct StageTimes {
  /// What the time goes into, in the order of a save.
  enum Part: Int, CaseIterable {
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

  /// By part.
  private var current = Self.none
  private var total = Self.none
  /// Texts that were measured since the start.
  var measurements = 0
  /// What a turn is busy with, since when, and how long texts had been measured by then.
  private var stage: (part: Part, since: ContinuousClock.Instant, measured: Duration)?
  /// When the turns of this round were; what they publish carries the same instants.
  private var turns: [Instant] = []

  private static let none = [Duration](repeating: .zero, count: Part.allCases.count)

  mutating func add(_ duration: Duration, to part: Part) {
    current[part.rawValue] += duration
    total[part.rawValue] += duration
  }

  /// Whether a turn is busy with something.
  func isIn(_ part: Part) -> Bool { stage?.part == part }

  /// A turn goes on to something else; nil: it has ended.
  ///
  /// - Parameter measured: how long texts have been measured since the start.
  mutating func enter(_ part: Part?, at instant: ContinuousClock.Instant, measured: Duration) {
    if let stage {
      let inTexts = measured - stage.measured
      add(instant - stage.since - inTexts, to: stage.part)
      if inTexts > .zero { add(inTexts, to: .measure) }
    }
    stage = part.map { ($0, instant, measured) }
  }

  /// - Parameter instants: what the clocks of scenes show.
  mutating func finishTurn(at instants: [Instant]) { turns += instants }

  /// What is added from now on belongs to what the loop has just woken up for.
  mutating func beginRound() {
    current = Self.none
    turns = []
  }

  /// What the frames of a publication cost; nil of one that is older than this round, or took none of that.
  func timing(of publication: Publication) -> Event.Timing? {
    guard case .delta = publication.content, turns.contains(publication.time) else { return nil }
    var timing = Event.Timing()
    timing.settle = milliseconds(current, .settle)
    timing.read = milliseconds(current, .read)
    timing.parse = milliseconds(current, .parse)
    timing.resolve = milliseconds(current, .resolve)
    timing.lower = milliseconds(current, .lower)
    timing.solve = milliseconds(current, .solve)
    timing.measure = milliseconds(current, .measure)
    // A frame of what moves costs none of that.
    return timing == Event.Timing() ? nil : timing
  }

  /// For `Stats`: milliseconds since the start, by stage, and what was counted besides.
  var metrics: [String: Double] {
    var metrics = Dictionary(
      uniqueKeysWithValues: Part.allCases.map { ("time.\($0)", milliseconds(total, $0)) })
    metrics["measurements"] = Double(measurements)
    return metrics
  }

  private func milliseconds(_ durations: [Duration], _ part: Part) -> Double {
    // Whole microseconds: a clock that is read twice tells no more.
    (durations[part.rawValue] / .microseconds(1)).rounded() / 1000
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

extension StageTimes.Part {
  /// What the job of a document, a scene or a request counts as.
  init(_ payer: Job.Payer) {
    switch payer {
    case .document: self = .resolve
    case .scene: self = .solve
    case .request: self = .finish
    }
  }
}
