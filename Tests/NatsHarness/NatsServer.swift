public import Nats
import Posix

/// A real `nats-server` of a test's own, on a free port of loopback, gone when the test is over.
///
/// It is ended by its id. What it keeps is in a folder of its own, which `restart` keeps.
public final class NatsServer {
  /// Whether the program is installed; `make deps` does it. Tests that need it are skipped where it is not.
  public static let isInstalled = program != nil
  /// What a skipped test says.
  public static let hint = "nats-server is not installed: 'make deps' or 'apt-get install nats-server'"

  private static let program = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { $0 + "/nats-server" }
    .first(where: FileSystem.exists)

  /// How long anything may take before a test fails. Generous: machines that run tests are busy.
  public static let patience = Duration.seconds(30)

  /// Where it keeps things.
  public let folder: String
  /// For clients.
  public let port: UInt16
  private let configuration: String
  private var process: ChildProcess

  /// Starts one.
  ///
  /// - Parameters:
  ///   - configuration: more lines of its configuration: users, TLS, routes.
  ///   - name: of one in a cluster.
  ///   - port: where it listens; nil: where it is free.
  ///   - waits: until it takes connections.
  public init(
    _ configuration: String = "", name: String = "one", port: UInt16? = nil, waits: Bool = true
  ) throws {
    folder = try FileSystem.makeTemporaryDirectory()
    self.port = try port ?? Self.freePort()
    self.configuration = """
      server_name: \(name)
      listen: "127.0.0.1:\(self.port)"
      jetstream { store_dir: "\(folder)/store", max_mem: 256M, max_file: 1G }
      max_pending: 256M
      \(configuration)

      """
    try FileSystem.writeFile(folder + "/server.conf", Array(self.configuration.utf8))
    process = try Self.start(folder)
    if waits { try waitUntilReady() }
  }

  deinit {
    try? process.send(.kill)
    _ = try? process.wait(until: nil)
    try? FileSystem.removeTree(folder)
  }

  /// It did not come up.
  public struct NotReady: Error { public let output: String }

  private static func start(_ folder: String) throws -> ChildProcess {
    guard let program else { throw NotReady(output: hint) }
    return try ChildProcess(program, ["-c", folder + "/server.conf"], environment: [:])
  }

  /// Waits until it says that it takes connections.
  public func waitUntilReady() throws {
    guard
      try process.waitForOutput(
        until: .now + Self.patience, where: { $0.errorText.contains("Server is ready") })
    else { throw NotReady(output: process.errorText) }
  }

  /// What it said.
  public func log() throws -> String {
    _ = try process.waitForOutput(until: .now) { _ in false }
    return process.errorText
  }

  /// Ends it at once, as if somebody had pulled the plug.
  public func kill() throws {
    try process.send(.kill)
    _ = try process.wait(until: .now + Self.patience)
  }

  /// Has it take what comes and answer nothing, as when its disk hangs.
  public func pause() throws { try process.send(.stop) }

  /// Has it go on.
  public func resume() throws { try process.send(.continue) }

  /// Has it go on after some time, whatever the caller waits for meanwhile.
  public func resume(after time: Duration) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", "sleep \(time / .seconds(1)); kill -CONT \(process.id)"], environment: [:])
  }

  /// Starts it again with what it had kept.
  public func restart() throws {
    process = try Self.start(folder)
    try waitUntilReady()
  }

  /// The address for clients.
  public var address: String { "nats://127.0.0.1:\(port)" }

  /// A connection as one of its users.
  public func connect(
    as user: (name: String, password: String)? = nil, patience: Duration = .seconds(10)
  ) throws -> NatsConnection {
    try NatsConnection(
      NatsOptions(
        servers: [address], name: "test", user: user, inbox: user.map { "_INBOX.\($0.name)" }, patience: patience))
  }

  /// A port that nobody listens at now.
  public static func freePort() throws -> UInt16 {
    // The kernel's own range is where everybody's outgoing connections are; below it few are.
    for _ in 0..<64 {
      let port = UInt16.random(in: 20_000...30_000)
      if try LoopbackPort.isFree(port) { return port }
    }
    throw NotReady(output: "no port is free")
  }
}

/// Three servers that keep streams together.
public final class NatsCluster {
  public let servers: [NatsServer]

  /// Starts them, and waits until they have found each other.
  public init() throws {
    let ports = try (0..<3).map { _ in (client: try NatsServer.freePort(), route: try NatsServer.freePort()) }
    let routes = ports.map { "\"nats://127.0.0.1:\($0.route)\"" }.joined(separator: ", ")
    servers = try ports.enumerated().map { index, port in
      try NatsServer(
        "cluster { name: three, listen: \"127.0.0.1:\(port.route)\", routes: [\(routes)] }", name: "server\(index)",
        port: port.client, waits: false)
    }
    for server in servers { try server.waitUntilReady() }
  }

  /// All addresses, for clients that go on with another server.
  public var addresses: [String] { servers.map(\.address) }

  /// A connection to any of them.
  public func connect(patience: Duration = .seconds(10)) throws -> NatsConnection {
    try NatsConnection(NatsOptions(servers: addresses, name: "test", patience: patience))
  }
}
