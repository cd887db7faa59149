/// Messages on their way to one peer: those not begun, and the rest of one that was partly written.
///
/// Messages are kept as they came, so that equal subscribers share one array of bytes. A stream puts nothing in
/// while anything is left, so its queue never holds more than one message.
struct OutputQueue {
  private var messages: [[UInt8]] = []
  /// How much of the first message is written.
  private var written = 0

  var isEmpty: Bool { messages.isEmpty }

  /// Puts a message at the end.
  ///
  /// - Parameter count: so much of it is written already; 0 unless the queue is empty.
  mutating func append(_ message: [UInt8], written count: Int = 0) {
    if messages.isEmpty { written = count }
    messages.append(message)
  }

  /// Hands what is left to `write` until it takes no more.
  ///
  /// - Parameter write: takes some bytes and returns how many it took; 0 when there is no room.
  mutating func drain<Failure: Error>(_ write: (Span<UInt8>) throws(Failure) -> Int) throws(Failure) {
    while let first = messages.first {
      let count = try write(first.span.extracting(written..<first.count))
      written += count
      if written < first.count { return }
      messages.removeFirst()
      written = 0
    }
  }
}
