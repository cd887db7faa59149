import DaemonHarness
import Posix
import Testing

@testable import Commands

@Suite("Help and completions, from one table") struct HelpTests {
  static let verbs = Catalogue.verbs

  @Test func `the overview has every verb with its one line`() {
    let overview = HelpText.overview(Catalogue.program).text

    for verb in Self.verbs {
      #expect(overview.contains("  \(verb.name) "))
      #expect(Self.onOneLine(overview).contains(verb.summary))
      #expect(!verb.summary.hasSuffix(".") && verb.summary.first?.isLowercase == true)
    }
  }

  @Test(arguments: verbs.map(\.name))
  func `a verb's page has its arguments, its options and an example that can be typed`(name: String) throws {
    let verb = try #require(Self.verbs.first { $0.name == name })
    let page = HelpText.page(verb).text
    let words = Self.onOneLine(page)

    for argument in verb.arguments { #expect(words.contains(argument.meaning)) }
    for option in verb.options + Verb.common {
      #expect(words.contains("--\(option.name)") && words.contains(option.meaning))
    }
    #expect(!verb.examples.isEmpty)
    for example in verb.examples { #expect(page.contains(example.line) && words.contains(example.meaning)) }
    #expect(verb.details.isEmpty || words.contains(verb.details.split(separator: " ").joined(separator: " ")))
  }

  /// A text without its line ends and columns.
  private static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: { " \n".contains($0) }).joined(separator: " ")
  }

  @Test(arguments: verbs.map { [$0.name, "--help"] } + [["help"], ["--help"]])
  func `help fits into 80 columns`(words: [String]) throws {
    let run = try ChildProcess.run(ServedFolder.tool, words)

    #expect(run.exit == .code(0))
    for line in run.outputText.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
  }

  @Test(arguments: verbs.map(\.name))
  func `a verb's examples are understood by its own parser`(name: String) throws {
    let verb = try #require(Self.verbs.first { $0.name == name })

    for example in verb.examples where example.line.hasPrefix("framewire ") {
      let command = example.line.split(separator: " && ")[0].split(separator: " | ")[0]
      let words = command.split(separator: " ").map { $0.filter { $0 != "'" } }
      #expect(words[1] == name || words[1].hasPrefix("-"))
      #expect(throws: Never.self) { try verb.parse(Array(words.dropFirst(2))) }
    }
  }

  @Test(arguments: Completions.shells)
  func `every verb and every option occurs in the completions`(shell: String) throws {
    let script = try #require(Completions.script(for: shell, Self.verbs))

    for verb in Self.verbs {
      #expect(script.contains(verb.name))
      for option in verb.options + Verb.common {
        #expect(script.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"))
      }
    }
  }

  @Test(arguments: Completions.shells)
  func `a shell can read its completions`(shell: String) throws {
    let script = try #require(Completions.script(for: shell, Self.verbs))
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let path = FileSystem.join(directory, "completions")
    try FileSystem.writeFile(path, Array(script.utf8))

    // Where a shell is not installed there is nothing to ask; bash is everywhere.
    guard let run = try? ChildProcess.run(shell, ["-n", path]) else {
      #expect(shell != "bash")
      return
    }
    #expect(run.exit == .code(0), "\(run.errorText)")
  }

  @Test func `bash completes verbs, options, words and the scenes of a running daemon`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let script = try #require(Completions.script(for: "bash", Self.verbs))
    let path = FileSystem.join(folder.path, "completions")
    try FileSystem.writeFile(path, Array(script.utf8))

    func completions(_ words: String...) throws -> [String] {
      let ask = """
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _framewire; printf '%s\\n' "${COMPREPLY[@]}"
        """
      let tools = FileSystem.split(ServedFolder.tool).directory
      let run = try ChildProcess.run(
        "bash", ["-c", ask, "bash", path] + words,
        environment: ["PATH": "\(tools):/usr/bin:/bin", "FRAMEWIRE_SOCKET": folder.socket])
      return run.outputText.split(separator: "\n").map(String.init).sorted()
    }

