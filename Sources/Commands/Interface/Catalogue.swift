import LayoutSyntax

/// All verbs, in the order of the overview.
public enum Catalogue {
  static let verbs: [Verb] = [
    .serve, .check, .lint, .format, .swiftNames, .solve, .render, .preview, .watch, .test, .scenes, .explain,
    .subscribe, .use,
    .set, .get,
    .append, .remove,
    .arrange, .record, .resize, .surround, .scroll, .trait, .update, .revisions, .reset, .forget, .hold, .clock, .call,
    .stats,
    .doctor,
    .debug,
    .names, .completions, .version, .help,
  ]

  static let program = Program(
    name: "framewire", summary: "layouts that are solved while you edit them",
    details: """
      The daemon's socket is the one that --socket names, else $FRAMEWIRE_SOCKET, else \
      $XDG_RUNTIME_DIR/framewire/default.sock, and without that variable /tmp/framewire-UID/default.sock.
      """,
    verbs: verbs, unknown: unknown)

  /// Runs the tool.
  ///
  /// - Parameter words: what was typed behind `framewire`.
  /// - Returns: what the process should end with.
  public static func run(_ words: [String]) -> ExitCode { program.run(words) }

  /// - Parameter rest: what was typed behind the name.
  static func unknown(_ name: String, _ rest: [String] = []) -> Failure {
    if let guess = FirstGuess(name, rest) { return guess.failure }
    let near = nearestName(to: name, in: verbs.map(\.name))
    return .usage(
      "there is no verb '\(name)'\(didYouMean(near))", help: "framewire help lists them")
  }
}

extension Verb {
  static let version = Verb.version(of: "framewire")
  static let help = Verb.help(of: "framewire", "solve", topic: .codes) { Catalogue.program }
  static let completions = Verb.completions(of: "framewire") { Catalogue.program }
}

extension HelpTopic {
  /// The codes of complaints.
  fileprivate static let codes = HelpTopic(
    name: "CODE", summary: "what a code such as E2004 means", meaning: "the code of a complaint, as in error[E2004]",
    example: ("framewire help E2004", "what E2004 means, with a file that leads to it and a better one"),
    words: { DiagnosticsPage.shipped.codes },
    text: { (word) throws(Failure) in
      guard DiagnosticsPage.isLikeCode(word) else { return nil }
      let (page, code) = (DiagnosticsPage.shipped, word.uppercased())
      if let text = HelpText.section(of: code, in: page) { return text }
      let near = nearestName(to: code, in: page.codes)
      throw .usage(
        "there is no code '\(word)'\(didYouMean(near))", help: near.map { "framewire help \($0) says what that means" })
    })
}

/// The version of the program.
public enum Version {
  /// The version, in the form of Semantic Versioning: what `--version` prints and `GetInfo` answers.
  public static let current = "0.1.0"
}
