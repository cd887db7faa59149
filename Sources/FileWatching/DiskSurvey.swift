import Posix

/// A directory by its real path, with what tells it from another one that gets the same path later.
struct RealDirectory: Hashable {
  struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let path: String
  let key: Key

  /// `nil` when there is no directory at `path`.
  init?(_ path: String) {
    guard let status = try? FileSystem.status(of: path) else { return nil }
    self.init(path, status)
  }

  /// `nil` when that is not the status of a directory.
  init?(_ path: String, _ status: FileStatus) {
    guard status.kind == .directory else { return nil }
    self.path = path
    key = Key(device: status.identity.device, inode: status.identity.inode)
  }
}

/// Why something that is there is not served.
public enum Unserved: Equatable, Sendable {
  /// Its bytes are no UTF-8.
  case notUnicode
  /// Another name has the same letters, put together from other characters: `é` is one character or two (Unicode's NFC
  /// and NFD). Names are compared as texts from here on.
  case twin
  /// A link that leads out of the served folders.
  case outside
  /// The path of this folder is longer than the kernel takes.
  case tooDeep
}

/// Which events of a directory matter.
enum WatchExtent {
  /// It goes, or goes by another name: the way to what is served leads through it.
  case itself
  /// That, and what happens to the names in it.
  case names
}

/// The layout files in a folder and below it, in byte order of the paths they are served under.
///
/// - Parameters:
///   - followsLinks: whether links may lead out of it.
///   - note: is told of each that is there and is not served.
public func layoutFiles(
  below folder: String, followingLinks followsLinks: Bool = false, noting note: (WatchNotice) -> Void = { _ in }
) -> [String] {
  let watched = WatchedRoots([folder], followingLinks: followsLinks)
  let survey = DiskSurvey(watched, following: []) { _, _ in }
  for path in survey.unserved.keys.sorted(by: FileSystem.precedes) { note(.unserved(path, survey.unserved[path]!)) }
  return survey.files.keys.sorted(by: FileSystem.precedes)
}

/// What is served, as found on the disk, and what an event at a path means.
///
/// An event names a real directory and a name in it, while files are served by the paths that the
/// user wrote, through links or not. The survey translates. Each real directory is
/// served once: under its own path when it lies in a root, else under the first link that leads to
/// it. So loops of links end, and no layout is loaded twice.
struct DiskSurvey {
  private let watched: WatchedRoots
  /// The files that exist, by the path they are served or followed under.
  private(set) var files: [String: FileIdentity] = [:]
  /// Files that were known or are followed, where the disk does not even say whether they are there.
  private(set) var unreachable: [String: PosixError] = [:]
  /// Folders that cannot be listed or reached, by the path they are served under.
  private(set) var closed: [String: PosixError] = [:]
  /// Whether nobody may even ask for one of the roots.
  private(set) var isWayBarred = false
  /// Layouts and folders that are there and cannot be served.
  private(set) var unserved: [String: Unserved] = [:]
  /// Real paths of folders in which something cannot be seen: who may read them is about to matter.
  private(set) var barred: Set<String> = []
  /// The paths that the roots lead to by themselves, whether or not somebody follows them too.
  private(set) var layouts: Set<String> = []
  /// The real path of a file (or of where it should be) → the paths it is served under.
  private(set) var aliases: [String: Set<String>] = [:]
  /// The files that are followed because of a folder, and which one.
  private(set) var members: [String: String] = [:]
  /// Real paths of the directories that these are in.
  private(set) var followedFolders: Set<String> = []
  /// Links and missing names on the way to what is served: a change there changes what others mean.
  private(set) var crossings: Set<String> = []
  /// The real path of a served directory → the path it is served under.
  private(set) var served: [String: String] = [:]
  /// Where git's index lock of the repositories around and below the roots appears.
  private(set) var locks: Set<String> = []
  private(set) var isLocked = false
  private(set) var missingRoots: Set<String> = []
  /// Files that are wanted by their path, or that a link in a served folder stands for, and that are not there.
  private(set) var missing: Set<String> = []

  /// Files that were taken up since the walk, by the path they are served under: their real paths.
  private var inserted: [String: String] = [:]

  /// All that was added to `files`, in the order in which it was found.
  private(set) var found: [String] = []
  /// Whether nothing is left to be gone through.
  private(set) var isComplete = false

  /// A folder that is being gone through.
  private struct OpenFolder {
    let real: String
    let path: String
    var entries: ArraySlice<FileSystem.Entry>
    /// Names that can be equal without being the same: those beyond ASCII.
    var names: Set<String> = []
    /// What it takes more to look at something in it, for the way there: the kernel goes it name by name.
    let way: Int

    init(real: String, path: String, entries: ArraySlice<FileSystem.Entry>) {
      (self.real, self.path, self.entries) = (real, path, entries)
      way = real.utf8.count { $0 == UInt8(ascii: "/") } / LookBudget.names
    }
  }

