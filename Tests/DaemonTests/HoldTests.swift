import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

@Suite("Files that are saved together", .serialized) struct HoldTests {
  static let changed = 150
  static let all = 200

  /// A branch. Half of the pages do not go with the import of the other branch, the others do, and look like neither.
  static func files(_ name: String, _ value: Int) -> [String: String] {
    var files = ["parts.layout": "let \(name) = \(value)\nlet both = \(value)"]
    for number in 1..<all {
      let left = number >= changed ? "3" : number % 2 == 0 ? "p.\(name)" : "p.both"
      files["page\(number).layout"] = """
        \(number < changed ? "import \"parts.layout\" as p" : "")
        layout page\(number) { box a left \(left) top \(number < changed ? value : 0) width 9 height 9 }
        """
    }
    return files
  }

  private func git(_ folder: ServedFolder, _ arguments: String...) throws {
    let names = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=one"]
    let run = try ChildProcess.run("git", ["-C", folder.layouts] + names + arguments)
    #expect(run.exit == .code(0), "\(run.errorText)")
  }

  /// Two branches, `one` and `two`, with the first one checked out.
  private func makeBranches(_ folder: ServedFolder) throws {
    try git(folder, "init", "-q")
    try git(folder, "add", ".")
    try git(folder, "commit", "-q", "-m", "one")
    try git(folder, "checkout", "-q", "-b", "two")
    for (name, text) in Self.files("gap", 12) { try folder.save(name, text) }
    try git(folder, "commit", "-q", "-a", "-m", "two")
    try git(folder, "checkout", "-q", "one")
    try folder.sync("page1")
  }

  private func revisions(_ folder: ServedFolder) throws -> [String: Int] {
    Dictionary(uniqueKeysWithValues: try folder.scenes().map { ($0.name, $0.rev) })
  }

  @Test func `a checkout of git is one revision of each scene that it changes, and nothing is wrong in between`() throws
  {
    let folder = try ServedFolder(Self.files("space", 10))
    try makeBranches(folder)
    let log = folder.daemon.outputText.utf8.count
    let stream = try folder.subscribe(Request.Subscribe(scene: "page1", mode: .every, diagnostics: true))
    #expect(try stream.event().kind == .snapshot)

    for (branch, left) in [("two", 12.0), ("one", 10), ("two", 12)] {
      let before = try revisions(folder)
      try git(folder, "checkout", "-q", branch)
      try folder.sync("page1")

      let after = try revisions(folder)
      #expect(after.count == Self.all - 1)
      for (name, revision) in after {
        let number = Int(name.dropFirst("page".count))!
        #expect(revision == before[name]! + (number < Self.changed ? 1 : 0), "\(name)")
      }
      let event = try stream.event()
      #expect(event.kind == .delta && event.diff.set.map(\.frame.x) == [Int32(left * 64)])
    }
    let said = folder.daemon.outputText.utf8.dropFirst(log)
    #expect(String(decoding: said, as: UTF8.self) == "")
  }

  @Test func `what is saved while a connection holds files is shown when it releases them, or closes`() throws {
    let folder = try ServedFolder(Self.files("space", 10))
    for (name, value, closes) in [("gap", 12, false), ("space", 10, true)] {
      let before = try revisions(folder)
      do {
        let connection = try folder.connect()
        #expect(try connection.call(.hold(reason: "a test")) == .holds(1))
        for (name, text) in Self.files(name, value) { try folder.save(name, text) }
        // Whoever holds does not wait for itself.
        _ = try connection.call(.sync(Request.Sync(scene: "page1")))
        #expect(try revisions(folder) == before)
        #expect(try folder.metrics()["holds"] == 1)
        if !closes { #expect(try connection.call(.release) == .holds(0)) }
        withExtendedLifetime(connection) {}
      }
      try folder.sync("page1")

      let after = try revisions(folder)
      for number in 1..<Self.all {
        #expect(after["page\(number)"] == before["page\(number)"]! + (number < Self.changed ? 1 : 0))
      }
    }
    #expect(!folder.daemon.outputText.contains("stale"))
  }

  @Test func `a hold that takes too long is over, which the log and its release say`() throws {
    let folder = try ServedFolder(["page1.layout": "layout page1 { box a size 9 }"], arguments: ["--max-hold", "0.1"])
    let connection = try folder.connect()
    _ = try connection.call(.hold(reason: "forgotten"))

    #expect(try folder.waitForOutput("'forgotten' has held files for 0.1 s; what changed in them is shown now"))
    guard case .holds(0, let warnings) = try connection.call(.release) else {
      Issue.record("another answer")
      return
    }
    #expect(warnings.map(\.code) == ["W2912"])
  }

  @Test func `framewire hold runs a command and shows what it has changed at its end`() throws {
    let folder = try ServedFolder(["a.layout": "layout a { box a size 9 }", "b.layout": "layout b { box a size 9 }"])
    let script =
      "for size in 1 2 3; do echo \"layout a { box a size $size }\" > \"$0/a.layout\"; done; echo done; exit 7"

    let run = try folder.run("hold", "sh", "-c", script, folder.layouts)

    #expect(run.exit == .code(7) && run.outputText == "done\n" && run.errorText == "")
    try folder.sync("a")
    #expect(try revisions(folder) == ["a": 2, "b": 1])
  }

  @Test func `framewire hold without a daemon runs the command, and says that nothing is held`() throws {
    let run = try ChildProcess.run(
      ServedFolder.tool, ["hold", "--socket", "/tmp/framewire-nobody.sock", "echo", "--hello"],
      timeout: ServedFolder.patience)

    #expect(run.exit == .code(0) && run.outputText == "--hello\n")
    #expect(run.errorText.contains("nothing is held"))
    let missing = try ChildProcess.run(
      ServedFolder.tool, ["hold", "--socket", "/tmp/framewire-nobody.sock", "no-such-program"],
      timeout: ServedFolder.patience)
    #expect(missing.exit == .code(66) && missing.errorText.contains("there is no program 'no-such-program'"))
  }
}

@Suite("Scenes of a connection") struct PrivateSceneTests {
  @Test func `a private scene is in its connection's list alone, and ends with it`() throws {
    let folder = try ServedFolder(["a.layout": "layout a { box b size 9 }"])
    let subscription: FramewireClient.Subscription
    do {
      let connection = try folder.connect()
      _ = try connection.call(.open(Request.Open(layout: "a", scene: "try", isPrivate: true)))
      guard case .scenes(let own) = try connection.call(.listScenes()) else { return }
      #expect(own.map(\.name) == ["a", "try"])
      #expect(try folder.scenes().map(\.name) == ["a"])
      subscription = try folder.subscribe(Request.Subscribe(scene: "try"))
      #expect(try subscription.event().kind == .snapshot)
      withExtendedLifetime(connection) {}
    }

    let event = try subscription.event()
    #expect(event.kind == .bye && event.reason == "whoever opened scene 'try' is gone")
    #expect(try folder.metrics()["scenes.opened"] == 0)
  }
}
