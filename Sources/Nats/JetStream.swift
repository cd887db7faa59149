internal import CNats

/// Messages that the broker keeps: streams, each with its subjects and limits.
///
/// A bucket of last values is a stream named `KV_…` whose subjects are `$KV.….KEY`, as in NATS' own clients, which can
/// look into ours.
@safe public final class JetStream {
  private let handle: OpaquePointer
  private let connection: NatsConnection

  init(_ handle: OpaquePointer, of connection: NatsConnection) {
    unsafe self.handle = handle
    self.connection = connection
  }

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

    public init(
      name: String, subjects: [String], description: String = "", mostOfSubject: Int? = nil, age: Duration? = nil,
      bytes: Int? = nil, isInMemory: Bool = false, replicas: Int = 1
    ) {
      self.name = name
      self.subjects = subjects
      self.description = description
      self.mostOfSubject = mostOfSubject
      self.age = age
      self.bytes = bytes
      self.isInMemory = isInMemory
      self.replicas = replicas
    }
  }

  /// Makes a stream. One that is there already with the same configuration is as good; with another it is left as it is.
  ///
  /// - Returns: whether it was made, or was like that.
  @discardableResult
  public func create(_ wanted: Configuration) throws(NatsError) -> Bool {
    var code = jsErrCode(0)
    var status = NATS_OK
    try unsafe NatsConnection.withTexts(
      [wanted.name, wanted.description] + wanted.subjects
    ) { texts, _ throws(NatsError) in
      var configuration = unsafe jsStreamConfig()
      try NatsError.check(unsafe jsStreamConfig_Init(&configuration))
      unsafe configuration.Name = texts[0]
      unsafe configuration.Description = texts[1]
      unsafe configuration.Subjects = texts + 2
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
      status = unsafe js_AddStream(&info, handle, &configuration, nil, &code)
      if let made = unsafe info { unsafe jsStreamInfo_Destroy(made) }
    }
    if status == NATS_OK { return true }
    if code == JSStreamNameExistErr { return false }
    throw NatsError(status, code)
  }

  /// How many messages a stream has, and how many bytes; nil: there is no such stream.
  public func state(of stream: String) throws(NatsError) -> (messages: UInt64, bytes: UInt64)? {
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
    return unsafe (found.pointee.State.Msgs, found.pointee.State.Bytes)
  }

  /// Deletes a stream with all its messages; nothing happens where there is none.
  public func delete(_ stream: String) throws(NatsError) {
    var code = jsErrCode(0)
    let status = unsafe js_DeleteStream(handle, stream, nil, &code)
    guard status != NATS_OK else { return }
    let error = NatsError(status, code)
    if error != .notFound { throw error }
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

  /// Publishes without waiting for the stream; `complete` does.
  public func begin(_ bytes: [UInt8], to subject: String) throws(NatsError) {
    if bytes.count > connection.mostBytes { throw .tooLong(bytes: bytes.count, most: connection.mostBytes) }
    try NatsError.check(unsafe js_PublishAsync(handle, subject, bytes, Int32(bytes.count), nil))
  }

  /// Waits until the stream has everything that was begun.
  public func complete() throws(NatsError) {
    try NatsError.check(unsafe js_PublishAsyncComplete(handle, nil))
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
    /// With what the stream took at this time or later: nanoseconds since 1970, by the server's clock.
    case time(Int64)
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
        unsafe options.Config.OptStartTime = nanoseconds
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
