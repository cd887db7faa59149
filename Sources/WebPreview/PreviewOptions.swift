public import Posix

/// What `framewire preview` was asked for.
public struct PreviewOptions: Equatable, Sendable {
  /// Of the daemon that is joined, or started.
  public var socket: SocketAddress
  /// What a daemon that is started serves, and what one that is joined has to; nil: the current folder, and whatever
  /// it serves.
  public var folder: String?
  /// Where the page is; nil: where it was the last time, else anywhere.
  public var port: UInt16?
  /// Shows the page in the user's browser.
  public var opens = false
  /// The page may look and change nothing.
  public var isReadOnly = false
  /// Where the files of the page are, for whoever changes them; nil: inside of the program.
  public var assets: String?
  /// The `framewire` that is started where no daemon is.
  public var tool = "framewire"

  public init(socket: SocketAddress) { self.socket = socket }

  /// Reads what `framewire preview` hands over: `preview`, `--NAME=VALUE`, switches, and a folder.
  ///
  /// - Throws: what is wrong, in words.
  public init(_ words: [String]) throws(PreviewFailure) {
    self.init(
      socket: SocketAddress.default(environment: CurrentProcess.environment, userID: CurrentProcess.userID))
    guard words.first == "preview" else { throw PreviewFailure("this is a part of framewire; use that", .usage) }
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : nil
      switch (parts[0], value) {
      case ("--socket", let value?): socket = SocketAddress(path: value)
      case ("--port", let value?):
        guard let port = UInt16(value) else { throw PreviewFailure("'\(value)' is no port: 0 to 65535", .usage) }
        self.port = port
      case ("--assets", let value?): assets = value
      case ("--tool", let value?): tool = value
      case ("--open", nil): opens = true
      case ("--read-only", nil): isReadOnly = true
      default:
        guard !word.hasPrefix("--"), folder == nil else {
          throw PreviewFailure("'\(word)' is not understood; use 'framewire preview'", .usage)
        }
        folder = word
      }
    }
  }
}

/// Why there is no preview.
public struct PreviewFailure: Error, Equatable, Sendable {
  /// What the process ends with, of sysexits.h.
  public enum Code: Int32, Sendable {
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case internalError = 70
  }

  /// One sentence for a person.
  public let message: String
  /// What the process ends with.
  public let code: Code

  init(_ message: String, _ code: Code) {
    self.message = message
    self.code = code
  }
}
