import LayoutModel
import LayoutSyntax

/// Since when the files of documents are gone, or since when nobody has looked at what is left of them.
struct GoneFiles: Sendable {
  /// So many are waited for, the last that went, besides those that somebody follows. By feel: a branch that has none of
  /// them may be looked at and left again.
  static let most = 256

  private(set) var since: [String: Instant] = [:]
  /// The earliest of them.
  private(set) var earliest: Instant?

  /// These are gone now, and no others.
  mutating func note(_ paths: Set<String>, at now: Instant) {
    if paths.isEmpty && since.isEmpty { return }
    since = Dictionary(uniqueKeysWithValues: paths.map { ($0, since[$0] ?? now) })
    earliest = since.values.min()
  }

  /// Somebody has looked at what is left of it until now.
  mutating func renew(_ path: String, at now: Instant) {
    if since[path] == nil { return }
    since[path] = now
    earliest = since.values.min()
  }
}

/// Scenes whose files are gone: they say so and go on, since the file may be on its way back and somebody may be looking.
/// But not for ever.
extension Runtime {
  /// When the next of them may go.
  var goneDeadline: Instant? { goneFiles.earliest.map { $0 + settings.gonePatience } }

  /// Lets go of those whose time is over, or that are too many, and that nobody looks at.
  mutating func forgetGone(at now: Instant, entering stage: (Stage) -> Void) {
    guard let deadline = goneDeadline else { return }
    let surplus = goneFiles.since.count - GoneFiles.most
    guard deadline <= now || surplus > 0 else { return }
    var left: [(path: String, since: Instant)] = []
    for (path, since) in goneFiles.since {
      let isWatched = scenes.names(from: path).contains { !scenes[open: $0].audience.isEmpty }
      if !isWatched {
        left.append((path, since))
      } else if since + settings.gonePatience <= now {
        goneFiles.renew(path, at: now)
      }
    }
    left.sort { $0.since == $1.since ? precedesInBytes($0.path, $1.path) : $0.since < $1.since }
    let due = left.enumerated().filter { $0 < surplus || $1.since + settings.gonePatience <= now }.map(\.element.path)
    if due.isEmpty { return }
    _ = forget(Set(due), at: now)
    judgeDocuments(at: now, entering: stage)
  }

  /// Ends all scenes of documents whose files are gone, at once.
  ///
  /// - Parameter wanted: a scene of the document; nil: all that are gone.
  mutating func forget(_ wanted: String?, at now: Instant) throws(RequestFailure) -> Outcome.Result {
    guard wanted != nil else { return .answered(.forgotten(forget(library.documents.gone, at: now))) }
    let name = try sceneName(wanted)
    let file = scenes[open: name].document.file
    guard library.documents.gone.contains(file) else { throw .fileIsThere(scene: name, file: file) }
    return .answered(.forgotten(forget([file], at: now)))
  }

  /// - Returns: the names of the scenes that ended.
  private mutating func forget(_ paths: Set<String>, at now: Instant) -> [String] {
    let ended = paths.flatMap { scenes.names(from: $0) }.sorted()
    for name in ended { end(name, because: "file '\(scenes[open: name].document.file)' is gone", at: now) }
    library.forgetGone(paths)
    scenesAreStale = true
    return ended
  }
}
