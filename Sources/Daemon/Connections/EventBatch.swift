import LayoutRuntime

/// Events that go to the same subscribers in one piece.
///
/// Whoever wants every revision gets several at once when changes come fast, and a system call for each subscriber
/// costs more than an event.
struct EventBatch {
  /// A batch that is longer is sent: what a socket takes at once is not much more.
  private static let longestBatch = 64 << 10

  private(set) var bytes: [UInt8]
  /// The one at the end; the others have the same recipients.
  private(set) var last: Delivery

  init(_ bytes: [UInt8], of delivery: Delivery) { (self.bytes, last) = (bytes, delivery) }

  var isFull: Bool { bytes.count >= Self.longestBatch }

  /// Whether an event goes to all of those whom these go to, and to nobody else.
  func takes(_ delivery: Delivery) -> Bool {
    last.isBinary == delivery.isBinary && last.recipients == delivery.recipients
  }

  /// Whether an event goes to one of those whom these go to.
  func reachesSome(of delivery: Delivery) -> Bool {
    var others = delivery.recipients[...]
    for subscriber in last.recipients {
      others = others.drop { $0 < subscriber }
      if others.first == subscriber { return true }
    }
    return false
  }

  mutating func append(_ bytes: [UInt8], of delivery: Delivery) {
    self.bytes += bytes
    last = delivery
  }
}
