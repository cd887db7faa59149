public import Posix

/// What a served file is now. Handed out when that differs from what was handed out before.
public struct FileChange: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    case content([UInt8])
    /// There is no file at this path. It may come back at once: some editors remove and create.
    case missing
    /// Something is there and cannot be read: no permission, too long, no file at all.
    case unreadable(PosixError)
  }

  /// The path as it was served or followed: links in it are not resolved.
  public let path: String
  public let state: State
  public init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}

/// What the caller does with its turn: files in the order of their paths' bytes, and what a person should know.
public struct WatchReport: Equatable, Sendable {
  public var changes: [FileChange]
  public var notices: [WatchNotice]

  public init(changes: [FileChange] = [], notices: [WatchNotice] = []) {
    self.changes = changes
    self.notices = notices
  }

  public var isEmpty: Bool { changes.isEmpty && notices.isEmpty }
}

/// Tells which of the served files changed, with their new content.
///
/// Served are all `*.layout` files below the root folders (names that begin with a dot are passed
/// over), the root files, and the files followed on top. The first `drain` reports all of them. The
/// owner waits until `descriptor` is readable or `deadline` has passed, and calls `drain`; between
/// the two there is nothing to do and no CPU is used.
///
/// A change is reported when a file's bytes differ, not when something touched it, and at once: a
/// good save waits for nothing. Whether to believe a bad or empty one is for whoever reads it.
public protocol FileWatcher: AnyObject {
  /// Readable when something happened; `nil` for a watcher that only goes by `deadline`.
  var descriptor: DescriptorNumber? { get }

  /// When to call `drain` even if nothing happened; `nil` when nothing is due.
  var deadline: ContinuousClock.Instant? { get }

  /// The served files that are there, as of the last report. What is only followed is not among them.
  var served: Set<String> { get }

  /// Watches exactly these files besides the served ones: what layouts import. The next `drain`
  /// reports the new ones among them. Served ones among them make no difference.
  ///
  /// - Parameters:
  ///   - beginnings: of these only the first bytes matter, as many as their number says: what is behind them is not
  ///     read, and changes nothing.
  ///   - folders: all that is in these folders is followed by its beginning, also what comes later, but what begins
  ///     with a dot. A path that is no folder stands for itself.
  func follow(
    _ files: Set<String>, beginnings: [String: Int], folders: [String: Int], at now: ContinuousClock.Instant)

  /// Hands out this file again as soon as it can be read: somebody else tried to, and the machine had no means.
  func readAgain(_ path: String, at now: ContinuousClock.Instant)

  /// Takes in what happened and reports what has settled. Never blocks.
  func drain(at now: ContinuousClock.Instant) -> WatchReport

  /// Reports everything that differs on the disk at this moment: the basis of `Sync`.
  func catchUp(at now: ContinuousClock.Instant) -> WatchReport
}

extension FileWatcher {
  /// Watches exactly these files besides the served ones.
  public func follow(_ files: Set<String>, beginnings: [String: Int], at now: ContinuousClock.Instant) {
    follow(files, beginnings: beginnings, folders: [:], at: now)
  }
}

/// Opens the watcher that suits the roots: inotify, with polling for what it cannot see.
///
/// - Parameters:
///   - roots: folders, or single files. They need not exist yet.
///   - base: where relative paths begin.
///   - polling: asks for polling everywhere.
/// - Returns: the watcher, and why it polls where that was not asked for.
public func openFileWatcher(
  roots: [String], from base: String = FileSystem.currentFolder, polling: Bool, at now: ContinuousClock.Instant
) -> (watcher: any FileWatcher, notices: [WatchNotice]) {
  if polling { return (PollingWatcher(roots: roots, from: base, at: now), []) }
  let remote = roots.filter { FileSystem.isRemote($0) }
  let notices = remote.map { WatchNotice.polling(root: $0, because: .remoteFileSystem) }
  if !remote.isEmpty && remote.count == roots.count {
    return (PollingWatcher(roots: roots, from: base, at: now), notices)
  }
  do {
    return (try InotifyToolsWatcher(roots: roots, from: base, alsoPolling: !remote.isEmpty, at: now), notices)
  } catch {
    let fallback = roots.map { WatchNotice.polling(root: $0, because: .inotifyUnavailable(error)) }
    return (PollingWatcher(roots: roots, from: base, at: now), fallback)
  }
}
