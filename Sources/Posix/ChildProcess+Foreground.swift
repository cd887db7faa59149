internal import CLinux
internal import Glibc

extension ChildProcess {
  /// Runs a program to its end in our place: with our input, output, errors and environment. Control-C is for the program
  /// and not for us meanwhile.
  ///
  /// - Parameter program: a path, or a name that is looked up in `PATH`.
  public static func runInForeground(_ program: String, _ arguments: [String]) throws(PosixError) -> Exit {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe framewire_spawn_closing_from(&actions, 3)

    let interrupts = [SIGINT, SIGQUIT]
    let before = interrupts.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(interrupts, before) { _ = signal(number, handler) } }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What we ignore it would ignore as well.
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in interrupts + [SIGPIPE] { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var id: pid_t = 0
    let variables = CurrentProcess.environment.map { "\($0.key)=\($0.value)" }.sorted()
    let result = unsafe withCStrings([program] + arguments) { argv in
      unsafe withCStrings(variables) { envp in unsafe posix_spawnp(&id, program, &actions, &attributes, argv, envp) }
    }
    guard result == 0 else { throw PosixError(code: result, call: "posix_spawn", path: program) }
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 { if errno != EINTR { throw PosixError("waitpid") } }
    return exit(ofStatus: status)
  }

  /// The macros WIFSIGNALED and so on, which are not imported.
  static func exit(ofStatus status: Int32) -> Exit {
    status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
