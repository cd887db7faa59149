import JSONText
import LayoutSyntax

/// A program with verbs, of which one table makes parsing, help and completions.
package struct Program: Sendable {
  /// As it is typed.
  package let name: String
  /// What it is for, in one line without a full stop.
  let summary: String
  /// Sentences at the end of the overview.
  let details: String
  /// In the order of the overview.
  package let verbs: [Verb]
  /// What is said about a word that is no verb, and about what stands behind it.
  private let unknown: @Sendable (_ name: String, _ rest: [String]) -> Failure

  package init(
    name: String, summary: String, details: String, verbs: [Verb],
    unknown: @escaping @Sendable (_ name: String, _ rest: [String]) -> Failure
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.verbs = verbs
    self.unknown = unknown
  }

  /// One that says of an unknown verb which is nearest to it.
  package init(name: String, summary: String, details: String, verbs: [Verb]) {
    let names = verbs.map(\.name)
    self.init(name: name, summary: summary, details: details, verbs: verbs) { word, _ in
      let near = nearestName(to: word, in: names)
      return .usage(
        "there is no verb '\(word)'\(didYouMean(near))", help: "\(name) help lists them")
    }
  }

  /// Runs the program.
  ///
  /// - Parameter words: what was typed behind its name.
  /// - Returns: what the process should end with.
  package func run(_ words: [String]) -> ExitCode {
    var console = Console(choice: nil, of: name)
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
  private func run(_ words: [String], _ console: inout Console) throws(Failure) -> ExitCode {
    guard let first = words.first else {
      console.print(HelpText.overview(self))
      return .success
    }
    let name = ["--help": "help", "-h": "help", "--version": "version"][first] ?? first
    let verb = try verb(name, Array(words.dropFirst()))
    let invocation = try verb.parse(Array(words.dropFirst()))
    if let color = invocation.value("color"), !["auto", "always", "never"].contains(color) {
      throw .usage("--color is auto, always or never, not '\(color)'")
    }
    console = Console(choice: invocation.value("color"), of: self.name)
    if invocation.has("help") {
      console.print(HelpText.page(verb))
      return .success
    }
    return try verb.run(invocation, console)
  }

  fileprivate func verb(_ name: String, _ rest: [String] = []) throws(Failure) -> Verb {
    guard let verb = verbs.first(where: { $0.name == name }) else { throw unknown(name, rest) }
    return verb
  }
}

/// The verbs that every program has; what they need of it is asked for when they run, since it contains them.
extension Verb {
  package static func version(of name: String) -> Verb {
    Verb(
      program: name, name: "version", summary: "print the version", arguments: [],
      options: OutputFormat.version.options, examples: [("\(name) version", "prints \(Version.current)")]
    ) { (invocation, console) throws(Failure) in
      if try OutputFormat.version.choice(in: invocation) == "json" {
        let version: JSON = ["name": .string(name), "version": .string(Version.current)]
        console.print(json: version.text)
      } else {
        console.print("\(name) \(Version.current)")
      }
      return .success
    }
  }

  /// - Parameters:
  ///   - example: a verb of the program.
  ///   - topic: what else there is help about, beside verbs; nil: nothing.
  package static func help(
    of name: String, _ example: String, topic: HelpTopic? = nil, program: @escaping @Sendable () -> Program
  ) -> Verb {
    var summary = "say how \(name) or one of its verbs is used"
    var argument = Argument(
      name: "VERB", meaning: "one of the verbs", isOptional: true, completion: .verbs(and: { [] }))
    var examples = [(line: "\(name) help \(example)", meaning: "the options of \(example), with examples")]
    if let topic {
      summary += ", or \(topic.summary)"
      argument = Argument(
        name: "VERB|\(topic.name)", meaning: "one of the verbs, or \(topic.meaning)", isOptional: true,
        completion: .verbs(and: topic.words))
      examples.append(topic.example)
    }
    return Verb(
      program: name, name: "help", summary: summary, arguments: [argument], options: [], examples: examples
    ) { (invocation, console) throws(Failure) in
      guard let name = invocation.arguments.first else {
        console.print(HelpText.overview(program()))
        return .success
      }
      if let topic, let text = try topic.text(name) {
        console.print(text)
      } else {
        console.print(HelpText.page(try program().verb(name)))
      }
      return .success
    }
  }

  package static func completions(of name: String, program: @escaping @Sendable () -> Program) -> Verb {
    Verb(
      program: name, name: "completions", summary: "print a completion script for a shell",
      arguments: [Argument(name: "SHELL", meaning: "bash, zsh or fish", completion: .words(Completions.shells))],
      options: [],
      examples: [("source <(\(name) completions bash)", "completes verbs, options, files and names in this shell")]
    ) { (invocation, console) throws(Failure) in
      let shell = invocation.arguments[0]
      guard let script = Completions.script(for: shell, program().verbs, of: name) else {
        throw .usage("there are completions for bash, zsh and fish, not for '\(shell)'")
      }
      console.write(Array(script.utf8))
      return .success
    }
  }
}

/// What there is help about beside verbs.
package struct HelpTopic: Sendable {
  /// What an argument is called that names one.
  let name: String
  /// What is said of one, as in `say what …`.
  let summary: String
  /// What such a word is.
  let meaning: String
  let example: (line: String, meaning: String)
  /// All of them.
  let words: @Sendable () -> [String]
  /// What there is to say of one; nil for a word that is none.
  let text: @Sendable (String) throws(Failure) -> ShownText?
}
