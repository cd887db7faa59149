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
    /// A long message is being understood elsewhere.
    case reading
    /// A request is with the runtime. `isSilent`: the peer wants no reply. A subscription brings what its stream
    /// will be.
    case asking(isSilent: Bool, Stream?)
    /// Its answer is long, and put into words elsewhere.
    case answering
    case streaming(Stream)
    /// What is queued is written, then the connection closes.
    case closing
  }

  /// Unique among all that ever connect. As there is one request and one stream at most, it names these as well.
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
  /// Whether it waits until what it has sent is looked at.
  var isPutOff = false
  /// Its call, while that waits for a turn.
  var call: Int?
  /// What others do for it, and nobody needs when it is gone.
  var task: Int?
  /// Whether what it has asked is in vain when it is gone.
  var asksInVain = false
  /// Bytes of a long message of it, until that is answered.
  var messageBytes = 0
  /// Since when nothing of what is queued could be written; nil while nothing is queued.
  private(set) var stalledSince: ContinuousClock.Instant?
  /// Since when a message is under way that has begun and is not finished; nil while none is.
  var unfinishedSince: ContinuousClock.Instant?
  /// So many bytes that have come from it count in what all connections hold.
  var countedInput = 0
  /// Whether it may look and change nothing.
  let onlyLooks: Bool

  init(
    _ connection: UnixConnection, as token: EventLoop.Token, onlyLooks: Bool, within limits: DaemonOptions.Limits,
    at now: ContinuousClock.Instant
  ) {
    self.connection = connection
    self.onlyLooks = onlyLooks
    self.token = token
    allowance = RequestAllowance(perSecond: limits.requestsPerSecond, burst: limits.burst, at: now)
  }

  /// What the runtime knows its request by.
  var request: RequestID { RequestID(token.rawValue) }
  /// What the runtime knows its stream by.
  var subscriber: SubscriberID { SubscriberID(token.rawValue) }

  /// What it follows, or has asked to follow.
  private var stream: Stream? {
    switch activity {
    case .streaming(let stream), .asking(_, let stream?): stream
    case .idle, .reading, .asking, .answering, .closing: nil
    }
  }

  /// Bytes that have come from it and are not understood yet, and those of a long message that is not answered.
  var waitingInput: Int { bufferedCount + messageBytes }

  private var bufferedCount: Int { decoder.bufferedCount + (stream?.wishes?.bufferedCount ?? 0) }

  /// While a request is being answered, no more than this is read ahead.
  static let readAhead = 1 << 16

  /// What to wait for now.
  var wantedInterest: EventLoop.Interest {
    var wanted: EventLoop.Interest = output.isEmpty ? [] : .writing
    switch activity {
    case .idle where output.isEmpty && !isPutOff: if !hasEnded { wanted.insert(.reading) }
    case .idle, .reading, .asking, .answering, .streaming:
      if !hasEnded, bufferedCount < Self.readAhead { wanted.insert(.reading) }
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
    case .bytes: if let stream, stream.wishes != nil { stream.wishes!.append(buffer) } else { decoder.append(buffer) }
    case .nothing: break
    case .end: hasEnded = true
    }
  }

  /// Writes a message, or as much of it as fits; the rest waits.
  ///
  /// - Returns: false when nobody reads any more.
  func send(_ message: OutgoingMessage, at now: ContinuousClock.Instant) -> Bool {
    if output.isEmpty {
      // Nearly always: it fits, and need not be queued.
      let bytes = message.bytes
      guard let count = try? connection.send(bytes.span) else { return false }
      if count == bytes.count { return true }
      output.append(message, written: count)
      stalledSince = now
      return true
    }
    output.append(message)
    return flush(at: now)
  }

  /// Writes what fits of what waits.
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
