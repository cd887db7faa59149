import Fleet
import Nats
import Posix
import Wire

/// Watches a scene of a daemon that is elsewhere: the last picture, then what continues it; after a gap, another start or
/// a lost connection again the last picture.
final class SceneReader {
  private let line: FleetLine
  private let snapshotSubject: String
  private let deltaSubject: String
  private var snapshots: NatsSubscription?
  private var deltas: NatsSubscription?
  private var reconnections = 0
  private var nextStart = ContinuousClock.now
  private(set) var reading = SceneReading()

  init(_ line: FleetLine, instance: String, scene: String) {
    self.line = line
    snapshotSubject = line.names.subject(of: .snapshot, scene: scene, of: instance)
    deltaSubject = line.names.subject(of: .delta, scene: scene, of: instance)
  }

  /// Waits for the next event that changed the mirror.
  ///
  /// - Returns: nil when none came in time.
  func next(within timeout: Duration) throws(NatsError) -> Event? {
    let deadline = ContinuousClock.now + timeout
    repeat {
      if line.connection.reconnections != reconnections || snapshots == nil {
        reconnections = line.connection.reconnections
        reading.lostTouch()
        try start()
      }
      // Pictures come seldom and help always; what is waiting of them is taken first.
      if let snapshots, let message = try snapshots.next(within: .milliseconds(1)) {
        if let event = try take(message) { return event }
        continue
      }
      if let deltas {
        if let message = try deltas.next(within: .milliseconds(20)), let event = try take(message) { return event }
      } else if let snapshots, let message = try snapshots.next(within: .milliseconds(100)),
        let event = try take(message)
      {
        try begin(message.time)
        return event
      }
    } while .now < deadline
    return nil
  }

  private func take(_ message: NatsMessage) throws(NatsError) -> Event? {
    switch reading.receive(message.bytes) {
    case .event(let event): return event
    case .nothing, .malformed: return nil
    case .gap:
      // What is missing may be kept; else the next picture comes soon. Not more often than now and then.
      if nextStart <= .now {
        nextStart = .now + .seconds(1)
        try start()
      }
      return nil
    }
  }

  /// The readers of both streams, from the last picture on.
  private func start() throws(NatsError) {
    snapshots = try line.streams.read(snapshotSubject, of: line.names.snapshots, from: .lastOfEach)
    guard let last = try line.streams.last(of: snapshotSubject, in: line.names.snapshots) else {
      deltas = nil
      return
    }
    try begin(last.time)
  }

  /// Two streams may be led by two servers, whose clocks differ a little; what is read twice does no harm.
  private func begin(_ time: Int64?) throws(NatsError) {
    let margin: Int64 = 2_000_000_000
    deltas = try line.streams.read(
      deltaSubject, of: line.names.deltas, from: time.map { .time(max($0, margin) - margin) } ?? .all)
  }
}
