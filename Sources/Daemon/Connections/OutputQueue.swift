/// Messages on their way to one peer: those not begun, and the rest of one that was partly written.
///
/// Messages are kept as they came, so that equal subscribers share one array of bytes. A stream puts nothing in
/// while anything is left, so its queue never holds more than one message.
struct OutputQueue {
  private var messages: [OutgoingMessage] = []
  /// How much of the first message is written.
  private var written = 0

  var isEmpty: Bool { messages.isEmpty }
  /// What its messages come to; of those that others get as well, all of it.
  var byteCount: Int { messages.reduce(0) { $0 + $1.bytes.count } }

  /// Puts a message at the end.
  ///
  /// - Parameter count: so much of it is written already; 0 unless the queue is empty.
  mutating func append(_ message: OutgoingMessage, written count: Int = 0) {
    if messages.isEmpty { written = count }
    message.wait()
    messages.append(message)
  }

  /// Hands what is left to `write` until it takes no more.
  ///
  /// - Parameter write: takes some bytes and returns how many it took; 0 when there is no room.
  mutating func drain<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) {
    while let first = messages.first {
      let bytes = first.bytes
      let count = try write(bytes.span.extracting(written..<bytes.count))
      written += count
      if written < bytes.count { return }
      messages.removeFirst()
      written = 0
    }
  }
}