  /// The innermost is the last.
  private var open: [OpenFolder] = []
  private var roots: ArraySlice<String>
  /// Folders that links lead to.
  private var links: ArraySlice<(real: String, served: String)> = []
  /// Files that are wanted by their path; nil from when they are in `ways`.
  private var wanted: Set<String>?
  /// Those of them that no root leads to.
  private var ways: ArraySlice<String> = []
  private var folders: ArraySlice<String>
  /// What is in the one that is gone through, and was not looked at; the next one last.
  private var inFolders: [(path: String, folder: String, depth: Int)] = []
  /// What the roots led to before.
  private var known: Set<String>
  private var visited: Set<RealDirectory.Key> = []
  private var watchedDirectories: Set<RealDirectory.Key> = []
  private var passed: Set<RealDirectory.Key> = []

  /// A survey that has not begun.
  ///
  /// - Parameters:
  ///   - followed: files that are wanted by their path.
  ///   - known: what the roots led to before; in a folder that cannot be listed, that is what is served.
  init(of watched: WatchedRoots, following followed: Set<String> = [], knowing known: Set<String> = []) {
    self.watched = watched
    self.known = known
    wanted = followed
    roots = watched.roots[...]
    folders = watched.folders.keys.sorted(by: FileSystem.precedes)[...]
  }

  /// Walks the roots and finds the followed files.
  ///
  /// - Parameter watch: called with every directory whose events matter, before it is listed: what happens after the
  ///   listing raises an event, what happened before is in the listing.
  init(
    _ watched: WatchedRoots, following followed: Set<String>, knowing known: Set<String> = [],
    watch: (RealDirectory, WatchExtent) -> Void
  ) {
    self.init(of: watched, following: followed, knowing: known)
    var budget = LookBudget(.max)
    goOn(&budget, watch)
  }

  /// Goes on until nothing is left, or the budget is spent.
  mutating func goOn(_ budget: inout LookBudget, _ watch: (RealDirectory, WatchExtent) -> Void) {
    while !isComplete, !budget.isSpent {
      budget.spend(1)
      if !open.isEmpty {
        goOnInFolder(&budget, watch)
      } else if let root = roots.popFirst() {
        begin(root, &budget, watch)
      } else if let link = links.popFirst() {
        // After the folders themselves, so that a folder goes by its own path where it has one.
        enter(link.real, servedAs: link.served, &budget, watch)
      } else if let followed = wanted.take() {
        // Most of the followed files lie in a root as well, and have been found.
        ways = followed.subtracting(layouts).sorted(by: FileSystem.precedes)[...]
      } else if let path = ways.popFirst() {
        budget.spend(LookBudget.way)
        add(path, watch)
      } else if let next = inFolders.popLast() {
        budget.spend(LookBudget.way)
        follow(next.path, for: next.folder, next.depth, watch)
      } else if let folder = folders.popFirst() {
        inFolders = [(folder, folder, Self.depth)]
      } else {
        isComplete = true
        known = []
      }
    }
  }

  private mutating func begin(
    _ root: String, _ budget: inout LookBudget, _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    let status: FileStatus
    do throws(PosixError) { status = try FileSystem.status(of: location(of: root)) } catch {
      if error.isNotFound {
        missingRoots.insert(root)
        missing.insert(root)
        layouts.insert(root)
      } else {
        isWayBarred = true
        close(root, error, watch)
      }
      return trace(root, to: root, watch)
    }
    if status.kind == .directory, let real = try? FileSystem.realPath(location(of: root)) {
      trace(root, to: nil, watch)
      findRepository(around: real, watch)
      enter(real, servedAs: root, &budget, watch)
    } else {
      layouts.insert(root)
      addFile(root, status, watch)
    }
  }

  private func location(of path: String) -> String { FileSystem.path(path, from: watched.base) }

  static func isLayout(_ name: String) -> Bool { name.hasSuffix(".layout") && !name.hasPrefix(".") }

  /// As somebody who stands in the current folder writes it: without `./`.
  private static func path(of name: String, in folder: String) -> String {
    folder == "." ? name : FileSystem.join(folder, name)
  }

  /// Takes up a plain file that has appeared in a served directory since the walk.
  ///
  /// - Returns: the path it is served under.
  mutating func insert(_ name: String, in directory: String) -> String? {
    guard let folder = served[directory] else { return nil }
    let path = Self.path(of: name, in: folder)
    let real = FileSystem.join(directory, name)
    aliases[real, default: []].insert(path)
    layouts.insert(path)
    inserted[path] = real
    return path
  }

