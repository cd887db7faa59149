import FramewireClient
import Posix
import Wire

/// How an editor writes a file.
enum SaveWay: String, CaseIterable {
  case replaced
  case overwritten

  func save(_ bytes: [UInt8], to path: String) throws {
    switch self {
    case .replaced: try FileSystem.replaceFile(path, bytes)
    case .overwritten: try FileSystem.writeFile(path, bytes)
    }
  }
}

/// Saves a file again and again, each time when the delta of the save before is here: nanoseconds from just before
/// the save until a subscriber has the decoded delta, and what the daemon says they went into.
struct SaveLatency {
  enum Failure: Error {
    /// A save was not followed by a delta within ten seconds.
    case noDelta(String)
  }

  /// As the daemon tells them, in the order of a save. `event` is all the rest: writing the file, the kernel, waking
  /// up the daemon and the subscriber, decoding.
  static let stages = [
    "event", "settle", "read", "parse", "resolve", "lower", "solve", "measure", "diff", "finish", "encode", "send",
  ]

  private var totals: [Double] = []
  /// By stage.
  private var parts = [[Double]](repeating: [], count: stages.count)

  var count: Int { totals.count }
  var median: Double { Self.quantile(totals, 0.5) }
  var percentile99: Double { Self.quantile(totals, 0.99) }
  var least: Double { totals.min() ?? .nan }
  var medianParts: [Double] { parts.map { Self.quantile($0, 0.5) } }
  /// Of each stage by itself: saves that are slow in one are not in another, so they add up to more than
  /// `percentile99`.
  var percentile99Parts: [Double] { parts.map { Self.quantile($0, 0.99) } }

  /// Rests between saves, so that the daemon sleeps, and so that asking for statistics keeps within what a
  /// connection may ask (200 a second).
  private static let rest = Duration.milliseconds(6)

  init(_ layout: GeneratedLayout, _ edit: SaveEdit, _ way: SaveWay, saves: Int, at daemon: ServedDaemon) throws {
    let clock = ContinuousClock()
    let texts = (0..<2).map { count in
      var edited = layout
      edit.apply(count, to: &edited)
      return edited.bytes
    }
    let control = try daemon.connect()
    let subscription = try daemon.connect().subscribe(Request.Subscribe(scene: GeneratedLayout.name))
    try Self.awaitEvent(.snapshot, of: subscription)
    // The first saves lead to the text the others start from, and warm everything up.
    for count in 0..<4 {
      try way.save(texts[count % 2], to: daemon.file)
      if count > 0 { try Self.awaitEvent(.delta, of: subscription) }
      pause(Self.rest)
      if count == 0 { _ = try subscription.next(until: .now + .milliseconds(300)) }
    }
    var before = try Self.statistics(control)
    for count in 0..<saves {
      pause(Self.rest)
      let start = clock.now
      try way.save(texts[count % 2], to: daemon.file)
      let event = try Self.awaitEvent(.delta, of: subscription)
      let total = (clock.now - start) / .nanoseconds(1)
      let after = try Self.statistics(control)
      add(total, event.timing ?? Event.Timing()) { name in
        1e6 * ((after["time.\(name)"] ?? 0) - (before["time.\(name)"] ?? 0))
      }
      before = after
    }
  }

  private mutating func add(_ total: Double, _ timing: Event.Timing, difference: (String) -> Double) {
    totals.append(total)
    let told =
      [timing.settle, timing.read, timing.parse, timing.resolve, timing.lower, timing.solve, timing.measure].map {
        $0 * 1e6
      }
      + ["diff", "finish", "encode", "send"].map(difference)
    for (stage, part) in ([total - told.reduce(0, +)] + told).enumerated() { parts[stage].append(part) }
  }

  private static func statistics(_ control: Connection) throws -> [String: Double] {
    guard case .stats(let numbers) = try control.call(.stats) else { return [:] }
    return numbers
  }

  @discardableResult
  private static func awaitEvent(_ kind: Event.Kind, of subscription: Subscription) throws -> Event {
    let deadline = ContinuousClock.now + .seconds(10)
    while case .event(let event) = try subscription.next(until: deadline) {
      if event.kind == kind { return event }
    }
    throw Failure.noDelta("\(kind)")
  }

  private static func quantile(_ samples: [Double], _ share: Double) -> Double {
    guard !samples.isEmpty else { return .nan }
    return samples.sorted()[min(samples.count - 1, Int(Double(samples.count) * share))]
  }
}
