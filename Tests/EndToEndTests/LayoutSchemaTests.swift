import DaemonHarness
import Posix
import Testing

@Suite("The JSON Schema, with a validator of somebody else") struct LayoutSchemaTests {
  private func validate(_ files: [String]) throws -> ChildProcess {
    let script = FileSystem.join(FileSystem.split(#filePath).directory, "layout_schema.py")
    return try ChildProcess.run(
      try Python.path(), [script, Repository.path("Documentation/layout.schema.json")] + files,
      environment: ["PATH": "/usr/bin:/bin"], timeout: ServedFolder.patience)
  }

  @Test func `what fmt --to json prints is valid`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let layouts = ["Layouts/chat.layout", "Layouts/toast.layout", "Layouts/tokens.layout"].map(Repository.path)
    let grammar = Repository.path("Tests/LayoutSyntaxTests/Fixtures/grammar")
    let fixtures = try FileSystem.list(grammar).map { FileSystem.join(grammar, $0.name) }
    var files: [String] = []
    for layout in layouts + fixtures.filter({ $0.hasSuffix(".layout") }) {
      let run = try ChildProcess.run(ServedFolder.tool, ["fmt", "--to", "json", layout])
      #expect(run.exit == .code(0), "\(layout): \(run.errorText)")
      files.append(FileSystem.join(folder, "\(files.count).json"))
      try FileSystem.writeFile(files[files.count - 1], Array(run.outputText.utf8))
    }

    let run = try validate(files)

    #expect(run.outputText + run.errorText == "")
    #expect(run.exit == .code(0))
    #expect(files.count > 4)
  }

  @Test(arguments: [
    #"{"version": 2, "declarations": []}"#,
    #"{"version": 1, "declarations": [{"kind": "layout", "name": "t"}]}"#,
    #"{"version": 1, "declarations": [{"kind": "layout", "name": "t", "body": [{"kind": "widht", "value": "1"}]}]}"#,
    #"{"version": 1, "declarations": [{"kind": "layout", "name": "t", "body": [], "size": "1"}]}"#,
  ])
  func `what is no layout is not`(_ json: String) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let file = FileSystem.join(folder, "wrong.json")
    try FileSystem.writeFile(file, Array(json.utf8))

    #expect(try validate([file]).exit == .code(1))
    #expect(try ChildProcess.run(ServedFolder.tool, ["fmt", "--from", "json", file]).exit == .code(1))
  }
}
