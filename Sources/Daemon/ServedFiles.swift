import FileWatching
import LayoutModel
import LayoutRuntime
import Posix

/// The layout files that a daemon would serve from a folder, under the names it would give them; for verbs that look at
/// the same files without one.
public func layoutFiles(servedFrom folder: String) -> [String] {
  FileWatching.layoutFiles(below: ServedFiles.documentPath(folder))
}

/// The served folders as the runtime sees them: which documents there are, and what is in them.
///
/// Watching says that content changed; this says which document that is, and reads what the runtime asks for. A
/// document has one name however somebody writes its path, since imports must lead to it: see `documentPath`.
struct ServedFiles {
  /// Imports may not lead out of these: the served folders, and those that files served by name lie in.
  private let importRoots: [String]
  /// The current folder by its name: what has that name may be another folder later.
  private let base = FileSystem.currentFolder
  private let watcher: any FileWatcher
  /// Documents that are there because they lie in a served folder, or are served by name.
  private var served: Set<String> = []
  private var messages: [String]
  private var fonts: WatchedFonts
  /// What the runtime wants to be told of.
  private var wanted: (paths: [String], pictures: [String]) = ([], [])

  /// - Parameters:
  ///   - fonts: files and folders that texts are measured with.
  ///   - polls: look from time to time instead of being told.
  /// - Throws: when a root cannot be read at all.
  init(
    _ roots: [String], fonts: [String] = [], polls: Bool, at now: ContinuousClock.Instant
  ) throws(PosixError) {
    self.fonts = WatchedFonts(fonts)
    var folded: [String] = []
    var folders: [String] = []
    for root in roots.map(Self.documentPath) where !folded.contains(root) {
      folded.append(root)
      let isFolder = try FileSystem.status(of: root).kind == .directory
      folders.append(isFolder ? root : FileSystem.split(root).directory)
    }
    importRoots = folders
    let (watcher, notices) = openFileWatcher(roots: folded, from: base, polling: polls, at: now)
    self.watcher = watcher
    messages = notices.map(\.description)
    follow(at: now)
  }

  /// A path as documents are called: `.` left out and `..` folded, as imports are. The current folder is `.`.
  static func documentPath(_ path: String) -> String {
    let folded = resolvedPath(of: path, importedBy: "")
    return folded.isEmpty ? "." : folded
  }

  /// Where on the disk a document is.
  private func location(of document: String) -> String { FileSystem.path(document, from: base) }

  /// What a text is called that would be the content of this file.
  static func textName(_ path: String?) -> String { path.map(documentPath) ?? "text.layout" }

  /// Readable when something happened; nil when there is only the deadline.
  var descriptor: DescriptorNumber? { watcher.descriptor }
  var deadline: ContinuousClock.Instant? { watcher.deadline }

  /// What changed since the last call; everything, the first time.
  mutating func drain(at now: ContinuousClock.Instant) -> [Command] {
    commands(for: watcher.drain(at: now), at: now)
  }

  /// What differs on the disk at this moment, whether or not anybody said so.
  mutating func catchUp(at now: ContinuousClock.Instant) -> [Command] {
    commands(for: watcher.catchUp(at: now), at: now)
  }

  /// Watches exactly these files, served ones among them, and the beginnings of these pictures.
  mutating func watch(_ paths: [String], pictures: [String], at now: ContinuousClock.Instant) {
    wanted = (paths, pictures)
    follow(at: now)
  }

  private func follow(at now: ContinuousClock.Instant) {
    var beginnings: [String: Int] = [:]
    for picture in wanted.pictures { beginnings[picture] = Runtime.longestBeginning }
    // What is a picture and a layout at once is read whole.
    for path in wanted.paths { beginnings[path] = nil }
    watcher.follow(Set(wanted.paths), beginnings: beginnings, folders: fonts.folders, at: now)
  }

  /// What is at a path now: the answer to the runtime's `read`.
  func content(of path: String, at now: ContinuousClock.Instant) -> LayoutRuntime.FileContent {
    answer(path, at: now) { () throws(PosixError) in try FileSystem.readFile(location(of: path)) }
  }

  /// The beginning of what is at a path now: the answer to the runtime's `readPicture`.
  func beginning(of path: String, at now: ContinuousClock.Instant) -> LayoutRuntime.FileContent {
    answer(path, at: now) { () throws(PosixError) in
      try FileSystem.readBeginning(location(of: path), length: Runtime.longestBeginning)
    }
  }

  private func answer(
    _ path: String, at now: ContinuousClock.Instant, _ read: () throws(PosixError) -> Posix.FileContent
  ) -> LayoutRuntime.FileContent {
    do throws(PosixError) { return .bytes(try read().bytes) } catch {
      if error.isPassing { watcher.readAgain(path, at: now) }
      return LayoutRuntime.FileContent(error)
    }
  }

  /// Font files that are others than when this was asked last.
  mutating func takeChangedFonts() -> [String] { fonts.takeChanged() }

  private func isWanted(_ path: String) -> Bool { wanted.paths.contains(path) || wanted.pictures.contains(path) }

  /// What a person should know about the watching, since the last call.
  mutating func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }

  private mutating func commands(for report: WatchReport, at now: ContinuousClock.Instant) -> [Command] {
    messages += report.notices.map(\.description)
    fonts.recordChanges(report.changes.map(\.path))
    let others = report.changes.filter { !fonts.contains($0.path) || isWanted($0.path) }
    let contents = others.map { change in
      let content: LayoutRuntime.FileContent =
        switch change.state {
        case .content(let bytes): .bytes(bytes)
        case .missing: .missing
        case .unreadable(let error): .unreadable(error.reason)
        }
      return Command.file(path: change.path, content)
    }
    guard watcher.served != served else { return contents }
    served = watcher.served
    return [.serve(roots: importRoots, paths: served.sorted(by: FileSystem.precedes))] + contents
  }
}
