internal import CLinux
internal import Glibc

/// The daemon's end of an address: one process at a time, open to this user alone.
///
/// Single instance is a `flock` on a file beside the socket, which the kernel releases however the
/// process ends. Only its holder removes a stale socket, so two daemons that start at once cannot
/// remove each other's. The lock file stays behind, as long as its directory does.
public final class UnixListener: Sendable {
  /// Where clients connect.
  public let address: SocketAddress
  /// For an event loop to watch: readable when somebody connects.
  public let descriptor: FileDescriptor
  /// `nil` when the socket was handed over by the service manager, which owns its file.
  private let lock: FileLock?

  /// Listens at `address`, with mode 0600.
  public init(at address: SocketAddress) throws(SocketError) {
    try address.validate()
    if address.ownsDirectory {
      do throws(PosixError) { try FileSystem.ensurePrivateDirectory(address.directory) } catch {
        throw error.isNotFound ? .system(error) : .unsafeDirectory(error)
      }
    }
    let lock = try Self.lock(address)
    try Self.removeStaleSocket(address)
    do throws(PosixError) { descriptor = try Self.listen(at: address) } catch { throw .system(error) }
    self.lock = lock
    self.address = address
  }

  /// Takes over a listening socket that the service manager opened.
  ///
  /// - Throws: `.notListening` when it is anything else.
  public init(activated socket: consuming FileDescriptor, at address: SocketAddress) throws(SocketError) {
    // Of anything else the loop would hear for ever that somebody connects, or never.
    for (option, wanted) in [
      (SO_DOMAIN, AF_UNIX), (SO_TYPE, Int32(SOCK_STREAM.rawValue)), (SO_ACCEPTCONN, 1),
    ] {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard unsafe getsockopt(socket.raw, SOL_SOCKET, option, &value, &size) == 0, value == wanted else {
        throw .notListening
      }
    }
    do throws(PosixError) { try socket.number.adopt() } catch { throw .system(error) }
    descriptor = socket
    lock = nil
    self.address = address
  }

  deinit {
    // Before the lock goes, so that the file is certainly still ours.
    if lock != nil { try? FileSystem.remove(address.path) }
  }

  /// The next connection that waits, `nil` when there is none now.
  ///
  /// - Throws: `isOutOfDescriptors` when the process has no descriptor left; the connection goes on
  ///   waiting, so the listener should be forgotten by the loop until one was closed.
  public func accept() throws(PosixError) -> UnixConnection? {
    while true {
      let raw = framewire_accept(descriptor.raw)
      if raw >= 0 {
        let socket = FileDescriptor(raw)
        return try UnixConnection(owning: socket)
      }
      switch errno {
      // ECONNABORTED: it connected and was gone before we looked.
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw PosixError("accept4", path: address.path)
      }
    }
  }

  private static func lock(_ address: SocketAddress) throws(SocketError) -> FileLock {
    let attempt: FileLock.Attempt
    do throws(PosixError) { attempt = try FileLock.acquire(address.lockPath) } catch { throw .system(error) }
    switch attempt {
    case .taken(let lock): return lock
    case .held(let process): throw .alreadyServed(path: address.path, process: process)
    }
  }

  private static func removeStaleSocket(_ address: SocketAddress) throws(SocketError) {
    do throws(PosixError) {
      let found = try FileSystem.status(of: address.path, followingLink: false)
      guard found.kind == .socket else { throw PosixError(code: EEXIST, call: "bind", path: address.path) }
      try FileSystem.remove(address.path)
    } catch {
      if error.isNotFound { return }
      throw error.code == EEXIST ? .occupied(path: address.path) : .system(error)
    }
  }

  private static func listen(at address: SocketAddress) throws(PosixError) -> FileDescriptor {
    let raw = socket(AF_UNIX, framewire_stream_socket, 0)
    guard raw >= 0 else { throw PosixError("socket") }
    let descriptor = FileDescriptor(raw)
    guard unsafe withAddress(address.path, { unsafe bind(raw, $0, $1) }) == 0 else {
      throw PosixError("bind", path: address.path)
    }
    // Nobody can connect before listen(2), so the mode is right from the first moment on; the
    // process-wide umask stays as it is.
    guard unsafe chmod(address.path, 0o600) == 0 else { throw PosixError("chmod", path: address.path) }
    guard Glibc.listen(raw, SOMAXCONN) == 0 else { throw PosixError("listen", path: address.path) }
    try descriptor.number.setNonBlocking()
    return descriptor
  }
}
