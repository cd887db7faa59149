import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

/// What lies beside the served folder has this in it, which nobody may get to see.
private let secret = "root:x:0:0:geheim"

@Suite("Nothing outside of the served folders is read") struct EnclosureTests {
  let folder: ServedFolder

  init() throws {
    folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    try FileSystem.writeFile(outside, Array(secret.utf8))
    try FileSystem.writeFile(
      FileSystem.join(folder.path, "out.layout"), Array("let key = 1\nlayout out { box b size key }\n".utf8))
  }

  private var outside: String { FileSystem.join(folder.path, "secret") }

  /// What is told of a text that is loaded under a name in the served folder.
  private func complaints(about text: String, named name: String = "text.layout") throws -> [WireDiagnostic] {
    let path = name.hasPrefix("/") ? name : folder.file(name)
    guard case .layoutFailed(let found)? = try folder.refusal(of: .load(Request.Load(.text(text, of: path)))) else {
      return try folder.check(.text(text, of: path))
    }
    return found
  }

  @Test func `checking and loading a path outside says the same, be there a file or not`() throws {
    try FileSystem.createLink(folder.file("link.txt"), to: "../secret")
    try FileSystem.createLink(folder.file("none.txt"), to: "../none")
    try FileSystem.createLink(folder.file("up"), to: "..")

    for paths in [
      [outside, FileSystem.join(folder.path, "none")], ["link.txt", "none.txt"], ["up/secret", "up/none"],
    ] {
      var told: [String] = []
      for path in paths.map({ $0.hasPrefix("/") ? $0 : folder.file($0) }) {
        let checked = try folder.check(.path(path))
        #expect(checked.map(\.code) == ["E2905"], "\(path)")
        guard case .layoutFailed(let loaded)? = try folder.refusal(of: .load(Request.Load(.path(path)))) else {
          Issue.record("\(path) was loaded")
          continue
        }
        #expect(loaded.map(\.code) == ["E2905"])
        told.append("\(checked)\(loaded)".replacing(path, with: "PATH"))
      }
      #expect(told[0] == told[1])
      #expect(!told[0].contains("geheim") && !told[0].contains("root:"))
    }
    #expect(!folder.daemon.outputText.contains("geheim"))
  }

  @Test func `a text imports nothing from outside, by whatever name it comes`() throws {
    for name in [folder.file("text.layout"), FileSystem.join(folder.path, "text.layout"), "/text.layout"] {
      for target in [outside, FileSystem.join(folder.path, "none"), "../secret", "out.layout", "../out.layout"] {
        let found = try complaints(about: "import \"\(target)\"\nlayout text { box b size 1 }\n", named: name)
        #expect(!found.contains { $0.message.contains("geheim") || $0.message.contains("root:") })
        let isThere = name.hasPrefix(folder.layouts) && target == "out.layout"
        #expect(found.map(\.code).contains(isThere ? "E2010" : "E2012"), "\(target) from \(name): \(found)")
      }
    }
  }

  @Test func `an import outside says what to do`() throws {
    let lexical = try complaints(about: "import \"../out.layout\"\nlayout text { box b size 1 }\n")
    try FileSystem.createLink(folder.file("link.layout"), to: "../out.layout")
    let linked = try complaints(about: "import \"link.layout\"\nlayout text { box b size 1 }\n")

    #expect(lexical.first?.notes.first?.message == "copy it into '\(folder.layouts)', or serve a folder that has both")
    #expect(linked.first?.code == "E2012")
    #expect(linked.first?.notes.first?.message == "copy it into '\(folder.layouts)', or say --follow-links")
  }

  @Test func `a link that leads out is not served, and a person is told what to do`() throws {
    try FileSystem.createLink(folder.file("out.layout"), to: "../out.layout")
    try FileSystem.createLink(folder.file("up"), to: "../..")
    try FileSystem.createLink(folder.file("same.layout"), to: folder.file("late.layout"))
    try folder.save("late.layout", "layout late { box b size 1 }\n")
    try folder.sync("card")

    #expect(try folder.scenes().map(\.name) == ["card", "late"])
    #expect(try folder.waitForOutput("out.layout is not served: it leads out of the served folders."))
    #expect(try folder.waitForOutput("up is not served: it leads out of the served folders."))
  }

  @Test func `what is exchanged for a link outside is not read`() throws {
    try folder.save("parts.layout", "let width = 9\n")
    try folder.save("user.layout", "import \"parts.layout\"\nlayout user { box a left 1 top 1 width width height 1 }\n")
    try folder.sync("user")
    try FileSystem.remove(folder.file("parts.layout"))

    try FileSystem.createLink(folder.file("parts.layout"), to: "../secret")

    let state = try folder.state(of: "user")
    #expect(state.diagnostics.map(\.code) == ["E2012"])
    #expect(!"\(state)".contains("geheim"))
  }

  @Test func `a picture is not looked for outside`() throws {
    try FileSystem.writeFile(FileSystem.join(folder.path, "dot.gif"), Array("GIF89a".utf8) + [30, 0, 20, 0])
    try FileSystem.createLink(folder.file("dot.gif"), to: "../dot.gif")
    try FileSystem.createLink(folder.file("none.gif"), to: "../none.gif")

    let told = try ["dot", "none"].map { name in
      try folder.check(
        .text("layout page { image picture \"\(name).gif\" pin top.leading }\n", of: folder.file("page.layout"))
      ).map { $0.message.replacing(name, with: "NAME") }
    }

    #expect(told[0] == told[1])
    #expect(!told[0].isEmpty)
  }

  @Test func `--follow-links lets links lead out, and nothing else`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--follow-links"])
    let out = FileSystem.join(folder.path, "out.layout")
    try FileSystem.writeFile(out, Array("layout out { box b size 1 }\n".utf8))
    try FileSystem.createLink(folder.file("out.layout"), to: "../out.layout")
    try folder.sync("card")

    #expect(try folder.scenes().map(\.name) == ["card", "out"])
    #expect(try folder.check(.path(folder.file("out.layout"))).allSatisfy { $0.severity != .error })
    #expect(try folder.check(.path(out)).map(\.code) == ["E2905"])
  }

  @Test func `a folder that is served by a path with dots does not reach further up`() throws {
    let child = FileSystem.join(folder.layouts, "child")
    try FileSystem.createDirectory(child)
    try folder.save("child/up.layout", "import \"../../out.layout\"\nlayout up { box b size 1 }\n")

    let checked = try ChildProcess.run(
      ServedFolder.tool, ["check", ".."], environment: [:], in: child, timeout: ServedFolder.patience)

    #expect(checked.errorText.contains("E2012"))
  }
}
