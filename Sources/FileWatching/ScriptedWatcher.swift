public import Posix

/// A watcher of files that exist in memory only, for tests: the same rules about time and content
/// as on the disk, replayed without waiting.
public final class ScriptedWatcher: FileWatcher {
  private var files: [String: FileContent] = [:]
  private var gatherer = ChangeGatherer()
  private var ledger = FileLedger()
  private var writes: UInt64 = 0

  /// What was followed last.
  public private(set) var followed: Set<String> = []
  /// What was rejected, in order.
  public private(set) var rejected: [String] = []

  public init() {}

  /// Saves a file.
  public func write(_ path: String, _ text: String, at now: ContinuousClock.Instant) {
    writes += 1
    let bytes = Array(text.utf8)
    let identity = FileIdentity(
      device: 1, inode: 1, size: Int64(bytes.count), modified: Int64(writes), changed: Int64(writes))
    files[path] = FileContent(bytes: bytes, identity: identity, age: .seconds(1))
    gatherer.record(.paths([path]), at: now)
  }

  /// Deletes a file.
  public func remove(_ path: String, at now: ContinuousClock.Instant) {
    files[path] = nil
    gatherer.record(.paths([path]), at: now)
  }

  public var descriptor: DescriptorNumber? { nil }
  public var deadline: ContinuousClock.Instant? { earliest(gatherer.deadline, ledger.deadline) }

  public func follow(_ paths: Set<String>, at now: ContinuousClock.Instant) {
    guard paths != followed else { return }
    followed = paths
    for path in paths { ledger.expect(path) }
    gatherer.record(.paths(paths), at: now)
  }

  public func drain(at now: ContinuousClock.Instant) -> WatchReport {
    var changes: [FileChange] = []
    switch gatherer.take(at: now) {
    case .paths(let paths)?: for path in paths { look(path, at: now, isFinal: false, &changes) }
    case .everything?: for path in files.keys { look(path, at: now, isFinal: false, &changes) }
    case nil: break
    }
    for path in ledger.secondLooks(at: now) { look(path, at: now, isFinal: true, &changes) }
    return report(changes, at: now)
  }

  public func reject(_ path: String, at now: ContinuousClock.Instant) {
    rejected.append(path)
    ledger.reject(path, at: now)
  }

  public func catchUp(at now: ContinuousClock.Instant) -> WatchReport {
    var changes: [FileChange] = []
    for path in Set(files.keys).union(ledger.paths) { look(path, at: now, isFinal: true, &changes) }
    return report(changes, at: now)
  }

  private func look(_ path: String, at now: ContinuousClock.Instant, isFinal: Bool, _ changes: inout [FileChange]) {
    if let content = files[path] {
      if let change = ledger.record(content, of: path, at: now, isFinal: isFinal) { changes.append(change) }
    } else {
      ledger.recordMissing(path, at: now)
    }
  }

  private func report(_ changes: [FileChange], at now: ContinuousClock.Instant) -> WatchReport {
    WatchReport(changes: (changes + ledger.missing(at: now)).sorted { precedes($0.path, $1.path) })
  }
}
