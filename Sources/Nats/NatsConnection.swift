internal import CNats

/// A connection to a broker that comes back by itself, whenever the broker does.
///
/// Everything here waits in the calling thread; the library's own threads call nothing of ours, so what came is fetched
/// (`NatsSubscription.next`) and what happened is asked (`isConnected`, `reconnections`). One thread uses a connection.
///
/// Quirks, each seen with libnats 3.4.1 and nats-server 2.9.10:
/// - Publishing and receiving at full speed on one connection stalls both for ten seconds; then the server calls the
///   client slow. Whoever does much of both has two connections.
/// - A subscription counts from when the server has read it, so it is flushed before it is handed out.
/// - While the server is away `natsConnection_Publish` fills 8 MiB and then fails. Here nothing is kept: a publication
///   that nobody can take throws `.disconnected`, and the caller says what holds by then when the server is back.
/// - An answer of JetStream that names no consumer ends the process, since the library copies the name without looking;
///   a message has as many bytes as the server says in front of it, up to 2 GB. So a server is trusted, and so is
///   whoever may publish to our inbox.
/// - The structures of options keep pointers to texts, which have to live as long as the call.
@safe public final class NatsConnection {
  private let handle: OpaquePointer
  private let patience: Int64

  /// Connects.
  ///
  /// - Throws: `.noServer` where none answers within the options' patience.
  public init(_ options: NatsOptions) throws(NatsError) {
    patience = options.patience.milliseconds
    var created: OpaquePointer?
    try NatsError.check(unsafe natsOptions_Create(&created))
    guard let settings = unsafe created else { throw .other("no memory for options", code: 0) }
    defer { unsafe natsOptions_Destroy(settings) }
    try unsafe Self.set(options, on: settings, patience)
    var connected: OpaquePointer?
    let status = unsafe natsConnection_Connect(&connected, settings)
    guard status == NATS_OK, let connection = unsafe connected else {
      switch NatsError(status) {
      case .other, .timedOut, .disconnected: throw .noServer(options.servers.joined(separator: ", "))
      case let error: throw error
      }
    }
    unsafe handle = connection
  }

  deinit { unsafe natsConnection_Destroy(handle) }

  private static func set(
    _ options: NatsOptions, on settings: OpaquePointer, _ patience: Int64
  ) throws(NatsError) {
    let servers = options.servers.flatMap { $0.split(separator: ",").map(String.init) }
    try unsafe withTexts(servers) { pointers, count throws(NatsError) in
      try NatsError.check(unsafe natsOptions_SetServers(settings, pointers, count))
    }
    try NatsError.check(unsafe natsOptions_SetName(settings, options.name))
    try NatsError.check(unsafe natsOptions_SetTimeout(settings, patience))
    try NatsError.check(unsafe natsOptions_SetMaxReconnect(settings, -1))
    try NatsError.check(unsafe natsOptions_SetReconnectWait(settings, 100))
    // A fleet that comes back all at once after the server was away would throw it down again.
    try NatsError.check(unsafe natsOptions_SetReconnectJitter(settings, 400, 900))
    // The library takes no size of 0; one byte keeps nothing that anybody publishes.
    try NatsError.check(unsafe natsOptions_SetReconnectBufSize(settings, 1))
    try NatsError.check(unsafe natsOptions_SetFailRequestsOnDisconnect(settings, true))
    // A server that has stopped answering without closing is noticed after two of these.
    try NatsError.check(unsafe natsOptions_SetPingInterval(settings, 10_000))
    if let file = options.credentials {
      try NatsError.check(unsafe natsOptions_SetUserCredentialsFromFiles(settings, file, nil))
    }
    if let user = options.user {
      try NatsError.check(unsafe natsOptions_SetUserInfo(settings, user.name, user.password))
    }
    if let subject = options.inbox {
      try NatsError.check(unsafe natsOptions_SetCustomInboxPrefix(settings, subject))
    }
    if options.authorities != nil || options.certificate != nil {
      try NatsError.check(unsafe natsOptions_SetSecure(settings, true))
    }
    if let file = options.authorities {
      try NatsError.check(unsafe natsOptions_LoadCATrustedCertificates(settings, file))
    }
    if let files = options.certificate {
      try NatsError.check(unsafe natsOptions_LoadCertificatesChain(settings, files.chain, files.key))
    }
  }

