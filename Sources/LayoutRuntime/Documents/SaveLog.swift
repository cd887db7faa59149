import Frames

/// What a save came to, when all that it changes is solved.
public struct SavedFile: Equatable, Sendable {
  /// The file that was saved.
  public var path: String
  /// When its bytes arrived.
  public var since: Instant
  /// Views of the layouts that the file is about: its own, or where only layouts of other files changed, those.
  public var views = 0
  /// Views among them with another frame than before.
  public var moved = 0
  /// Views among them whose content is another, where none moved: texts, say.
  public var changed = 0
  /// Views that were not there before.
  public var added = 0
  /// Views that are not there any more.
  public var removed = 0
  /// Layouts of other files, which import this one, of which something changed; ascending.
  public var importers: [String] = []

  init(path: String, since: Instant) { (self.path, self.since) = (path, since) }
}

/// What publishing a scene changed, counted in views.
struct ViewCounts: Equatable, Sendable {
  var moved = 0
  var changed = 0
  var added = 0
  var removed = 0

  init(moved: Int = 0, changed: Int = 0, added: Int = 0, removed: Int = 0) {
    (self.moved, self.changed, self.added, self.removed) = (moved, changed, added, removed)
  }

  /// - Parameter back: what leads from the new picture to the one before; nothing where there was none.
  init(_ diff: FrameDiff, back: FrameDiff) {
    let (views, former) = (diff.views, back.views)
    removed = diff.removed.count
    added = views.count
    moved = diff.set.count
    // Views that are told whole are new, or were there and have another place among their siblings.
    if !views.isEmpty, !former.isEmpty {
      let places = ViewPlaces(of: former)
      // Views are looked at where they stand; to copy one costs more.
      for index in views.indices {
        guard let place = places[views[index].id] else { continue }
        added -= 1
        if former[place].frame != views[index].frame { moved += 1 }
      }
    }
    changed = moved == 0 ? max(diff.changed.count, diff.restyled.count) : 0
  }

  var isNothing: Bool { self == ViewCounts() }

  static func + (left: ViewCounts, right: ViewCounts) -> ViewCounts {
    ViewCounts(
      moved: left.moved + right.moved, changed: left.changed + right.changed, added: left.added + right.added,
      removed: left.removed + right.removed)
  }

  /// Of a scene that was published more than once, as while a file is saved again: a view that moved twice counts once.
  func limited(to views: Int) -> ViewCounts {
    ViewCounts(
      moved: min(moved, views), changed: min(changed, views), added: min(added, views), removed: removed)
  }

  /// Of two scenes of one layout the one in which more happened: a preview shows the same views.
  static func larger(_ left: ViewCounts, _ right: ViewCounts) -> ViewCounts {
    func all(_ counts: ViewCounts) -> Int { counts.moved + counts.changed + counts.added + counts.removed }
    return all(right) > all(left) ? right : left
  }
}

/// Files that were saved and whose scenes are not all solved yet; and what the others came to.
///
/// A large file is parsed, compiled and solved elsewhere, so what a save comes to may be known some turns later.
struct SaveLog: Sendable {
  /// More than anybody reads, and few enough to be looked at in every turn. Whoever changes to another branch saves
  /// thousands of files at once, and what each of them came to is not asked.
  static let most = 32

  /// Whether somebody wants to know. Files that are read for the first time, at a start, were not saved.
  var isKept = false
  /// By path: when the bytes arrived.
  private(set) var open: [String: Instant] = [:]
  /// By scene: what was published of it since.
  private(set) var counts: [String: ViewCounts] = [:]
  private var done: [SavedFile] = []
  private var left = 0

  /// A file has other bytes than before. One that is saved again meanwhile is told of once.
  mutating func begin(_ path: String, at now: Instant) {
    if open[path] == nil, open.count >= Self.most { left += 1 } else { open[path] = now }
  }