  /// Lets go of a file that was taken up since the walk and is gone: else every name that there ever was would stay
  /// until there is another walk. What makes it anew is an event that takes it up again.
  ///
  /// - Returns: whether it was such a file.
  mutating func forget(inserted path: String) -> Bool {
    guard let real = inserted.removeValue(forKey: path) else { return false }
    layouts.remove(path)
    aliases[real]?.remove(path)
    if aliases[real]?.isEmpty == true { aliases[real] = nil }
    return true
  }

  /// Lists a folder; what is in it is next.
  private mutating func enter(
    _ real: String, servedAs path: String, _ budget: inout LookBudget,
    _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    let directory: RealDirectory
    do throws(PosixError) {
      guard let found = RealDirectory(real, try FileSystem.status(of: real)) else { return }
      directory = found
    } catch {
      if error.isTooLong { unserved[path] = .tooDeep }
      return
    }
    guard visited.insert(directory.key).inserted else { return }
    watchNames(in: directory, watch)
    served[real] = path
    do throws(PosixError) {
      let entries = try FileSystem.list(real)
      // To list a name takes less than to look at what it is of.
      budget.spend(entries.count / 4)
      open.append(OpenFolder(real: real, path: path, entries: entries[...]))
    } catch {
      // A directory that goes away while it is listed raises its own event.
      if !error.isNotFound {
        barred.insert(real)
        close(path, error, watch)
      }
    }
  }

  /// Takes up the next name in the innermost folder, or leaves the folder.
  private mutating func goOnInFolder(_ budget: inout LookBudget, _ watch: (RealDirectory, WatchExtent) -> Void) {
    let last = open.count - 1
    guard let entry = open[last].entries.popFirst() else {
      open.removeLast()
      return
    }
    budget.spend(open[last].way)
    let (real, path) = (open[last].real, open[last].path)
    let inside = FileSystem.join(real, entry.name)
    if entry.name == ".git" { addRepository(inside, watch) }
    if entry.name.hasPrefix(".") { return }
    let shown = Self.path(of: entry.name, in: path)
    if !entry.name.utf8.allSatisfy({ $0 < 0x80 }) {
      let isFirst = open[last].names.insert(entry.name).inserted
      if !entry.isExact || !isFirst {
        if Self.isLayout(entry.name) || entry.kind == .directory {
          unserved[shown] = entry.isExact ? .twin : .notUnicode
        }
        return
      }
    }
    switch entry.kind ?? (try? FileSystem.status(of: inside, followingLink: false))?.kind {
    case .directory: enter(inside, servedAs: shown, &budget, watch)
    case .symbolicLink: follow(link: inside, shown, watch)
    case .regular where Self.isLayout(entry.name):
      aliases[inside, default: []].insert(shown)
      do throws(PosixError) {
        take(shown, try FileSystem.status(of: inside).identity)
        layouts.insert(shown)
      } catch {
        if error.isNotFound { return }
        unreachable[shown] = error
        layouts.insert(shown)
        barred.insert(real)
      }
    default: break
    }
  }

  private mutating func take(_ path: String, _ identity: FileIdentity) {
    files[path] = identity
    found.append(path)
  }

  /// Takes up what a link leads to, in one of the served folders.
  private mutating func follow(link: String, _ shown: String, _ watch: (RealDirectory, WatchExtent) -> Void) {
    let target: FileStatus?
    do throws(PosixError) { target = try watched.enclosure.status(of: link) } catch {
      if error.isOutside {
        // It may come to lead elsewhere, or what is on its way may.
        trace(link, to: nil, watch)
        let isFolder = (try? FileSystem.status(of: link))?.kind == .directory
        if isFolder || Self.isLayout(FileSystem.split(shown).name) { unserved[shown] = .outside }
        return
      }
      target = nil
    }
    if target?.kind == .directory, let destination = try? watched.enclosure.realPath(link) {
      trace(link, to: nil, watch)
      links.append((destination, shown))
    } else if Self.isLayout(FileSystem.split(shown).name) {
      // Also when it leads nowhere yet.
      trace(link, to: shown, watch)
      layouts.insert(shown)
      if let target, target.kind == .regular { take(shown, target.identity) } else { missing.insert(shown) }
    }
  }

  /// Goes on serving the known files of a folder that cannot be listed.
  private mutating func close(
    _ folder: String, _ error: PosixError, _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    closed[folder] = error
    let inside = folder == "." ? "" : FileSystem.join(folder, "")
    for path in known
    where path == folder || path.utf8.starts(with: inside.utf8) && path.hasPrefix("/") == inside.hasPrefix("/") {
      add(path, watch)
      if files[path] != nil || unreachable[path] != nil { layouts.insert(path) }
    }
  }

  /// Takes up a file by its path alone, there or not: one that is followed since the walk.
  mutating func add(_ path: String, _ watch: (RealDirectory, WatchExtent) -> Void) {
    do throws(PosixError) { addFile(path, try watched.enclosure.status(of: location(of: path)), watch) } catch {
      trace(path, to: path, watch)
      if error.isNotFound { missing.insert(path) } else { unreachable[path] = error }
    }
  }

