internal import CLinux
internal import Glibc

/// What was read of a file, and which state of the file that was.
public struct FileContent: Equatable, Sendable {
  /// From the beginning, as many as were asked for.
  public let bytes: [UInt8]
  /// Taken before the first byte was read, from the same open file: a change while reading shows
  /// as a different identity afterwards.
  public let identity: FileIdentity
  /// How long before the reading the file was last changed. Below one tick of the kernel's clock
  /// (10 ms at most) a further write may leave the identity as it is.
  public let age: Duration

  public init(bytes: [UInt8], identity: FileIdentity, age: Duration) {
    self.bytes = bytes
    self.identity = identity
    self.age = age
  }
}

/// Files and directories by path. Paths are bytes to the kernel; here they are UTF-8.
public enum FileSystem {
  /// The longest file that is read unless somebody says otherwise: 16 MiB, as long as a layout may be.
  public static let longestFile = 16 << 20

  /// Reads a regular file whole.
  ///
  /// - Parameter limit: in bytes; a longer file is refused with EFBIG before it is read, a directory with EISDIR.
  public static func readFile(_ path: String, limit: Int = longestFile) throws(PosixError) -> FileContent {
    try Enclosure.anywhere.readFile(path, limit: limit)
  }

  /// - Parameter file: open for reading, without waiting: a pipe that nobody writes to must not stop the loop.
  static func read(
    _ file: consuming FileDescriptor, _ path: String, upTo limit: Int, refusingLonger: Bool
  ) throws(PosixError) -> FileContent {
    let found = try status(of: file, path: path)
    guard found.kind == .regular else {
      throw PosixError(code: found.kind == .directory ? EISDIR : EINVAL, call: "read", path: path)
    }
    guard !refusingLonger || found.identity.size <= limit else {
      throw PosixError(code: EFBIG, call: "read", path: path)
    }
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)

