internal import CNats

/// Messages that the broker keeps: streams, each with its subjects and limits.
///
/// A bucket of last values is a stream named `KV_…` whose subjects are `$KV.….KEY`, as in NATS' own clients, which can
/// look into ours.
@safe public final class JetStream {
  private let handle: OpaquePointer
  private let connection: NatsConnection
  /// What the library's thread tells of publications that were refused.
  private let refusals: UnsafeMutableRawPointer

  init(_ handle: OpaquePointer, of connection: NatsConnection, _ refusals: UnsafeMutableRawPointer) {
    unsafe self.handle = handle
    self.connection = connection
    unsafe self.refusals = refusals
  }

  /// The library's thread may be telling a refusal now, so `refusals` is left to it: 16 bytes of each context.
  deinit { unsafe jsCtx_Destroy(handle) }

  /// What a stream keeps, and for how long.
  public struct Configuration: Equatable, Sendable {
    /// Letters, digits, `-` and `_`.
    public var name: String
    /// With wildcards.
    public var subjects: [String]
    /// For `nats stream ls`.
    public var description: String
    /// Of each subject so many messages, the newest; nil: all.
    public var mostOfSubject: Int?
    /// Nil: for ever.
    public var age: Duration?
    /// In all; nil: as much as the server has.
    public var bytes: Int?
    /// Whether it is gone when the server ends.
    public var isInMemory: Bool
    /// On so many servers of a cluster.
    public var replicas: Int
    /// Where each message is published again once it is kept, with its number, for whoever listens: `a.>` stands for
    /// what the `>` of `subjects` stands for.
    public var news: String?

    public init(
      name: String, subjects: [String], description: String = "", mostOfSubject: Int? = nil, age: Duration? = nil,
      bytes: Int? = nil, isInMemory: Bool = false, replicas: Int = 1,
      news: String? = nil
    ) {
      self.name = name
      self.subjects = subjects
      self.description = description
      self.mostOfSubject = mostOfSubject
      self.age = age
      self.bytes = bytes
      self.isInMemory = isInMemory
      self.replicas = replicas
      self.news = news
    }
  }

  /// Makes a stream. One that is there already with the same configuration is as good; with another it is left as it
  /// is.
  ///
  /// - Returns: whether it was made, or was like that.
  @discardableResult
  public func create(_ wanted: Configuration) throws(NatsError) -> Bool {
    var code = jsErrCode(0)
    var status = NATS_OK
    try unsafe NatsConnection.withTexts(
      [wanted.name, wanted.description, wanted.subjects.first ?? "", wanted.news ?? ""] + wanted.subjects
    ) { texts, _ throws(NatsError) in
      var configuration = unsafe jsStreamConfig()
      try NatsError.check(unsafe jsStreamConfig_Init(&configuration))
      unsafe configuration.Name = texts[0]
      unsafe configuration.Description = texts[1]
      unsafe configuration.Subjects = texts + 4
      unsafe configuration.SubjectsLen = Int32(clamping: wanted.subjects.count)
      unsafe configuration.MaxMsgsPerSubject = wanted.mostOfSubject.map(Int64.init) ?? -1
      unsafe configuration.MaxAge = wanted.age.map { $0.milliseconds * 1_000_000 } ?? 0
      unsafe configuration.MaxBytes = wanted.bytes.map(Int64.init) ?? -1
      unsafe configuration.Storage = wanted.isInMemory ? js_MemoryStorage : js_FileStorage
      unsafe configuration.Replicas = Int64(wanted.replicas)
      unsafe configuration.AllowDirect = true
      unsafe configuration.AllowRollup = true
      // The server wants it not to be longer than the age; two minutes is its own choice.
      let window = min(wanted.age ?? .seconds(120), .seconds(120))
      unsafe configuration.Duplicates = window.milliseconds * 1_000_000
      var info: UnsafeMutablePointer<jsStreamInfo>?
      var news = unsafe jsRePublish()
      unsafe (news.Source, news.Destination) = (texts[2], texts[3])
      status = unsafe withUnsafeMutablePointer(to: &news) { news in
        if wanted.news != nil { unsafe configuration.RePublish = news }
        return unsafe js_AddStream(&info, handle, &configuration, nil, &code)
      }
      if let made = unsafe info { unsafe jsStreamInfo_Destroy(made) }
    }
    if status == NATS_OK { return true }
    if code == JSStreamNameExistErr { return false }
    throw NatsError(status, code)
  }

  /// How many messages a stream has, how many bytes, and the number of its last one, be it kept or not; nil: there is
  /// no such stream.
  public func state(of stream: String) throws(NatsError) -> (messages: UInt64, bytes: UInt64, last: UInt64)? {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    let status = unsafe js_GetStreamInfo(&info, handle, stream, nil, &code)
    guard status == NATS_OK, let found = unsafe info else {
      switch NatsError(status, code) {
      case .notFound: return nil
      case let error: throw error
      }
    }
    defer { unsafe jsStreamInfo_Destroy(found) }
    return unsafe (found.pointee.State.Msgs, found.pointee.State.Bytes, found.pointee.State.LastSeq)
  }

