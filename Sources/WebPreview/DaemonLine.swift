import Posix
import Wire

/// One conversation with the daemon that never waits: calls go out as there is room, messages come as they are.
final class DaemonLine {
  private let socket: UnixConnection
  private var decoder = MessageDecoder(limits: .replies)
  private var outgoing: [UInt8] = []

  /// Connects at once, or not at all: the daemon is on this machine.
  init(to address: SocketAddress) throws(SocketError) {
    socket = try UnixConnection.connect(to: address, timeout: .seconds(2))
  }

  var descriptor: DescriptorNumber { socket.descriptor.number }
  /// Something waits for room.
  var hasMore: Bool { !outgoing.isEmpty }

  /// A message has come in part.
  var isInMessage: Bool { decoder.bufferedCount > 0 }

  /// - Throws: when the daemon is gone.
  func say(_ call: Call) throws(PosixError) {
    outgoing += call.encoded()
    try flush()
  }

  /// Sends what waits, as much as there is room for.
  func flush() throws(PosixError) {
    let waiting = outgoing
    var sent = 0
    while sent < waiting.count {
      let count = try socket.send(waiting.span.extracting(sent..<waiting.count))
      if count == 0 { break }
      sent += count
    }
    outgoing.removeFirst(sent)
  }

  /// Reads what has come, a bounded piece of it, and hands out whole messages.
  ///
  /// - Returns: nil when the daemon is gone, or says what cannot be understood.
  func receive() -> [[UInt8]]? {
    var received: [UInt8] = []
    guard let result = try? socket.receive(into: &received), result != .end else { return nil }
    decoder.append(received)
    var messages: [[UInt8]] = []
    while true {
      switch decoder.next() {
      case .message(let message): messages.append(message)
      case .needsMore: return messages
      case .tooLong: return nil
      }
    }
  }
}
