internal import CLinux
internal import Glibc

/// The folders that files may be read from, and the one answer to whether a path leads to something in them.
///
/// Where a path leads is decided by the kernel while it opens the file (`openat2` with RESOLVE_BENEATH), so that nobody
/// can exchange a folder for a link between the question and the opening. Relative links that stay inside of their
/// folder are followed on the way. All other links, and a kernel or a sandbox without `openat2`, are the second way:
/// the path is gone along name by name, and what that comes to is opened without following any link.
///
/// Whatever lies outside is refused with the same error, be it there or not.
public struct Enclosure: Sendable {
  /// Absolute, with `.` and `..` folded, as somebody named them; they need not exist.
  private let folders: [String]
  /// Files that somebody named, who meant them wherever they lead.
  private let named: Set<String>
  /// Whether links may lead anywhere. What is named must be inside all the same.
  private let followsLinks: Bool
  private let isBoundless: Bool
  /// False in tests of the second way.
  var usesOpenBeneath = true

  /// Everything there is, for what a person names.
  public static let anywhere = Enclosure(isBoundless: true)

  /// - Parameters:
  ///   - folders: absolute paths.
  ///   - files: absolute paths that are let through as they are.
  ///   - followsLinks: whether links inside of the folders may lead out of them.
  public init(_ folders: [String], and files: [String] = [], followingLinks followsLinks: Bool = false) {
    self.folders = folders.map(FileSystem.folded)
    named = Set(files.map(FileSystem.folded))
    self.followsLinks = followsLinks
    isBoundless = false
  }

  private init(isBoundless: Bool) {
    (folders, named, followsLinks, self.isBoundless) = ([], [], true, isBoundless)
  }

  /// The status of what an absolute path leads to.
  ///
  /// - Throws: also an error that `isOutside`.
  public func status(of path: String) throws(PosixError) -> FileStatus {
    do throws(PosixError) {
      return try FileSystem.status(of: try open(path, framewire_path_only), path: path)
    } catch {
      guard error.isOutOfDescriptors else { throw error }
      // To be told that nothing is there takes no descriptor.
      return try FileSystem.status(of: try realPath(path), followingLink: false)
    }
  }

  /// Reads a file as `FileSystem.readFile` does.
  public func readFile(_ path: String, limit: Int = FileSystem.longestFile) throws(PosixError) -> FileContent {
    try FileSystem.read(try open(path, O_RDONLY | O_NONBLOCK), path, upTo: limit, refusingLonger: true)
  }

  /// Reads a file as `FileSystem.readBeginning` does.
  public func readBeginning(_ path: String, length: Int) throws(PosixError) -> FileContent {
    try FileSystem.read(try open(path, O_RDONLY | O_NONBLOCK), path, upTo: length, refusingLonger: false)
  }

  /// The absolute path without links, `.` and `..` of what `path` leads to.
  public func realPath(_ path: String) throws(PosixError) -> String {
    if isBoundless { return try FileSystem.realPath(path) }
    let folded = FileSystem.folded(path)
    if try leadsAnywhere(folded) { return try FileSystem.realPath(folded) }
    let (folder, names) = try place(of: folded)
    return names.reduce(folder, FileSystem.join)
  }

  // MARK: Opening

  func open(_ path: String, _ flags: Int32) throws(PosixError) -> FileDescriptor {
    let folded = isBoundless ? path : FileSystem.folded(path)
    if try leadsAnywhere(folded) {
      let raw = retryingInterrupts { unsafe Glibc.open(folded, flags | O_CLOEXEC) }
      guard raw >= 0 else { throw PosixError("open", path: path) }
      return FileDescriptor(raw)
    }
    if usesOpenBeneath, let (folder, rest) = folderAndRest(of: folded) {
      let directory = try Self.openFolder(folder)
      let raw = retryingInterrupts { unsafe framewire_open_beneath(directory.raw, rest, flags | O_CLOEXEC) }
      if raw >= 0 { return FileDescriptor(raw) }
      // It leads out of this folder, or too much is renamed meanwhile, or there is no such call.
      guard [EXDEV, EAGAIN, ENOSYS, EPERM, E2BIG].contains(errno) else { throw PosixError("open", path: path) }
    }
    return try openWithoutLinks(path, place(of: folded), flags)
  }

  /// Whether nobody asks where the links of a path lead.
  private func leadsAnywhere(_ folded: String) throws(PosixError) -> Bool {
    if isBoundless || named.contains(folded) { return true }
    if followsLinks, folderAndRest(of: folded) == nil { throw .outside(folded) }
    return followsLinks
  }

