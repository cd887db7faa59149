import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

/// The daemons here may not read what its mode forbids, whoever runs the tests.
@Suite("Files and folders that cannot be read") struct AccessTests {
  @Test func `a file is taken up again as soon as it may be read, without a sync`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], isOrdinaryUser: true)
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", diagnostics: true))
    _ = try subscription.event()

    try FileSystem.setPermissions(of: folder.file("card.layout"), to: 0)
    #expect(try subscription.event().diagnostics?.map(\.code) == ["E2903"])

    try FileSystem.setPermissions(of: folder.file("card.layout"), to: 0o644)
    #expect(try subscription.event().diagnostics == [])
  }

  @Test func `a folder that may not be read keeps its scenes, and says so once and when it is over`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], isOrdinaryUser: true)
    try FileSystem.createDirectory(folder.file("sub"))
    try folder.save("sub/column.layout", SampleLayouts.column(of: 1))
    try folder.sync("card")

    try FileSystem.setPermissions(of: folder.file("sub"), to: 0)
    #expect(try folder.waitForOutput("sub cannot be read: Permission denied"))
    #expect(try folder.state(of: "column").diagnostics.map(\.code) == ["E2903"])
    #expect(!folder.daemon.outputText.contains("E2902"))

    try FileSystem.setPermissions(of: folder.file("sub"), to: 0o755)
    #expect(try folder.waitForOutput("sub can be read again"))
    #expect(try folder.state(of: "column").state == .ok)
    let subscription = try folder.subscribe(Request.Subscribe(scene: "column"))
    _ = try subscription.event()
    try folder.save("sub/column.layout", SampleLayouts.column(of: 1, x: 7))
    #expect(try subscription.event().kind == .delta)
  }

  @Test func `a new folder that nobody may read yet is watched once it may be`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], isOrdinaryUser: true)
    try FileSystem.createDirectory(folder.file("sub"), permissions: 0)
    #expect(try folder.waitForOutput("sub cannot be read"))
    // The others are still watched; polling would be a message.
    #expect(!folder.daemon.outputText.contains("polled"))

    try FileSystem.setPermissions(of: folder.file("sub"), to: 0o755)
    try folder.save("sub/column.layout", SampleLayouts.column(of: 1))

    #expect(try folder.waitUntil { try folder.scenes().map(\.name) == ["card", "column"] })
  }

  @Test func `polling says what it cannot read as well`() throws {
    let folder = try ServedFolder(
      ["card.layout": SampleLayouts.card()], arguments: ["--poll"], isOrdinaryUser: true)

    try FileSystem.setPermissions(of: folder.layouts, to: 0)
    #expect(try folder.waitForOutput("layouts cannot be read: Permission denied"))

    try FileSystem.setPermissions(of: folder.layouts, to: 0o755)
    #expect(try folder.waitForOutput("layouts can be read again"))
  }

  @Test func `a file in a folder that may be entered and not be listed is polled, and says so`() throws {
    let outside = try FileSystem.makeTemporaryDirectory()
    let file = FileSystem.join(outside, "column.layout")
    try FileSystem.writeFile(file, Array(SampleLayouts.column(of: 1).utf8))
    try FileSystem.setPermissions(of: outside, to: 0o311)
    defer {
      try? FileSystem.setPermissions(of: outside, to: 0o755)
      try? FileSystem.removeTree(outside)
    }
    let folder = try ServedFolder(arguments: [file], isOrdinaryUser: true)
    #expect(try folder.waitForOutput("is polled"))
    let subscription = try folder.subscribe(Request.Subscribe(scene: "column"))
    _ = try subscription.event()

    try FileSystem.writeFile(file, Array(SampleLayouts.column(of: 1, x: 7).utf8))

    #expect(try subscription.event().kind == .delta)
  }

  @Test func `each root that is polled or watched again says so, also while others are polled already`() throws {
    let outside = try FileSystem.makeTemporaryDirectory()
    func path(_ name: String) -> String { FileSystem.join(outside, name) }
    for (folder, file, text) in [
      ("one", "column.layout", SampleLayouts.column(of: 1)), ("two", "card.layout", SampleLayouts.card()),
      ("next", "card.layout", SampleLayouts.card()),
    ] {
      try FileSystem.createDirectory(path(folder))
      try FileSystem.writeFile(path("\(folder)/\(file)"), Array(text.utf8))
    }
    for folder in ["one", "next"] { try FileSystem.setPermissions(of: path(folder), to: 0o311) }
    defer {
      for folder in ["one", "two", "old"] { try? FileSystem.setPermissions(of: path(folder), to: 0o755) }
      try? FileSystem.removeTree(outside)
    }
    let folder = try ServedFolder(
      arguments: [path("one/column.layout"), path("two/card.layout")], isOrdinaryUser: true)
    #expect(try folder.waitForOutput("one/column.layout is polled"))
    #expect(!folder.daemon.outputText.contains("card.layout is polled"))

    try FileSystem.rename(path("two"), to: path("old"))
    try FileSystem.rename(path("next"), to: path("two"))
    #expect(try folder.waitForOutput("two/card.layout is polled"))

    try FileSystem.setPermissions(of: path("one"), to: 0o755)
    #expect(try folder.waitForOutput("one/column.layout is watched again"))
    #expect(!folder.daemon.outputText.contains("card.layout is watched again"))
  }
}
