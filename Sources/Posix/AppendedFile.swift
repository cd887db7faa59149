internal import CLinux
internal import Glibc

/// A file that grows at its end and is replaced as a whole from time to time, of mode 0600.
///
/// When the process is killed, every append that has returned stays, and perhaps a first part of the one under way. To
/// survive a crash of the machine too, it has to be `isSynced`. One process at a time may write, which a `FileLock`
/// sees to.
public final class AppendedFile {
  /// As given; the file may be replaced by another of this name.
  public let path: String
  /// Whether each append is on the disk before it returns.
  public let isSynced: Bool
  private var file: FileDescriptor?
  /// How many bytes are in it; nil: nobody has said so, and nothing was written.
  private var count: Int?

  public init(_ path: String, isSynced: Bool = false) {
    self.path = path
    self.isSynced = isSynced
  }

  /// Writes `bytes` behind what is there, with one call where the kernel takes them at once.
  ///
  /// - Throws: ENOENT when there is no file of this name, or not the one that was appended to before: it may have been
  ///   moved or removed, and another have its name. ESTALE when somebody else has cut it or written into it. After a
  ///   throw nothing of `bytes` is in the file, as far as the system lets us take it back.
  public func append(_ bytes: [UInt8]) throws(PosixError) {
    let raw = try opened()
    var status = stat()
    var named = stat()
    guard unsafe fstat(raw, &status) == 0 else { throw failure("fstat") }
    guard unsafe lstat(path, &named) == 0, named.st_ino == status.st_ino, named.st_dev == status.st_dev else {
      file = nil
      throw PosixError(code: ENOENT, call: "write", path: path)
    }
    guard count.map({ $0 == status.st_size }) ?? true else {
      throw PosixError(code: ESTALE, call: "fstat", path: path)
    }
    do throws(PosixError) {
      try DescriptorNumber(rawValue: raw).writeAll(bytes.span)
      if isSynced, fdatasync(raw) != 0 { throw PosixError("fdatasync") }
    } catch {
      _ = ftruncate(raw, status.st_size)
      throw PosixError(code: error.code, call: error.call, path: path)
    }
    count = Int(status.st_size) + bytes.count
  }

  /// Says how many bytes were found in it.
  public func expect(_ count: Int) { self.count = count }

  /// Drops what is behind the first `count` bytes.
  public func cut(to count: Int) throws(PosixError) {
    let raw = try opened()
    guard ftruncate(raw, off_t(count)) == 0 else { throw failure("ftruncate") }
    self.count = count
  }

  /// Replaces the file by a complete new one, or creates it. The new file is on the disk before it has the name, and
  /// readers see the old file or the new one. A link of this name is replaced. After a throw the file is as it was.
  public func replace(with bytes: [UInt8]) throws(PosixError) {
    let new = FileReplacement(path: path + ".new")
    try new.write(bytes)
    try replace(with: new, of: bytes.count)
  }

  /// Where a complete new file is written that `replace(with:appending:)` takes. One at a time.
  public var replacement: FileReplacement { FileReplacement(path: path + ".rewritten") }

  /// Replaces the file by one that is written, with `bytes` behind what is in it. Those are as safe as what is
  /// appended. After a throw the file is as it was.
  ///
  /// - Parameter count: of the bytes that were written; a file of that name with others is not ours, and is not taken
  ///   (`ESTALE`).
  public func replace(with new: FileReplacement, of count: Int, appending bytes: [UInt8] = []) throws(PosixError) {
    do throws(PosixError) {
      let written = try Self.openToAppend(new.path)
      var status = stat()
      guard unsafe fstat(written.raw, &status) == 0 else { throw PosixError("fstat", path: new.path) }
      guard status.st_size == count else { throw PosixError(code: ESTALE, call: "fstat", path: new.path) }
      do throws(PosixError) {
        try written.writeAll(bytes.span)
        if isSynced, !bytes.isEmpty, fdatasync(written.raw) != 0 { throw PosixError("fdatasync") }
      } catch {
        throw PosixError(code: error.code, call: error.call, path: new.path)
      }
      try FileSystem.rename(new.path, to: path)
      file = consume written
      self.count = count + bytes.count
    } catch {
      new.remove()
      throw error
    }
    if isSynced { syncDirectory() }
  }

  /// The name is on the disk when this returns; that it cannot be made sure of is no reason to undo anything.
  private func syncDirectory() {
    let raw = retryingInterrupts { unsafe open(FileSystem.split(path).directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard raw >= 0 else { return }
    let directory = FileDescriptor(raw)
    _ = fsync(directory.raw)
  }

  private func opened() throws(PosixError) -> Int32 {
    if let raw = file?.raw { return raw }
    let opened = try Self.openToAppend(path)
    let raw = opened.raw
    file = consume opened
    return raw
  }

  /// Opens a file to append to it. What is none of ours, like a pipe without a reader, keeps nobody waiting.
  private static func openToAppend(_ path: String) throws(PosixError) -> FileDescriptor {
    let raw = retryingInterrupts {
      unsafe open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    let file = FileDescriptor(raw)
    guard try FileSystem.status(of: file, path: path).kind == .regular else {
      throw PosixError(code: EINVAL, call: "open", path: path)
    }
    return file
  }

  private func failure(_ call: String) -> PosixError { PosixError(code: errno, call: call, path: path) }
}

/// A complete file beside another one that it is to replace. To write it and to have it on the disk takes long, and may
/// be done on any thread.
public struct FileReplacement: Equatable, Sendable {
  let path: String

  /// Writes it, in the place of one that was left behind. When this returns, it is on the disk: a name may get there
  /// before the bytes behind it, and then a power cut would leave an empty file where a good one was.
  public func write(_ bytes: [UInt8]) throws(PosixError) {
    // Left behind by a process that was killed right here; its owner is gone, as we have the lock.
    remove()
    let raw = retryingInterrupts {
      unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    let new = FileDescriptor(raw)
    do throws(PosixError) {
      try new.writeAll(bytes.span)
      guard fdatasync(raw) == 0 else { throw PosixError("fdatasync") }
    } catch {
      remove()
      throw PosixError(code: error.code, call: error.call, path: path)
    }
  }

  /// It is not wanted any more.
  public func remove() { try? FileSystem.remove(path) }
}
