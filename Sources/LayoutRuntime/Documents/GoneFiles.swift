import LayoutModel
import LayoutSyntax

/// Since when the files of documents are gone, or since when nobody has looked at what is left of them.
struct GoneFiles: Sendable {
  /// So many are waited for, the last that went, besides those that somebody follows. By feel: a branch that has none
  /// of them may be looked at and left again.
  static let most = 256

  private(set) var since: [String: Instant] = [:]
  /// The same, by instant and then by path.
  private(set) var inOrder: [(path: String, since: Instant)] = []
  /// Those that no scene comes from, and that somebody waits for who wants to load them.
  var awaited: Set<String> = []

  /// The earliest instant among them.
  var earliest: Instant? { inOrder.first?.since }

  /// Takes note of whether a file is gone now.
  mutating func note(_ path: String, isGone: Bool, at now: Instant) {
    guard isGone else { return forget(path) }
    guard since[path] == nil else { return }
    since[path] = now
    inOrder.insert((path, now), at: place(of: path, since: now))
  }

  /// Somebody has looked at what is left of it until now.
  mutating func renew(_ path: String, at now: Instant) {
    guard since[path] != nil else { return }
    forget(path)
    note(path, isGone: true, at: now)
  }

  private mutating func forget(_ path: String) {
    guard let instant = since.removeValue(forKey: path) else { return }
    inOrder.remove(at: place(of: path, since: instant))
  }

  /// Where a file is, or would be.
  private func place(of path: String, since instant: Instant) -> Int {
    inOrder.partitioningIndex { $0.since == instant ? !precedesInBytes($0.path, path) : instant < $0.since }
  }
}

/// Scenes whose files are gone: they say so and go on, since the file may be on its way back and somebody may be
/// looking. But not for ever.
extension Runtime {
  /// When the next of them may go.
  var goneDeadline: Instant? { goneFiles.earliest.map { $0 + options.limits.gone } }

  /// Lets go of those whose time is over, or that are too many, and that nobody looks at.
  mutating func forgetGone(at now: Instant, entering stage: (Stage) -> Void) {
    var surplus = goneFiles.since.count - GoneFiles.most
    var (due, watched): (Set<String>, [String]) = ([], [])
    for (path, since) in goneFiles.inOrder {
      let isOver = since + options.limits.gone <= now
      guard isOver || surplus > 0 else { break }
      if !scenes.names(from: path).contains(where: { !scenes[open: $0].audience.isEmpty }) {
        due.insert(path)
        surplus -= 1
      } else if isOver {
        watched.append(path)
      }
    }
    for path in watched { goneFiles.renew(path, at: now) }
    if due.isEmpty { return }
    _ = forget(due, at: now)
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
    let told = ended.filter { scenes[open: $0].owner == nil }
    for name in ended {
      let file = scenes[open: name].document.file
      end(name, because: "file '\(file)' is gone", at: now)
    }
    library.forgetGone(paths)
    scenesAreStale = true
    return told
  }
}