  /// The folder that a path is in by its letters, and the way from there.
  private func folderAndRest(of folded: String) -> (folder: String, rest: String)? {
    for folder in folders {
      if folded == folder { return (folder, ".") }
      let prefix = FileSystem.join(folder, "")
      if folded.utf8.starts(with: prefix.utf8) { return (folder, String(folded.utf8.dropFirst(prefix.utf8.count))!) }
    }
    return nil
  }

  private static func openFolder(_ path: String) throws(PosixError) -> FileDescriptor {
    let raw = retryingInterrupts { unsafe Glibc.open(path, framewire_path_only | O_DIRECTORY | O_CLOEXEC) }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    return FileDescriptor(raw)
  }

  /// Opens what lies at `names` in a folder. Each of them was no link when it was looked at; one that is by now is an
  /// error.
  private func openWithoutLinks(
    _ path: String, _ place: (folder: String, names: [String]), _ flags: Int32
  ) throws(PosixError) -> FileDescriptor {
    var file = try Self.openFolder(place.folder)
    for (index, name) in place.names.enumerated() {
      let isLast = index == place.names.count - 1
      let wanted = isLast ? flags : framewire_path_only | O_DIRECTORY
      let raw = retryingInterrupts { unsafe openat(file.raw, name, wanted | O_NOFOLLOW | O_CLOEXEC) }
      guard raw >= 0 else { throw PosixError("open", path: path) }
      file = FileDescriptor(raw)
    }
    return file
  }

  // MARK: Going along a path

  /// The kernel's own limit (path_resolution(7)).
  private static let longestChainOfLinks = 40

  /// Where a path leads: the real path of one of the folders, and names in it, none of which is a link.
  ///
  /// Nothing is asked about any name outside. The folders around the enclosed ones are no links, since real paths have
  /// none, so an absolute link passes them without a look.
  private func place(of path: String) throws(PosixError) -> (folder: String, names: [String]) {
    let real = folders.compactMap { folder in (try? FileSystem.realPath(folder)).map { (folder, $0) } }
    /// A place to begin at, and the names to go from there; where somebody names a folder by links, the folder itself.
    func beginning(of absolute: String) -> (current: String, names: [String]) {
      guard let (folder, rest) = folderAndRest(of: absolute), let begin = real.first(where: { $0.0 == folder }) else {
        return ("/", Self.names(of: absolute))
      }
      return (begin.1, Self.names(of: rest))
    }
    var (current, names) = beginning(of: path)
    names.reverse()
    var hops = 0
    while let name = names.popLast() {
      if name == ".." {
        current = FileSystem.split(current).directory
        continue
      }
      let next = FileSystem.join(current, name)
      if !real.contains(where: { FileSystem.isInside(next, $0.1) && next != $0.1 }) {
        guard real.contains(where: { FileSystem.isInside($0.1, next) }) else { throw .outside(path) }
        current = next
        continue
      }
      guard try FileSystem.status(of: next, followingLink: false).kind == .symbolicLink else {
        current = next
        continue
      }
      hops += 1
      guard hops <= Self.longestChainOfLinks else { throw PosixError(code: ELOOP, call: "open", path: path) }
      let target = try FileSystem.linkTarget(next)
      guard target.hasPrefix("/") else {
        names += Self.names(of: target).reversed()
        continue
      }
      let begin = beginning(of: target)
      current = begin.current
      names += begin.names.reversed()
    }
    guard let (_, folder) = real.first(where: { FileSystem.isInside(current, $0.1) }) else { throw .outside(path) }
    return (folder, Self.names(of: String(current.utf8.dropFirst(folder.utf8.count))!))
  }

  private static func names(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }
}

extension FileSystem {
  /// An absolute path with `.`, `..` and doubled slashes folded by its letters alone.
  static func folded(_ path: String) -> String {
    // Nearly all paths are folded already, and files are opened by the thousand.
    var isAtSlash = false
    let hasOddName = path.utf8.contains { letter in
      defer { isAtSlash = letter == UInt8(ascii: "/") }
      return isAtSlash && (letter == UInt8(ascii: "/") || letter == UInt8(ascii: "."))
    }
    if !hasOddName, path.utf8.first == UInt8(ascii: "/"), path.utf8.count == 1 || !isAtSlash { return path }
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Whether an absolute path without links is that of a folder, or of something below it.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.utf8.starts(with: join(folder, "").utf8)
  }
}

extension PosixError {
  /// Of whatever lies outside of an `Enclosure`, be it there or not.
  static func outside(_ path: String) -> PosixError { PosixError(code: EXDEV, call: "open", path: path) }

  /// The path leads out of the folders that it may lead to.
  public var isOutside: Bool { code == EXDEV }
}
