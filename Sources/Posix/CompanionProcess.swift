internal import CLinux
internal import Glibc

/// A program that runs beside us, writes where we write, and ends with us.
public final class CompanionProcess {
  /// The process, until it has been waited for.
  public let id: Int32
  /// Readable when it has ended; this object owns it.
  public let descriptor: FileDescriptor
  private var hasEnded = false

  /// Starts a program with our input, output and environment.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in `PATH`.
  ///   - variables: of the environment besides ours.
  public init(_ program: String, _ arguments: [String], adding variables: [String: String] = [:]) throws(PosixError) {
    id = try ChildProcess.spawnWithOurStreams(program, arguments, adding: variables)
    descriptor = FileDescriptor(framewire_pidfd_open(id))
    guard descriptor.raw >= 0 else { throw PosixError("pidfd_open") }
  }

  deinit { end() }

  /// How it ended; nil while it runs.
  public func exit() -> ChildProcess.Exit? {
    var status: Int32 = 0
    guard !hasEnded, unsafe waitpid(id, &status, WNOHANG) == id else { return nil }
    hasEnded = true
    return ChildProcess.exit(ofStatus: status)
  }

  /// Asks it to end, and waits until it has.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    _ = Glibc.kill(id, SIGTERM)
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }
}
