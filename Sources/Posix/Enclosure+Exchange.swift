internal import CLinux
internal import Glibc

/// Writing to a file of the enclosed folders, for whoever wants to change what it has just read.
extension Enclosure {
  /// Replaces a file by what `edit` makes of its bytes: a reader sees the old file or the new one, never a mixture.
  ///
  /// The folder is opened once, by the same rules as for reading, and everything else happens in it by name without
  /// following a link. The new file has the permissions of the old one. When the file is another by the time the new one
  /// is to take its place, or is not a regular file of our own, it stays as it is.
  ///
  /// - Parameter edit: nil: nothing is written.
  /// - Returns: whether something was written.
  /// - Throws: also an error that `isOutside`, and one that `isOutdated`. The file is as it was.
  public func exchangeFile(
    _ path: String, limit: Int = FileSystem.longestFile, _ edit: ([UInt8]) -> [UInt8]?
  ) throws(PosixError) -> Bool {
    // The name of the file itself: what a link leads to is exchanged, and the link stays.
    let real = try realPath(path)
    let (folder, name) = FileSystem.split(real)
    let directory = try open(folder, framewire_path_only | O_DIRECTORY)
    let raw = retryingInterrupts { unsafe openat(directory.raw, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    let content = try FileSystem.read(FileDescriptor(raw), path, upTo: limit, refusingLonger: true)
    guard let bytes = edit(content.bytes) else { return false }

    let before = try Self.status(of: name, in: directory, path)
    guard before.owner == CurrentProcess.userID else { throw PosixError(code: EACCES, call: "write", path: path) }
    let neighbour = ".\(name).\(getpid()).new"
    let made = retryingInterrupts {
      unsafe openat(
        directory.raw, neighbour, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(before.permissions))
    }
    guard made >= 0 else { throw PosixError("open", path: path) }
    do throws(PosixError) {
      let file = FileDescriptor(made)
      do throws(PosixError) { try file.writeAll(bytes.span) } catch {
        throw PosixError(code: error.code, call: error.call, path: path)
      }
      // The mask of the process has taken some away.
      guard fchmod(file.raw, mode_t(before.permissions)) == 0 else { throw PosixError("fchmod", path: path) }
      guard try Self.status(of: name, in: directory, path).identity == content.identity else {
        throw PosixError(code: ESTALE, call: "rename", path: path)
      }
      guard unsafe framewire_exchange(directory.raw, neighbour, name) == 0 else {
        throw PosixError("renameat2", path: path)
      }
      // Whoever saved in the last moment has the last word: what was displaced goes back to its place.
      let displaced = try? Self.status(of: neighbour, in: directory, path)
      if displaced?.identity.hasBytes(of: content.identity) != true {
        _ = unsafe framewire_exchange(directory.raw, neighbour, name)
        throw PosixError(code: ESTALE, call: "renameat2", path: path)
      }
      _ = unsafe unlinkat(directory.raw, neighbour, 0)
    } catch {
      _ = unsafe unlinkat(directory.raw, neighbour, 0)
      throw error
    }
    return true
  }

  private static func status(
    of name: String, in directory: borrowing FileDescriptor, _ path: String
  ) throws(PosixError) -> FileStatus {
    var status = stat()
    guard unsafe fstatat(directory.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw PosixError("stat", path: path)
    }
    return FileStatus(status)
  }
}

extension PosixError {
  /// Somebody else has changed the file meanwhile.
  public var isOutdated: Bool { code == ESTALE }
}
