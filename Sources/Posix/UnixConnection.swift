internal import CLinux
internal import Glibc

/// Who is at the other end of a connection, as the kernel recorded it when they connected.
public struct PeerCredentials: Hashable, Sendable {
  /// Its id, which may be another's when that process has ended.
  public let process: Int32
  /// The effective user.
  public let user: UInt32
  /// The effective group.
  public let group: UInt32
}

/// One end of a Unix stream: never blocks, closed on exec, closed when nobody refers to it any more.
///
/// Sending and receiving move what fits now. A server waits with its `EventLoop`; a client without
/// a loop uses `receive(into:until:)` and `sendAll(_:until:)`, which wait in the calling thread.
public final class UnixConnection: Sendable {
  /// For an event loop to watch; this object owns it.
  public let descriptor: FileDescriptor
  /// Who was there when the connection was made.
  public let peer: PeerCredentials

  /// What `receive` found.
  public enum Received: Hashable, Sendable {
    /// So many bytes were added; there may be more.
    case bytes(Int)
    /// Nothing is there yet.
    case nothing
    /// The other end has closed its side.
    case end
  }

  /// Takes over a connected socket.
  public init(owning socket: consuming FileDescriptor) throws(PosixError) {
    try socket.number.adopt()
    peer = try Self.peer(of: socket.raw)
    descriptor = socket
  }

  /// Connects to a daemon, waiting for it to accept for `timeout` at most.
  ///
  /// - Throws: `.system` with `isNotFound` or `isConnectionRefused` when nobody serves the address,
  ///   with `isTimeout` when it is served but does not answer.
  public static func connect(
    to address: SocketAddress, timeout: Duration = .seconds(5)
  ) throws(SocketError) -> UnixConnection {
    try address.validate()
    do throws(PosixError) {
      let raw = socket(AF_UNIX, framewire_stream_socket, 0)
      guard raw >= 0 else { throw PosixError("socket") }
      let descriptor = FileDescriptor(raw)
      // connect(2) on a Unix socket knows no EINPROGRESS: it waits for room in the queue of the
      // listener as long as a send would (unix(7)), so the limit of a send is the limit here.
      try descriptor.number.setSendTimeout(timeout)
      let result = unsafe withAddress(address.path) { unsafe Glibc.connect(raw, $0, $1) }
      guard result == 0 else {
        let error = PosixError("connect", path: address.path)
        throw error.code == EAGAIN ? PosixError(code: ETIMEDOUT, call: "connect", path: address.path) : error
      }
      return try UnixConnection(owning: descriptor)
    } catch { throw .system(error) }
  }

  /// Two ends of one stream, for tests and for talking to a child.
  public static func pair() throws(PosixError) -> (UnixConnection, UnixConnection) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = unsafe withUnsafeMutableBytes(of: &ends) {
      unsafe socketpair(AF_UNIX, framewire_stream_socket, 0, $0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw PosixError("socketpair") }
    let first = FileDescriptor(ends.0)
    let second = FileDescriptor(ends.1)
    return (try UnixConnection(owning: first), try UnixConnection(owning: second))
  }

  /// Adds to `buffer` what has arrived, `limit` bytes at most.
  ///
  /// A connection that was reset counts as ended: the other side is gone either way.
  public func receive(into buffer: inout [UInt8], limit: Int = 65_536) throws(PosixError) -> Received {
    do throws(PosixError) {
      return switch try descriptor.read(into: &buffer, limit: limit) {
      case nil: .nothing
      case 0: .end
      case let count?: .bytes(count)
      }
    } catch {
      if error.isDisconnection { return .end }
      throw error
    }
  }

  /// Hands the beginning of `bytes` to the kernel.
  ///
  /// - Returns: how many bytes it took: all, some, or 0 when the other end reads too slowly. The
  ///   rest is sent after `writable`.
  /// - Throws: an error with `isDisconnection` when nobody reads any more; never a signal.
  public func send(_ bytes: Span<UInt8>) throws(PosixError) -> Int {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      retryingInterrupts {
        unsafe Glibc.send(descriptor.raw, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
    }
    if count >= 0 { return count }
    if errno == EAGAIN { return 0 }
    throw PosixError("send")
  }

  /// Whether the other end has not read all that was sent.
  public var hasUnread: Bool {
    var count: Int32 = 0
    return unsafe framewire_unread(descriptor.raw, &count) == 0 && count > 0
  }

  /// Sends all of `bytes`, waiting until `deadline` for room.
  ///
  /// - Throws: `isTimeout` when the deadline came first; some bytes may have been sent.
  public func sendAll(_ bytes: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(PosixError) {
    var sent = 0
    while sent < bytes.count {
      let count = try send(bytes.span.extracting(sent..<bytes.count))
      sent += count
      if count == 0, try !descriptor.number.wait(for: .writable, until: deadline) {
        throw PosixError(code: ETIMEDOUT, call: "send")
      }
    }
  }

  /// Waits until something has arrived or the other end has closed, or until `deadline`.
  ///
  /// - Returns: `.nothing` when the deadline came first.
  public func receive(
    into buffer: inout [UInt8], until deadline: ContinuousClock.Instant?
  ) throws(PosixError) -> Received {
    while true {
      let received = try receive(into: &buffer)
      guard received == .nothing, try descriptor.number.wait(for: .readable, until: deadline) else { return received }
    }
  }

  /// Says that nothing more will be sent; the other end reads `.end` after what is on its way.
  package func endSending() { _ = shutdown(descriptor.raw, Int32(SHUT_WR)) }

  private static func peer(of raw: Int32) throws(PosixError) -> PeerCredentials {
    var credentials = framewire_peer()
    var size = socklen_t(MemoryLayout<framewire_peer>.size)
    guard unsafe getsockopt(raw, SOL_SOCKET, framewire_peercred, &credentials, &size) == 0 else {
      throw PosixError("getsockopt")
    }
    return PeerCredentials(process: credentials.pid, user: credentials.uid, group: credentials.gid)
  }
}

/// Lends `path` as a socket address. A leading `@` of `isAbstract` names stands for NUL.
func withAddress<Result>(
  _ path: String, isAbstract: Bool = false, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8.prefix(SocketAddress.longestPath))
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  var length = MemoryLayout<sockaddr_un>.size
  if isAbstract {
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0[0] = 0 }
    length = MemoryLayout<sa_family_t>.size + bytes.count
  }
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(length)) }
  }
}
