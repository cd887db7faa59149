import Frames
import LayoutRuntime
import Posix
import Wire

/// One connection and how far its conversation is.
///
/// Requests are answered in order, so the next one is looked at only when the one before it is answered and the
/// peer has read the answer; until then its bytes wait here, and when there are too many of them, in the kernel. So
/// a peer that asks and never reads costs one answer. A stream owns its connection.
final class Client {
  enum Activity {
    /// Nothing is asked.
    case idle
    /// A request is with the runtime. `isSilent`: the peer wants no reply. A subscription brings what its stream
    /// will be.
    case asking(RequestID, isSilent: Bool, Stream?)
    case streaming(Stream)
    /// What is queued is written, then the connection closes.
    case closing
  }

  /// A subscription and its pace.
  struct Stream {
    let subscriber: SubscriberID
    /// Nil: events go out as they come.
    var pace: Pace?
    /// Silence after which a heartbeat is sent.
    let heartbeat: Duration?
    var lastSent: ContinuousClock.Instant
    /// Whether each revision is sent by itself.
    let wantsEvery: Bool
    /// Whether the runtime has said that there is something to get.
    var isReady = false
    /// What the last event told, for heartbeats.
    var lastRevision = (revision: Revision.none, layoutRevision: Revision.none)

    /// Nil for a request that asks for no stream.
    init?(_ request: Request, as subscriber: SubscriberID, at now: ContinuousClock.Instant) {
      guard case .subscribe(let wish) = request else { return nil }
      self.subscriber = subscriber
      // The first event need not wait. Of a rate within `Request.Subscribe.rates` the interval is a duration.
      pace = wish.maxHz.map { Pace(every: .seconds(1 / $0), from: now) }
      wantsEvery = wish.mode == .every
      heartbeat = wish.heartbeatMs.map { .milliseconds($0) }
      lastSent = now
    }

    /// When somebody has to look at this stream again, if nothing happens before.
    var deadline: ContinuousClock.Instant? {
      if isReady { return pace?.earliest }
      return heartbeat.map { lastSent + $0 }
    }
  }

  let token: EventLoop.Token
  let connection: UnixConnection
  var activity = Activity.idle
  var output = OutputQueue()
  var decoder = MessageDecoder()
  var allowance: RequestAllowance
  /// What the loop watches the connection for.
  var interest: EventLoop.Interest = .reading
  /// The peer has closed its side; what it asked for before is still answered.
  var hasEnded = false
  /// The peer is gone; nothing can be sent any more.
  var hasHungUp = false
  /// Since when nothing of what is queued could be written; nil while nothing is queued.
  private(set) var stalledSince: ContinuousClock.Instant?

  init(
    _ connection: UnixConnection, as token: EventLoop.Token, within limits: DaemonOptions.Limits,
    at now: ContinuousClock.Instant
  ) {
    self.connection = connection
    self.token = token
    allowance = RequestAllowance(perSecond: limits.requestsPerSecond, burst: limits.burst, at: now)
  }

  /// While a request is being answered, no more than this is read ahead.
  static let readAhead = 1 << 16

  /// What to wait for now.
  var wantedInterest: EventLoop.Interest {
    var wanted: EventLoop.Interest = output.isEmpty ? [] : .writing
    switch activity {
    case .idle where output.isEmpty: if !hasEnded { wanted.insert(.reading) }
    case .idle, .asking, .streaming:
      if !hasEnded, decoder.bufferedCount < Self.readAhead { wanted.insert(.reading) }
    case .closing: break
    }
    return wanted
  }

  /// Reads what has arrived.
  func receive() {
    var buffer: [UInt8] = []
    guard let received = try? connection.receive(into: &buffer) else {
      hasEnded = true
      return
    }
    switch received {
    case .bytes: decoder.append(buffer)
    case .nothing: break
    case .end: hasEnded = true
    }
  }

  /// Writes what fits.
  ///
  /// - Returns: false when nobody reads any more.
  func flush(at now: ContinuousClock.Instant) -> Bool {
    do {
      var written = 0
      try output.drain { (bytes) throws(PosixError) in
        let count = try connection.send(bytes)
        written += count
        return count
      }
      if output.isEmpty {
        stalledSince = nil
      } else if written > 0 || stalledSince == nil {
        stalledSince = now
      }
      return true
    } catch { return false }
  }
}
