internal import CNats

/// A message as it came: copied, so that nothing of the library's outlives its call.
public struct NatsMessage: Equatable, Sendable {
  /// Where it was published.
  public var subject: String
  /// Where an answer is awaited; nil: nobody waits for one.
  public var reply: String?
  /// By name, as the publisher wrote it; of several values the first.
  public var headers: [String: String]
  /// The payload.
  public var bytes: [UInt8]
  /// Its number in a stream; nil where it did not come from one.
  public var sequence: UInt64?
  /// When the stream took it, in nanoseconds since 1970 by the server's clock; nil where it did not come from one.
  public var time: Int64?
  /// How many messages of the stream are still to come behind it; nil where the stream did not say.
  public var pending: UInt64?

  public init(
    subject: String, reply: String? = nil, headers: [String: String] = [:], bytes: [UInt8], sequence: UInt64? = nil,
    time: Int64? = nil, pending: UInt64? = nil
  ) {
    self.subject = subject
    self.reply = reply
    self.headers = headers
    self.bytes = bytes
    self.sequence = sequence
    self.time = time
    self.pending = pending
  }
}

extension NatsMessage {
  /// More headers are not read. Ours have four at most.
  static let mostHeaders = 64

  /// Copies a message of the library and destroys it.
  ///
  /// - Parameter isStored: it came from a stream, so that it has a number and a time.
  init(taking message: OpaquePointer, isStored: Bool) {
    defer { unsafe natsMsg_Destroy(message) }
    subject = unsafe natsMsg_GetSubject(message).map { unsafe String(cString: $0) } ?? ""
    reply = unsafe natsMsg_GetReply(message).map { unsafe String(cString: $0) }
    let count = Int(unsafe natsMsg_GetDataLength(message))
    if count > 0, let data = unsafe natsMsg_GetData(message) {
      bytes = unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
        unsafe Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } else {
      bytes = []
    }
    headers = unsafe Self.headers(of: message)
    (sequence, time, pending) = (nil, nil, nil)
    guard isStored else { return }
    var metadata: UnsafeMutablePointer<jsMsgMetaData>?
    if unsafe natsMsg_GetMetaData(&metadata, message) == NATS_OK, let found = unsafe metadata {
      sequence = unsafe found.pointee.Sequence.Stream
      time = unsafe found.pointee.Timestamp
      pending = unsafe found.pointee.NumPending
      unsafe jsMsgMetaData_Destroy(found)
      reply = nil
    } else {
      // What was asked for by its subject has no consumer, and says its place itself.
      sequence = unsafe natsMsg_GetSequence(message)
      time = unsafe natsMsg_GetTime(message)
    }
  }

  /// Of a message that a stream has published again: its number there, by the header that the server writes.
  public var storedNumber: UInt64? { headers["Nats-Sequence"].flatMap { UInt64($0) } }

  private static func headers(of message: OpaquePointer) -> [String: String] {
    var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: Int32 = 0
    guard unsafe natsMsgHeader_Keys(message, &keys, &count) == NATS_OK, let names = unsafe keys else { return [:] }
    // The names stay the message's; only their list is ours.
    defer { unsafe framewire_nats_free(names) }
    var headers: [String: String] = [:]
    for index in 0..<min(Int(count), mostHeaders) {
      guard let name = unsafe names[index] else { continue }
      var value: UnsafePointer<CChar>?
      guard unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK, let text = unsafe value else { continue }
      headers[unsafe String(cString: name)] = unsafe String(cString: text)
    }
    return headers
  }
}
