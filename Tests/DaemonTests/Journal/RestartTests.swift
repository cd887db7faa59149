import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

/// A folder, a socket and a directory for state, and one daemon after another.
final class RestartedFolder {
  let path: String
  let layouts: String
  let socket: String
  /// `$XDG_STATE_HOME`.
  var state: String
  private(set) var daemon: ChildProcess

  init(_ files: [String: String] = ["card.layout": SampleLayouts.card()]) throws {
    path = try FileSystem.makeTemporaryDirectory()
    layouts = FileSystem.join(path, "layouts")
    socket = FileSystem.join(path, "s.sock")
    state = FileSystem.join(path, "state")
    try FileSystem.createDirectory(layouts)
    for (name, text) in files { try FileSystem.writeFile(FileSystem.join(layouts, name), Array(text.utf8)) }
    daemon = try ChildProcess("true")
  }

  /// The daemon ended, or said nothing.
  struct NotServing: Error { let output: String }

  deinit {
    try? daemon.send(.kill)
    _ = try? daemon.wait(until: nil)
    try? FileSystem.removeTree(path)
  }

  /// - Parameters:
  ///   - folder: what is served; nil: `layouts`.
  ///   - limits: what a shell says before it starts the daemon.
  func start(_ arguments: String..., serving folder: String? = nil, limits: String? = nil) throws {
    let words = [ServedFolder.tool, "serve", folder ?? layouts, "--socket", socket, "--text", "fixed"] + arguments
    let environment = ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": state]
    daemon =
      if let limits {
        try ChildProcess("sh", ["-c", "\(limits)\nexec \"$0\" \"$@\""] + words, environment: environment)
      } else {
        try ChildProcess(words[0], Array(words.dropFirst()), environment: environment)
      }
    let serves = try daemon.waitForOutput(until: ServedFolder.deadline) {
      $0.outputText.contains("Control-C ends it.\n")
    }
    guard serves else { throw NotServing(output: daemon.outputText + daemon.errorText) }
  }

  func end(by signal: Signal = .kill) throws {
    try daemon.send(signal)
    _ = try daemon.wait(until: ServedFolder.deadline)
  }

  func connect() throws -> Connection { try Connection(to: SocketAddress(path: socket)) }

  @discardableResult func apply(_ ops: Op..., to scene: String = "card") throws -> Reply.Applied {
    guard case .applied(let applied) = try connect().call(.apply(Request.Apply(scene: scene, ops: ops))) else {
      throw NotServing(output: "no answer to Apply")
    }
    return applied
  }

  /// The frame of a view: x, y, width, height.
  func frame(of view: String, in scene: String = "card") throws -> [Double]? {
    let snapshot = try connect().ask("Snapshot", "{\"scene\":\"\(scene)\"}")
    let views = snapshot.parameters["event"]?["views"]?.array ?? []
    return views.first { $0["path"]?.string == view }?["frame"]?.array?.compactMap(\.number)
  }

  /// The journals in the usual directory.
  var journals: [String] {
    let directory = FileSystem.join(state, "framewire")
    let names = (try? FileSystem.list(directory))?.map(\.name).filter { $0.hasSuffix(".journal") } ?? []
    return names.map { FileSystem.join(directory, $0) }
  }
}

@Suite("A daemon that comes back") struct RestartTests {
  static let gap = Op(.set(.constant, of: "#inset", to: 50))
  static let variable = Op(.set(.variable, of: "columns", to: 5))

