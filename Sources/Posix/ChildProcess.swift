internal import CLinux
internal import Glibc

/// A program started by tests and tools, with its output gathered; killed when nobody refers to it any more.
public final class ChildProcess {
  /// How a program ends.
  public enum Exit: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// The process, until it has been waited for.
  public let id: Int32
  /// Everything the program has written so far, as far as a `wait` has taken it.
  public private(set) var output: [UInt8] = []
  /// What it has written to standard error, as far as a `wait` has taken it.
  public private(set) var errorOutput: [UInt8] = []
  /// How it ended; `nil` while it runs or nobody has waited.
  public private(set) var exit: Exit?

  /// `output`, with signs in place of what is no UTF-8.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// `errorOutput`, with signs in place of what is no UTF-8.
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

  private var input: FileDescriptor?
  private let inputNumber: DescriptorNumber
  private var inputIsOpen = true
  private let outputEnd: FileDescriptor
  private let errorEnd: FileDescriptor
  private let ended: FileDescriptor
  private var outputIsOpen = true
  private var errorIsOpen = true

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in `PATH`.
  ///   - environment: replaces the whole environment; `nil` hands over ours.
  ///   - directory: where it starts; `nil` is ours.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: String? = nil
  ) throws(PosixError) {
    let stdin = try Self.pipe()
    let stdout = try Self.pipe()
    let stderr = try Self.pipe()

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // dup2 clears close-on-exec on the copies.
    unsafe posix_spawn_file_actions_adddup2(&actions, stdin.reading, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, stdout.writing, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, stderr.writing, 2)
    // Those of ours close by themselves; those that libraries opened may not.
    unsafe framewire_spawn_closing_from(&actions, 3)
    if let directory { unsafe framewire_spawn_in_directory(&actions, directory) }

    // A loop of ours ignores SIGPIPE.
    let (id, result) = unsafe Self.spawn(
      program, arguments, environment ?? CurrentProcess.environment, &actions, restoring: [SIGPIPE])
    for end in [stdin.reading, stdout.writing, stderr.writing] { close(end) }
    let input = FileDescriptor(stdin.writing)
    outputEnd = FileDescriptor(stdout.reading)
    errorEnd = FileDescriptor(stderr.reading)
    let pidDescriptor = result == 0 ? framewire_pidfd_open(id) : -1
    ended = FileDescriptor(pidDescriptor)
    self.id = id
    inputNumber = input.number
    self.input = consume input
    guard result == 0 else {
      exit = .code(127)
      throw PosixError(code: result, call: "posix_spawn", path: program)
    }
    guard pidDescriptor >= 0 else { throw PosixError("pidfd_open") }
    try outputEnd.number.setNonBlocking()
    try errorEnd.number.setNonBlocking()
  }

  deinit {
    guard exit == nil, id > 0 else { return }
    _ = Glibc.kill(id, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(id, &status, 0)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `isTimeout` when it still runs after `timeout`; it is killed then.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil, in directory: String? = nil,
    input: [UInt8] = [], timeout: Duration = .seconds(60)
  ) throws(PosixError) -> ChildProcess {
    let child = try ChildProcess(program, arguments, environment: environment, in: directory)
    let deadline = ContinuousClock.now + timeout
    if !input.isEmpty { try child.write(input) }
    child.endInput()
    guard try child.wait(until: deadline) != nil else {
      throw PosixError(code: ETIMEDOUT, call: "waitpid", path: program)
    }
    return child
  }

  /// Sends to the program's standard input. The caller sees to it that SIGPIPE is ignored.
  public func write(_ bytes: [UInt8]) throws(PosixError) {
    guard inputIsOpen else { throw PosixError(code: EPIPE, call: "write") }
    try inputNumber.writeAll(bytes.span)
  }

  /// Closes the program's standard input.
  public func endInput() {
    input = nil
    inputIsOpen = false
  }

  /// Sends a signal to the program alone.
  ///
  /// - Throws: ESRCH when it has been waited for.
  public func send(_ signal: Signal) throws(PosixError) {
    // Never to an id that may belong to somebody else by now.
    guard exit == nil else { throw PosixError(code: ESRCH, call: "kill") }
    try signal.send(to: id)
  }

  /// Gathers output until the program has ended, or until `deadline`.
  ///
  /// - Returns: how it ended, `nil` when the deadline came first.
  public func wait(until deadline: ContinuousClock.Instant?) throws(PosixError) -> Exit? {
    try gather(until: deadline) { false }
    return exit
  }

  /// Gathers output until `condition` holds, or the program has ended, or `deadline` has passed.
  ///
  /// - Returns: whether the condition holds.
  public func waitForOutput(
    until deadline: ContinuousClock.Instant?, where condition: (ChildProcess) -> Bool
  ) throws(PosixError) -> Bool {
    if !condition(self) { try gather(until: deadline) { condition(self) } }
    return condition(self)
  }

  private func gather(until deadline: ContinuousClock.Instant?, while condition: () -> Bool) throws(PosixError) {
    while exit == nil || outputIsOpen || errorIsOpen {
      // poll(2) skips negative numbers.
      var entries = [
        pollfd(fd: outputIsOpen ? outputEnd.raw : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorIsOpen ? errorEnd.raw : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: exit == nil ? ended.raw : -1, events: Int16(POLLIN), revents: 0),
      ]
      // Once it has ended, what is left is there already; a grandchild may keep the pipes open for ever.
      let count = unsafe poll(&entries, 3, exit == nil ? pollTimeout(until: deadline) : 0)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw PosixError("poll")
      }
      if entries[0].revents != 0 { outputIsOpen = try outputEnd.read(into: &output) != 0 }
      if entries[1].revents != 0 { errorIsOpen = try errorEnd.read(into: &errorOutput) != 0 }
      if entries[2].revents != 0 { reap() }
      if condition() { return }
    }
  }

  private func reap() {
    var status: Int32 = 0
    guard unsafe waitpid(id, &status, WNOHANG) == id else { return }
    exit = Self.exit(ofStatus: status)
  }

  private static func pipe() throws(PosixError) -> (reading: Int32, writing: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = unsafe withUnsafeMutableBytes(of: &ends) {
      unsafe framewire_pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!)
    }
    guard result == 0 else { throw PosixError("pipe2") }
    return (ends.0, ends.1)
  }

  /// Starts a program in which no signal is blocked, as some may be here.
  ///
  /// - Parameter signals: those that it does not ignore, though we may.
  /// - Returns: its number, and the error, 0 being none.
  static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t, restoring signals: [Int32], flags: Int16 = 0
  ) -> (id: pid_t, result: Int32) {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in signals { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | flags)

    var id: pid_t = 0
    let result = unsafe withCStrings([program] + arguments) { argv in
      unsafe withCStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) { envp in
        unsafe posix_spawnp(&id, program, &actions, &attributes, argv, envp)
      }
    }
    return (id, result)
  }

  static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
  }
}
