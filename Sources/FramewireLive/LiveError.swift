internal import Daemon
public import Framewire
internal import LayoutSyntax
internal import Posix

/// Why a scene cannot be live.
public enum LiveError: Error, CustomStringConvertible {
  /// The file has errors, so there is nothing to show.
  case mistakes(LayoutMistakes)
  /// The file has no layout of this name, or none at all; perhaps the other one is meant.
  case unknownLayout(String?, file: String, nearest: String?)
  /// The file cannot be read, in the system's words.
  case unreadable(file: String, reason: String)
  /// Nobody can connect, in the system's words.
  case unserved(socket: String, reason: String)
  /// The system refuses what waiting needs.
  case system(String)

  /// One sentence, or one for each mistake.
  public var description: String {
    switch self {
    case .mistakes(let mistakes): mistakes.description
    case .unknownLayout(let name, let file, let nearest):
      "'\(file)' has no layout" + (name.map { " '\($0)'" } ?? "") + didYouMean(nearest)
    case .unreadable(let file, let reason): "cannot read '\(file)': \(reason)"
    case .unserved(let socket, let reason): "cannot serve at '\(socket)': \(reason)"
    case .system(let reason): reason
    }
  }

  static func noLayout(_ name: String?, in file: String, known: [String]) -> LiveError {
    .unknownLayout(name, file: file, nearest: name.flatMap { nearestName(to: $0, in: known) })
  }

  /// - Parameter place: the file, or the socket.
  init(_ error: DaemonError, at place: String) {
    switch error {
    case .root(let error): self = .unreadable(file: place, reason: error.reason)
    case .socket(let error): self = .unserved(socket: place, reason: "\(error)")
    case .system(let error): self = .system("\(error)")
    case .text(let error): self = .system("\(error)")
    }
  }
}
