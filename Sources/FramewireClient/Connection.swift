public import Posix
public import Wire

/// One conversation with a daemon: calls are answered in order, and the calling thread waits.
///
/// A subscription takes the connection over until its last event, so a program that watches a scene and changes it
/// has two. After a failure that leaves it unknown where the next answer begins, the connection is used up and every
/// call says `.closed`.
public final class Connection {
  private let socket: UnixConnection
  private let limits: MessageDecoder.Limits
  private var decoder: MessageDecoder
  /// Nil: what comes is JSON.
  private var binary: BinaryDecoder?
  private var received: [UInt8] = []
  private var isUsedUp = false

  /// Speaks over a socket that is connected already.
  ///
  /// - Parameter limits: of what is taken.
  public init(over socket: UnixConnection, limits: MessageDecoder.Limits = .replies) {
    self.socket = socket
    self.limits = limits
    decoder = MessageDecoder(limits: limits)
  }

  /// Connects to the daemon at `address`.
  ///
  /// - Parameter limits: of what is taken.
  public convenience init(
    to address: SocketAddress, timeout: Duration = .seconds(5), limits: MessageDecoder.Limits = .replies
  ) throws(ClientError) {
    do throws(SocketError) {
      self.init(over: try UnixConnection.connect(to: address, timeout: timeout), limits: limits)
    } catch {
      if case .system(let cause) = error, cause.isNotFound || cause.isConnectionRefused { throw .noDaemon(address) }
      throw .unreachable(error)
    }
  }

  /// Who is at the other end, as the kernel says.
  public var peer: PeerCredentials { socket.peer }

  /// Asks, and waits for the answer as long as the request says: see `Request.patience`.
  ///
  /// - Throws: `.refused` with the daemon's error, after which the connection goes on.
  public func call(_ request: Request) throws(ClientError) -> Reply { try call(request, timeout: request.patience) }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter timeout: nil waits as long as it takes.
  /// - Throws: `.refused` with the daemon's error, after which the connection goes on.
  public func call(_ request: Request, timeout: Duration?) throws(ClientError) -> Reply {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    try send(request.encoded(), until: deadline)
    guard let response = try receive(until: deadline) else { throw usedUp(.timedOut) }
    return try outcome(of: response, to: request.method)
  }

  /// Asks for any method of any interface, and gives the answer as it came, errors included.
  public func call(_ call: Call) throws(ClientError) -> Response {
    let deadline = call.patience.map { ContinuousClock.now + $0 }
    try send(call.encoded(), until: deadline)
    guard let response = try receive(until: deadline) else { throw usedUp(.timedOut) }
    return response
  }

  /// Sends a call whose replies are fetched one by one with `receive`.
  public func send(_ call: Call) throws(ClientError) { try send(call.encoded(), until: nil) }

  /// Begins to watch a scene. The connection belongs to the subscription from now on.
  public func subscribe(_ request: Request.Subscribe) throws(ClientError) -> Subscription {
    try send(Request.subscribe(request).encoded(), until: nil)
    return Subscription(connection: self)
  }

  /// Begins to watch a scene in binary, which takes half the work to read. The connection belongs to the subscription
  /// from now on.
  public func stream(_ request: Request.Subscribe) throws(ClientError) -> Subscription {
    guard case .streaming(let epoch) = try call(.stream(request)) else {
      throw usedUp(.malformed(.field("parameters")))
    }
    binary = BinaryDecoder(limit: limits.message, decoder.takeRest())
    return Subscription(connection: self, epoch: epoch)
  }

  /// The next reply, whatever it belongs to.
  ///
  /// - Returns: nil when `deadline` came first; nothing is lost then.
  public func receive(until deadline: ContinuousClock.Instant? = nil) throws(ClientError) -> Response? {
    guard !isUsedUp else { throw .closed }
    while true {
      switch decoder.next() {
      case .message(let message):
        do throws(Response.Malformed) { return try Response(decoding: message) } catch {
          throw usedUp(.malformed(error))
        }
      case .tooLong(let limit): throw usedUp(.tooLong(bytes: limit))
      case .needsMore: guard try readMore(until: deadline) else { return nil }
      }
    }
  }

  // MARK: Steps

  /// Readable when something has come.
  var descriptor: DescriptorNumber { socket.descriptor.number }

  /// Says something on a stream in binary.
  func say(_ wish: StreamWish) throws(ClientError) { try send(wish.encoded(), until: nil) }

  /// The next message of a stream in binary.
  ///
  /// - Returns: nil when `deadline` came first; nothing is lost then.
  func receiveBinary(until deadline: ContinuousClock.Instant?) throws(ClientError) -> BinaryMessage? {
    guard !isUsedUp else { throw .closed }
    while true {
      switch binary?.next() {
      case .message(let message): return message
      case .malformed(let error): throw usedUp(.garbled(error))
      case .needsMore, nil: guard try readMore(until: deadline) else { return nil }
      }
    }
  }

  func event(in message: BinaryMessage, epoch: String) throws(ClientError) -> Event? {
    do throws(MalformedBinary) { return try Event(message, epoch: epoch) } catch { throw usedUp(.garbled(error)) }
  }

  private func readMore(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Bool {
    received.removeAll(keepingCapacity: true)
    let result: UnixConnection.Received
    do throws(PosixError) { result = try socket.receive(into: &received, until: deadline) } catch {
      throw usedUp(.broken(error))
    }
    switch result {
    case .bytes: if binary == nil { decoder.append(received) } else { binary!.append(received) }
    case .nothing: return false
    case .end: throw usedUp(.closed)
    }
    return true
  }

  private func send(_ message: [UInt8], until deadline: ContinuousClock.Instant?) throws(ClientError) {
    guard !isUsedUp else { throw .closed }
    do throws(PosixError) {
      try socket.sendAll(message, until: deadline)
    } catch {
      throw usedUp(error.isTimeout ? .timedOut : error.isDisconnection ? .closed : .broken(error))
    }
  }

  func outcome(of response: Response, to method: Method) throws(ClientError) -> Reply {
    let outcome: Result<Reply, WireError>
    do throws(Response.Malformed) { outcome = try response.outcome(of: method) } catch {
      throw usedUp(.malformed(error))
    }
    do throws(WireError) { return try outcome.get() } catch { throw .refused(error) }
  }

  private func usedUp(_ error: ClientError) -> ClientError {
    isUsedUp = true
    return error
  }
}
