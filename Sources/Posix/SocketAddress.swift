/// Where the daemon listens: a path in the file system, never an abstract name, which would have no permissions.
public struct SocketAddress: Hashable, Sendable {
  /// In the file system, absolute or from the current directory.
  public let path: String
  /// Whether the directory is Framewire's own, to be created with mode 0700 and refused when it is
  /// a link or belongs to somebody else. A path the user chose stands in a directory the user answers for.
  public let ownsDirectory: Bool

  /// A path the user chose.
  public init(path: String) {
    self.path = path
    ownsDirectory = false
  }

  private init(directory: String, instance: String) {
    path = FileSystem.join(directory, "\(instance).sock")
    ownsDirectory = true
  }

  /// The address daemon and client agree on without being told: `$FRAMEWIRE_SOCKET`, else
  /// `$XDG_RUNTIME_DIR/framewire/<instance>.sock`, else `/tmp/framewire-<uid>/<instance>.sock`.
  ///
  /// Variables that are empty count as unset, and so does an XDG_RUNTIME_DIR that is not absolute
  /// (XDG Base Directory Specification).
  public static func `default`(
    environment: [String: String], userID: UInt32, instance: String = "default"
  ) -> SocketAddress {
    if let path = environment["FRAMEWIRE_SOCKET"], !path.isEmpty { return SocketAddress(path: path) }
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return SocketAddress(directory: FileSystem.join(runtime, "framewire"), instance: instance)
    }
    return SocketAddress(directory: "/tmp/framewire-\(userID)", instance: instance)
  }

  /// The longest path a Unix socket can have, in bytes: `sun_path` less its NUL (unix(7)).
  static let longestPath = 107

  /// The file whose lock says that a daemon serves this address.
  var lockPath: String { (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".lock" }

  /// The directory that the socket stands in.
  public var directory: String { FileSystem.split(path).directory }

  /// Checks that a socket can have this path.
  ///
  /// - Throws: `.pathTooLong`, also for a path with a NUL or without any byte.
  public func validate() throws(SocketError) {
    let bytes = path.utf8.count
    guard bytes > 0, bytes <= Self.longestPath, !path.utf8.contains(0) else {
      throw .pathTooLong(path: path, bytes: bytes)
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  public var description: String { path }
}

/// Why nobody can listen at, or connect to, an address.
public enum SocketError: Error, Equatable, Sendable {
  /// The path has `bytes` bytes, and 1 to 107 fit.
  case pathTooLong(path: String, bytes: Int)
  /// The directory is a link, somebody else's, or open to others; a socket in it could be swapped.
  case unsafeDirectory(PosixError)
  /// A running daemon holds the lock; `process` is its id where the lock file says.
  case alreadyServed(path: String, process: Int32?)
  /// There is a file at the path that is not a socket; it is not ours to remove.
  case occupied(path: String)
  /// What the service manager handed over is no Unix stream socket that listens.
  case notListening
  case system(PosixError)
}

extension SocketError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pathTooLong(let path, let bytes):
      "the socket path has \(bytes) bytes and at most \(SocketAddress.longestPath) fit: \(path)"
    case .unsafeDirectory(let error):
      "\(error.path ?? "the socket's directory") is not a private directory of this user: \(error.reason)"
    case .alreadyServed(let path, let process):
      "\(path) is served already" + (process.map { " by process \($0)" } ?? "")
    case .occupied(let path): "\(path) exists and is not a socket"
    case .notListening: "what the service manager handed over is no Unix socket that listens"
    case .system(let error): error.description
    }
  }
}
