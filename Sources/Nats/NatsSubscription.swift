internal import CNats

/// Messages of a subject, in order; they wait here until they are fetched.
@safe public final class NatsSubscription {
  private let handle: OpaquePointer
  private let isStored: Bool
  /// The library's handle points into its connection.
  private let connection: NatsConnection

  init(_ handle: OpaquePointer, isStored: Bool, of connection: NatsConnection) {
    unsafe self.handle = handle
    self.isStored = isStored
    self.connection = connection
  }

  deinit { unsafe natsSubscription_Destroy(handle) }

  /// Waits for the next message.
  ///
  /// - Returns: nil when none came in time.
  /// - Throws: when no more come: the subscription, or its place in the stream, is lost.
  public func next(within timeout: Duration) throws(NatsError) -> NatsMessage? {
    var found: OpaquePointer?
    switch unsafe natsSubscription_NextMsg(&found, handle, timeout.milliseconds) {
    case NATS_OK:
      guard let message = unsafe found else { return nil }
      return unsafe NatsMessage(taking: message, isStored: isStored)
    case NATS_TIMEOUT: return nil
    // Messages came faster than they were fetched and some are lost. A stream starts over by itself; of others, who
    // counts revisions notices.
    case NATS_SLOW_CONSUMER: return nil
    case let status: throw NatsError(status)
    }
  }

  /// Lets so many messages and bytes wait; more are dropped.
  public func keep(messages: Int, bytes: Int) throws(NatsError) {
    try NatsError.check(
      unsafe natsSubscription_SetPendingLimits(handle, Int32(clamping: messages), Int32(clamping: bytes)))
  }
}