    #expect(
      try completions("framewire", "s") == [
        "scenes", "scroll", "serve", "set", "solve", "stats", "subscribe", "surround", "swift-names",
      ])
    #expect(
      try completions("framewire", "solve", "x.layout", "--f") == ["--flag", "--follow-links", "--font", "--format"])
    #expect(try completions("framewire", "solve", "x.layout", "--format", "") == ["json", "table"])
    #expect(try completions("framewire", "subscribe", "") == ["card"])
    #expect(try completions("framewire", "use", "w") == ["wide"])
    #expect(try completions("framewire", "subscribe", "card", "--root", "se") == ["second", "second.title"])
    #expect(try completions("framewire", "use", "wide", "--scene", "=", "") == ["card"])
    // The second argument of a verb is no scene, and the value of an option is no argument.
    #expect(try completions("framewire", "resize", "card", "") == [])
    #expect(try completions("framewire", "resize", "--wait", "none", "") == ["card"])
    #expect(try completions("framewire", "solve", "--size", "") == [])

    try FileSystem.createDirectory(FileSystem.join(folder.path, "two words"))
    for name in ["two words/a b.layout", "two words/c.txt"] {
      try FileSystem.writeFile(FileSystem.join(folder.path, name), [])
    }
    let start = FileSystem.join(folder.path, "two")
    #expect(try completions("framewire", "check", start) == ["\(start) words"])
    #expect(try completions("framewire", "check", "\(start) words/") == ["\(start) words/a b.layout"])
    #expect(try completions("framewire", "call", "--socket", "\(start) words/").count == 2)
  }

  @Test func `bash asks the daemon that the line names`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])

    let answers = try Self.completions(of: [
      ["framewire", "subscribe", "--socket", folder.socket, ""],
      ["framewire", "subscribe", "--socket", "=", folder.socket, "c"],
      ["framewire", "subscribe", "--socket", "/nowhere", ""],
    ])

    #expect(answers == [["card"], ["card"], []])
  }

  @Test func `bash offers all that the table has, at every place of a line`() throws {
    var lines: [[String]] = []
    var expected: [[String]] = []
    func ask(_ line: [String], _ answer: [String]?) {
      guard let answer else { return }
      lines.append(["framewire"] + line)
      expected.append(answer.sorted())
    }
    func words(_ completion: Verb.Completion) -> [String]? {
      switch completion {
      case .words(let words): words
      case .verbs(let others): Self.verbs.map(\.name) + others()
      default: nil
      }
    }
    for verb in Self.verbs {
      let options = verb.options + Verb.common
      let names = options.map { "--\($0.name)" }
      ask([verb.name, "-"], names)
      ask([verb.name] + verb.arguments.map(\.name) + ["--"], names)
      for option in options where option.value != nil {
        ask([verb.name, "--\(option.name)", ""], words(option.completion))
        ask([verb.name, "--\(option.name)", "=", ""], words(option.completion))
        ask([verb.name] + verb.arguments.map(\.name) + ["--\(option.name)", "="], words(option.completion))
      }
      for (position, argument) in verb.arguments.enumerated() {
        let before = verb.arguments[..<position].map(\.name)
        ask([verb.name] + before + [""], words(argument.completion))
        ask([verb.name, "--color", "never"] + before + [""], words(argument.completion))
        if argument.repeats { ask([verb.name] + before + ["x", "y", ""], words(argument.completion)) }
      }
    }

    let answers = try Self.completions(of: lines)

    try #require(answers.count == lines.count)
    for (line, (answer, expected)) in zip(lines, zip(answers, expected)) {
      #expect(answer == expected, "\(line.joined(separator: " "))")
    }
  }

  /// What bash offers for the last word of each line.
  private static func completions(of lines: [[String]]) throws -> [[String]] {
    let script = try #require(Completions.script(for: "bash", verbs))
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let path = FileSystem.join(directory, "completions")
    try FileSystem.writeFile(path, Array(script.utf8))
    // Empty words would get lost between blanks.
    let ask = """
      source "$1"
      while IFS=$'\\t' read -ra words; do
        COMP_WORDS=("${words[@]#:}") COMP_CWORD=$((${#words[@]} - 1))
        _framewire
        (IFS=$'\\t'; echo "${COMPREPLY[*]}")
      done
      """
    let input = lines.map { $0.map { ":\($0)" }.joined(separator: "\t") + "\n" }.joined()
    let tools = FileSystem.split(ServedFolder.tool).directory
    let run = try ChildProcess.run(
      "bash", ["-c", ask, "bash", path], environment: ["PATH": "\(tools):/usr/bin:/bin"], input: Array(input.utf8))
    #expect(run.errorText == "")
    return run.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.split(separator: "\t").map(String.init).sorted()
    }
  }
}
