/// Where the daemon of a user listens, and what must be true of the folder around the socket.
///
/// A pure rule, so that the daemon and every client arrive at the same place.
public struct SocketAddress: Equatable, Sendable {
  /// Of the socket.
  public var path: String
  /// Whether the folder is our own, in a place where anybody can make one: it must be created with mode 0700 and
  /// refused when it is a link or somebody else's.
  public var isInSharedPlace: Bool

  /// The folder that holds the socket.
  public var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file whose lock makes a daemon the only one at this address.
  public var lockPath: String { (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".lock" }

  /// `sun_path` has 108 bytes, one of them the NUL: unix(7).
  public static let longestPath = 107

  public enum Failure: Error, Equatable, Sendable {
    /// The kernel takes paths of up to `longestPath` bytes.
    case pathTooLong(path: String, bytes: Int)
    /// Instances are file names: not empty, no slash, not a dot at the start.
    case invalidInstance(String)
  }

  /// An address given by hand.
  public init(path: String) throws(Failure) {
    let bytes = path.utf8.count
    guard bytes <= Self.longestPath else { throw .pathTooLong(path: path, bytes: bytes) }
    self.path = path
    isInSharedPlace = false
  }

  /// `$FRAMEWIRE_SOCKET`, else `$XDG_RUNTIME_DIR/framewire/<instance>.sock`, else
  /// `/tmp/framewire-<uid>/<instance>.sock`. An empty variable counts as unset, and so does a runtime directory that
  /// is not absolute, as the XDG base directory specification asks.
  public static func resolve(
    environment: [String: String], uid: UInt32, instance: String = "default"
  ) throws(Failure) -> SocketAddress {
    if let path = environment["FRAMEWIRE_SOCKET"], !path.isEmpty { return try SocketAddress(path: path) }
    guard !instance.isEmpty, !instance.contains("/"), !instance.hasPrefix(".") else { throw .invalidInstance(instance) }
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      let separator = runtime.hasSuffix("/") ? "" : "/"
      return try SocketAddress(path: "\(runtime)\(separator)framewire/\(instance).sock")
    }
    var address = try SocketAddress(path: "/tmp/framewire-\(uid)/\(instance).sock")
    address.isInSharedPlace = true
    return address
  }
}

extension SocketAddress.Failure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pathTooLong(let path, let bytes):
      "the socket's path has \(bytes) bytes, at most \(SocketAddress.longestPath) are possible: \(path)"
    case .invalidInstance(let name): "'\(name)' cannot name an instance"
    }
  }
}
