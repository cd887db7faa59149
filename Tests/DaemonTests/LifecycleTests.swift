import DaemonHarness
import Frames
import FramewireClient
import Posix
import Testing
import Wire

@Suite("The life of a daemon") struct LifecycleTests {
  @Test func `it says what it watches, which scenes there are, where the socket is and what to try`() throws {
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "broken.layout": "layout broken { box a widht 1 }",
    ])
    let output = folder.daemon.outputText

    #expect(output.contains(folder.layouts))
    #expect(output.contains(folder.socket))
    #expect(output.contains("card") && output.contains("390×844"))
    #expect(output.contains("framewire subscribe card --socket \(folder.socket)"))
    #expect(try folder.waitForOutput("broken.layout:1:23"))
  }

  @Test(arguments: [Signal.interrupt, .terminate])
  func `a signal ends it cleanly and removes the socket`(signal: Signal) throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    try folder.daemon.send(signal)

    #expect(try folder.daemon.wait(until: ServedFolder.deadline) == .code(0))
    #expect(folder.daemon.outputText.contains("stopped"))
    #expect(!FileSystem.exists(folder.socket))
  }

  @Test func `what it found at the start is told, however soon it is ended`() throws {
    let place = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(place) }
    let layouts = FileSystem.join(place, "layouts")
    let (socket, journal) = (FileSystem.join(place, "a.sock"), FileSystem.join(place, "a.journal"))
    try FileSystem.createDirectory(layouts)
    let toast = "import \"nothing.layout\"\nlayout toast { box a left 0 top 0 size 1 }\n"
    try FileSystem.writeFile(FileSystem.join(layouts, "toast.layout"), Array(toast.utf8))
    try FileSystem.writeFile(journal, Array("Dear diary,\n".utf8))

    let daemon = try ChildProcess(
      ServedFolder.tool, ["serve", layouts, "--socket", socket, "--journal", journal, "--text", "fixed"],
      environment: ["PATH": "/usr/bin:/bin"])
    var connection: Connection?
    let deadline = ServedFolder.deadline
    while connection == nil, ContinuousClock.now < deadline {
      connection = try? Connection(to: SocketAddress(path: socket))
    }
    // Answered when the files are read. That something is wrong with one is believed 30 ms later.
    _ = try #require(connection).call(.listScenes())
    try daemon.send(.terminate)

    #expect(try daemon.wait(until: ServedFolder.deadline) == .code(0))
    let lines = daemon.outputText.split(separator: "\n").map { $0.prefix(8) }
    let told = ["watching", "socket  ", "failed  ", "error[E2", "stopped "]
    #expect(lines.filter { told.contains(String($0)) }.map(String.init) == told, "\(daemon.outputText)")
    #expect(daemon.errorText.contains("\(journal).set-aside"))
  }

  @Test func `a hang-up signal makes it look at all files again`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    _ = try subscription.event()
    // Whoever writes into a file and does not close it is not heard of.
    let writer = try ChildProcess(
      "python3",
      [
        "-c",
        "import sys; f = open(sys.argv[1], 'r+'); f.write(sys.argv[2]); f.flush(); print('done', flush=True); input()",
        folder.file("card.layout"), SampleLayouts.card(width: 123),
      ])
    #expect(try writer.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("done") })

    try folder.daemon.send(.hangUp)

    #expect(try subscription.event().diff.set.first?.frame.rect.width == 123)
    #expect(try folder.waitForOutput("note     SIGHUP: all files are looked at again\n"))
    #expect(folder.daemon.exit == nil)
    try writer.send(.kill)
  }

  @Test func `a second daemon on the same socket says so and ends with 75`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])

    let second = try folder.startAnother()

    #expect(try second.wait(until: ServedFolder.deadline) == .code(75))
    #expect(second.errorText.contains("is served already by process \(folder.daemon.id)"))
    #expect(try folder.connect().ask("ListScenes").error == nil)
  }

  @Test func `a daemon that was killed leaves a socket that the next one replaces`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    let first = try subscription.event()
    try folder.daemon.send(.kill)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    #expect(FileSystem.exists(folder.socket))

    let second = try folder.startAnother()
    #expect(
      try second.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("Control-C ends it.\n") })

    let again = Request.Subscribe(scene: "card", epoch: first.instant.epoch, since: first.instant.rev)
    let event = try folder.subscribe(again).event()
    #expect(event.kind == .snapshot && event.reset == true)
    #expect(event.instant.epoch != first.instant.epoch)
    #expect(event.diff.views == first.diff.views)
    try second.send(.kill)
  }

  @Test func `it does nothing while nothing happens`() throws {
    // All folders above a served one are watched too, and other tests are busy in /tmp.
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], in: "/var/tmp")
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    _ = try subscription.event()
    try folder.sync("card")

    // Time has to pass here: that nothing happens can only be seen by looking on. What it does once it is quiet comes
    // late on a busy machine, so one look in which it did nothing is enough.
    let deadline = ServedFolder.deadline
    var before = try folder.daemon.processorTime
    #expect(try subscription.next(until: .now + .milliseconds(1500)) == .silence)
    while case let after = try folder.daemon.processorTime, after != before {
      try #require(ContinuousClock.now < deadline, "it used \((after - before) / 1000) µs")
      before = after
      #expect(try subscription.next(until: .now + .milliseconds(1500)) == .silence)
    }
  }

  @Test func `a folder that is not there is told, with 66`() throws {
    let folder = try ServedFolder()
    let run = try folder.run("serve", folder.file("nowhere"), "--socket", folder.file("other.sock"))

    #expect(run.exit == .code(66))
    #expect(run.errorText.contains("nowhere"))
  }

  @Test func `a path too long for a socket is told, with 64`() throws {
    let folder = try ServedFolder()
    let run = try folder.run("serve", folder.layouts, "--socket", folder.file(String(repeating: "x", count: 120)))

    #expect(run.exit == .code(64))
    #expect(run.errorText.contains("at most 107 fit"))
  }

  @Test func `it takes over a socket that the service manager opened, and leaves it there`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let socket = FileSystem.join(folder.path, "activated.sock")
    // What systemd does: the socket is descriptor 3, and LISTEN_PID is the process that runs the daemon.
    let manager = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX); listener.bind(sys.argv[1]); listener.listen()
      os.dup2(listener.fileno(), 3); os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="varlink")
      os.execv(sys.argv[2], sys.argv[2:])
      """
    let child = try ChildProcess(
      "python3",
      ["-c", manager, socket, ServedFolder.tool, "serve", folder.layouts, "--socket", socket, "--no-journal"])
    #expect(try child.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("Control-C ends it.\n") })

    let connection = try Connection(to: SocketAddress(path: socket))
    #expect(try connection.ask("ListScenes").parameters["scenes"]?.array?.count == 1)

    try child.send(.terminate)
    #expect(try child.wait(until: ServedFolder.deadline) == .code(0))
    #expect(FileSystem.exists(socket))
  }

  @Test(arguments: [
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", "socket.create_server(('127.0.0.1', 0))",
    "socket.socket(socket.AF_UNIX)", "socket.socketpair()[0]", "open('/dev/null')", "None",
  ])
  func `what it is handed over that is no such socket ends it with a word`(_ handed: String) throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let manager = """
      import os, socket, sys
      handed = \(handed)
      if handed: os.dup2(handed.fileno(), 3)
      if handed: os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let run = try ChildProcess.run(
      "python3", ["-c", manager, ServedFolder.tool, "serve", folder.layouts, "--no-journal"],
      timeout: ServedFolder.patience)

    #expect(run.exit == .code(73))
    #expect(run.errorText.contains("its socket unit says ListenStream=PATH"))
  }

  @Test func `with no descriptor left, newcomers wait without costing anything until somebody leaves`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], in: "/var/tmp")
    let socket = FileSystem.join(folder.path, "crowded.sock")
    let daemon = try ChildProcess(
      "sh",
      [
        "-c", "ulimit -n 32; exec \"$0\" \"$@\"", ServedFolder.tool, "serve", folder.layouts, "--socket", socket,
        "--no-journal",
      ])
    #expect(try daemon.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("Control-C ends it.\n") })
    var crowd = try (0..<40).map { _ in try UnixConnection.connect(to: SocketAddress(path: socket)) }
    let newcomer = try UnixConnection.connect(to: SocketAddress(path: socket))
    try newcomer.sendAll(Request.listScenes().encoded())
    var answer: [UInt8] = []

    let before = try daemon.processorTime
    #expect(try newcomer.receive(into: &answer, until: .now + .milliseconds(500)) == .nothing)
    // A loop that tried again and again would have used all of the half second.
    #expect(try daemon.processorTime - before < 100_000_000)

    crowd.removeFirst(35)
    guard case .bytes = try newcomer.receive(into: &answer, until: ServedFolder.deadline) else {
      Issue.record("the newcomer is not served")
      return
    }
    #expect(String(decoding: answer, as: UTF8.self).contains("\"name\":\"card\""))
    try daemon.send(.kill)
  }

  @Test func `without any connection it notices by itself that there are descriptors again`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let before = try watchedDescriptors(of: folder.daemon)
    try limitDescriptors(of: folder.daemon, to: 3)
    let refused = try folder.connectRaw()
    let deadline = ServedFolder.deadline
    while try watchedDescriptors(of: folder.daemon) == before {
      try #require(ContinuousClock.now < deadline, "the loop still waits for newcomers")
    }

    try limitDescriptors(of: folder.daemon, to: 512)

    #expect(try folder.run("scenes").exit == .code(0))
    withExtendedLifetime(refused) {}
  }

  @Test func `a file that there was no descriptor for is read as soon as there is one`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", diagnostics: true))
    _ = try subscription.event()
    try limitDescriptors(of: folder.daemon, to: 3)
    try folder.save("card.layout", SampleLayouts.card(width: 120))
    #expect(try subscription.event().diagnostics?.map(\.code) == ["E2903"])

    try limitDescriptors(of: folder.daemon, to: 512)

    let change = try subscription.event()
    #expect(change.diff.set.map(\.frame.width).contains(120 * 64))
    #expect(try subscription.event().diagnostics == [])
  }

  @Test func `folders that there was no descriptor for keep what was known of them`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    try FileSystem.createDirectory(folder.file("sub"))
    try folder.save("sub/column.layout", SampleLayouts.column(of: 1))
    try folder.sync("card")
    let subscription = try folder.subscribe(Request.Subscribe(scene: "column"))
    _ = try subscription.event()

    try limitDescriptors(of: folder.daemon, to: 3)
    try FileSystem.createDirectory(folder.file("late"))
    try folder.save("late/late.layout", "layout late { box a pin top.leading size 1 }\n")
    try FileSystem.remove(folder.file("card.layout"))
    #expect(try folder.waitForOutput("card.layout' any more"))

    try limitDescriptors(of: folder.daemon, to: 512)
    #expect(try folder.waitUntil { try folder.scenes().contains { $0.name == "late" } })
    #expect(!folder.daemon.outputText.contains("column.layout' any more"))
    try folder.save("sub/column.layout", SampleLayouts.column(of: 1, x: 7))
    #expect(try subscription.event().kind == .delta)
  }

  @Test func `connections leave descriptors to files`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", diagnostics: true))
    _ = try subscription.event()
    try limitDescriptors(of: folder.daemon, to: 40)
    let crowd = try (0..<60).map { _ in try folder.connectRaw() }

    try folder.save("card.layout", SampleLayouts.card(width: 120))

    #expect(try subscription.event().kind == .delta)
    withExtendedLifetime(crowd) {}
  }

  /// How many its loop waits for.
  private func watchedDescriptors(of daemon: ChildProcess) throws -> Int {
    let descriptors = "/proc/\(daemon.id)/fd"
    for entry in try FileSystem.list(descriptors)
    where (try? FileSystem.linkTarget("\(descriptors)/\(entry.name)")) == "anon_inode:[eventpoll]" {
      let information = try FileSystem.readFile("/proc/\(daemon.id)/fdinfo/\(entry.name)").bytes
      return String(decoding: information, as: UTF8.self).split(separator: "\n").count { $0.hasPrefix("tfd:") }
    }
    return 0
  }

  /// The hard limit stays.
  private func limitDescriptors(of daemon: ChildProcess, to count: Int) throws {
    let change = try ChildProcess.run(
      "prlimit", ["--pid", "\(daemon.id)", "--nofile=\(count):"], timeout: ServedFolder.patience)
    try #require(change.exit == .code(0), "\(change.errorText)")
  }

  @Test func `it serves files it has to look at by itself`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--poll"])
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    _ = try subscription.event()

    try folder.save("card.layout", SampleLayouts.card(width: 123))

    #expect(try subscription.event().kind == .delta)
  }

  @Test func `having started, it lets go of code that it does not need any more`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let deadline = ServedFolder.deadline
    // Texts have fixed metrics here, so that only the loader has come by Pango.
    while try residentCode(of: "libpango-1", in: folder.daemon) > 0, ContinuousClock.now < deadline {}

    #expect(try residentCode(of: "libpango-1", in: folder.daemon) == 0)
    try folder.sync("card")
    #expect(try residentCode(of: "framewire", in: folder.daemon) > 0)
  }

  /// Kilobytes.
  private func residentCode(of file: String, in daemon: ChildProcess) throws -> Int {
    let lines = String(decoding: try FileSystem.readFile("/proc/\(daemon.id)/smaps").bytes, as: UTF8.self).split(
      separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains(" r-xp ") && $0.contains("/\(file)") })
    let size = try #require(lines[start...].first { $0.hasPrefix("Rss:") })
    return try #require(Int(size.split(separator: " ")[1]))
  }

  /// Ways to say what is served, from the folder above `layouts`, and what the files in it are called then.
  static let waysToServe = [
    ("layouts", "layouts/"), ("./layouts/", "layouts/"), ("layouts/../layouts", "layouts/"),
    ("layouts/card.layout", "layouts/"),
  ]

  @Test(arguments: waysToServe)
  func `a folder is served however its path is written, imports included`(root: String, prefix: String) throws {
    try expectImports(whenServing: [root], in: ".", prefix)
  }

  @Test func `without a folder the current one is served`() throws {
    try expectImports(whenServing: [], in: "layouts", "")
  }

  private func expectImports(whenServing roots: [String], in directory: String, _ prefix: String) throws {
    let text = "import \"tokens.layout\" as t\nlayout card { box a leading t.inset top 0 width 1 height 1 }"
    let folder = try ServedFolder(["card.layout": text, "tokens.layout": "let inset = 12"])
    let socket = FileSystem.join(folder.path, "other.sock")
    let daemon = try ChildProcess(
      ServedFolder.tool, ["serve", "--no-journal", "--socket", socket] + roots,
      in: FileSystem.join(folder.path, directory))
    #expect(try daemon.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("Control-C ends it.\n") })

    let connection = try Connection(to: SocketAddress(path: socket))
    guard case .scenes(let scenes) = try connection.call(.listScenes()) else {
      Issue.record("no scenes")
      return
    }
    #expect(scenes.map(\.file) == ["\(prefix)card.layout"])
    #expect(scenes.first?.state == .ok)

    try folder.save("tokens.layout", "let inset = 34")
    _ = try connection.call(.sync(Request.Sync(scene: "card")))
    guard case .event(let event) = try connection.call(.snapshot(Request.Snapshot(scene: "card"))) else {
      Issue.record("no picture")
      return
    }
    let frame = event.diff.views.last?.frame
    #expect(frame == Frame(x: 34 * 64, y: 0, width: 64, height: 64))
    try daemon.send(.kill)
  }
}
