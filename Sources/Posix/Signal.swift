internal import CLinux
internal import Glibc

/// The signals this project sends or handles.
public enum Signal: Int32, Sendable, Hashable, CaseIterable {
  case hangUp = 1
  case interrupt = 2
  case kill = 9
  case user1 = 10
  case terminate = 15
  case `continue` = 18
  case stop = 19
  /// The terminal has another size.
  case windowChange = 28

  /// Makes a write to somebody who went away answer EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Makes a write beyond the size that files may have (RLIMIT_FSIZE) answer EFBIG instead of ending the process.
  public static func ignoreFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Sends the signal to a process.
  public func send(to process: Int32) throws(PosixError) {
    guard Glibc.kill(process, rawValue) == 0 else { throw PosixError("kill") }
  }

  /// Sends the signal to the calling thread.
  public func raise() { _ = Glibc.raise(rawValue) }
}
