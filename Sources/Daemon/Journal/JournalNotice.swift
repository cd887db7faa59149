/// What a person should know about the journal.
public enum JournalNotice: Equatable, Sendable {
  /// These scenes have what was set in them before.
  case restored(scenes: [String])
  /// What is set now will not survive a restart.
  case failing(reason: String)
  /// After `failing`: all of it is written, what was set meanwhile included.
  case writesAgain(path: String)
  /// The file could not be made anew, and grows until that is tried again.
  case grows(reason: String)
  /// The file ended in the middle of an entry, as after a crash.
  case torn(path: String, bytes: Int)
  /// Bytes in the middle are not what was written; the entry they were is lost.
  case damaged(path: String, line: Int, bytes: Int)
  /// Entries, or parts of them, that only a newer version understands; the first is in this line.
  case unknown(path: String, line: Int, count: Int)
  /// The file is none that this version can go on with, and goes by another name now.
  case setAside(path: String, as: String)

  /// Whether something is lost, or will be.
  public var isWarning: Bool {
    switch self {
    case .restored, .writesAgain: false
    case .failing, .grows, .torn, .damaged, .unknown, .setAside: true
    }
  }
}

extension JournalNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .restored(let scenes):
      let shown = scenes.prefix(5).joined(separator: ", ")
      return "what was set before holds again in \(shown)\(scenes.count > 5 ? " and \(scenes.count - 5) more" : "")"
    case .failing(let reason): return "what is set from now on will not survive a restart: \(reason)"
    case .writesAgain(let path): return "what is set is written to \(path) again"
    case .grows(let reason): return "what is set is kept in a file that cannot be made anew, and grows: \(reason)"
    case .torn(let path, let bytes):
      return "\(path) ended in the middle of an entry; its last \(bytes) bytes are cut off"
    case .damaged(let path, let line, let bytes):
      return "\(path):\(line): \(bytes) bytes are not as they were written; what they said is lost"
    case .unknown(let path, let line, let count):
      let what = count == 1 ? "an entry" : "\(count) entries, the first,"
      return "\(path):\(line): \(what) of a newer version; what this one does not know is skipped"
    case .setAside(let path, let place):
      return "\(path) is not a journal that this version can read; it is kept as \(place)"
    }
  }
}
