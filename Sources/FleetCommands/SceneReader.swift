import Fleet
import FramewireClient
import Nats
import Posix
import Wire

/// Watches a scene of a daemon that is elsewhere: the last picture, then what continues it; after a gap, another start
/// or a lost connection again the last picture.
///
/// What is published reaches everybody who listens, which costs the server no more than any message. From its streams
/// is read what was there before, at the beginning and where something is missing.
final class SceneReader {
  private let line: FleetLine
  private let snapshotSubject: String
  private let deltaSubject: String
  private let liveSubject: String
  /// What is published now, in the order of its publisher.
  private var live: NatsSubscription?
  /// The deltas that were kept since the last picture, and the number of the last of them.
  private var kept: (reader: NatsSubscription, last: UInt64)?
  private var reconnections = 0
  private var nextStart = ContinuousClock.now
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(10))
  private(set) var reading = SceneReading()
  /// What this user may not do here, in the server's words: it sends nothing then.
  var violation: String? { line.connection.violation }

  init(_ line: FleetLine, instance: String, scene: String) {
    self.line = line
    snapshotSubject = line.names.subject(of: .snapshot, scene: scene, of: instance)
    deltaSubject = line.names.subject(of: .delta, scene: scene, of: instance)
    liveSubject = line.names.subject(ofEvents: scene, of: instance)
  }

  /// Waits for the next event that changed the mirror.
  ///
  /// - Returns: nil when none came in time.
  func next(within timeout: Duration) throws(NatsError) -> Event? {
    let deadline = ContinuousClock.now + timeout
    repeat {
      if live == nil || line.connection.reconnections != reconnections {
        reconnections = line.connection.reconnections
        if live == nil { live = try line.connection.subscribe(to: liveSubject) }
        reading.lostTouch()
        nextStart = .now
      }
      if reading.isBehind, kept == nil, nextStart <= .now {
        nextStart = .now + backoff.next()
        if let event = try start() { return event }
      }
      if let (reader, last) = kept {
        guard let message = try reader.next(within: .milliseconds(200)) else { continue }
        if message.sequence ?? 0 >= last { caughtUp() }
        if let event = take(message) { return event }
      } else if let message = try live?.next(within: max(.milliseconds(1), min(deadline - .now, .milliseconds(100)))),
        let event = take(message)
      {
        return event
      }
    } while .now < deadline
    return nil
  }

  private func take(_ message: NatsMessage) -> Event? {
    // Who reads a stream may have the server deliver it here, with the subjects that it was published with.
    guard message.subject.hasPrefix(liveSubject.dropLast()) else { return nil }
    guard case .event(let event) = reading.receive(message.bytes, message.headers) else { return nil }
    if !reading.isBehind { backoff.reset() }
    return event
  }

  /// Fetches the last picture, and begins to read what was kept since.
  private func start() throws(NatsError) -> Event? {
    guard let picture = try line.streams.last(of: snapshotSubject, in: line.names.snapshots) else { return nil }
    // Two streams may be led by two servers, whose clocks differ a little; what is read twice does no harm.
    let margin: Int64 = 2_000_000_000
    let time = max(picture.time ?? 0, margin) - margin
    if let last = try line.streams.last(of: deltaSubject, in: line.names.deltas), last.time ?? 0 >= time {
      kept = (try line.streams.read(deltaSubject, of: line.names.deltas, from: .time(time)), last.sequence ?? 0)
    }
    let event = take(picture)
    if kept == nil { caughtUp() }
    return event
  }

  /// All that is kept was read: unless something newer was heard of, the mirror is not behind.
  private func caughtUp() {
    kept = nil
    reading.caughtUp()
  }
}