    var bytes: [UInt8] = []
    do throws(PosixError) {
      // Nearly always the whole file at once: the byte too many meets the end. Files of /proc say that they are empty,
      // and some of them are read in one call or not at all.
      let size = Int(found.identity.size)
      _ = try file.read(into: &bytes, limit: min(limit, size == 0 ? 4096 : size + 1))
      let isWhole = bytes.count == size
      while !isWhole, refusingLonger || bytes.count < limit, let count = try file.read(into: &bytes), count > 0 {
        guard !refusingLonger || bytes.count <= limit else { throw PosixError(code: EFBIG, call: "read", path: path) }
      }
      if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
    } catch {
      throw PosixError(code: error.code, call: error.call, path: path)
    }
    let age = Duration(now) - found.identity.changed
    return FileContent(bytes: bytes, identity: found.identity, age: age)
  }

  /// Reads a regular file up to `length` bytes; what is behind them does not matter.
  public static func readBeginning(_ path: String, length: Int) throws(PosixError) -> FileContent {
    try Enclosure.anywhere.readBeginning(path, length: length)
  }

  /// Overwrites the file in place, as a simple editor does; creates it with `permissions` when it is missing.
  public static func writeFile(_ path: String, _ bytes: [UInt8], permissions: UInt32 = 0o644) throws(PosixError) {
    try write(bytes, to: path, flags: O_TRUNC, permissions: permissions)
  }

  /// Replaces the file by a complete new one: a reader sees the old bytes or the new ones, never a mixture.
  ///
  /// Writes a neighbour whose name begins with a dot and moves it into place. A link at `path` is
  /// replaced, not followed. After a throw the old file is as it was.
  public static func replaceFile(_ path: String, _ bytes: [UInt8], permissions: UInt32 = 0o644) throws(PosixError) {
    let (directory, name) = split(path)
    let neighbour = join(directory, ".\(name).\(getpid()).new")
    do throws(PosixError) {
      try write(bytes, to: neighbour, flags: O_EXCL, permissions: permissions)
      try rename(neighbour, to: path)
    } catch {
      try? remove(neighbour)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, flags: Int32, permissions: UInt32
  ) throws(PosixError) {
    let raw = retryingInterrupts {
      unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode_t(permissions))
    }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    let file = FileDescriptor(raw)
    do throws(PosixError) { try file.writeAll(bytes.span) } catch {
      throw PosixError(code: error.code, call: error.call, path: path)
    }
  }

  /// The status of what `path` names; a link is followed unless asked otherwise.
  public static func status(of path: String, followingLink: Bool = true) throws(PosixError) -> FileStatus {
    var status = stat()
    let result = unsafe followingLink ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { throw PosixError("stat", path: path) }
    return FileStatus(status)
  }

  /// The status of what is open.
  static func status(of file: borrowing FileDescriptor, path: String) throws(PosixError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(file.raw, &status) == 0 else { throw PosixError("fstat", path: path) }
    return FileStatus(status)
  }

  /// Whether `path` leads to something; a link to nothing does not exist.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The absolute path without links, `.` and `..`.
  public static func realPath(_ path: String) throws(PosixError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw PosixError("realpath", path: path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Whether this process may read the file, or list the folder and go into it.
  public static func isReadable(_ path: String, asFolder: Bool) -> Bool {
    unsafe access(path, asFolder ? R_OK | X_OK : R_OK) == 0
  }

  /// Whether this process may write the file, or make and remove names in the folder.
  public static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// The real path of the current folder; `/` when it is gone already.
  public static var currentFolder: String { (try? realPath(".")) ?? "/" }

  /// `path` as somebody who stands in `folder` means it.
  public static func path(_ path: String, from folder: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    return path == "." ? folder : join(folder, path)
  }

  /// What a symbolic link says, unresolved.
  public static func linkTarget(_ path: String) throws(PosixError) -> String {
    let capacity = Int(PATH_MAX)
    let target: String? = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      let count = unsafe readlink(path, UnsafeMutableRawPointer(buffer.baseAddress!), capacity)
      return count < 0 ? nil : unsafe String(decoding: buffer[..<count], as: UTF8.self)
    }
    guard let target else { throw PosixError("readlink", path: path) }
    return target
  }

  /// Sets the lower twelve bits of the mode, whatever the umask.
  public static func setPermissions(of path: String, to permissions: UInt32) throws(PosixError) {
    guard unsafe chmod(path, mode_t(permissions)) == 0 else { throw PosixError("chmod", path: path) }
  }

  /// Creates a directory; its parent exists.
  package static func createDirectory(_ path: String, permissions: UInt32 = 0o755) throws(PosixError) {
    guard unsafe mkdir(path, mode_t(permissions)) == 0 else { throw PosixError("mkdir", path: path) }
  }

  package static func createLink(_ path: String, to target: String) throws(PosixError) {
    guard unsafe symlink(target, path) == 0 else { throw PosixError("symlink", path: path) }
  }

  /// Gives a file another name on the same file system. What had that name is replaced, and nobody sees a moment
  /// without one.
  public static func rename(_ path: String, to destination: String) throws(PosixError) {
    guard unsafe Glibc.rename(path, destination) == 0 else { throw PosixError("rename", path: destination) }
  }

  /// Has two names of one file system change places: nobody sees a moment in which one of them is missing, or a mixture
  /// of two folders.
  package static func exchange(_ path: String, with other: String) throws(PosixError) {
    guard unsafe framewire_exchange(AT_FDCWD, path, other) == 0 else { throw PosixError("renameat2", path: path) }
  }

  /// Removes the name of a file, or an empty directory.
  public static func remove(_ path: String) throws(PosixError) {
    guard unsafe Glibc.remove(path) == 0 else { throw PosixError("remove", path: path) }
  }

  /// Removes `path` and everything below it; links are removed, not followed.
  public static func removeTree(_ path: String) throws(PosixError) {
    if try status(of: path, followingLink: false).kind == .directory {
      for entry in try list(path) { try removeTree(join(path, entry.name)) }
    }
    try remove(path)
  }

  /// A new empty directory of mode 0700 in `parent`, else under `$TMPDIR` or `/tmp`, by its real path.
  public static func makeTemporaryDirectory(
    prefix: String = "framewire-", in parent: String? = nil
  ) throws(PosixError) -> String {
    let parent = parent ?? CurrentProcess.filledVariable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    let made: String? = unsafe template.withUnsafeMutableBufferPointer { buffer in
      guard let path = unsafe mkdtemp(buffer.baseAddress!) else { return nil }
      return unsafe String(cString: path)
    }
    guard let made else { throw PosixError("mkdtemp", path: parent) }
    return try realPath(made)
  }

  /// Makes sure that `path` is a directory of ours that nobody else can enter, creating what is missing on the way
  /// with mode 0700, as the XDG Base Directory Specification wants it.
  ///
  /// - Throws: also EPERM when it belongs to somebody else.
  public static func makePrivateDirectory(_ path: String) throws(PosixError) {
    if !exists(path) {
      let parent = split(path).directory
      if parent != path, !exists(parent) { try makePrivateDirectory(parent) }
    }
    do throws(PosixError) { try ensurePrivateDirectory(path) } catch {
      // Ours, but made by somebody with a wide umask: one step puts that right.
      guard error.code == EPERM, try status(of: path, followingLink: false).owner == geteuid() else { throw error }
      guard unsafe chmod(path, 0o700) == 0 else { throw PosixError("chmod", path: path) }
    }
  }

  /// Makes sure that `path` is a directory that only its owner, us, can enter; creates it with mode 0700.
  ///
  /// - Throws: ELOOP when it is a link, EPERM when it belongs to somebody else or is open to
  ///   others, ENOTDIR when it is no directory.
  public static func ensurePrivateDirectory(_ path: String) throws(PosixError) {
    if unsafe mkdir(path, 0o700) == 0 { return }
    guard errno == EEXIST else { throw PosixError("mkdir", path: path) }
    let found = try status(of: path, followingLink: false)
    let code: Int32? =
      switch found.kind {
      case .symbolicLink: ELOOP
      case .directory: found.owner == geteuid() && found.permissions & 0o077 == 0 ? nil : EPERM
      default: ENOTDIR
      }
    if let code { throw PosixError(code: code, call: "mkdir", path: path) }
  }
}

