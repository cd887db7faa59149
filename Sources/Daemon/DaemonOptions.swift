public import Posix

/// What a daemon serves, and where.
public struct DaemonOptions: Equatable, Sendable {
  /// Folders whose `.layout` files are served, and single files.
  public var roots: [String]
  public var address: SocketAddress
  /// Look at the files from time to time instead of being told by the kernel.
  public var polls: Bool
  /// Of the program, for `GetInfo`.
  public var version: String

  public init(roots: [String], address: SocketAddress, polls: Bool = false, version: String) {
    self.roots = roots
    self.address = address
    self.polls = polls
    self.version = version
  }
}

/// Why a daemon could not start.
public enum DaemonError: Error, Equatable, Sendable {
  case socket(SocketError)
  /// A served folder or file cannot be read.
  case root(PosixError)
  /// Waiting for events failed; nothing can go on.
  case system(PosixError)
}
