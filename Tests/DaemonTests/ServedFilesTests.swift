import DaemonHarness
import FramewireClient
import LayoutSyntax
import Posix
import Testing
import Wire

@Suite("Files and scenes of a daemon") struct ServedFilesTests {
  static let user = "import \".shared.layout\" as t\nlayout one { box a left t.space top 0 width 9 height 9 }\n"

  @Test func `a save of a hidden import reaches those who import it, and opens no scenes of its own`() throws {
    let folder = try ServedFolder([
      "one.layout": Self.user, ".shared.layout": "let space = 1\nlayout two { box b left 1 top 1 width 1 height 1 }\n",
    ])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "one"))
    _ = try subscription.event()

    try folder.save(".shared.layout", "let space = 5\nlayout two { box b left 1 top 1 width 1 height 1 }\n")

    #expect(try subscription.event().kind == .delta)
    #expect(try folder.sceneFiles() == ["one": "one.layout"])
  }

  @Test func `a saved picture reaches those who see an image of it`() throws {
    // A GIF's beginning, and more of it than is read.
    func gif(width: UInt8) -> [UInt8] {
      Array("GIF89a".utf8) + [width, 0, 20, 0] + Array(repeating: 7, count: 300_000)
    }
    let folder = try ServedFolder()
    try FileSystem.writeFile(folder.file("dot.gif"), gif(width: 30))
    try folder.save("page.layout", "layout page { image dot \"dot.gif\" pin top.leading }\n")
    try folder.sync("page")
    let subscription = try folder.subscribe(Request.Subscribe(scene: "page"))
    #expect(try subscription.event().diff.views.last?.frame.width == 30 * 64)

    try FileSystem.replaceFile(folder.file("dot.gif"), gif(width: 50))

    #expect(try subscription.event().diff.set.map(\.frame.width) == [50 * 64])
  }

  @Test func `a renamed file takes its scene along`() throws {
    let folder = try ServedFolder(["a.layout": SampleLayouts.column(of: 1)])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "column"))
    _ = try subscription.event()

    try FileSystem.rename(folder.file("a.layout"), to: folder.file("z.layout"))
    try folder.save("z.layout", SampleLayouts.column(of: 1, x: 7))

    #expect(try subscription.event().kind == .delta)
    #expect(try folder.sceneFiles() == ["column": "z.layout"])
    #expect(!folder.daemon.outputText.contains("E29"))
  }

  @Test func `a file that goes by its old path again was never away`() throws {
    let folder = try ServedFolder(["column.layout": SampleLayouts.column(of: 1)], arguments: ["--follow-links"])
    let outside = FileSystem.join(folder.path, "outside")
    try FileSystem.createDirectory(outside)
    try FileSystem.writeFile(FileSystem.join(outside, "card.layout"), Array(SampleLayouts.card().utf8))
    try FileSystem.createLink(folder.file("link"), to: "../outside")
    try folder.sync("column")

    // A folder is served once, under the first link that leads to it. The file stays as it is all the time.
    try FileSystem.createLink(folder.file("a"), to: "../outside")
    try folder.sync("column")
    try FileSystem.remove(folder.file("a"))
    try folder.sync("column")
    // Its time to be missing ends after that of the others.
    try FileSystem.remove(folder.file("column.layout"))

    #expect(try folder.waitForOutput("column.layout' any more"))
    #expect(try folder.state(of: "card").state == .ok)
    #expect(try folder.scenes().first { $0.name == "card" }?.file == folder.file("link/card.layout"))
  }

  @Test func `a file that was loaded by its path stays when the served ones come and go`() throws {
    let folder = try ServedFolder(["column.layout": SampleLayouts.column(of: 1)])
    try folder.save("notes.txt", SampleLayouts.card())
    try folder.ask(.load(Request.Load(.path(folder.file("notes.txt")))))
    // So that the watcher has told of it, and has no news of it later.
    try folder.sync("card")

    try folder.save("other.layout", "layout other { box a pin top.leading size 1 }\n")
    try FileSystem.remove(folder.file("column.layout"))

    #expect(try folder.waitForOutput("column.layout' any more"))
    #expect(try folder.state(of: "card").state == .ok)
  }

  @Test func `a current folder that is removed and made again is served as before, by the same names`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], isCurrent: true)
    try FileSystem.removeTree(folder.layouts)
    #expect(try folder.waitForOutput(". is not there"))

    try FileSystem.createDirectory(folder.layouts)
    try folder.save("card.layout", SampleLayouts.card(width: 120))
    try folder.save("late.layout", SampleLayouts.column(of: 1))
    try folder.sync("card")

    #expect(try folder.scenes().map(\.state) == [.ok, .ok])
    #expect(try folder.scenes().map(\.file) == ["card.layout", "late.layout"])
    #expect(try folder.snapshot(Request.Snapshot(scene: "card")).diff.views[1].frame.width == 120 * 64)
  }

  @Test func `a sync right behind a move to another folder knows the file where it is now`() throws {
    let folder = try ServedFolder()
    for name in ["a", "b"] { try FileSystem.createDirectory(folder.file(name)) }
    try folder.save("a/card.layout", SampleLayouts.card(width: 100))
    try folder.sync("card")

    try FileSystem.remove(folder.file("a/card.layout"))
    try folder.save("b/card.layout", SampleLayouts.card(width: 70))
    try folder.sync("card")

    #expect(try folder.scenes().map(\.file) == [folder.file("b/card.layout")])
    #expect(try folder.snapshot(Request.Snapshot(scene: "card")).diff.views[1].frame.width == 70 * 64)
  }

  @Test func `all who ask for a sync at once share one look at the disk`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    func surveys() throws -> Int {
      let dump = try folder.connect().ask("Debug", "{\"part\": \"watcher\"}").parameters["text"]?.string ?? ""
      let count = dump.split(separator: "\n").first { $0.hasPrefix("surveys: ") }?.dropFirst(9).prefix { $0 != "," }
      return try #require(count.flatMap { Int($0) })
    }
    let before = try surveys()
    // What is sent while it stands still is there all at once when it goes on.
    let clients = try (0..<8).map { _ in try folder.connectRaw() }
    _ = try surveys()
    try folder.daemon.send(.stop)
    for client in clients {
      let call = #"{"method": "io.framewire.v1.Sync", "parameters": {"scene": "card"}}"#
      try client.sendAll(Array(call.utf8) + [0])
    }
    try folder.daemon.send(.continue)
    for client in clients {
      var answer: [UInt8] = []
      while answer.last != 0 { _ = try client.receive(into: &answer, until: ServedFolder.deadline) }
      #expect(!String(decoding: answer, as: UTF8.self).contains("error"))
    }

    #expect(try surveys() == before + 1)
  }

  @Test func `a file that is too long to read is reported as that`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])

    try FileSystem.writeFile(folder.file("long.layout"), Array(repeating: 32, count: FileSystem.longestFile + 1))

    #expect(try folder.waitForOutput("E2903"))
  }

  @Test func `what is read of a file is as long as a layout may be`() {
    #expect(FileSystem.longestFile == SyntaxLimits.bytes)
  }
}

extension ServedFolder {
  /// The name of each scene's file.
  fileprivate func sceneFiles() throws -> [String: String] {
    guard case .scenes(let scenes) = try ask(.listScenes()) else { return [:] }
    return Dictionary(uniqueKeysWithValues: scenes.map { ($0.name, FileSystem.split($0.file).name) })
  }
}
