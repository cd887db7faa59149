import DaemonHarness
import LayoutModel
import LayoutSyntax
import Posix
import Testing

@testable import Commands

@Suite("What every code means") struct DiagnosticsPageTests {
  /// What comes from outside, or is too large to be shown: the page says in words when they come.
  static let withoutExamples: Set = [
    "E1013", "E1016", "E1017", "E1018", "E2301", "E2302", "E2304", "E2305", "E2501", "E2502", "E2503", "E2504", "E2505",
    "E2506", "E2901", "E2902", "E2903", "E2904", "E2905", "E2911", "E3013", "W2908", "W2909", "W2912", "W2913",
    "W2914", "W3009", "W3011", "W3012",
  ]

  static let tokens = FileSystem.join(
    FileSystem.split(#filePath).directory, "../../Layouts/tokens.layout")

  /// What `check` and what `lint --ids` say of a file, which stands beside the tokens of `Layouts`.
  private func told(_ text: String) throws -> (check: [Diagnostic], lint: [Diagnostic]) {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let file = FileSystem.join(folder, "example.layout")
    try FileSystem.writeFile(file, Array(text.utf8))
    try FileSystem.writeFile(
      FileSystem.join(folder, "tokens.layout"), FileSystem.readFile(Self.tokens).bytes)
    let place = LayoutFiles.Place(folder: folder)
    var runtime = OfflineRuntime(within: place)
    var fixed = Invocation()
    fixed.options["text"] = ["fixed"]
    let findings = try LoadedDocument(file: file, within: place).linted(
      asksForIdentifiers: true, measuring: Verb.textMeasurer(from: fixed))
    return (try runtime.check([file]).diagnostics, findings.diagnostics)
  }

  @Test(arguments: DiagnosticsPage.shipped.codes)
  func `the first example of a section has its code, and the second one does not`(code: String) throws {
    let examples = DiagnosticsPage.shipped.examples(of: code)
    guard !Self.withoutExamples.contains(code) else {
      #expect(examples == [])
      return
    }
    try #require(examples.count == 2)
    let (wrong, right) = (try told(examples[0]), try told(examples[1]))

    #expect((wrong.check + wrong.lint).contains { $0.code.rawValue == code })
    #expect(wrong.check.filter { $0.code.rawValue != code }.map(\.message) == [], "check says something else too")
    #expect(right.check.map(\.message) == [])
    #expect(right.lint.filter { $0.code.rawValue == code || $0.severity == .error }.map(\.message) == [])
  }

  @Test(arguments: DiagnosticsPage.shipped.codes)
  func `a section fits into 80 columns, and shows neither links nor fences`(code: String) throws {
    let text = try #require(HelpText.section(of: code, in: .shipped)?.text)

    #expect(text.hasPrefix("\(code)\n\n") && !text.hasSuffix("\n"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
    #expect(!text.contains("](") && !text.contains("```"))
  }

  @Test func `paragraphs are broken into lines, links say their words, and code stands further in`() throws {
    let page = DiagnosticsPage(
      """
      # Codes
      ### E1
      A `row[0]` is of [the list](a.md#list), and \(String(repeating: "word ", count: 14))end.

      ```
      layout a {
        fill
      }
      ```

      ## More
      ### W2
      Two.
      """)

    #expect(page.codes == ["E1", "W2"])
    #expect(page.examples(of: "E1") == ["layout a {\n  fill\n}\n"])
    #expect(
      HelpText.section(of: "E1", in: page)?.text == """
        E1
        A `row[0]` is of the list, and word word word word word word word word word word
        word word word word end.

            layout a {
              fill
            }
        """)
    #expect(HelpText.section(of: "W2", in: page)?.text == "W2\nTwo.")
    #expect(HelpText.section(of: "E2", in: page) == nil)
  }

  @Test(arguments: ["E2004", "e2004"]) func `help prints the section of a code`(word: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, ["help", word])

    #expect(run.exit == .code(0) && run.errorText == "")
    #expect(run.outputText.hasPrefix("E2004\n\nSeveral views go by that name"))
    #expect(run.outputText.contains("\n    layout a {\n") && run.outputText.contains("below two.title center x"))
  }

  @Test func `of a code that is none the nearest is told, with 64`() throws {
    let run = try ChildProcess.run(ServedFolder.tool, ["help", "E2040"])

    #expect(run.exit == .code(64) && run.outputText == "")
    #expect(run.errorText.contains("there is no code 'E2040'; did you mean 'E2004'?"))
  }

  @Test(arguments: [
    ["E2003"], ["why", "e2003"], ["--explain", "E2003"], ["explain", "E2003", "--socket", "/nowhere"],
  ])
  func `a code at another place leads to help`(words: [String]) throws {
    let run = try ChildProcess.run(ServedFolder.tool, words)

    #expect(run.exit != .code(0))
    #expect(run.errorText.contains("framewire help E2003"), "\(run.errorText)")
  }

  @Test func `check and lint say on a terminal how to look a code up, once, and nowhere else`() throws {
    func said(_ command: String) throws -> [Substring] {
      let run = try ChildProcess.run(
        "script", ["-qec", command, "/dev/null"], environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb"],
        in: OfflineVerbTests.fixtures)
      return run.outputText.split(whereSeparator: \.isNewline).filter { $0.contains("framewire help") }
    }
    let tool = "'\(ServedFolder.tool)'"

    #expect(try said("\(tool) check broken.layout") == ["framewire help E2003 says what that code means"])
    #expect(try said("\(tool) lint conflict.layout").count == 1)
    #expect(try said("\(tool) check card.layout") == [])
    #expect(try said("\(tool) check broken.layout 2>&1 | cat") == [])
    #expect(try said("\(tool) check broken.layout --format json") == [])
  }
}
