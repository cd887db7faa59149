import LayoutSyntax

/// What a verb takes: one entry of the table from which parsing, help and completions are made.
public struct Verb: Sendable {
  /// The program that it is a verb of.
  var program = "framewire"
  /// The name as it is typed: `solve`.
  package let name: String
  /// What the verb does, in one line without a full stop.
  let summary: String
  /// The positional arguments, in order; only the last may repeat.
  package let arguments: [Argument]
  package let options: [Option]
  /// Lines that can be typed as they stand, and what each does.
  let examples: [(line: String, meaning: String)]
  /// What one line cannot say; it is wrapped when it is printed.
  var details = ""
  let run: @Sendable (Invocation, Console) throws(Failure) -> ExitCode

  package init(
    program: String = "framewire", name: String, summary: String, arguments: [Argument], options: [Option],
    examples: [(line: String, meaning: String)], details: String = "",
    run: @escaping @Sendable (Invocation, Console) throws(Failure) -> ExitCode
  ) {
    self.program = program
    self.name = name
    self.summary = summary
    self.arguments = arguments
    self.options = options
    self.examples = examples
    self.details = details
    self.run = run
  }

  package struct Argument: Sendable {
    let name: String
    let meaning: String
    var isOptional = false
    var repeats = false
    /// Whether it begins a command line of its own, so that no option of ours comes behind it.
    var isCommand = false
    var completion = Completion.none

    package init(
      name: String, meaning: String, isOptional: Bool = false, repeats: Bool = false, isCommand: Bool = false,
      completion: Completion = .none
    ) {
      self.name = name
      self.meaning = meaning
      self.isOptional = isOptional
      self.repeats = repeats
      self.isCommand = isCommand
      self.completion = completion
    }
  }

  package struct Option: Sendable {
    /// The name without its dashes: `size`.
    package let name: String
    /// What its value is called in help; nil for a switch.
    var value: String?
    let meaning: String
    /// Whether it may be given more than once.
    var repeats = false
    var completion = Completion.none
    /// Options of which one has to stand beside it, since alone it says nothing.
    private(set) var companions: [String] = []
    /// Options that cannot stand beside it.
    private(set) var rivals: [String] = []

    package init(
      name: String, value: String? = nil, meaning: String, repeats: Bool = false, completion: Completion = .none
    ) {
      self.name = name
      self.value = value
      self.meaning = meaning
      self.repeats = repeats
      self.completion = completion
    }

    /// The companions as they are typed: `--from`, `--file or --dir`; empty where it may stand alone.
    var companionWords: String { companions.map { "--\($0)" }.listed("or") }

    /// The same option, which goes with one of these and not alone.
    package func beside(_ names: String...) -> Option {
      var option = self
      option.companions += names
      return option
    }

    /// The same option, which goes with none of these.
    package func without(_ names: String...) -> Option {
      var option = self
      option.rivals += names
      return option
    }
  }

  /// What a shell may offer for a value.
  package enum Completion: Sendable {
    case none
    case layoutFiles, files
    case words([String])
    /// The verbs, and words beside them that are only looked for when a script is written.
    case verbs(and: @Sendable () -> [String])
    /// Names that a running daemon knows, asked for with `framewire names KIND`.
    case names(Names)

    /// What names are of, as `framewire names` takes it.
    package enum Names: String, Sendable, CaseIterable {
      case scenes, configurations, views, lists
      /// Of the records of all lists.
      case keys
    }
  }
}

/// A command line that has been understood: the values of one verb's arguments and options.
package struct Invocation: Sendable {
  package var arguments: [String] = []
  var options: [String: [String]] = [:]

  package func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option that is given once; of several values the last wins.
  package func value(_ option: String) -> String? { options[option]?.last }

  package func values(_ option: String) -> [String] { options[option] ?? [] }
}

/// Why a verb ended early: what to say, what might help, and the exit code.
package struct Failure: Error {
  package let message: String
  var help: String?
  /// Command lines that do what was probably meant, each with what it does.
  var suggestions: [(line: String, meaning: String)] = []
  package let code: ExitCode
  /// Where nothing but the path of a view was wrong: paths like it, the nearest first.
  var viewsNear: [String]?

  package init(
    message: String, help: String? = nil, suggestions: [(line: String, meaning: String)] = [], code: ExitCode,
    viewsNear: [String]? = nil
  ) {
    self.message = message
    self.help = help
    self.suggestions = suggestions
    self.code = code
    self.viewsNear = viewsNear
  }

  package static func usage(_ message: String, help: String? = nil) -> Failure {
    Failure(message: message, help: help, code: .usage)
  }
}