  /// Lends texts as a list of C's.
  static func withTexts(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int32) throws(NatsError) -> Void
  ) throws(NatsError) {
    let copies = texts.map { Array($0.utf8CString) }
    try unsafe lend(copies[...], to: [], body)
  }

  private static func lend(
    _ rest: ArraySlice<[CChar]>, to pointers: [UnsafePointer<CChar>?],
    _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int32) throws(NatsError) -> Void
  ) throws(NatsError) {
    guard let first = rest.first else {
      var pointers = unsafe pointers + [nil]
      let count = Int32(clamping: unsafe pointers.count - 1)
      var outcome: Result<Void, NatsError> = .success(())
      unsafe pointers.withUnsafeMutableBufferPointer { list in
        do throws(NatsError) { try unsafe body(list.baseAddress!, count) } catch { outcome = .failure(error) }
      }
      return try outcome.get()
    }
    var outcome: Result<Void, NatsError> = .success(())
    unsafe first.withUnsafeBufferPointer { text in
      do throws(NatsError) { try unsafe lend(rest.dropFirst(), to: pointers + [text.baseAddress], body) } catch {
        outcome = .failure(error)
      }
    }
    try outcome.get()
  }

  // MARK: How it is

  /// Whether the server can be talked to now.
  public var isConnected: Bool { unsafe natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }

  /// How often it came back. What was subscribed is subscribed again by then; what was published meanwhile by others,
  /// outside of streams, is lost.
  public var reconnections: Int {
    var statistics: OpaquePointer?
    guard unsafe natsStatistics_Create(&statistics) == NATS_OK, let counts = unsafe statistics else { return 0 }
    defer { unsafe natsStatistics_Destroy(counts) }
    var number: UInt64 = 0
    guard unsafe natsConnection_GetStats(handle, counts) == NATS_OK,
      unsafe natsStatistics_GetCounts(counts, nil, nil, nil, nil, &number) == NATS_OK
    else { return 0 }
    return Int(clamping: number)
  }

  /// What one message may have, as the server says.
  public var mostBytes: Int { Int(clamping: unsafe natsConnection_GetMaxPayload(handle)) }

  /// What this user was last told that it may not do, in the server's words: the server does not answer what may not be
  /// asked, so a call that had no answer may have it here.
  public var violation: String? {
    var text: UnsafePointer<CChar>?
    guard unsafe natsConnection_GetLastError(handle, &text) == NATS_NOT_PERMITTED, let found = unsafe text else {
      return nil
    }
    return unsafe String(cString: found)
  }

  // MARK: Messages outside of streams

  /// Publishes; nobody says whether it arrives.
  ///
  /// - Throws: `.disconnected` while the server is away: nothing is kept.
  public func publish(
    _ bytes: [UInt8], to subject: String, headers: [String: String] = [:]
  ) throws(NatsError) {
    guard isConnected else { throw .disconnected }
    if bytes.count > mostBytes { throw .tooLong(bytes: bytes.count, most: mostBytes) }
    guard !headers.isEmpty else {
      return try NatsError.check(unsafe natsConnection_Publish(handle, subject, bytes, Int32(bytes.count)))
    }
    try unsafe withMessage(bytes, to: subject, headers) { message throws(NatsError) in
      try NatsError.check(unsafe natsConnection_PublishMsg(handle, message))
    }
  }

  /// Waits until the server has taken everything so far.
  public func flush() throws(NatsError) {
    try NatsError.check(unsafe natsConnection_FlushTimeout(handle, patience))
  }

  /// Asks, and waits for one answer.
  public func request(
    _ bytes: [UInt8], of subject: String, timeout: Duration? = nil
  ) throws(NatsError) -> NatsMessage {
    if bytes.count > mostBytes { throw .tooLong(bytes: bytes.count, most: mostBytes) }
    var reply: OpaquePointer?
    let wait = timeout?.milliseconds ?? patience
    try NatsError.check(unsafe natsConnection_Request(&reply, handle, subject, bytes, Int32(bytes.count), wait))
    guard let message = unsafe reply else { throw .timedOut }
    return unsafe NatsMessage(taking: message, isStored: false)
  }

  /// Receives what is published from now on; the server has taken note when this returns.
  ///
  /// - Parameter queue: each message goes to one of all who name the same.
  public func subscribe(to subject: String, queue: String? = nil) throws(NatsError) -> NatsSubscription {
    var created: OpaquePointer?
    let status =
      if let queue {
        unsafe natsConnection_QueueSubscribeSync(&created, handle, subject, queue)
      } else {
        unsafe natsConnection_SubscribeSync(&created, handle, subject)
      }
    try NatsError.check(status)
    guard let subscription = unsafe created else { throw .other("no subscription", code: 0) }
    let result = unsafe NatsSubscription(subscription, isStored: false, of: self)
    try flush()
    return result
  }

  /// The streams of this connection's account.
  public func jetStream() throws(NatsError) -> JetStream {
    var created: OpaquePointer?
    var options = unsafe jsOptions()
    try NatsError.check(unsafe jsOptions_Init(&options))
    unsafe options.Wait = patience
    // Where a broker is slower than that, it is better to begin anew with what holds by then.
    unsafe options.PublishAsync.MaxPending = 1024
    unsafe options.PublishAsync.StallWait = 20
    guard let refusals = unsafe framewire_nats_refusals_create() else { throw .other("no memory", code: 0) }
    unsafe framewire_nats_listen(&options, refusals)
    let status = unsafe natsConnection_JetStream(&created, handle, &options)
    guard status == NATS_OK, let context = unsafe created else {
      unsafe framewire_nats_free(refusals)
      throw NatsError(status)
    }
    return unsafe JetStream(context, of: self, refusals)
  }

  /// Lends a message that is being written.
  func withMessage(
    _ bytes: [UInt8], to subject: String, _ headers: [String: String],
    _ body: (OpaquePointer) throws(NatsError) -> Void
  ) throws(NatsError) {
    let message = try unsafe message(bytes, to: subject, headers)
    defer { unsafe natsMsg_Destroy(message) }
    try unsafe body(message)
  }

  /// A message of the library that whoever asks destroys.
  func message(
    _ bytes: [UInt8], to subject: String, _ headers: [String: String]
  ) throws(NatsError) -> OpaquePointer {
    var created: OpaquePointer?
    try NatsError.check(unsafe natsMsg_Create(&created, subject, nil, bytes, Int32(bytes.count)))
    guard let message = unsafe created else { throw .other("no memory for a message", code: 0) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      let status = unsafe natsMsgHeader_Set(message, name, value)
      guard status == NATS_OK else {
        unsafe natsMsg_Destroy(message)
        throw NatsError(status)
      }
    }
    return unsafe message
  }
}

extension Duration {
  /// The longest that is told to the library, which adds it to a clock: a year.
  private static let longest = Duration.seconds(365 * 86_400)

  /// For the library: at least one, since it takes no wait of nothing.
  var milliseconds: Int64 {
    let parts = min(max(self, .zero), Self.longest).components
    return max(1, parts.seconds * 1000 + (parts.attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }
}
