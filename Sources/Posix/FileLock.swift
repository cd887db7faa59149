internal import CLinux
internal import Glibc

/// Says that one process at a time does something: a `flock` on a file of its own, which the kernel lets go of
/// however the process ends.
///
/// The file holds the process's id, for messages. It may be removed by its holder: whoever locks a file looks
/// whether that still is the file of this name.
public final class FileLock: Sendable {
  /// Of the locked file.
  public let path: String
  private let file: FileDescriptor

  private init(_ path: String, _ file: consuming FileDescriptor) {
    self.path = path
    self.file = file
  }

  /// What came of trying to take a lock.
  public enum Attempt {
    case taken(FileLock)
    /// By this process, where the file says.
    case held(by: Int32?)
  }

  /// Takes the lock of this name if nobody has it. The file is created with mode 0600; a link is refused, since in a
  /// shared directory somebody could have planted one to a file of ours. So is a file with a second name, and one that
  /// is not ours: neither is read or written.
  public static func acquire(_ path: String) throws(PosixError) -> Attempt {
    while true {
      let raw = retryingInterrupts { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
      guard raw >= 0 else { throw PosixError("open", path: path) }
      let file = FileDescriptor(raw)
      let found = try FileSystem.status(of: file, path: path)
      // None: its holder has removed it since.
      guard found.kind == .regular, found.links <= 1 else { throw PosixError(code: EMLINK, call: "open", path: path) }
      guard found.owner == geteuid() else { throw PosixError(code: EPERM, call: "open", path: path) }
      guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else { throw PosixError("flock", path: path) }
        var text: [UInt8] = []
        _ = try? file.read(into: &text, limit: 32)
        return .held(by: Int32(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)))
      }
      var locked = stat()
      var named = stat()
      guard unsafe fstat(raw, &locked) == 0 else { throw PosixError("fstat", path: path) }
      // Its holder has removed it between our two calls; the file of this name is another one now.
      guard unsafe stat(path, &named) == 0, named.st_ino == locked.st_ino, named.st_dev == locked.st_dev else {
        continue
      }
      // For the message above; the lock itself needs no content, so it does no harm if there is no room for it.
      _ = ftruncate(raw, 0)
      try? file.writeAll(Array("\(getpid())\n".utf8).span)
      return .taken(FileLock(path, file))
    }
  }

  /// Removes the file; the lock is still held until nobody refers to it.
  public func removeFile() { try? FileSystem.remove(path) }
}
