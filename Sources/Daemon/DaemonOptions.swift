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
  /// Of the program, for `GetInfo`.
  public var version: String

  public init(
    roots: [String], address: SocketAddress, polls: Bool = false, frameRate: Int = 60,
    text: TextMetrics = .fonts([]), version: String
  ) {
    self.roots = roots
    self.address = address
    self.polls = polls
    self.frameRate = frameRate
    self.text = text
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
