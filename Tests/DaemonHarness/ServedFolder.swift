public import FramewireClient
import JSONText
public import Posix
public import Wire

/// A folder of layouts and a real daemon that serves it, both gone when the test is over.
///
/// The daemon is a process of its own, the `framewire` that was built beside the tests, with an empty environment but
/// for what is given. Texts have fixed metrics, unless `--text fonts` is among the arguments. Nothing here waits for a
/// time: what should happen is waited for until `patience` is used up.
public final class ServedFolder {
  /// How long anything may take before a test fails. Generous: machines that run tests are busy.
  public static let patience = Duration.seconds(30)

  /// The `framewire` under test.
  public static var tool: String {
    guard let tests = CurrentProcess.executablePath else { preconditionFailure("/proc is not mounted") }
    return FileSystem.join(FileSystem.split(tests).directory, "framewire")
  }

  /// Holds `layouts`, the folder that is served, and the socket.
  public let path: String
  public let layouts: String
  public let socket: String
  /// Instead of the user's own directory for what programs keep.
  public let state: String
  public let daemon: ChildProcess

  /// Writes `files` (name to text) and starts a daemon.
  ///
  /// - Parameters:
  ///   - arguments: what follows `serve FOLDER --socket PATH`.
  ///   - parent: where the folder is made, instead of the usual place. Short: a socket address has 107 bytes.
  ///   - isCurrent: the daemon is started in the folder and serves it without being told.
  ///   - isOrdinaryUser: what a file's mode forbids is forbidden to the daemon, even when root runs the tests.
  /// - Throws: when it does not come to serve.
  public init(
    _ files: [String: String] = [:], arguments: [String] = [], in parent: String? = nil, isCurrent: Bool = false,
    isOrdinaryUser: Bool = false
  ) throws {
    if let parent {
      path = FileSystem.join(parent, "framewire-\(UInt32.random(in: .min ... .max))")
      try FileSystem.createDirectory(path)
    } else {
      path = try FileSystem.makeTemporaryDirectory()
    }
    layouts = FileSystem.join(path, "layouts")
    socket = FileSystem.join(path, "framewire.sock")
    state = FileSystem.join(path, "state")
    try FileSystem.createDirectory(layouts)
    for (name, text) in files {
      try FileSystem.writeFile(FileSystem.join(layouts, name), Array(text.utf8))
    }
    daemon = try Self.start(
      layouts, socket, arguments, state: state, isCurrent: isCurrent, isOrdinaryUser: isOrdinaryUser)
    guard try waitForOutput("Control-C ends it.\n") else {
      throw NotServing(output: daemon.outputText + daemon.errorText)
    }
  }

  /// The daemon ended, or said nothing.
  public struct NotServing: Error { public let output: String }

  deinit {
    try? daemon.send(.kill)
    _ = try? daemon.wait(until: nil)
    try? FileSystem.removeTree(path)
  }

  private static func start(
    _ folder: String, _ socket: String, _ arguments: [String], state: String, isCurrent: Bool = false,
    isOrdinaryUser: Bool = false
  ) throws -> ChildProcess {
    // Root's right to read everything is a capability, which can be left behind.
    let withoutRights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    let command =
      (isOrdinaryUser && CurrentProcess.userID == 0 ? withoutRights : []) + [tool, "serve"]
      + (isCurrent ? [] : [folder]) + ["--socket", socket]
      + (arguments.contains("--text") ? [] : ["--text", "fixed"]) + arguments
    return try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": state], in: isCurrent ? folder : nil)
  }

  /// Another daemon for the same folder and socket.
  public func startAnother() throws -> ChildProcess { try Self.start(layouts, socket, [], state: state) }

  // MARK: Files

  public func file(_ name: String) -> String { FileSystem.join(layouts, name) }

  /// Writes a file in place, as `cp` and most tools do.
  public func save(_ name: String, _ text: String) throws {
    try FileSystem.writeFile(file(name), Array(text.utf8))
  }

  // MARK: Conversations

  public func connect() throws -> Connection { try Connection(to: SocketAddress(path: socket)) }

  /// A connection for bytes that are no protocol.
  public func connectRaw() throws -> UnixConnection { try UnixConnection.connect(to: SocketAddress(path: socket)) }

  /// Asks on a connection of its own.
  @discardableResult public func ask(_ request: Request) throws -> Reply { try connect().call(request) }

  /// The error that `request` is answered with; nil when it is done.
  public func refusal(of request: Request) throws -> WireError? {
    do {
      _ = try ask(request)
      return nil
    } catch ClientError.refused(let error) { return error }
  }

  /// Everything saved before this call is in effect after it.
  public func sync(_ scene: String) throws { try ask(.sync(Request.Sync(scene: scene))) }

  public func subscribe(_ request: Request.Subscribe) throws -> Subscription { try connect().subscribe(request) }

  /// The daemon answered with something that was not asked for.
  public struct OtherAnswer: Error { public let reply: Reply }

  public func scenes() throws -> [Reply.Scene] {
    switch try ask(.listScenes()) {
    case .scenes(let scenes): return scenes
    case let reply: throw OtherAnswer(reply: reply)
    }
  }

  public func metrics() throws -> [String: Double] {
    switch try ask(.stats) {
    case .stats(let metrics): return metrics
    case let reply: throw OtherAnswer(reply: reply)
    }
  }

  public func snapshot(_ request: Request.Snapshot) throws -> Event {
    switch try ask(.snapshot(request)) {
    case .event(let event): return event
    case let reply: throw OtherAnswer(reply: reply)
    }
  }

  public func check(_ source: Request.Source) throws -> [WireDiagnostic] {
    switch try ask(.check(source)) {
    case .diagnostics(let diagnostics): return diagnostics
    case let reply: throw OtherAnswer(reply: reply)
    }
  }

  /// What a `Sync` of the scene says.
  public func state(of scene: String) throws -> Reply.Synced {
    switch try ask(.sync(Request.Sync(scene: scene))) {
    case .synced(let synced): return synced
    case let reply: throw OtherAnswer(reply: reply)
    }
  }

  /// Runs a verb of the tool against this daemon.
  public func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(
      Self.tool, arguments, environment: ["FRAMEWIRE_SOCKET": socket, "XDG_STATE_HOME": state], in: path,
      timeout: Self.patience)
  }

  // MARK: The process

  public static var deadline: ContinuousClock.Instant { .now + patience }

  /// - Returns: whether `condition` came to hold in time; it is asked again and again.
  public func waitUntil(_ condition: () throws -> Bool) throws -> Bool {
    let deadline = Self.deadline
    while try !condition() { if ContinuousClock.now >= deadline { return false } }
    return true
  }

  /// - Returns: whether the daemon has printed `text` in time.
  public func waitForOutput(_ text: String) throws -> Bool {
    try daemon.waitForOutput(until: Self.deadline) { $0.outputText.contains(text) }
  }
}

extension Subscription {
  /// The next event; fails the test when none comes.
  public func event() throws -> Event {
    switch try next(until: ServedFolder.deadline) {
    case .event(let event): return event
    case let step: throw NoEvent(step: step)
    }
  }

  public struct NoEvent: Error { public let step: Step }
}

extension Connection {
  /// Any method by its last name, with parameters as JSON: the answer as it came.
  public func ask(_ method: String, _ parameters: String = "{}") throws -> Response {
    let json = try JSON(parsing: Array(parameters.utf8))
    return try call(Call(method: "io.framewire.v1.\(method)", parameters: json.object ?? [:]))
  }
}
