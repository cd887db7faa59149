public import Posix
public import TextMeasurement

/// What a daemon serves, and where.
public struct DaemonOptions: Equatable, Sendable {
  /// Folders whose `.layout` files are served, and single files.
  public var roots: [String]
  public var address: SocketAddress
  /// Look at the files from time to time instead of being told by the kernel.
  public var polls: Bool
  /// Frames a second while something moves; one of `Runtime.Settings.frameRates`.
  public var frameRate: Int
  /// What texts are measured by.
  public var text: TextMetrics
  /// What survives the daemon.
  public var journal: Journaling
  /// Of the program, for `GetInfo`.
  public var version: String

  /// Whether and where a daemon keeps what is set in its scenes.
  public enum Journaling: Equatable, Sendable {
    case off
    /// - Parameters:
    ///   - path: nil: the usual place, see `JournalLocation`.
    ///   - isSynced: whether it is on the disk, and not only with the kernel, before anybody is told that it is done.
    case on(path: String? = nil, isSynced: Bool = false)
  }

  public init(
    roots: [String], address: SocketAddress, polls: Bool = false, frameRate: Int = 60,
    text: TextMetrics = .fonts([]), journal: Journaling = .off, version: String
  ) {
    self.roots = roots
    self.address = address
    self.polls = polls
    self.frameRate = frameRate
    self.text = text
    self.journal = journal
    self.version = version
  }
}

/// Why a daemon could not start.
public enum DaemonError: Error, Equatable, Sendable {
  case socket(SocketError)
  /// A served folder or file cannot be read.
  case root(PosixError)
  /// The fonts cannot be opened.
  case text(FontMeasurerError)
  /// Waiting for events failed; nothing can go on.
  case system(PosixError)
}