  /// Something was published of a scene.
  mutating func count(_ counts: ViewCounts, of scene: String) {
    self.counts[scene] = self.counts[scene].map { $0 + counts } ?? counts
  }

  /// Ends saves: those of files that are right are told of.
  mutating func finish(_ paths: [String], as saved: [SavedFile]) {
    for path in paths { open[path] = nil }
    done += saved
    if open.isEmpty { counts = [:] }
  }

  mutating func take() -> (saves: [SavedFile], others: Int) {
    defer { (done, left) = ([], 0) }
    return (done, left)
  }
}

extension Runtime {
  /// From now on keeps what saves come to, for `takeSaves`.
  public mutating func keepSaves() { saves.isKept = true }

  /// The files that were saved and are right, each when all scenes that it changes are solved, with what changed; each
  /// is returned once, in the order in which they were done. And how many more were saved, of so many at a time that
  /// nobody looked.
  public mutating func takeSaves() -> (saves: [SavedFile], others: Int) { saves.take() }

  /// Takes note of bytes that are about to be received, if they are news of a file that scenes come from.
  mutating func noteSave(_ content: FileContent, at path: String, at now: Instant) {
    guard saves.isKept, case .bytes(let bytes) = content, let document = library[path], document.role != .text,
      document.tree.map({ $0.written != bytes }) ?? (document.role == .served)
    else { return }
    saves.begin(path, at: now)
  }

  /// Ends the saves that have come to whatever they come to.
  mutating func finishSaves() {
    let isQuiet = library.isQuiet
    var finished: [String] = []
    var told: [SavedFile] = []
    for (path, since) in saves.open.sorted(by: { precedesInBytes($0.key, $1.key) }) {
      if !isQuiet, !library.isQuiet(path) { continue }
      let documents = library.documents(dependingOn: path)
      guard isQuiet || documents.allSatisfy({ library.isQuiet($0) }),
        !documents.contains(where: {
          scenes.names(from: $0).contains { scenes[open: $0].isAbsent || scenes[open: $0].isToBeTold }
        })
      else { continue }
      finished.append(path)
      if library.isGood(path) { told.append(saved(path, since, among: documents)) }
    }
    if !finished.isEmpty { saves.finish(finished, as: told) }
  }

  private func saved(_ path: String, _ since: Instant, among documents: [String]) -> SavedFile {
    // By layout, of all its scenes together.
    var own: [String: (views: Int, counts: ViewCounts)] = [:]
    var others: [String: (views: Int, counts: ViewCounts)] = [:]
    for file in documents {
      for name in scenes.names(from: file) {
        let layout = scenes[open: name].layoutName
        let views = scenes[open: name].published.history.current.views.count
        let counts = (saves.counts[name] ?? ViewCounts()).limited(to: views)
        let known = (file == path ? own[layout] : others[layout]) ?? (0, ViewCounts())
        let both = (max(known.views, views), ViewCounts.larger(known.counts, counts))
        if file == path { own[layout] = both } else { others[layout] = both }
      }
    }
    others = others.filter { !$0.value.counts.isNothing }
    var saved = SavedFile(path: path, since: since)
    saved.importers = others.keys.sorted(by: precedesInBytes)
    for (views, counts) in Array(own.values) + Array(others.values) {
      saved.views += views
      saved.moved += counts.moved
      saved.changed += counts.changed
      saved.added += counts.added
      saved.removed += counts.removed
    }
    return saved
  }
}

extension Library {
  /// Those that open scenes among a document and all that import it, directly or not.
  mutating func documents(dependingOn path: String) -> [String] {
    dependents(on: path).filter { documents[$0]?.role.opensScenes == true }
  }

  /// Whether nothing is wrong with a document itself.
  func isGood(_ path: String) -> Bool {
    guard let document = documents[path], !document.isMissing else { return false }
    if document.role.opensScenes { return document.verdict?.isFailing == false }
    return document.tree?.diagnostics.contains { $0.severity == .error } == false
  }
}
