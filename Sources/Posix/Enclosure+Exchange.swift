internal import CLinux
internal import Glibc

/// Writing to a file of the enclosed folders, for whoever wants to change what it has just read.
extension Enclosure {
  /// Why a file was not exchanged; it is as it was.
  public enum ExchangeRefusal: Error, Equatable {
    /// A call failed; also an error that `isOutside`.
    case system(PosixError)
    /// Somebody else has changed it meanwhile.
    case outdated
    /// Its owner may not write to it: it has this mode. That the folder may be written to is no permission.
    case readOnly(UInt32)
    /// It belongs to another user.
    case foreign
    /// It has so many names, of which all but one would keep the old bytes.
    case linked(Int)
    /// A file of this name stands where the new one was to be made.
    case inTheWay(String)
    /// The new file could not be given this of the old one: a group, or an extended attribute.
    case lost(String)
  }

  /// Replaces a file by what `edit` makes of its bytes: a reader sees the old file or the new one, never a mixture.
  ///
  /// The folder is opened once, by the same rules as for reading, and everything else happens in it by name without
  /// following a link. The new file has mode, group and extended attributes of the old one, access lists among them.
  ///
  /// - Parameters:
  ///   - edit: nil: nothing is written.
  ///   - atLast: called when the new file is there and nothing but the exchange is left, for tests of what others do
  ///     then.
  /// - Returns: whether something was written.
  public func exchangeFile(
    _ path: String, limit: Int = FileSystem.longestFile, atLast: () -> Void = {}, _ edit: ([UInt8]) -> [UInt8]?
  ) throws(ExchangeRefusal) -> Bool {
    let refusal: ExchangeRefusal?
    do throws(PosixError) {
      // The name of the file itself: what a link leads to is exchanged, and the link stays.
      let (folder, name) = FileSystem.split(try realPath(path))
      let directory = try open(folder, framewire_path_only | O_DIRECTORY)
      let content = try FileSystem.read(
        Self.open(name, in: directory, path), path, upTo: limit, refusingLonger: true)
      guard let bytes = edit(content.bytes) else { return false }
      refusal = try Self.exchange(name, in: directory, path, content.identity, for: bytes, atLast)
    } catch { throw .system(error) }
    if let refusal { throw refusal }
    return true
  }

  private static func exchange(
    _ name: String, in directory: borrowing FileDescriptor, _ path: String, _ identity: FileIdentity,
    for bytes: [UInt8], _ atLast: () -> Void
  ) throws(PosixError) -> ExchangeRefusal? {
    let before = try status(of: name, in: directory, path)
    guard before.identity == identity else { return .outdated }
    guard before.owner == CurrentProcess.userID else { return .foreign }
    guard before.permissions & 0o200 != 0 else { return .readOnly(before.permissions) }
    guard before.links == 1 else { return .linked(before.links) }
    let neighbour = ".\(name).\(getpid()).new"
    let made = retryingInterrupts {
      unsafe openat(directory.raw, neighbour, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard made >= 0 else {
      if errno == EEXIST { return .inTheWay(neighbour) }
      throw PosixError("open", path: path)
    }
    let file = FileDescriptor(made)
    // Whatever stands there in the end: ours, or what was displaced by it.
    defer { _ = unsafe unlinkat(directory.raw, neighbour, 0) }
    do throws(PosixError) { try file.writeAll(bytes.span) } catch {
      throw PosixError(code: error.code, call: error.call, path: path)
    }
    if let lost = try lost(of: open(name, in: directory, path), before, by: file, path) { return .lost(lost) }
    guard try status(of: name, in: directory, path).identity == identity else { return .outdated }
    atLast()
    guard unsafe framewire_exchange(directory.raw, neighbour, name) == 0 else {
      throw PosixError("renameat2", path: path)
    }
    // Whoever saved in the last moment has the last word: what was displaced goes back to its place.
    let displaced = try? status(of: neighbour, in: directory, path)
    if displaced?.identity.hasBytes(of: identity) == true { return nil }
    _ = unsafe framewire_exchange(directory.raw, neighbour, name)
    return .outdated
  }

  /// Gives a new file what an old one has besides its bytes, and says what cannot be given.
  private static func lost(
    of old: consuming FileDescriptor, _ status: FileStatus, by new: borrowing FileDescriptor, _ path: String
  ) throws(PosixError) -> String? {
    // Before the mode, from which a change of the group takes bits away.
    guard fchown(new.raw, uid_t.max, status.group) == 0 else { return "its group" }
    for name in try old.attributes(path) {
      let value = try old.attribute(name, path)
      // What the system gives each file by itself, as a security label, may not be set by everybody.
      guard (try? new.attribute(name, path)) == value || new.setAttribute(name, value) else {
        return "the attribute '\(name)'"
      }
    }
    guard fchmod(new.raw, mode_t(status.permissions)) == 0 else { throw PosixError("fchmod", path: path) }
    return nil
  }

  private static func open(
    _ name: String, in directory: borrowing FileDescriptor, _ path: String
  ) throws(PosixError) -> FileDescriptor {
    let raw = retryingInterrupts { unsafe openat(directory.raw, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard raw >= 0 else { throw PosixError("open", path: path) }
    return FileDescriptor(raw)
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

/// Extended attributes, of which access lists are some.
extension FileDescriptor {
  /// Longer than the kernel has them: XATTR_LIST_MAX and XATTR_SIZE_MAX.
  private static let longestAttribute = 65_536

  borrowing func attributes(_ path: String) throws(PosixError) -> [String] {
    var list = [UInt8](repeating: 0, count: Self.longestAttribute)
    let count = unsafe list.withUnsafeMutableBytes { unsafe flistxattr(raw, $0.baseAddress, $0.count) }
    guard count >= 0 || errno == ENOTSUP else { throw PosixError("flistxattr", path: path) }
    return list.prefix(max(0, count)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  borrowing func attribute(_ name: String, _ path: String) throws(PosixError) -> [UInt8] {
    var value = [UInt8](repeating: 0, count: Self.longestAttribute)
    let count = unsafe value.withUnsafeMutableBytes { unsafe fgetxattr(raw, name, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw PosixError("fgetxattr", path: path) }
    return Array(value.prefix(count))
  }

  borrowing func setAttribute(_ name: String, _ value: [UInt8]) -> Bool {
    unsafe fsetxattr(raw, name, value, value.count, 0) == 0
  }
}
