internal import CMicrohttpd

/// One request and its answer, as libmicrohttpd's callbacks find them.
///
/// libmicrohttpd calls us for the same request again and again: when its head is there, for each piece of its body,
/// when it is whole, and once more each time it goes on after it was put aside.
@safe final class Exchange {
  enum State {
    /// Its head was told, and its connection is put aside.
    case heard
    /// It goes on with the body.
    case taken
    /// The body is on its way.
    case arriving
    /// It was told, and its connection is put aside.
    case waiting
    /// It goes on with this answer.
    case answered(HTTPResponse)
    /// The answer is handed over.
    case answering
  }

  let connection: OpaquePointer
  var address: UInt { unsafe UInt(bitPattern: connection) }
  var state = State.heard
  /// As far as it has come.
  var request: HTTPRequest
  var id: HTTPRequest.ID { request.id }

  /// What a stream has to say, from `sent` on.
  private(set) var pending: [UInt8] = []
  private(set) var sent = 0
  var isStream = false
  var hasEnded = false
  /// The stream had nothing to say, and its connection is put aside.
  var isIdle = false

  init(_ request: HTTPRequest, _ connection: OpaquePointer) {
    self.request = request
    unsafe self.connection = connection
  }

  var unsent: Int { pending.count - sent }

  func add(_ bytes: [UInt8]) {
    if sent > 0, sent >= pending.count / 2 {
      pending.removeSubrange(..<sent)
      sent = 0
    }
    pending += bytes
  }

  /// Hands out the next bytes of a stream, as many as fit.
  func take(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, unsent)
    unsafe pending.withUnsafeBytes { bytes in
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count]))
    }
    sent += count
    if unsent == 0 {
      // A burst is not to be kept as memory.
      if pending.capacity > 65_536 { pending = [] } else { pending.removeAll(keepingCapacity: true) }
      sent = 0
    }
    return count
  }
}
