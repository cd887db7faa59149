import Frames
import LayoutRuntime
import Wire

/// A subscription on its connection: when something may be sent, and when something has to be.
///
/// What is sent is the runtime's; that the connection takes no more is `Client.output`'s.
final class Stream {
  /// What it asked for.
  private(set) var wish: Request.Subscribe
  /// Whether it asked for events in binary.
  let wantsBinary: Bool
  /// What its client says meanwhile, once events are in binary; nil: they are JSON.
  var wishes: BinaryDecoder?
  /// How many more snapshots and deltas its client takes; nil: any number.
  private(set) var credit: Int?
  /// Whether each revision is sent by itself.
  let wantsEvery: Bool
  /// Nil: events go out as they come.
  private(set) var pace: Pace?
  /// Silence after which a heartbeat is sent.
  private let heartbeat: Duration?
  private var lastSent: ContinuousClock.Instant
  /// How many events for it are put into words elsewhere, or wait for a round of the loop: nothing else may be sent
  /// before those.
  var awaitedEvents = 0
  var awaitsEvent: Bool { awaitedEvents > 0 }
  /// Whether it had not read what was sent before, when somebody looked last.
  private(set) var isBehind = false
  /// After so many events somebody looks again, and how many that were the last time.
  private var (eventsToLook, lastStretch) = (0, 0)
  /// To look costs a twentieth of sending.
  private static let longestStretch = 16
  /// What the last event told, for heartbeats.
  private(set) var lastRevision = (revision: Revision.none, layoutRevision: Revision.none)

  init(_ wish: Request.Subscribe, inBinary wantsBinary: Bool, at now: ContinuousClock.Instant) {
    self.wish = wish
    self.wantsBinary = wantsBinary
    // The first event need not wait. Of a rate within `Request.Subscribe.rates` the interval is a duration.
    pace = wish.maxHz.map { Pace(every: .seconds(1 / $0), from: now) }
    wantsEvery = wish.mode == .every
    heartbeat = wish.heartbeatMs.map { .milliseconds($0) }
    lastSent = now
  }

  /// Whether nothing that is sent decides when the next may be.
  var takesAnything: Bool { pace == nil && credit == nil }

  /// When a heartbeat is due, if nothing is sent before; nil: never.
  var nextHeartbeat: ContinuousClock.Instant? { heartbeat.map { lastSent + $0 } }

  /// Its client takes so many more.
  func add(credit count: Int) { credit = min((credit ?? 0) + count, Int(UInt32.max)) }

  /// Goes on in a scene of this name; nothing is told of it that was told before.
  func begin(in scene: String) {
    wish.scene = scene
    (wish.epoch, wish.since) = (nil, nil)
  }

  /// What to ask for, to tell something else of the scene: a revision that is of no epoch is gone, which the snapshot
  /// says.
  func change(to filter: Filter) -> Request.Subscribe {
    wish.filter = filter
    var request = wish
    (request.epoch, request.since) = ("", 0)
    return request
  }

  /// Looks from time to time whether it reads what it is sent: whoever does not is told after those who do, and does
  /// not keep them waiting until nothing more fits into its socket.
  ///
  /// - Parameter hasUnread: finds out.
  func lookWhetherBehind(_ hasUnread: @autoclosure () -> Bool) {
    if eventsToLook > 0 { return eventsToLook -= 1 }
    let wasBehind = isBehind
    isBehind = hasUnread()
    lastStretch = wasBehind == isBehind ? min(2 * lastStretch + 1, Self.longestStretch) : 0
    eventsToLook = lastStretch
  }

  /// Takes note of an event that was sent.
  func recordEvent(_ publication: Publication, at now: ContinuousClock.Instant) {
    switch publication.content {
    case .snapshot, .delta: credit = credit.map { max(0, $0 - 1) }
    case .transition, .fading, .diagnostics, .lost, .bye: break
    }
    lastSent = now
    pace?.recordMessage(at: now)
    lastRevision = (publication.revision, publication.layoutRevision)
  }

  /// Takes note of a heartbeat that was sent.
  func recordHeartbeat(at now: ContinuousClock.Instant) { lastSent = now }
}
