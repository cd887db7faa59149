import Posix

@testable import FileWatching

/// A watcher of files that exist in memory only, for tests: the same rules about time and content
/// as on the disk, replayed without waiting.
final class ScriptedWatcher: FileWatcher {
  private var files: [String: FileContent] = [:]
  private var schedule = LookSchedule()
  private var ledger = FileLedger()
  private var writes: UInt64 = 0

  private var followed: Set<String> = []

  init() {}

  /// Saves a file.
  func write(_ path: String, _ text: String, at now: ContinuousClock.Instant) {
    writes += 1
    let bytes = Array(text.utf8)
    let identity = FileIdentity(
      device: 1, inode: 1, size: Int64(bytes.count), modified: .seconds(writes), changed: .seconds(writes))
    files[path] = FileContent(bytes: bytes, identity: identity, age: .seconds(1))
    schedule.hint(.paths([path]), at: now)
  }

  /// Deletes a file.
  func remove(_ path: String, at now: ContinuousClock.Instant) {
    files[path] = nil
    schedule.hint(.paths([path]), at: now)
  }

  var descriptor: DescriptorNumber? { nil }
  var deadline: ContinuousClock.Instant? { schedule.deadline }

  func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    guard followed.insert(path).inserted else { return }
    ledger.expect(path)
    schedule.hint(.paths([path]), at: now)
  }

  func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    if followed.remove(path) != nil { ledger.forget(path) }
  }

  func look(at path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) -> WatchReport {
    let isWatched = followed.contains(path) || ledger.paths.contains(path)
    if isWatched { _ = report(on: [path]) }
    let state: FileChange.State = if let content = files[path] { .content(content.bytes) } else { .missing }
    return WatchReport(changes: [FileChange(path: path, state: state)])
  }

  func drain(at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool) -> WatchReport {
    if isCatchingUp {
      isCatchingUp = false
      return report(on: Set(files.keys).union(ledger.paths))
    }
    return switch schedule.removeDue(at: now) {
    case .paths(let paths)?: report(on: paths)
    case .names?, .everything?: report(on: Set(files.keys))
    case nil: WatchReport()
    }
  }

  private(set) var isCatchingUp = false
  func catchUp() { isCatchingUp = true }
  var isLooking: Bool { isCatchingUp }
  let isGathering = false
  var waiting: Int { 0 }

  private func report(on paths: Set<String>) -> WatchReport {
    let changes = paths.sorted(by: FileSystem.precedes).compactMap { path in
      if let content = files[path] { ledger.record(content, of: path) } else { ledger.recordMissing(path) }
    }
    return WatchReport(changes: changes)
  }

  func dump(at now: ContinuousClock.Instant) -> String { "files in memory\n" }
}
