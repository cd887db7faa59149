import DaemonHarness
import Posix
import Testing

@testable import Commands

@Suite("Help and completions, from one table") struct HelpTests {
  static let verbs = Catalogue.verbs

  @Test func `the overview has every verb with its one line`() {
    let overview = HelpText.overview(Self.verbs)

    for verb in Self.verbs {
      #expect(overview.contains("  \(verb.name) "))
      #expect(overview.contains(verb.summary))
      #expect(!verb.summary.hasSuffix(".") && verb.summary.first?.isLowercase == true)
    }
  }

  @Test(arguments: verbs.map(\.name))
  func `a verb's page has its arguments, its options and an example that can be typed`(name: String) throws {
    let verb = try #require(Self.verbs.first { $0.name == name })
    let page = HelpText.page(verb)

    for argument in verb.arguments { #expect(page.contains(argument.meaning)) }
    for option in verb.options + Verb.common {
      #expect(page.contains("--\(option.name)") && page.contains(option.meaning))
    }
    #expect(!verb.examples.isEmpty)
    for example in verb.examples { #expect(page.contains(example.line)) }
    for line in page.split(separator: "\n") where !line.contains("framewire \(name) ") {
      #expect(line.count <= 120, "too wide: \(line)")
    }
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

    #expect(try completions("framewire", "s") == ["scenes", "scroll", "serve", "set", "solve", "subscribe"])
    #expect(try completions("framewire", "solve", "x.layout", "--f") == ["--flag", "--font", "--format"])
    #expect(try completions("framewire", "solve", "x.layout", "--format", "") == ["json", "table"])
    #expect(try completions("framewire", "subscribe", "") == ["card"])
    #expect(try completions("framewire", "use", "w") == ["wide"])
  }
}
