internal import CLinux
internal import Glibc

extension ChildProcess {
  /// Runs a program to its end in our place: with our input, output, errors and environment. Control-C is for the
  /// program and not for us meanwhile.
  ///
  /// - Parameter program: a path, or a name that is looked up in `PATH`.
  public static func runInForeground(_ program: String, _ arguments: [String]) throws(PosixError) -> Exit {
    let interrupts = [SIGINT, SIGQUIT]
    let before = interrupts.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(interrupts, before) { _ = signal(number, handler) } }
    let id = try spawnWithOurStreams(program, arguments)
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 { if errno != EINTR { throw PosixError("waitpid") } }
    return exit(ofStatus: status)
  }

  /// A program that may outlive us, and whose end is nobody's concern but the kernel's, which keeps it until we look.
  public struct Launched: Sendable {
    let id: Int32

    /// Whether it has ended; to be asked no more once it has.
    public func hasEnded() -> Bool {
      var status: Int32 = 0
      return unsafe waitpid(id, &status, WNOHANG) != 0
    }
  }

  /// Starts a program with our output and environment that may outlive us, and whom no key of our terminal reaches.
  @discardableResult
  public static func launch(_ program: String, _ arguments: [String]) throws(PosixError) -> Launched {
    Launched(id: try spawnWithOurStreams(program, arguments, ownSession: true))
  }

  /// Starts a program with our input, output, errors and environment, and some variables more.
  static func spawnWithOurStreams(
    _ program: String, _ arguments: [String], adding added: [String: String] = [:], ownSession: Bool = false
  ) throws(PosixError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe framewire_spawn_closing_from(&actions, 3)

    // What we ignore it would as well.
    let (id, result) = unsafe spawn(
      program, arguments, CurrentProcess.environment.merging(added, uniquingKeysWith: { $1 }), &actions,
      restoring: [SIGINT, SIGQUIT, SIGPIPE], flags: ownSession ? framewire_spawn_own_session : 0)
    guard result == 0 else { throw PosixError(code: result, call: "posix_spawn", path: program) }
    return id
  }

  /// The macros WIFSIGNALED and so on, which are not imported.
  static func exit(ofStatus status: Int32) -> Exit {
    status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
