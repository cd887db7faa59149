public import LayoutRuntime
public import Posix
public import TextMeasurement

/// What a daemon serves, and where.
public struct DaemonOptions: Equatable, Sendable {
  /// Folders whose `.layout` files are served, and single files.
  public var roots: [String]
  /// Where clients connect.
  public var address: SocketAddress
  /// Where clients connect who may look and change nothing; nil: nowhere.
  public var readOnlyAddress: SocketAddress?
  /// Look at the files from time to time instead of being told by the kernel.
  public var polls: Bool
  /// Whether links in served folders may lead out of them.
  public var followsLinks: Bool
  /// Frames a second while something moves; one of `Runtime.Options.frameRates`.
  public var frameRate: Int
  /// What texts are measured by.
  public var text: TextMetrics
  /// What survives the daemon.
  public var journal: Journaling
  /// What peers may ask of it.
  public var limits: Limits
  /// Of the program, for `GetInfo`.
  public var version: String
  /// Whether a program has the runtime itself, and with it the process: see `Daemon+Hosted.swift`.
  var isHosted = false

  /// How much of the daemon peers may have, so that none can take it from the others.
  public struct Limits: Equatable, Sendable {
    /// Open at once; one more is told that it is `Busy`, and closed.
    public var connections = 4096
    /// Requests that a connection may make in the long run; more are `RateLimited`.
    public var requestsPerSecond = 200.0
    /// Requests that it may make at once after a pause.
    public var burst = 400.0
    /// How long a subscriber to every revision may read nothing of what is sent to it before it is closed. Whoever
    /// subscribes to the latest stays: it costs no more than one message.
    public var stall = Duration.seconds(60)
    /// How long a message may take from its first byte to its last, and how long a peer that is closed may take to
    /// read why.
    public var message = Duration.seconds(60)
    /// What unfinished messages of all connections may hold together, in bytes: four of the longest there are. Beyond
    /// it whoever holds most is told that it is `Busy`, and closed.
    public var inputBytes = 64 << 20
    /// What messages that nobody has read yet may hold together, in bytes. Beyond it whoever has most waiting is
    /// closed.
    public var outputBytes = 256 << 20

    /// What the runtime allows.
    public var runtime = RuntimeLimits()

    public init() {}
  }

  /// Whether and where a daemon keeps what is set in its scenes.
  public enum Journaling: Equatable, Sendable {
    case off
    /// - Parameters:
    ///   - path: nil: the usual place, see `JournalLocation`.
    ///   - isSynced: whether it is on the disk, and not only with the kernel, before anybody is told that it is done.
    case on(path: String? = nil, isSynced: Bool = false)
  }

  public init(
    roots: [String], address: SocketAddress, readOnlyAddress: SocketAddress? = nil, polls: Bool = false,
    followsLinks: Bool = false, frameRate: Int = 60,
    text: TextMetrics = .fonts([]), journal: Journaling = .off, limits: Limits = Limits(), version: String
  ) {
    self.roots = roots
    self.address = address
    self.readOnlyAddress = readOnlyAddress
    self.polls = polls
    self.followsLinks = followsLinks
    self.frameRate = frameRate
    self.text = text
    self.journal = journal
    self.limits = limits
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
