import Posix

@testable import FileWatching

/// A watcher of files that exist in memory only, for tests: the same rules about time and content
/// as on the disk, replayed without waiting.
final class ScriptedWatcher: FileWatcher {
  private var files: [String: FileContent] = [:]
  private var gatherer = ChangeGatherer()
  private var ledger = FileLedger()
  private var writes: UInt64 = 0

  /// What was followed last.
  private(set) var followed: Set<String> = []

  init() {}

  /// Saves a file.
  func write(_ path: String, _ text: String, at now: ContinuousClock.Instant) {
    writes += 1
    let bytes = Array(text.utf8)
    let identity = FileIdentity(
      device: 1, inode: 1, size: Int64(bytes.count), modified: .seconds(writes), changed: .seconds(writes))
    files[path] = FileContent(bytes: bytes, identity: identity, age: .seconds(1))
    gatherer.record(.paths([path]), at: now)
  }

  /// Deletes a file.
  func remove(_ path: String, at now: ContinuousClock.Instant) {
    files[path] = nil
    gatherer.record(.paths([path]), at: now)
  }

  var descriptor: DescriptorNumber? { nil }
  var deadline: ContinuousClock.Instant? { gatherer.deadline }
  var served: Set<String> { Set(files.keys).subtracting(followed) }

  /// What is in a folder nobody asks it.
  func follow(
    _ named: Set<String>, beginnings: [String: Int], folders: [String: Int], at now: ContinuousClock.Instant
  ) {
    let paths = named.union(beginnings.keys).union(folders.keys)
    guard paths != followed else { return }
    followed = paths
    for path in paths { ledger.expect(path) }
    gatherer.record(.paths(paths), at: now)
  }

  func readAgain(_ path: String, at now: ContinuousClock.Instant) {
    ledger.distrust(path)
    gatherer.record(.paths([path]), at: now)
  }

  func drain(at now: ContinuousClock.Instant) -> WatchReport {
    switch gatherer.take(at: now) {
    case .paths(let paths)?: report(on: paths)
    case .names?, .everything?: report(on: Set(files.keys))
    case nil: WatchReport()
    }
  }

  func catchUp(at now: ContinuousClock.Instant) -> WatchReport {
    report(on: Set(files.keys).union(ledger.paths))
  }

  private func report(on paths: Set<String>) -> WatchReport {
    let changes = paths.sorted(by: FileSystem.precedes).compactMap { path in
      if let content = files[path] { ledger.record(content, of: path) } else { ledger.recordMissing(path) }
    }
    return WatchReport(changes: changes)
  }
}
