import LayoutSyntax
import Posix

/// All verbs, in the order of the overview.
public enum Catalogue {
  static let verbs: [Verb] = [
    .serve, .check, .lint, .format, .swiftNames, .solve, .render, .preview, .watch, .test, .scenes, .explain,
    .subscribe, .use,
    .set, .get,
    .append, .remove,
    .arrange, .resize, .surround, .scroll, .trait, .update, .revisions, .reset, .forget, .hold, .clock, .call, .stats,
    .doctor,
    .debug,
    .names, .completions, .version, .help,
  ]

  /// Runs the tool.
  ///
  /// - Parameter words: what was typed behind `framewire`.
  /// - Returns: what the process should end with.
  public static func run(_ words: [String]) -> ExitCode {
    var console = Console(choice: nil)
    let code: ExitCode
    do throws(Failure) { code = try run(words, &console) } catch {
      console.report(error)
      code = error.code
    }
    guard let failure = console.failure else { return code }
    console.report(failure)
    return failure.code
  }

  /// - Parameter console: is replaced by the console that the words ask for.
  private static func run(_ words: [String], _ console: inout Console) throws(Failure) -> ExitCode {
    guard let first = words.first else {
      console.print(HelpText.overview(verbs))
      return .success
    }
    let name = ["--help": "help", "-h": "help", "--version": "version"][first] ?? first
    guard let verb = verbs.first(where: { $0.name == name }) else { throw unknown(name, Array(words.dropFirst())) }
    let invocation = try verb.parse(Array(words.dropFirst()))
    if let color = invocation.value("color"), !["auto", "always", "never"].contains(color) {
      throw .usage("--color is auto, always or never, not '\(color)'")
    }
    console = Console(choice: invocation.value("color"))
    if invocation.has("help") {
      console.print(HelpText.page(verb))
      return .success
    }
    return try verb.run(invocation, console)
  }

  /// - Parameter rest: what was typed behind the name.
  static func unknown(_ name: String, _ rest: [String] = []) -> Failure {
    if let guess = FirstGuess(name, rest) { return guess.failure }
    let near = nearestName(to: name, in: verbs.map(\.name))
    return .usage(
      "there is no verb '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")", help: "framewire help lists them")
  }
}

extension Verb {
  static let version = Verb(
    name: "version", summary: "print the version", arguments: [], options: [],
    examples: [("framewire version", "prints \(Version.current)")]
  ) { (_, console) throws(Failure) in
    console.print("framewire \(Version.current)")
    return .success
  }

  static let help = Verb(
    name: "help", summary: "say how framewire or one of its verbs is used",
    arguments: [Argument(name: "VERB", meaning: "one of the verbs", isOptional: true, completion: .verbs)], options: [],
    examples: [("framewire help solve", "the options of solve, with examples")]
  ) { (invocation, console) throws(Failure) in
    guard let name = invocation.arguments.first else {
      console.print(HelpText.overview(Catalogue.verbs))
      return .success
    }
    guard let verb = Catalogue.verbs.first(where: { $0.name == name }) else { throw Catalogue.unknown(name) }
    console.print(HelpText.page(verb))
    return .success
  }

  static let completions = Verb(
    name: "completions", summary: "print a completion script for a shell",
    arguments: [
      Argument(name: "SHELL", meaning: "bash, zsh or fish", completion: .words(Completions.shells))
    ], options: [],
    examples: [("source <(framewire completions bash)", "completes verbs, options, files and names in this shell")]
  ) { (invocation, console) throws(Failure) in
    let shell = invocation.arguments[0]
    guard let script = Completions.script(for: shell, Catalogue.verbs) else {
      throw .usage("there are completions for bash, zsh and fish, not for '\(shell)'")
    }
    console.write(Array(script.utf8))
    return .success
  }
}

/// The version of the program.
public enum Version {
  /// The version, in the form of Semantic Versioning: what `--version` prints and `GetInfo` answers.
  public static let current = "0.1.0"
}
