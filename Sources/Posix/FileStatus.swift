internal import CLinux
internal import Glibc

/// What tells whether a file is still the same and unchanged, without reading it.
///
/// A rewritten file differs in its times, a replaced one in its inode. Two writes within one tick
/// of the kernel's clock can leave all five equal: see `FileContent.age`.
public struct FileIdentity: Hashable, Sendable {
  /// The file system that it is on.
  public let device: UInt64
  /// Its number there.
  public let inode: UInt64
  /// In bytes.
  public let size: Int64
  /// Last change of the content, since 1970. Any date that a file can have: nanoseconds by themselves end in 2262.
  public let modified: Duration
  /// Last change of the content or the inode, since 1970.
  public let changed: Duration

  public init(device: UInt64, inode: UInt64, size: Int64, modified: Duration, changed: Duration) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether nobody has written to the file in between. Another name of it is no other file.
  func hasBytes(of other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode && size == other.size && modified == other.modified
  }
}

/// The answer of `stat(2)`.
public struct FileStatus: Hashable, Sendable {
  /// What a path leads to; `other` is a device.
  public enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, socket, pipe, other }

  /// What it is.
  public let kind: Kind
  /// What tells it from another file, and from itself after a change.
  public let identity: FileIdentity
  /// The lower twelve bits of the mode: `0o644`.
  public let permissions: UInt32
  /// The user who owns it.
  public let owner: UInt32
  /// The group that the middle bits of `permissions` are for.
  public let group: UInt32
  /// How many names the inode has.
  public let links: Int

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      default: .other
      }
    identity = FileIdentity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Duration(status.st_mtim), changed: Duration(status.st_ctim))
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    links = Int(status.st_nlink)
  }
}

extension Duration {
  init(_ time: timespec) {
    self.init(secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }
}
