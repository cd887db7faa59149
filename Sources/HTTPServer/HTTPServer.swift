internal import CMicrohttpd
public import Posix

/// Requests in, responses out, at 127.0.0.1 alone: libmicrohttpd without a thread of its own.
///
/// The caller's loop watches `descriptor` and calls `run()` when it is readable and when `deadline` has passed; what
/// happened comes back as values. A request is told by its head, which is the place to judge it, and once more when it
/// has arrived whole; its body is not heard before `take(_:)`. Each time its connection is put aside until we have
/// decided. The body of a stream is what `send` is given: while there is nothing to send its connection is put aside as
/// well, for libmicrohttpd would ask for more without a pause.
///
/// A connection that is put aside is not watched, so whoever goes away is noticed when something is sent to them: who
/// has streams sends something from time to time.
@safe public final class HTTPServer {
  /// What happened.
  public enum Event: Equatable, Sendable {
    /// A request begins. To be answered at once, or taken.
    case head(HTTPRequest)
    /// One that was taken is there with its body. To be answered, now or later.
    case request(HTTPRequest)
    /// All that was sent has been handed to the kernel, and it would take more.
    case drained(HTTPRequest.ID)
    /// The answer is out, or nobody waits for it any more. The name means nothing from now on.
    case ended(HTTPRequest.ID)
  }

  /// Where it listens.
  public let port: UInt16
  /// Readable when there is something for `run()` to do. The server owns it.
  public let descriptor: DescriptorNumber
  private let reception: Reception
  private let daemon: OpaquePointer
  /// The last `run()` has left something to do.
  private var isUnfinished = false

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - port: 0 is any that is free.
  ///   - limits: what is taken at most.
  /// - Throws: EADDRINUSE where somebody else listens there.
  public init(port: UInt16 = 0, limits: HTTPLimits = HTTPLimits()) throws(PosixError) {
    Signal.ignoreBrokenPipes()
    let reception = Reception(limits)
    let settings = framewire_http_limits(
      connections: UInt32(limits.connections), idle_seconds: UInt32(limits.idle.components.seconds),
      connection_bytes: limits.head)
    let closure = unsafe Unmanaged.passUnretained(reception).toOpaque()
    let daemon = unsafe framewire_http_start(
      port, settings,
      { closure, target, connection in
        unsafe Reception.of(closure).note(target!, of: connection!)
        return nil
      },
      { closure, connection, url, method, _, bytes, count, exchange in
        unsafe Reception.of(closure).handle(connection!, url!, method!, bytes, count!, exchange!)
      },
      { closure, _, exchange, _ in unsafe Reception.of(closure).complete(exchange!) },
      { closure, connection, _, code in
        unsafe Reception.of(closure).note(connection!, hasStarted: code == framewire_http_started)
      }, closure)
    guard let daemon = unsafe daemon else { throw PosixError("MHD_start_daemon") }
    self.reception = reception
    unsafe self.daemon = daemon
    self.port = unsafe framewire_http_port(daemon)
    descriptor = DescriptorNumber(rawValue: unsafe framewire_http_epoll(daemon))
  }

  deinit {
    // Stopping waits for connections that are put aside, for ever.
    reception.resumeAll()
    unsafe MHD_stop_daemon(daemon)
  }

  /// When `run()` is to be called though nothing has come: at once where it left something, else to close who is
  /// silent. Nil: never.
  public func deadline(from now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    var milliseconds: UInt64 = 0
    if isUnfinished { return now }
    guard unsafe MHD_get_timeout(daemon, &milliseconds) == framewire_http_yes else { return reception.deadline }
    let silent = now + .milliseconds(Int64(clamping: milliseconds))
    return min(silent, reception.deadline ?? silent)
  }

  /// Does what there is to do without waiting, and tells what happened. Whoever sends without end is heard a while: the
  /// rest is for the next call, to which `deadline(from:)` leads at once.
  public func run() -> [Event] {
    for _ in 0..<Self.mostRounds {
      reception.hasLostConnection = false
      _ = unsafe MHD_run(daemon)
      if !hasMore { break }
    }
    isUnfinished = reception.closeSlow(at: .now) || hasMore
    return reception.takeEvents()
  }

  /// How often libmicrohttpd is run in one call: each time it looks at every connection that is ready.
  private static let mostRounds = 16

  /// Has the rest of a request come, of which the head was told; `run()` goes on with it.
  public func take(_ request: HTTPRequest.ID) { reception.take(request) }

  /// Whether libmicrohttpd is to be run again at once. Its sockets are edge-triggered: what it left lying is told by a
  /// wait of zero alone. And when it had no room, it listens again no sooner than when it is run after a connection has
  /// ended.
  private var hasMore: Bool {
    var milliseconds: UInt64 = 0
    if reception.hasLostConnection { return true }
    return unsafe MHD_get_timeout(daemon, &milliseconds) == framewire_http_yes && milliseconds == 0
  }

  /// Answers a request; `run()` sends it.
  ///
  /// Nothing happens where nobody waits for it any more.
  public func answer(_ request: HTTPRequest.ID, with response: HTTPResponse) { reception.answer(request, response) }

  /// Adds to a stream; `run()` sends it.
  public func send(_ bytes: [UInt8], to stream: HTTPRequest.ID) { reception.send(bytes, to: stream) }

  /// Ends a stream behind what it was given so far.
  public func end(_ stream: HTTPRequest.ID) { reception.end(stream) }

  /// How many bytes of a stream have not been handed to the kernel; nil where nobody waits for it any more.
  public func unsent(of stream: HTTPRequest.ID) -> Int? { reception.unsent(of: stream) }
}
