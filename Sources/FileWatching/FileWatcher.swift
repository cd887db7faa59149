public import Posix

/// What is in a file now, whether or not that was known.
public struct FileChange: Equatable, Sendable {
  /// What is at the path.
  public enum State: Equatable, Sendable {
    /// All bytes that matter of it.
    case content([UInt8])
    /// There is no file at this path. It may come back at once: some editors remove and create.
    case missing
    /// Something is there and cannot be read: no permission, too long, no file at all.
    case unreadable(PosixError)
  }

  /// The path as it was served or followed: links in it are not resolved.
  public let path: String
  /// As of when the path was followed, an event told of it, or somebody looked: no later change goes unreported.
  public let state: State

  public init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}

/// How much of a file matters.
public enum FileExtent: Hashable, Sendable {
  /// All of it. A file that is longer than `FileSystem.longestFile` is not read.
  case whole
  /// So many bytes from its beginning: what is behind them is not read, and changes nothing.
  case beginning(Int)
}

/// What a look at the disk came to.
public struct WatchReport: Equatable, Sendable {
  /// The files that the roots lead to and that are there now, and were not when it was reported last; in the order of
  /// their paths' bytes.
  public var found: [String]
  /// Those that were there then and are not now, or that no root leads to any more; in the same order.
  public var lost: [String]
  /// What is in files that are served or followed by their path, in the order of their paths' bytes.
  public var changes: [FileChange]
  /// The files in followed folders that changed, in the same order.
  public var changesInFolders: [String]
  /// What a person should know.
  public var notices: [WatchNotice]

  public init(
    found: [String] = [], lost: [String] = [], changes: [FileChange] = [], changesInFolders: [String] = [],
    notices: [WatchNotice] = []
  ) {
    self.found = found
    self.lost = lost
    self.changes = changes
    self.changesInFolders = changesInFolders
    self.notices = notices
  }
}

/// Tells which of the served files changed, with their new content. The bytes of all files come through here.
///
/// Served are all `*.layout` files below the root folders (names that begin with a dot are passed
/// over), the root files, and the files followed on top. They are reported in portions, so that one who has other
/// things to do as well is not held up by thousands. The owner waits until `descriptor` is readable or `deadline` has
/// passed, and calls `drain`; between the two there is nothing to do and no CPU is used.
///
/// A change is reported when a file's bytes differ, not when something touched it, and at once: a
/// good save waits for nothing. Whether to believe a bad or empty one is for whoever reads it.
public protocol FileWatcher: AnyObject {
  /// Readable when something happened; `nil` for a watcher that only goes by `deadline`.
  var descriptor: DescriptorNumber? { get }

  /// When to call `drain` even if nothing happened; `nil` when nothing is due.
  var deadline: ContinuousClock.Instant? { get }

  /// Follows a file besides the served ones, there or not: what layouts import. Its bytes come with the next `look` at
  /// it or, where that comes first, with the next `drain`. A path that is followed in two extents is read in the larger
  /// one; one that is served is read whole.
  func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant)

  /// Ends what `follow` began. What the roots lead to goes on being reported.
  func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant)

  /// Looks at one file now and reports what is there, be it news or not. Of one that nobody has written to since, the
  /// bytes that were handed out last come again. Waits for nothing.
  ///
  /// - Parameter extent: of a file that is neither served nor followed; nothing is kept of one.
  func look(at path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) -> WatchReport

  /// Takes in what happened and reports what is due, or a portion of it. Never blocks.
  ///
  /// - Parameter isUrgent: whether a file that was saved is read before others, of which there may be thousands. It is
  ///   each other's turn, so none waits for ever.
  func drain(at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool) -> WatchReport

  /// Has `drain` report everything that differs on the disk at this moment, whether or not an event told of it: the
  /// basis of `Sync`.
  func catchUp()

  /// Whether it has not done so yet.
  var isCatchingUp: Bool { get }

  /// Whether `drain` has left something to be done, which the next one goes on with.
  var isLooking: Bool { get }

  /// Whether several files are changing together, as in a checkout, and `drain` has not told all of that yet: what it
  /// tells in portions belongs together.
  var isGathering: Bool { get }

  /// How many files are to be read yet, of those that were found.
  var waiting: Int { get }

  /// What is watched, and how: lines for a person who mends the watching, in no fixed form.
  func dump(at now: ContinuousClock.Instant) -> String
}

extension FileWatcher {
  /// The same where nothing is urgent.
  public func drain(at now: ContinuousClock.Instant) -> WatchReport { drain(at: now) { _ in false } }
}

/// What a watcher watches from its beginning to its end.
public struct WatchedRoots: Sendable {
  /// Folders, or single files. They need not exist yet.
  public var roots: [String]
  /// Where relative paths begin.
  public var base: String
  /// All that is in these folders is followed by its beginning, also what comes later, but what begins with a dot; by
  /// folder, how many bytes. A path that is no folder stands for itself.
  public var folders: [String: Int]
  /// What lies outside of it is not read, but for what is in `folders`.
  public var enclosure: Enclosure

  /// - Parameters:
  ///   - base: the current folder by the name that it has now. What has that name may be another folder later.
  ///   - enclosed: the folders that everything stays in; nil: the roots.
  ///   - followsLinks: whether links may lead out of them.
  public init(
    _ roots: [String], from base: String = FileSystem.currentFolder, following folders: [String: Int] = [:],
    within enclosed: [String]? = nil, followingLinks followsLinks: Bool = false
  ) {
    self.roots = roots
    self.base = base
    self.folders = folders
    let named = roots.map { FileSystem.path($0, from: base) }
    let places = enclosed?.map { FileSystem.path($0, from: base) }
    enclosure = Enclosure(places ?? named, and: named, followingLinks: followsLinks)
  }
}

/// Opens the watcher that suits the roots: inotify, with polling for what it cannot see.
///
/// - Parameter polling: asks for polling everywhere.
/// - Returns: the watcher, and why it polls where that was not asked for.
public func openFileWatcher(
  _ watched: WatchedRoots, polling: Bool, at now: ContinuousClock.Instant
) -> (watcher: any FileWatcher, notices: [WatchNotice]) {
  if polling { return (PollingWatcher(watched, at: now), []) }
  let remote = watched.roots.filter { FileSystem.isRemote($0) }
  let notices = remote.map { WatchNotice.polling(root: $0, because: .remoteFileSystem) }
  if !remote.isEmpty && remote.count == watched.roots.count { return (PollingWatcher(watched, at: now), notices) }
  do {
    return (try InotifyToolsWatcher(watched, polling: Set(remote), at: now), notices)
  } catch {
    let fallback = watched.roots.map { WatchNotice.polling(root: $0, because: .inotifyUnavailable(error)) }
    return (PollingWatcher(watched, at: now), fallback)
  }
}
