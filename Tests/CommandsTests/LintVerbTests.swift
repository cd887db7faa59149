import DaemonHarness
import JSONText
import LayoutModel
import Posix
import Testing
import Wire

@testable import Commands

@Suite("framewire lint") struct LintVerbTests {
  static let idle = "layout idle {\n  let spare = 3\n  box a size 10 leading 0 top 0\n}\n"

  /// Runs it in a folder with one file that has something to say, one that has not, and a wrong one.
  func run(_ arguments: String...) throws -> ChildProcess {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let texts = [
      ("idle.layout", Self.idle), ("card.layout", SampleLayouts.card()), ("broken.layout", SampleLayouts.broken),
    ]
    for (name, text) in texts { try FileSystem.writeFile(FileSystem.join(folder, name), Array(text.utf8)) }
    return try ChildProcess.run(ServedFolder.tool, ["lint"] + arguments, in: folder)
  }

  @Test func `findings are explained with their lines, and end it with 1`() throws {
    let run = try run("idle.layout")

    #expect(run.exit == .code(1))
    #expect(run.outputText == "1 file looked at: 1 warning\n")
    #expect(run.errorText.contains("warning[W4002]: nothing uses the constant 'spare'"))
    #expect(run.errorText.contains("--> idle.layout:2:7"))
  }

  @Test func `what cannot hold together in one configuration alone is found, with its name`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let text = """
      layout a {
        box b top 0 leading 0 height 10 {
          config main { width 10 }
          config wide { width 10; width 20 }
        }
      }

      """
    try FileSystem.writeFile(FileSystem.join(folder, "a.layout"), Array(text.utf8))
    let run = try ChildProcess.run(ServedFolder.tool, ["lint", "a.layout"], in: folder)

    #expect(run.exit == .code(1) && run.outputText == "1 file looked at: 1 error\n")
    #expect(run.errorText.contains("error[E3001]: these 2 constraints cannot hold together"))
    #expect(run.errorText.contains("--> a.layout:4:29") && run.errorText.contains("note: in configuration 'wide'"))
    #expect(run.errorText.contains("fix: put '@999' behind it"))
  }

  @Test func `a file with nothing to say about ends with 0`() throws {
    let run = try run("card.layout")

    #expect(run.exit == .code(0))
    #expect(run.outputText == "1 file looked at: nothing to say\n")
    #expect(run.errorText == "")
  }

  @Test func `a file with errors shows those`() throws {
    let run = try run("broken.layout")

    #expect(run.exit == .code(1))
    #expect(run.errorText.contains("error[E2003]"))
  }

  @Test func `as JSON the findings are an array, with lines and columns`() throws {
    let findings = try #require(
      try JSON(parsing: Array(try run("--format", "json", "idle.layout").outputText.utf8)).array)

    #expect(findings.count == 1)
    #expect(findings.first?["code"] == "W4002")
    #expect(findings.first?["span"]?["line"] == 2)
    #expect(findings.first?["span"]?["column"] == 7)
    #expect(try run("--format", "json", "card.layout").outputText == "[]\n")
    #expect(try run("--json", "card.layout").outputText == "[]\n")
    #expect(try run("--format", "xml", "card.layout").exit == .code(64))
  }

  @Test func `what an import outside of the folder says is not even read`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let root = FileSystem.join(folder, "root")
    try FileSystem.createDirectory(root)
    try FileSystem.writeFile(FileSystem.join(folder, "secret.layout"), Array("let key = 1\n".utf8))
    let main = FileSystem.join(root, "main.layout")
    try FileSystem.writeFile(main, Array("import \"../secret.layout\"\n".utf8))

    let document = try LoadedDocument(file: main, within: LayoutFiles.Place(folder: root))

    #expect(document.sources.map(\.name) == [main])
  }
}
