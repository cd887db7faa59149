internal import Glibc

/// A system call that could not be done: what was called, on what, and the reason the kernel gave.
public struct PosixError: Error, Equatable, Sendable {
  /// The value of `errno` right after the call.
  public let code: Int32
  /// The name of the call, as in its man page.
  public let call: String
  /// The path the call was about; `nil` when it was about a descriptor.
  public let path: String?

  public init(code: Int32, call: String, path: String? = nil) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// The error of a call that nobody made because it would have been denied.
  public init(permissionDeniedTo call: String, path: String) { self.init(code: EACCES, call: call, path: path) }

  /// The error of somebody who wants a folder where there is something else.
  public init(noDirectory path: String) { self.init(code: ENOTDIR, call: "open", path: path) }

  /// The error of a call that has just failed on this thread.
  package init(_ call: String, path: String? = nil) {
    self.init(code: errno, call: call, path: path)
  }

  /// The kernel's reason in words: "No such file or directory".
  public var reason: String {
    // glibc's strerror answers from constant storage for every known number.
    unsafe String(cString: strerror(code))
  }

  /// Nothing has this name.
  public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
  /// The other end went away; not a fault of ours.
  public var isDisconnection: Bool { code == EPIPE || code == ECONNRESET }
  /// Nobody answers at this address.
  public var isConnectionRefused: Bool { code == ECONNREFUSED }
  /// The user may not do this, or nobody may.
  public var isPermissionDenied: Bool { code == EACCES || code == EPERM }
  /// The path, or a name in it, is longer than the kernel takes.
  public var isTooLong: Bool { code == ENAMETOOLONG }
  /// The call took longer than it was allowed to.
  public var isTimeout: Bool { code == ETIMEDOUT }
  /// A limit of the system is used up (`inotify` answers ENOSPC for its watches).
  public var isOutOfWatches: Bool { code == ENOSPC }
  /// The process or its user has no descriptor left.
  public var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
  /// The machine is short of something, or stumbled: the same call may well be done later.
  public var isPassing: Bool { isOutOfDescriptors || code == ENOMEM || code == EIO }
}

extension PosixError: CustomStringConvertible {
  public var description: String {
    if let path { "\(path): \(reason) (\(call))" } else { "\(reason) (\(call))" }
  }
}

/// Repeats `call` while a signal interrupts it.
@inline(__always)
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