extension FileSystem {
  /// One name in a directory.
  public struct Entry: Hashable, Sendable {
    /// Without the directory.
    public let name: String
    /// False of a name that is no UTF-8: `name` has signs in place of its bytes, and leads to nothing.
    public let isExact: Bool
    /// `nil` where the file system does not say without a `stat`.
    public let kind: FileStatus.Kind?
  }

  /// The names in a directory without `.` and `..`, sorted by their bytes.
  public static func list(_ path: String) throws(PosixError) -> [Entry] {
    guard let directory = unsafe opendir(path) else { throw PosixError("opendir", path: path) }
    defer { unsafe closedir(directory) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let (name, isExact) = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let bytes = unsafe bytes.prefix { $0 != 0 }
        let name = unsafe String(decoding: bytes, as: UTF8.self)
        return unsafe (name, name.utf8.elementsEqual(bytes))
      }
      if name == "." || name == ".." { continue }
      let kind: FileStatus.Kind? =
        switch Int(unsafe entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .directory
        case Int(DT_LNK): .symbolicLink
        case Int(DT_SOCK): .socket
        case Int(DT_FIFO): .pipe
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(Entry(name: name, isExact: isExact, kind: kind))
    }
    if errno != 0 { throw PosixError("readdir", path: path) }
    return entries.sorted { precedes($0.name, $1.name) }
  }

  /// The order of paths wherever they are handed out: by bytes, the same in every locale.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8Span.span, right.utf8Span.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }

  /// Whether changes made elsewhere never reach inotify here: NFS, CIFS, 9p and FUSE.
  public static func isRemote(_ path: String) -> Bool {
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else { return false }
    // From statfs(2): NFS, SMB, CIFS, SMB2, V9FS, FUSE, Ceph, AFS.
    let magic = UInt32(truncatingIfNeeded: Int(status.f_type))
    return [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546, 0x00C3_6400, 0x5346_414F]
      .contains(magic)
  }

  /// `directory` and `name` with exactly one slash between them.
  public static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : "\(directory)/\(name)"
  }

  /// The directory and the last name of a path: `("a/b", "c")`, `(".", "c")`, `("/", "c")`.
  public static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }
}
