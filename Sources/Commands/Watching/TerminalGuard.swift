import Posix

/// Runs a program that takes the terminal over, and gives the terminal back when that program cannot: it trapped, or
/// was killed.
enum TerminalGuard {
  /// Shows a page of its own without a cursor, and cuts long lines off; what was on the terminal is kept behind it.
  static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  /// Takes that back, and ends colours.
  static let closing = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Whether this process is the one that is guarded.
  static var isGuarded: Bool { CurrentProcess.variable(variable) == String(CurrentProcess.parentID) }

  private static let variable = "FRAMEWIRE_TERMINAL_GUARD"

  /// Runs this program with the same arguments as a process of its own, to its end.
  static func run(in terminal: Terminal) throws(Failure) -> ExitCode {
    let exit: ChildProcess.Exit
    do throws(PosixError) { exit = try end() } catch {
      throw Failure(message: "cannot take the terminal: \(error.reason)", code: .unavailable)
    }
    if case .signal = exit {
      terminal.restore()
      _ = try? StandardStream.output.write(closing)
      throw Failure(message: "what showed the scene has ended unexpectedly", code: .internalError)
    }
    return ExitCode(exit)
  }

  private static func end() throws(PosixError) -> ChildProcess.Exit {
    let loop = try EventLoop(signals: [.interrupt, .terminate, .hangUp])
    let guarded = try CompanionProcess(
      CurrentProcess.executablePath ?? "framewire", CurrentProcess.arguments,
      adding: [variable: String(CurrentProcess.id)])
    try loop.watch(guarded.descriptor.number, as: EventLoop.Token(rawValue: 0), for: .reading)
    while true {
      for case .signal(let signal) in try loop.wait(until: nil) {
        guarded.end()
        // It had the time to give the terminal back.
        return .code(128 + signal.rawValue)
      }
      if let exit = guarded.exit() { return exit }
    }
  }
}