  @Test(arguments: [Signal.kill, .terminate])
  func `has what was set before, however it ended`(signal: Signal) throws {
    let folder = try RestartedFolder()
    try folder.start()
    try folder.apply(Self.gap, Self.variable)
    let before = try folder.frame(of: "second")
    try folder.end(by: signal)

    try folder.start()

    #expect(try folder.frame(of: "second") == before)
    #expect(before?[0] == 50)
    #expect(
      try folder.daemon.waitForOutput(until: ServedFolder.deadline) {
        $0.outputText.contains("what was set before holds again in card")
      })
  }

  @Test func `has it before the first picture anybody sees, under a new epoch`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    let old = try folder.connect().subscribe(Request.Subscribe(scene: "card")).event()
    try folder.apply(Self.gap)
    try folder.end()
    try folder.start()

    let subscription = try folder.connect().subscribe(
      Request.Subscribe(scene: "card", epoch: old.instant.epoch, since: old.instant.rev))
    let event = try subscription.event()

    #expect(event.instant.epoch != old.instant.epoch)
    #expect(event.reset == true && event.instant.rev == 1)
    #expect(event.diff.views.first { $0.path == "second" }?.frame.rect.x == 50)
  }

  @Test func `keeps opened scenes open and closed ones closed`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    let environment = #"{"layout":"card","scene":"big","environment":{"size":[800,600]}}"#
    #expect(try folder.connect().ask("Open", environment).error == nil)
    #expect(try folder.connect().ask("Close", #"{"scene":"card"}"#).error == nil)
    try folder.end()

    try folder.start()

    #expect(try folder.frame(of: "root", in: "big") == [0, 0, 800, 600])
    #expect(try folder.connect().ask("Snapshot", #"{"scene":"card"}"#).error == "io.framewire.v1.UnknownScene")
  }

  @Test func `leaves what a file says anew to the file`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    try folder.apply(Self.gap, Self.variable)
    try folder.end()
    let text = SampleLayouts.card().replacing("leading 16 #inset", with: "leading 18 #inset")
    try FileSystem.writeFile(FileSystem.join(folder.layouts, "card.layout"), Array(text.utf8))

    try folder.start()

    let frame = try folder.frame(of: "second")
    #expect(frame?[0] == 18 && frame?[2] == 100)
  }

  @Test func `does not give to one folder what was set in another`() throws {
    let folder = try RestartedFolder()
    let other = FileSystem.join(folder.path, "other")
    try FileSystem.createDirectory(other)
    try FileSystem.writeFile(FileSystem.join(other, "card.layout"), Array(SampleLayouts.card().utf8))
    try folder.start()
    try folder.apply(Self.gap)
    try folder.end()

    try folder.start(serving: other)
    #expect(try folder.frame(of: "second")?[0] == 16)
    try folder.end()

    // By another name for the same folder.
    try folder.start(serving: other + "/../layouts")
    #expect(try folder.frame(of: "second")?[0] == 50)
  }

  @Test func `keeps its journal to itself`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    try folder.apply(Self.gap)

    let journal = try #require(folder.journals.first)
    #expect(try FileSystem.status(of: journal).permissions == 0o600)
    #expect(try FileSystem.status(of: FileSystem.split(journal).directory).permissions == 0o700)
  }

  @Test func `leaves nothing behind when nothing was set`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    _ = try folder.frame(of: "second")
    try folder.end(by: .terminate)

    #expect(try FileSystem.list(FileSystem.join(folder.state, "framewire")).isEmpty)
  }

  @Test func `keeps nothing when told so, and where it is told`() throws {
    let folder = try RestartedFolder()
    try folder.start("--no-journal")
    #expect(try folder.apply(Self.gap).warnings == [])
    try folder.end()
    #expect(!FileSystem.exists(folder.state))

    let journal = FileSystem.join(folder.path, "my.journal")
    try folder.start("--journal", journal, "--sync")
    #expect(try folder.frame(of: "second")?[0] == 16)
    try folder.apply(Self.gap)
    try folder.end()
    #expect(FileSystem.exists(journal) && !FileSystem.exists(folder.state))

    try folder.start("--journal", journal)
    #expect(try folder.frame(of: "second")?[0] == 50)
  }

  @Test func `survives a damaged journal and says where the damage is`() throws {
    let folder = try RestartedFolder()
    try folder.start()
    try folder.apply(Self.gap)
    try folder.apply(Self.variable)
    try folder.end()
    let journal = try #require(folder.journals.first)
    var bytes = try FileSystem.readFile(journal).bytes
    // In the second entry, which sets the constant.
    let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 20
    bytes[offset] ^= 0x10
    try FileSystem.writeFile(journal, bytes + Array("\u{1E}0123 torn".utf8))

    try folder.start()

    let frame = try folder.frame(of: "second")
    #expect(frame?[0] == 16 && frame?[2] == 100)
    #expect(try folder.daemon.waitForOutput(until: ServedFolder.deadline) { $0.errorText.contains("are cut off") })
    #expect(folder.daemon.errorText.contains("\(journal):2: "))
  }

  // MARK: Where nothing can be written

  @Test func `goes on serving on a full disk, tells whoever sets something, and recovers`() throws {
    let folder = try RestartedFolder()
    // A file may have 1024 bytes, which goes for root as well.
    try folder.start(limits: "ulimit -f 2")
    try folder.apply(Self.gap)
    let long = Op(.set(.text, of: "second.title", to: .text(String(repeating: "long ", count: 400))))

    let warnings = try folder.apply(long).warnings
    #expect(warnings.map(\.code) == ["W2908"])
    #expect(warnings.first?.message.contains("File too large") == true)
    _ = try folder.apply(Self.variable)
    #expect(try folder.frame(of: "second")?[2] == 100)
    #expect(
      try folder.daemon.waitForOutput(until: ServedFolder.deadline) {
        $0.errorText.contains("will not survive a restart")
      })

    // With the long text gone there is room again; it tries with each change, though not at once.
    let deadline = ServedFolder.deadline
    while try folder.apply(Op(.set(.text, of: "second.title", to: "\(ContinuousClock.now)"))).warnings != [] {
      try #require(ContinuousClock.now < deadline, "it does not write again")
    }
    try folder.apply(Op(.set(.text, of: "second.title", to: nil)))
    #expect(try folder.daemon.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("again") })
    #expect(folder.daemon.errorText.split(separator: "\n").count == 1)
    try folder.end()

    try folder.start()
    let frame = try folder.frame(of: "second")
    #expect(frame?[0] == 50 && frame?[2] == 100)
  }

  @Test func `says at the start that nothing can be kept below a file, and serves`() throws {
    let folder = try RestartedFolder()
    try FileSystem.writeFile(folder.state, [])

    try expectServingWithoutJournal(folder)
  }

  @Test func `says at the start that nothing can be kept where it may only read, and serves`() throws {
    let folder = try RestartedFolder()
    try FileSystem.createDirectory(folder.state, permissions: 0o500)
    // Root may write everywhere, unless that is taken from it.
    let asOthers = "exec setpriv --bounding-set=-dac_override -- \"$0\" \"$@\""

    try expectServingWithoutJournal(folder, limits: CurrentProcess.userID == 0 ? asOthers : nil)
  }

  private func expectServingWithoutJournal(_ folder: RestartedFolder, limits: String? = nil) throws {
    try folder.start(limits: limits)

    #expect(try folder.daemon.waitForOutput(until: ServedFolder.deadline) { $0.errorText.contains("\n") })
    #expect(folder.daemon.errorText.contains("will not survive a restart: \(folder.state)/framewire"))
    #expect(try folder.apply(Self.gap).warnings.map(\.code) == ["W2908"])
    #expect(try folder.frame(of: "second")?[0] == 50)
    for (method, parameters) in [
      ("Open", #"{"layout":"card","scene":"other"}"#), ("Reload", #"{"scene":"other"}"#),
      ("Close", #"{"scene":"other"}"#),
    ] {
      let answer = try folder.connect().ask(method, parameters)
      #expect(answer.parameters["warnings"]?.array?.map { $0["code"]?.string } == ["W2908"], "\(method)")
    }
    #expect(folder.daemon.errorText.split(separator: "\n").count == 1)
  }

  @Test func `leaves a journal to the daemon that has it`() throws {
    let folder = try RestartedFolder()
    let other = try RestartedFolder()
    let journal = FileSystem.join(folder.path, "my.journal")
    try folder.start("--journal", journal)
    try folder.apply(Self.gap)

    try other.start("--journal", journal)
    #expect(try other.apply(Self.variable).warnings.map(\.code) == ["W2908"])
    let complaint = "\(journal) is in use by process \(folder.daemon.id)"
    #expect(try other.daemon.waitForOutput(until: ServedFolder.deadline) { $0.errorText.contains(complaint) })
    try other.end()
    try folder.end()

    try folder.start("--journal", journal)
    let frame = try folder.frame(of: "second")
    #expect(frame?[0] == 50 && frame?[2] == 40)
  }
}
