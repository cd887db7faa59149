import Posix
import Testing

@testable import FileWatching

/// A temporary directory with a watcher on it, and a loop that waits for what it reports.
final class Watching {
  enum Kind: CaseIterable, Sendable { case inotify, polling }

  let root: String
  let watcher: any FileWatcher
  private let loop: EventLoop
  private(set) var changes: [FileChange] = []
  /// The names of files in followed folders that changed.
  private(set) var changesInFolders: Set<String> = []
  private(set) var notices: [WatchNotice] = []
  /// The names of the files that are served, as they were reported last.
  private(set) var served: Set<String> = []
  private let temporary: String

  /// - Parameters:
  ///   - folder: what is watched, in the temporary directory; empty for the directory itself.
  ///   - roots: instead of it. All that is in the temporary directory may be read.
  ///   - base: the folder in the temporary directory that relative `roots` are meant from.
  ///   - folders: by name, how much of all files in these folders is followed.
  ///   - portion: how many steps a look does at a time.
  ///   - prepare: puts the files in place before the watcher opens.
  init(
    _ kind: Kind = .inotify, folder: String = "", roots: [String]? = nil, from base: String? = nil,
    following folders: [String: Int] = [:], inPortionsOf portion: Int = LookBudget.portion,
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    temporary = try FileSystem.makeTemporaryDirectory()
    root = temporary
    try prepare(temporary)
    loop = try EventLoop()
    let temporary = temporary
    let paths = (roots ?? [folder]).map { $0.isEmpty ? temporary : FileSystem.join(temporary, $0) }
    let base = base.map { FileSystem.join(temporary, $0) }
    let followed = folders.map { (FileSystem.join(temporary, $0.key), $0.value) }
    let watched = WatchedRoots(
      base == nil ? paths : roots ?? [], from: base ?? "/", following: Dictionary(uniqueKeysWithValues: followed),
      within: [temporary])
    switch kind {
    case .inotify:
      watcher = try Self.openInotify(watched, inPortionsOf: portion)
      try loop.watch(watcher.descriptor!, as: .init(rawValue: 1), for: .reading)
    case .polling: watcher = PollingWatcher(watched, every: .milliseconds(5), inPortionsOf: portion, at: .now)
    }
    drain()
  }

  deinit { try? FileSystem.removeTree(temporary) }

  /// All test targets share one process: somebody else's watcher may still be open.
  private static func openInotify(
    _ watched: WatchedRoots, inPortionsOf portion: Int
  ) throws -> InotifyToolsWatcher {
    let limit = ContinuousClock.now + .seconds(30)
    while true {
      let attempt = Result { try InotifyToolsWatcher(watched, inPortionsOf: portion, at: .now) }
      if case .failure(WatchError.alreadyWatching) = attempt, ContinuousClock.now < limit { continue }
      return try attempt.get()
    }
  }

  subscript(name: String) -> String { FileSystem.join(root, name) }

  /// The names that were reported, with their text; `nil` for missing ones, the reason for unreadable ones.
  var seen: [String: String?] {
    var seen: [String: String?] = [:]
    for change in changes {
      let name = name(of: change.path)
      switch change.state {
      case .content(let bytes): seen[name] = .some(String(decoding: bytes, as: UTF8.self))
      case .missing: seen[name] = .some(nil)
      case .unreadable(let error): seen[name] = "cannot be read: \(error.reason)"
      }
    }
    return seen
  }

  private func name(of path: String) -> String {
    path.hasPrefix("/") ? String(path.dropFirst(root.count + 1)) : path
  }

  func drain() { receive(watcher.drain(at: .now)) }

  private func receive(_ report: WatchReport) {
    changes += report.changes
    changesInFolders.formUnion(report.changesInFolders.map(name))
    notices += report.notices
    served = served.union(report.found.map(name)).subtracting(report.lost.map(name))
  }

  /// Follows a file from now on, and looks at it.
  func follow(_ name: String, _ extent: FileExtent = .whole) {
    watcher.follow(self[name], extent, at: .now)
    look(at: name, extent)
  }

  func release(_ name: String, _ extent: FileExtent = .whole) { watcher.release(self[name], extent, at: .now) }

  func look(at name: String, _ extent: FileExtent = .whole) {
    receive(watcher.look(at: self[name], extent, at: .now))
  }

  /// Looks at everything that is on the disk now.
  ///
  /// - Returns: what was reported until that was done.
  func catchUp() -> [WatchReport] {
    watcher.catchUp()
    var reports: [WatchReport] = []
    while watcher.isCatchingUp {
      reports.append(watcher.drain(at: .now))
      receive(reports.last!)
    }
    return reports
  }

  /// Forgets what was reported, after everything that has happened so far was.
  func reset() {
    drain()
    changes = []
    changesInFolders = []
    notices = []
  }

  /// Waits until `condition` holds.
  func wait(_ location: SourceLocation = #_sourceLocation, until condition: (Watching) -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(10)
    while !condition(self) {
      guard ContinuousClock.now < limit else {
        Issue.record("reported only \(seen) \(notices)", sourceLocation: location)
        return
      }
      // Conditions may look at the clock, so the loop comes by now and then.
      let next = min(limit, ContinuousClock.now + .milliseconds(20))
      _ = try loop.wait(until: min(watcher.deadline ?? next, next))
      drain()
    }
  }

  /// Waits until nothing is due any more, so that no look still to come can hide that an event was
  /// missed. Polling is never done.
  func waitForQuiet(_ location: SourceLocation = #_sourceLocation) throws {
    drain()
    if watcher.descriptor != nil { try wait(location) { $0.watcher.deadline == nil } }
  }

  /// Whether something has happened that the watcher was to be told of.
  func isWoken() throws -> Bool { try loop.wait(until: .now).contains { $0 != .deadline } }

  /// Waits until exactly `expected` was reported since the last `reset`.
  func expect(_ expected: [String: String?], _ location: SourceLocation = #_sourceLocation) throws {
    try wait(location) { $0.seen == expected }
  }

  func write(_ name: String, _ text: String) throws { try FileSystem.writeFile(self[name], Array(text.utf8)) }
  func replace(_ name: String, _ text: String) throws { try FileSystem.replaceFile(self[name], Array(text.utf8)) }
  func makeDirectory(_ name: String) throws { try FileSystem.createDirectory(self[name]) }
  func remove(_ name: String) throws { try FileSystem.removeTree(self[name]) }
  func move(_ name: String, to other: String) throws { try FileSystem.rename(self[name], to: self[other]) }
  func link(_ name: String, to target: String) throws { try FileSystem.createLink(self[name], to: target) }
}

extension WatchReport {
  var isEmpty: Bool { self == WatchReport() }
}

func put(_ path: String, _ text: String) throws { try FileSystem.writeFile(path, Array(text.utf8)) }
