import Frames
import LayoutRuntime
import Wire

/// A subscription on its connection: when something may be sent, and when something has to be.
///
/// What is sent is the runtime's; that the connection takes no more is `Client.output`'s.
final class Stream {
  /// Whether each revision is sent by itself.
  let wantsEvery: Bool
  /// Nil: events go out as they come.
  private(set) var pace: Pace?
  /// Silence after which a heartbeat is sent.
  private let heartbeat: Duration?
  private var lastSent: ContinuousClock.Instant
  /// Whether an event for it is put into words elsewhere: nothing else may be sent before that.
  var awaitsEvent = false
  /// What the last event told, for heartbeats.
  private(set) var lastRevision = (revision: Revision.none, layoutRevision: Revision.none)

  init(_ wish: Request.Subscribe, at now: ContinuousClock.Instant) {
    // The first event need not wait. Of a rate within `Request.Subscribe.rates` the interval is a duration.
    pace = wish.maxHz.map { Pace(every: .seconds(1 / $0), from: now) }
    wantsEvery = wish.mode == .every
    heartbeat = wish.heartbeatMs.map { .milliseconds($0) }
    lastSent = now
  }

  /// When a heartbeat is due, if nothing is sent before; nil: never.
  var nextHeartbeat: ContinuousClock.Instant? { heartbeat.map { lastSent + $0 } }

  /// Takes note of an event that was sent.
  func recordEvent(_ publication: Publication, at now: ContinuousClock.Instant) {
    lastSent = now
    pace?.recordMessage(at: now)
    lastRevision = (publication.revision, publication.layoutRevision)
  }

  /// Takes note of a heartbeat that was sent.
  func recordHeartbeat(at now: ContinuousClock.Instant) { lastSent = now }
}
