import DaemonHarness
import Foundation
import Posix
import Testing

/// The file that is printed here compiles: see the tests of the library.
@Suite("framewire swift-names") struct SwiftNamesVerbTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/swift-names")

  private func run(_ arguments: String..., in folder: String) throws -> ChildProcess {
    try ChildProcess.run(ServedFolder.tool, ["swift-names"] + arguments, in: folder)
  }

  @Test func `names of views, ids, configurations, flags and variables are constants`() throws {
    let run = try run("toast.layout", in: Self.fixtures.path)

    #expect(run.errorText == "")
    #expect(run.exit == .code(0))
    #expect(run.outputText == (try String(contentsOf: Self.fixtures.appending(path: "toast.names"), encoding: .utf8)))
  }

  @Test func `lists can be set, and the fields of their records not by themselves`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let text = """
      var gap = 4
      layout page {
        var rows: list(id: text, about: text) = []
        for r in rows by r.id { label row[r.id] text: r.about  left gap  top 0 }
      }

      """
    try FileSystem.writeFile(FileSystem.join(folder, "page.layout"), Array(text.utf8))
    let printed = try run("page.layout", in: folder).outputText
    #expect(printed.contains("static let gap = \"gap\"\n") && printed.contains("static let rows = \"rows\"\n"))
    #expect(!printed.contains("[*].about"))
  }

  @Test func `a name of no letter that Swift knows here is still a name`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.writeFile(FileSystem.join(folder, "page.layout"), Array("layout page { box é fill }\n".utf8))

    // `static let _` declares nothing.
    #expect(try run("page.layout", in: folder).outputText.contains("static let __ = NamedView(\"é\")\n"))
  }

  @Test func `a module may share them`() throws {
    let run = try run("--access", "public", "toast.layout", in: Self.fixtures.path)

    #expect(run.exit == .code(0))
    #expect(run.outputText.contains("\npublic enum Toast {\n"))
    #expect(run.outputText.contains("    public static let panel = NamedView(\"panel\")\n"))
    #expect(try self.run("--access", "open", "toast.layout", in: Self.fixtures.path).exit == .code(64))
  }

  @Test func `what is wrong is told, and nothing printed`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.writeFile(FileSystem.join(folder, "bad.layout"), Array("layout bad { box a tpo 3 }\n".utf8))
    try FileSystem.writeFile(
      FileSystem.join(folder, "twins.layout"), Array("layout twins { box a { box b }; box a_b }\n".utf8))

    let bad = try run("bad.layout", in: folder)
    #expect(bad.exit == .code(1) && bad.outputText == "" && bad.errorText.contains("bad.layout:1:"))
    let twins = try run("twins.layout", in: folder)
    #expect(twins.exit == .code(1) && twins.outputText == "")
    #expect(twins.errorText.contains("'a_b' and 'a.b' would both be 'a_b' in Swift"))
  }

  @Test func `with an output nothing is printed, and mistakes leave it as it was`() throws {
    let place = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(place) }
    let output = FileSystem.join(place, "Toast.swift")
    let layout = FileSystem.join(place, "toast.layout")
    let printed = try run("toast.layout", in: Self.fixtures.path)

    let written = try run("toast.layout", "--output", output, in: Self.fixtures.path)
    #expect(written.exit == .code(0) && written.outputText == "" && written.errorText == "")
    #expect(try FileSystem.readFile(output).bytes == printed.output)

    try FileSystem.writeFile(layout, Array("layout toast { box b topp 4 }".utf8))
    #expect(try run(layout, "--output", output, in: Self.fixtures.path).exit == .code(1))
    #expect(try FileSystem.readFile(output).bytes == printed.output)

    let none = FileSystem.join(place, "none/Toast.swift")
    let nowhere = try run("toast.layout", "--output", none, in: Self.fixtures.path)
    #expect(nowhere.exit == .code(73) && nowhere.errorText.hasPrefix("framewire: error: cannot write '"))
  }
}
