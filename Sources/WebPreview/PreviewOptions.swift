import LayoutSyntax
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
  /// The page may exchange literals in the files that scenes are made from.
  public var writes = false
  /// What shows a place of a file: a program and its arguments, in which `{file}`, `{line}` and `{column}` stand for
  /// the place; nil: the page has links for the browser.
  public var editor: [String]?
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
      case ("--write", nil): writes = true
      case ("--editor", let value?): editor = try Self.command(value)
      default:
        guard !word.hasPrefix("--"), folder == nil else {
          throw PreviewFailure("'\(word)' is not understood; use 'framewire preview'", .usage)
        }
        folder = word
      }
    }
    if writes, isReadOnly {
      throw PreviewFailure("--write lets the page save values, and --read-only forbids it all: say one of them", .usage)
    }
  }

  /// A command as words, with the place behind them if they do not say where it goes. There is no shell.
  static func command(_ text: String) throws(PreviewFailure) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { throw PreviewFailure("--editor names no program", .usage) }
    return words.dropFirst().contains { $0.contains("{file}") } ? words : words + ["{file}:{line}:{column}"]
  }

  /// The words that show a place.
  ///
  /// - Parameter file: absolute, so that it is no option of the program.
  static func words(_ command: [String], _ file: String, line: Int, column: Int) -> [String] {
    let values = ["{line}": "\(line)", "{column}": "\(column)"]
    return command.map { word in
      // The name comes last: what is in it stands for nothing.
      let parts = word.split(separator: "{file}", omittingEmptySubsequences: false).map { part in
        values.reduce(String(part)) { text, value in
          text.split(separator: value.key, omittingEmptySubsequences: false).joined(separator: value.value)
        }
      }
      return parts.joined(separator: file)
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
    // It may have names of files in it.
    self.message = message.shownOnTerminal
    self.code = code
  }
}