  /// Deeper than anybody sorts fonts, and an end to links that lead round.
  private static let depth = 8

  /// Takes up what is at `path`, in `folder`: of a folder all that is in it is next, and a path that is none is taken
  /// up itself, there or not.
  private mutating func follow(
    _ path: String, for folder: String, _ depth: Int, _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    let status = try? FileSystem.status(of: location(of: path))
    guard status?.kind == .directory else {
      members[path] = folder
      if let status { addFile(path, status, watch) } else { trace(path, to: path, watch) }
      return
    }
    guard depth > 0, let real = try? FileSystem.realPath(location(of: path)), let directory = RealDirectory(real) else {
      return
    }
    // Itself may be a link, or go.
    trace(path, to: nil, watch)
    watchNames(in: directory, watch)
    followedFolders.insert(real)
    let entries = ((try? FileSystem.list(real)) ?? []).filter { !$0.name.hasPrefix(".") }
    inFolders += entries.reversed().map { (Self.path(of: $0.name, in: path), folder, depth - 1) }
  }

  private mutating func addFile(_ path: String, _ status: FileStatus, _ watch: (RealDirectory, WatchExtent) -> Void) {
    trace(path, to: path, watch)
    take(path, status.identity)
  }

  private mutating func watchNames(in directory: RealDirectory, _ watch: (RealDirectory, WatchExtent) -> Void) {
    if watchedDirectories.insert(directory.key).inserted { watch(directory, .names) }
  }

  /// Goes along a path as the kernel does, and writes down each name whose change would change where the path leads:
  /// links, the first name that is missing, and the last name. Of the folders in between it is enough to know
  /// that they go or are renamed; neighbours of theirs in `/tmp` come and go all day.
  private mutating func trace(_ path: String, to file: String?, _ watch: (RealDirectory, WatchExtent) -> Void) {
    var current = "/"
    var names = Array(location(of: path).split(separator: "/").map(String.init).reversed())
    var hops = 0
    while let name = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        current = FileSystem.split(current).directory
        continue
      }
      let next = FileSystem.join(current, name)
      let status: FileStatus?
      do throws(PosixError) { status = try FileSystem.status(of: next, followingLink: false) } catch {
        if !error.isNotFound {
          // What is behind it is not known to be missing.
          barred.insert(current)
          if let file { aliases[next, default: []].insert(file) }
          return
        }
        status = nil
      }
      let isLink = status?.kind == .symbolicLink
      if isLink || status == nil || names.isEmpty {
        if let directory = RealDirectory(current) { watchNames(in: directory, watch) }
        if !isLink, names.isEmpty, let file {
          aliases[next, default: []].insert(file)
        } else {
          crossings.insert(next)
        }
      }
      guard let status else { return }
      if !names.isEmpty, let directory = RealDirectory(next, status), !watchedDirectories.contains(directory.key),
        passed.insert(directory.key).inserted
      {
        watch(directory, .itself)
      }
      guard isLink, let target = try? FileSystem.linkTarget(next) else {
        current = next
        continue
      }
      hops += 1
      // The kernel's own limit (path_resolution(7)).
      if hops > 40 { return }
      if target.hasPrefix("/") { current = "/" }
      names += target.split(separator: "/").map(String.init).reversed()
    }
  }

  private mutating func findRepository(around real: String, _ watch: (RealDirectory, WatchExtent) -> Void) {
    var directory = FileSystem.split(real).directory
    while true {
      let candidate = FileSystem.join(directory, ".git")
      if Self.gitFolder(candidate) != nil { return addRepository(candidate, watch) }
      if directory == "/" { return }
      directory = FileSystem.split(directory).directory
    }
  }

  private mutating func addRepository(_ path: String, _ watch: (RealDirectory, WatchExtent) -> Void) {
    guard let folder = Self.gitFolder(path), let directory = RealDirectory(folder) else { return }
    watchNames(in: directory, watch)
    let lock = FileSystem.join(folder, "index.lock")
    locks.insert(lock)
    if FileSystem.exists(lock) { isLocked = true }
  }

  /// Where git keeps the index of a folder in which this is `.git`; nil where it is not git's.
  private static func gitFolder(_ path: String) -> String? {
    if RealDirectory(path) != nil { return path }
    // In a worktree and in a submodule it is a file that says where (gitrepository-layout(5)).
    let key = "gitdir: "
    guard let bytes = try? FileSystem.readBeginning(path, length: 4096).bytes else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(key), let line = text.dropFirst(key.count).split(separator: "\n").first else { return nil }
    return FileSystem.path(String(line), from: FileSystem.split(path).directory)
  }
}
