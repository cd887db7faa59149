/// The bytes of a message on their way to one or several peers. While they wait in a queue, or in several, they count
/// once in what all connections have waiting.
final class OutgoingMessage {
  /// What all messages that wait come to.
  final class Total {
    fileprivate(set) var bytes = 0
  }

  let bytes: [UInt8]
  private let total: Total?
  private var waits = false

  /// - Parameter total: where it counts; nil: nowhere.
  init(_ bytes: [UInt8], in total: Total? = nil) {
    self.bytes = bytes
    self.total = total
  }

  deinit { if waits { total?.bytes -= bytes.count } }

  /// Somebody has not read it at once.
  func wait() {
    if waits { return }
    waits = true
    total?.bytes += bytes.count
  }
}