extension Verb {
  /// Options that every verb takes.
  package static let common = [
    Option(name: "help", meaning: "show this help"),
    Option(
      name: "color", value: "WHEN", meaning: "auto (on a terminal), always or never",
      completion: .words(["auto", "always", "never"])),
  ]

  /// Reads what was typed behind the verb. Options may stand anywhere; `--` ends them. A word that begins like a
  /// negative number is no option.
  package func parse(_ words: [String]) throws(Failure) -> Invocation {
    var invocation = Invocation()
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      guard !optionsEnded, word.hasPrefix("-"), word != "-", !Self.isNegativeNumber(word) else {
        invocation.arguments.append(word)
        if arguments.first?.isCommand == true { optionsEnded = true }
        continue
      }
      if word == "--" {
        optionsEnded = true
      } else {
        try parse(option: word, &rest, into: &invocation)
      }
    }
    if let place = placeOfScene, let scene = invocation.options.removeValue(forKey: "scene") {
      invocation.arguments.insert(contentsOf: scene, at: min(place, invocation.arguments.count))
    }
    if !invocation.has("help") {
      try checkArguments(invocation.arguments)
      try checkOptions(of: invocation)
    }
    return invocation
  }

  /// Which of its arguments is a scene, which most verbs take as an option: both are understood.
  private var placeOfScene: Int? { arguments.firstIndex { $0.name == "SCENE" } }

  /// Whether a word begins like a negative number: `-50`, `-.5`, `-50,0`.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let first = word.dropFirst().first(where: { $0 != "." }) else { return false }
    return first.isASCII && first.isNumber
  }

  private func parse(
    option word: String, _ rest: inout ArraySlice<String>, into invocation: inout Invocation
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = ["-h": "--help", "-o": "--output"][parts[0]] ?? String(parts[0])
    let known = options + Self.common + (placeOfScene == nil ? [] : [Self.sceneOption])
    guard typed.hasPrefix("--"), let option = known.first(where: { "--\($0.name)" == typed }) else {
      let names = known.map { "--\($0.name)" }
      // What is asked of a layout that runs is asked of its scene.
      let near = nearestName(to: typed, in: names) ?? (typed == "--layout" ? names.first { $0 == "--scene" } : nil)
      throw .usage(
        "\(program) \(name) has no option '\(typed)'\(didYouMean(near))",
        help: "\(program) \(name) --help lists them")
    }
    guard let valueName = option.value else {
      guard parts.count == 1 else { throw .usage("'\(typed)' takes no value") }
      invocation.options[option.name, default: []].append("")
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw .usage("'\(typed)' needs a value: \(typed) \(valueName)")
    }
    if invocation.has(option.name), !option.repeats { throw .usage("'\(typed)' is given twice") }
    invocation.options[option.name, default: []].append(value)
  }

  private func checkArguments(_ given: [String]) throws(Failure) {
    let needed = arguments.filter { !$0.isOptional }.count
    if given.count < needed {
      throw .usage("\(arguments[given.count].name) is missing", help: usage)
    }
    if given.count > arguments.count, arguments.last?.repeats != true {
      throw .usage("'\(given[arguments.count])' is one argument too many", help: usage)
    }
  }

  private func checkOptions(of invocation: Invocation) throws(Failure) {
    for option in options where invocation.has(option.name) {
      if !option.companions.isEmpty, !option.companions.contains(where: invocation.has) {
        throw .usage("--\(option.name) goes with \(option.companionWords)")
      }
      if let rival = option.rivals.first(where: invocation.has) {
        throw .usage("--\(option.name) and --\(rival) do not go together")
      }
    }
  }

  /// `usage: framewire solve FILE; 'framewire solve --help' says more`: the options may be many.
  private var usage: String {
    let words = ([program, name] + argumentParts).joined(separator: " ")
    return "usage: \(words); '\(program) \(name) --help' says more"
  }

  private var argumentParts: [String] {
    arguments.map { argument in
      let name = argument.name + (argument.repeats ? "…" : "")
      return argument.isOptional ? "[\(name)]" : name
    }
  }

  /// What follows the verb: arguments, then options, each with its value.
  var usageParts: [String] {
    let options = options.map { "[--\($0.name)\($0.value.map { " \($0)" } ?? "")]\($0.repeats ? "…" : "")" }
    return argumentParts + options
  }
}
