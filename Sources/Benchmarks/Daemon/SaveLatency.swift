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

  /// In the order of a save. `write` is what the writer's own calls take, `decode` is from the delta's first bytes to
  /// the whole of it; those between are as the daemon tells them. `event` is all the rest: the kernel, waking up the
  /// daemon and the subscriber, sending. What the daemon says that sending took is no part of it: the subscriber may
  /// run in its place before send(2) returns, and that is `decode` already.
  static let stages = [
    "write", "event", "settle", "read", "parse", "resolve", "lower", "solve", "measure", "diff", "finish", "encode",
    "decode",
  ]

  private var totals: [Double] = []
  /// By stage.
  private var parts = [[Double]](repeating: [], count: stages.count)

  var count: Int { totals.count }
  var median: Double { Self.quantile(totals, 0.5) }
  var percentile99: Double { Self.quantile(totals, 0.99) }
  var least: Double { totals.min() ?? .nan }
  var medianParts: [Double] { parts.map { Self.quantile($0, 0.5) } }
  /// Of the writer's own calls. On a disk some of that comes after the daemon was told, so it is no summand there.
  var medianWrite: Double { medianParts[0] }
  /// Of each stage by itself: saves that are slow in one are not in another, so they add up to more than
  /// `percentile99`.
  var percentile99Parts: [Double] { parts.map { Self.quantile($0, 0.99) } }

  /// Rests between saves, so that the daemon sleeps, and so that asking for statistics keeps within what a
  /// connection may ask (200 a second).
  private static let rest = Duration.milliseconds(6)
  /// How long a delta may take.
  private static let patience = Duration.seconds(10)

  init(_ layout: GeneratedLayout, _ edit: SaveEdit, _ way: SaveWay, saves: Int, at daemon: ServedDaemon) throws {
    let clock = ContinuousClock()
    let texts = (0..<2).map { count in
      var edited = layout
      edit.apply(count, to: &edited)
      return edited.bytes
    }
    let control = try daemon.connect()
    let socket = try daemon.connectRaw()
    let subscription = try Connection(over: socket).subscribe(Request.Subscribe(scene: GeneratedLayout.name))
    try Self.awaitEvent(.snapshot, of: subscription)
    // The first saves lead to the text the others start from, and warm everything up.
    for count in 0..<4 {
      try way.save(texts[count % 2], to: daemon.file)
      if count > 0 { try Self.awaitEvent(.delta, of: subscription) }
      CurrentProcess.sleep(for: Self.rest)
      if count == 0 { _ = try subscription.next(until: .now + .milliseconds(300)) }
    }
    var before = try Self.statistics(control)
    for count in 0..<saves {
      CurrentProcess.sleep(for: Self.rest)
      let start = clock.now
      try way.save(texts[count % 2], to: daemon.file)
      let written = clock.now
      _ = try socket.descriptor.number.wait(for: .readable, until: start + Self.patience)
      let arrived = clock.now
      let event = try Self.awaitEvent(.delta, of: subscription)
      let decoded = clock.now
      let after = try Self.statistics(control)
      add(decoded - start, writing: written - start, decoding: decoded - arrived, event.timing ?? Event.Timing()) {
        name in
        1e6 * ((after["time.\(name)"] ?? 0) - (before["time.\(name)"] ?? 0))
      }
      before = after
    }
  }

  private mutating func add(
    _ total: Duration, writing: Duration, decoding: Duration, _ timing: Event.Timing, difference: (String) -> Double
  ) {
    let (total, write, decode) = (total / .nanoseconds(1), writing / .nanoseconds(1), decoding / .nanoseconds(1))
    totals.append(total)
    let told =
      [timing.settle, timing.read, timing.parse, timing.resolve, timing.lower, timing.solve, timing.measure].map {
        $0 * 1e6
      }
      + ["diff", "finish", "encode"].map(difference) + [decode]
    let event = total - write - told.reduce(0, +)
    for (stage, part) in ([write, event] + told).enumerated() { parts[stage].append(part) }
  }

  private static func statistics(_ control: Connection) throws -> [String: Double] {
    guard case .stats(let numbers) = try control.call(.stats) else { return [:] }
    return numbers
  }

  @discardableResult
  private static func awaitEvent(_ kind: Event.Kind, of subscription: Subscription) throws -> Event {
    let deadline = ContinuousClock.now + patience
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