  /// The subjects below one with wildcards that a stream has messages of, and how many; the server says 100,000 at
  /// most.
  public func subjects(_ subject: String, of stream: String) throws(NatsError) -> [String: UInt64] {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    let status = try unsafe withUnsafeText(subject) { text throws(NatsError) in
      var options = unsafe jsOptions()
      try NatsError.check(unsafe jsOptions_Init(&options))
      unsafe options.Stream.Info.SubjectsFilter = text
      return unsafe js_GetStreamInfo(&info, handle, stream, &options, &code)
    }
    guard status == NATS_OK, let found = unsafe info else { throw NatsError(status, code) }
    defer { unsafe jsStreamInfo_Destroy(found) }
    guard let list = unsafe found.pointee.State.Subjects else { return [:] }
    var counts: [String: UInt64] = [:]
    for index in 0..<Int(unsafe list.pointee.Count) {
      let entry = unsafe list.pointee.List[index]
      guard let name = unsafe entry.Subject else { continue }
      counts[unsafe String(cString: name)] = unsafe entry.Msgs
    }
    return counts
  }

  /// What a publication expects of its subject.
  public enum Expectation: Equatable, Sendable {
    /// Whatever it has.
    case anything
    /// That its last message has this number; 0: that it has none.
    case last(UInt64)
  }

  /// Publishes, and waits until the stream has it.
  ///
  /// - Returns: its number in the stream.
  /// - Throws: `.conflict` where the expectation does not hold; nothing is written then. After `.timedOut` it may have
  ///   been written or not.
  @discardableResult
  public func publish(
    _ bytes: [UInt8], to subject: String, headers: [String: String] = [:],
    expecting expectation: Expectation = .anything
  ) throws(NatsError) -> UInt64 {
    if bytes.count > connection.mostBytes { throw .tooLong(bytes: bytes.count, most: connection.mostBytes) }
    var sequence: UInt64 = 0
    try unsafe connection.withMessage(bytes, to: subject, headers) { message throws(NatsError) in
      var options = unsafe jsPubOptions()
      try NatsError.check(unsafe jsPubOptions_Init(&options))
      switch expectation {
      case .anything: break
      case .last(0): unsafe options.ExpectNoMessage = true
      case .last(let number): unsafe options.ExpectLastSubjectSeq = number
      }
      var acknowledgement: UnsafeMutablePointer<jsPubAck>?
      var code = jsErrCode(0)
      let status = unsafe js_PublishMsg(&acknowledgement, handle, message, &options, &code)
      guard status == NATS_OK, let done = unsafe acknowledgement else { throw NatsError(status, code) }
      sequence = unsafe done.pointee.Sequence
      unsafe jsPubAck_Destroy(done)
    }
    return sequence
  }

  /// Publishes without waiting for the stream. `complete` does, and `takeRefusals` says what it did not want.
  ///
  /// - Throws: `.disconnected` while the server is away, `.timedOut` where it has not answered a thousand before.
  public func begin(_ bytes: [UInt8], to subject: String, headers: [String: String] = [:]) throws(NatsError) {
    guard connection.isConnected else { throw .disconnected }
    if bytes.count > connection.mostBytes { throw .tooLong(bytes: bytes.count, most: connection.mostBytes) }
    guard !headers.isEmpty else {
      return try NatsError.check(unsafe js_PublishAsync(handle, subject, bytes, Int32(bytes.count), nil))
    }
    // The library takes the message from its place, and leaves it there where it could not.
    var message: OpaquePointer? = try unsafe connection.message(bytes, to: subject, headers)
    let status = unsafe js_PublishMsgAsync(handle, &message, nil)
    if let left = unsafe message { unsafe natsMsg_Destroy(left) }
    try NatsError.check(status)
  }

  /// Waits until the stream has answered everything that was begun.
  public func complete() throws(NatsError) {
    try NatsError.check(unsafe js_PublishAsyncComplete(handle, nil))
  }

  /// What was begun and refused since this was asked last: how many, and why the last of them.
  public func takeRefusals() -> (count: UInt64, error: NatsError)? {
    var (status, code): (Int32, Int32) = (0, 0)
    let count = unsafe framewire_nats_refusals_take(refusals, &status, &code)
    if count == 0 { return nil }
    return (
      count, NatsError(natsStatus(rawValue: UInt32(bitPattern: status)), jsErrCode(UInt32(bitPattern: code)))
    )
  }

