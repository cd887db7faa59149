import DaemonHarness
import Nats
import NatsHarness
import Posix
import Testing

/// A broker and folders for one test, with `framewire-nats` as it was built beside the tests. Everything is gone when
/// the test is over.
final class FleetStage {
  let server: NatsServer
  let folder: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - configuration: of the server.
  ///   - user: with the password `USER-secret`; nil: the server asks for none.
  init(_ configuration: String = "", user: String? = nil) throws {
    server = try NatsServer(configuration)
    folder = try FileSystem.makeTemporaryDirectory()
    environment = Self.environment(of: server.address)
    try FileSystem.createDirectory(folder + "/source")
  }

  deinit { try? FileSystem.removeTree(folder) }

  static func environment(of address: String) -> [String: String] {
    [
      "NATS_URL": address, "USER": "ann", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "NATS_PASSWORD": "secret", "HOME": "/nonexistent",
    ]
  }

  /// The program under test.
  static var tool: String {
    FileSystem.join(FileSystem.split(ServedFolder.tool).directory, "framewire-nats")
  }

  /// Writes a file of the folder that is pushed.
  func write(_ name: String, _ text: String) throws {
    try FileSystem.writeFile(folder + "/source/" + name, Array(text.utf8))
  }

  /// Runs a verb to its end.
  @discardableResult
  func run(_ words: String...) throws -> ChildProcess { try run(words) }

  func run(_ words: [String]) throws -> ChildProcess {
    try ChildProcess.run(Self.tool, words, environment: environment, in: folder)
  }

  /// Starts a verb that goes on.
  func start(_ words: String...) throws -> ChildProcess { try start(words) }

  func start(_ words: [String]) throws -> ChildProcess {
    try ChildProcess(Self.tool, words, environment: environment, in: folder)
  }

  /// A daemon with a folder that is followed.
  func machine(_ name: String, groups: [String] = [], served: ServedFolder? = nil, user: String? = nil) throws
    -> Machine
  {
    let served = try served ?? ServedFolder()
    var words = [
      "follow", "--into", served.layouts, "--machine", name, "--socket", served.socket, "--every", "1s",
    ]
    for group in groups { words += ["--group", group] }
    if let user { words += ["--user", user] }
    let process = try ChildProcess(Self.tool, words, environment: environment, in: folder)
    return Machine(served: served, process: process)
  }

  /// A machine that has what was pushed: one layout.
  func machineWithCard() throws -> Machine {
    let machine = try machine("one")
    try write("card.layout", SampleLayouts.card())
    #expect(try run("push", "source").exit == .code(0))
    try waitUntil { machine.text("card.layout") != nil }
    return machine
  }

  struct Machine {
    let served: ServedFolder
    let process: ChildProcess

    /// The text of a file that it has; nil: it has none of this name.
    func text(_ name: String) -> String? {
      (try? FileSystem.readFile(served.layouts + "/" + name)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }
}

extension ChildProcess {
  /// Both outputs, for failures.
  var said: String { outputText + errorText }
}
