internal import CLinux
internal import Glibc

/// What this process knows of itself and was told by whoever started it.
public enum CurrentProcess {
  /// The process itself, as others see it.
  public static var id: Int32 { getpid() }
  /// Who started it, as long as that runs.
  public static var parentID: Int32 { getppid() }
  /// The effective user.
  public static var userID: UInt32 { geteuid() }

  /// Milliseconds since 1970, as this machine counts them.
  package static var wallMilliseconds: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// Nanoseconds that this thread has been on a processor.
  public static var threadNanoseconds: Int {
    var used = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return used.tv_sec * 1_000_000_000 + used.tv_nsec
  }

  /// What this machine is called; empty where nobody has named it.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, 255) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Lets time pass for the calling thread. poll(2) ignores negative descriptors, which leaves the waiting.
  package static func sleep(for duration: Duration) {
    _ = try? DescriptorNumber(rawValue: -1).wait(for: .readable, until: .now + duration)
  }

  /// How many threads can run at once.
  public static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The arguments after the program's name.
  public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The environment as it is now.
  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = unsafe framewire_environ()
    while let entry = unsafe next?.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe next = unsafe next?.advanced(by: 1)
    }
    return variables
  }

  /// One variable of the environment.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// One variable of the environment; nil where it is empty, which says nothing.
  package static func filledVariable(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Takes a variable out of the environment, so that children do not inherit it.
  static func removeVariable(_ name: String) { unsafe _ = unsetenv(name) }

  /// The path of the running program; `nil` where `/proc` is not mounted.
  public static var executablePath: String? { try? FileSystem.linkTarget("/proc/self/exe") }

  /// Raises the number of descriptors this process may open to what it is allowed to raise it to.
  ///
  /// - Returns: the limit now in force.
  @discardableResult
  public static func raiseDescriptorLimit() throws(PosixError) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw PosixError("getrlimit")
    }
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        throw PosixError("setrlimit")
      }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many descriptors this process may have open now; somebody else may change that (prlimit(1)).
  public static var descriptorLimit: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// The number that the next descriptor gets, since the kernel hands out the lowest; `nil` when there is none left.
  /// Opens one to see, and closes it.
  public static func findLowestFreeDescriptor() -> Int? {
    let probe = dup(0)
    guard probe >= 0 else { return errno == EBADF ? 0 : nil }
    _ = close(probe)
    return Int(probe)
  }

  /// Becomes another program, with this environment and these descriptors.
  ///
  /// - Parameter program: a path.
  /// - Throws: when that cannot be; else it does not return.
  public static func become(_ program: String, _ arguments: [String]) throws(PosixError) -> Never {
    _ = unsafe ChildProcess.withCStrings([program] + arguments) { unsafe execv(program, $0) }
    throw PosixError("execv", path: program)
  }

  /// Ends the process at once with `code`, after what `print` still holds was written.
  public static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