  /// Waits no more for what was begun: answers that a broken connection has lost would count for ever, and a thousand
  /// of them let nothing be begun.
  ///
  /// - Returns: whether there was something.
  @discardableResult
  public func forget() -> Bool {
    var list = unsafe natsMsgList()
    guard unsafe js_PublishAsyncGetPendingList(&list, handle) == NATS_OK else { return false }
    unsafe natsMsgList_Destroy(&list)
    return true
  }

  /// The last message of a subject, asked of whoever leads the stream: what was written before is seen.
  ///
  /// - Returns: nil where there is none.
  public func last(of subject: String, in stream: String) throws(NatsError) -> NatsMessage? {
    var found: OpaquePointer?
    var code = jsErrCode(0)
    let status = unsafe js_GetLastMsg(&found, handle, stream, subject, nil, &code)
    guard status == NATS_OK, let message = unsafe found else {
      let error = NatsError(status, code)
      if error == .notFound { return nil }
      throw error
    }
    return unsafe NatsMessage(taking: message, isStored: true)
  }

  /// The last message of a subject, asked of any server that has the stream: it may be a moment behind.
  ///
  /// - Returns: nil where there is none.
  public func anyLast(of subject: String, in stream: String) throws(NatsError) -> NatsMessage? {
    var found: OpaquePointer?
    let status = try unsafe withUnsafeText(subject) { text throws(NatsError) in
      var options = unsafe jsDirectGetMsgOptions()
      try NatsError.check(unsafe jsDirectGetMsgOptions_Init(&options))
      unsafe options.LastBySubject = text
      return unsafe js_DirectGetMsg(&found, handle, stream, nil, &options)
    }
    guard status == NATS_OK, let message = unsafe found else {
      let error = NatsError(status)
      if error == .notFound { return nil }
      throw error
    }
    return unsafe NatsMessage(taking: message, isStored: true)
  }

  /// Where a reader of a stream begins.
  public enum Start: Equatable, Sendable {
    /// With everything that is kept.
    case all
    /// With what comes from now on.
    case new
    /// With the last message of each subject, then what comes.
    case lastOfEach
    /// With what the stream took at this time or later: nanoseconds since 1970, by the server's clock. It may begin a
    /// tenth of a second earlier.
    case time(Int64)
  }

  /// A time at or before this one that the library can write: it leaves out the zeros behind the point (3.4.1, seen in
  /// the server's trace: 20.045 s became 20.45 s), so what begins with one is put before the full second.
  static func writable(_ time: Int64) -> Int64 {
    let second: Int64 = 1_000_000_000
    let fraction = time % second
    return fraction > 0 && fraction < second / 10 ? time - fraction - 1 : time
  }

  /// Reads a stream in order and without gaps, from one place on: what is missing because of a lost connection is
  /// fetched again by the library.
  public func read(_ subject: String, of stream: String, from start: Start) throws(NatsError) -> NatsSubscription {
    var created: OpaquePointer?
    var code = jsErrCode(0)
    let status = try unsafe withUnsafeText(stream) { name throws(NatsError) in
      var options = unsafe jsSubOptions()
      try NatsError.check(unsafe jsSubOptions_Init(&options))
      unsafe options.Stream = name
      unsafe options.Ordered = true
      switch start {
      case .all: unsafe options.Config.DeliverPolicy = js_DeliverAll
      case .new: unsafe options.Config.DeliverPolicy = js_DeliverNew
      case .lastOfEach: unsafe options.Config.DeliverPolicy = js_DeliverLastPerSubject
      case .time(let nanoseconds):
        unsafe options.Config.DeliverPolicy = js_DeliverByStartTime
        unsafe options.Config.OptStartTime = Self.writable(nanoseconds)
      }
      return unsafe js_SubscribeSync(&created, handle, subject, nil, &options, &code)
    }
    guard status == NATS_OK, let subscription = unsafe created else { throw NatsError(status, code) }
    return unsafe NatsSubscription(subscription, isStored: true, of: connection)
  }

  /// Deletes all messages of a subject.
  public func purge(_ subject: String, of stream: String) throws(NatsError) {
    var code = jsErrCode(0)
    let status = try unsafe withUnsafeText(subject) { text throws(NatsError) in
      var options = unsafe jsOptions()
      try NatsError.check(unsafe jsOptions_Init(&options))
      unsafe options.Stream.Purge.Subject = text
      return unsafe js_PurgeStream(handle, stream, &options, &code)
    }
    if status != NATS_OK { throw NatsError(status, code) }
  }

  /// Lends a text that the library keeps a pointer to during a call.
  private func withUnsafeText(
    _ text: String, _ body: (UnsafePointer<CChar>) throws(NatsError) -> natsStatus
  ) throws(NatsError) -> natsStatus {
    var outcome: Result<natsStatus, NatsError> = .success(NATS_OK)
    unsafe text.withCString { pointer in
      do throws(NatsError) { outcome = .success(try unsafe body(pointer)) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }
}
