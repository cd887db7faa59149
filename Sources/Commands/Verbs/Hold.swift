import Posix
import Wire

extension Verb {
  static let hold = Verb(
    name: "hold", summary: "run a command, and show what it changes in files at its end, all at once",
    arguments: [
      Argument(name: "COMMAND", meaning: "a program with its arguments", repeats: true, isCommand: true)
    ],
    options: [.socket],
    examples: [
      ("framewire hold git rebase main", "one change of each scene, however many commits there are"),
      ("framewire hold ./generate-layouts --all", "no scene shows half of what is generated"),
    ],
    details: """
      Files that change meanwhile are taken in when the command has ended: each scene changes once, and nothing is \
      reported that was wrong only in between. A checkout of git needs no help, the daemon sees it. A command that takes \
      longer than a minute ('serve --max-hold') is not waited for. Ends as the command does. Without a daemon the command \
      is run all the same.
      """
  ) { (invocation, console) throws(Failure) in
    let command = invocation.arguments
    let daemon = try holding(command, invocation, console)
    let exit: ChildProcess.Exit
    do throws(PosixError) {
      exit = try ChildProcess.runInForeground(command[0], Array(command.dropFirst()))
    } catch {
      throw Failure(
        message: error.isNotFound ? "there is no program '\(command[0])'" : "cannot run '\(command[0])': \(error)",
        code: .noInput)
    }
    if case .holds(_, let warnings)? = try daemon?.call(.release) {
      for warning in warnings { console.printAside(console.line(warning: warning.message)) }
    }
    return ExitCode(exit)
  }

  /// Has the daemon hold files; nil: there is none.
  private static func holding(
    _ command: [String], _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> DaemonCalls? {
    do throws(Failure) {
      let daemon = try DaemonCalls(invocation)
      guard case .holds = try daemon.call(.hold(reason: command.joined(separator: " "))) else {
        throw .unexpectedAnswer
      }
      return daemon
    } catch {
      guard error.code == .unavailable else { throw error }
      console.note("\(error.message); the command is run, and nothing is held")
      return nil
    }
  }
}
