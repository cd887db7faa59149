import FileWatching
import LayoutRuntime
import Posix

/// The served folders as the runtime sees them: which documents there are, and what is in them.
///
/// Watching says that content changed; this says which document that is, and reads what the runtime asks for.
struct ServedFiles {
  private let roots: [String]
  private let watcher: any FileWatcher
  /// Documents that are there because they lie in a served folder, or are served by name.
  private var served: Set<String> = []
  private var messages: [String]

  /// - Parameter polls: look from time to time instead of being told.
  /// - Throws: when a root cannot be read at all.
  init(_ roots: [String], polls: Bool, at now: ContinuousClock.Instant) throws(PosixError) {
    for root in roots { _ = try FileSystem.status(of: root) }
    self.roots = roots
    let (watcher, notices) = openFileWatcher(roots: roots, polling: polls, at: now)
    self.watcher = watcher
    messages = notices.map(\.description)
  }

  /// Readable when something happened; nil when there is only the deadline.
  var descriptor: DescriptorNumber? { watcher.descriptor }
  var deadline: ContinuousClock.Instant? { watcher.deadline }

  /// What changed since the last call; everything, the first time.
  mutating func drain(at now: ContinuousClock.Instant) -> [Command] { commands(for: watcher.drain(at: now)) }

  /// What differs on the disk at this moment, whether or not anybody said so.
  mutating func catchUp(at now: ContinuousClock.Instant) -> [Command] { commands(for: watcher.catchUp(at: now)) }

  /// Watches exactly these files, served ones among them.
  func watch(_ paths: [String], at now: ContinuousClock.Instant) {
    watcher.follow(Set(paths.filter { !isServed($0) }), at: now)
  }

  func read(_ path: String) -> LayoutRuntime.FileContent {
    do throws(PosixError) { return .bytes(try FileSystem.readFile(path).bytes) } catch {
      return error.isNotFound ? .missing : .unreadable(error.reason)
    }
  }

  /// What a person should know about the watching, since the last call.
  mutating func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  private mutating func commands(for report: WatchReport) -> [Command] {
    messages += report.notices.map(\.description)
    var contents: [Command] = []
    let before = served
    for change in report.changes {
      switch change.state {
      case .content(let bytes):
        if isServed(change.path) { served.insert(change.path) }
        contents.append(.file(path: change.path, .bytes(bytes)))
      case .missing:
        contents.append(.file(path: change.path, .missing))
      }
    }
    guard served != before else { return contents }
    return [.serve(roots: roots, paths: served.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })] + contents
  }

  private func isServed(_ path: String) -> Bool {
    roots.contains { root in
      path == root || path.hasPrefix(root.hasSuffix("/") ? root : root + "/") && path.hasSuffix(".layout")
    }
  }
}
