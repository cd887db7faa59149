public import Commands

/// The program `framewire-nats`: its verbs, in the order of the overview.
public enum FleetProgram {
  package static let name = "framewire-nats"

  package static let verbs: [Verb] = [
    .push, .rollback, .use, .set, .trait, .reset, .status, .follow, .publish, .subscribe, .serveCalls, .completions,
    .version, .help,
  ]

  package static let program = Program(
    name: name, summary: "layouts for many machines, carried by NATS",
    details: """
      The servers are those that --server names, else $NATS_URL, else nats://127.0.0.1:4222. \
      One that does not answer, as while a cluster elects, is asked again for 20 seconds, and as long as a --wait says. \
      Documentation/many-machines.md takes you from one machine to three.
      """,
    verbs: verbs)

  /// Runs the program.
  ///
  /// - Parameter words: what was typed behind its name.
  /// - Returns: what the process should end with.
  public static func run(_ words: [String]) -> ExitCode { program.run(words) }
}

extension Verb {
  static let version = Verb.version(of: FleetProgram.name)
  static let help = Verb.help(of: FleetProgram.name, "push") { FleetProgram.program }
  static let completions = Verb.completions(of: FleetProgram.name) { FleetProgram.program }
}
