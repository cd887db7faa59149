public import FileWatching
import LayoutModel
import LayoutRuntime
import Posix

/// The layout files that a daemon would serve from a folder, under the names it would give them; for verbs that look at
/// the same files without one.
///
/// - Parameters:
///   - followsLinks: whether links may lead out of it.
///   - note: is told of each that is there and would not be served.
public func layoutFiles(
  servedFrom folder: String, followingLinks followsLinks: Bool = false, noting note: (WatchNotice) -> Void = { _ in }
) -> [String] {
  FileWatching.layoutFiles(below: ServedFiles.documentPath(folder), followingLinks: followsLinks, noting: note)
}

/// What a daemon would find in a folder now.
public typealias FolderSurvey = FileWatching.FolderSurvey
/// What a user has of the kernel's watches, for who is to watch a folder.
public typealias InotifyUse = FileWatching.InotifyUse

/// The served folders as the runtime sees them: which documents there are, and what is in them.
///
/// Watching says what is in which file; this makes commands of it. A document has one name however somebody writes its
/// path, since imports must lead to it: see `documentPath`.
struct ServedFiles {
  /// Imports may not lead out of these: the served folders, and those that files served by name lie in.
  private let importRoots: [String]
  private let watcher: any FileWatcher
  private var messages: [String]
  private var fonts = WatchedFonts()
  private var hasBegun = false

  /// - Parameters:
  ///   - fonts: files and folders that texts are measured with.
  ///   - polls: look from time to time instead of being told.
  ///   - followsLinks: whether links may lead out of the served folders.
  /// - Throws: when a root cannot be read at all.
  init(
    _ roots: [String], fonts: [String] = [], polls: Bool, followsLinks: Bool = false, at now: ContinuousClock.Instant
  ) throws(PosixError) {
    var folded: [String] = []
    var folders: [String] = []
    for root in roots.map(Self.documentPath) where !folded.contains(root) {
      folded.append(root)
      let isFolder = try FileSystem.status(of: root).kind == .directory
      folders.append(isFolder ? root : FileSystem.split(root).directory)
    }
    importRoots = folders
    let watched = WatchedRoots(
      folded, following: WatchedFonts.folders(fonts), within: folders, followingLinks: followsLinks)
    let (watcher, notices) = openFileWatcher(watched, polling: polls, at: now)
    self.watcher = watcher
    messages = notices.map(\.description)
  }

  /// A path as documents are called: `.` left out and `..` folded, as imports are. The current folder is `.`.
  static func documentPath(_ path: String) -> String {
    let folded = resolvedPath(of: path, importedBy: "")
    return folded.isEmpty ? "." : folded
  }

  /// Readable when something happened; nil when there is only the deadline.
  var descriptor: DescriptorNumber? { watcher.descriptor }
  var deadline: ContinuousClock.Instant? { watcher.deadline }

  /// Whether `drain` has left something to be done, which the next one goes on with.
  var isLooking: Bool { watcher.isLooking }

  /// Whether several files are changing together, and not all of that was told.
  var isGathering: Bool { watcher.isGathering }

  /// How many files are to be read yet.
  var waiting: Int { watcher.waiting }

  /// What changed since the last call, or a portion of it; everything, from the first time on.
  ///
  /// - Parameter isUrgent: whether a file that was saved comes before others.
  mutating func drain(
    at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool = { _ in false }
  ) -> [Command] {
    commands(for: watcher.drain(at: now, firstThose: isUrgent))
  }

  /// Has `drain` tell what differs on the disk at this moment, whether or not anybody said so.
  func catchUp() { watcher.catchUp() }

  /// Whether it has not told all of that yet.
  var isCatchingUp: Bool { watcher.isCatchingUp }

  /// What is at a path now.
  mutating func look(
    at path: String, _ extent: LayoutRuntime.FileExtent, at now: ContinuousClock.Instant
  ) -> [Command] {
    commands(for: watcher.look(at: path, FileWatching.FileExtent(extent), at: now))
  }

  func follow(_ path: String, _ extent: LayoutRuntime.FileExtent, at now: ContinuousClock.Instant) {
    watcher.follow(path, FileWatching.FileExtent(extent), at: now)
  }

  func release(_ path: String, _ extent: LayoutRuntime.FileExtent, at now: ContinuousClock.Instant) {
    watcher.release(path, FileWatching.FileExtent(extent), at: now)
  }

  /// What is watched, and how, as lines for a person.
  func dump(at now: ContinuousClock.Instant) -> String { watcher.dump(at: now) }

  private mutating func commands(for report: WatchReport) -> [Command] {
    messages += report.notices.map(\.description)
    fonts.record(report.changesInFolders)
    var commands: [Command] = []
    // Also of folders that have nothing in them: imports stay in them all the same.
    if !hasBegun || !report.found.isEmpty { commands.append(.found(roots: importRoots, paths: report.found)) }
    hasBegun = true
    if !report.lost.isEmpty { commands.append(.lost(paths: report.lost)) }
    return commands + report.changes.map { .file(path: $0.path, LayoutRuntime.FileContent($0.state)) }
  }

  /// Font files that are others than when this was asked last.
  mutating func removeChangedFonts() -> [String] { fonts.removeChanged() }

  /// What a person should know about the watching, since the last call.
  mutating func removeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }
}
