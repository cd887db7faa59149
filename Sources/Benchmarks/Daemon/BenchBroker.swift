#if FRAMEWIRE_NATS
  import Nats
  import Posix

  /// A `nats-server` on a port of its own; ended and removed when nobody refers to it.
  final class BenchBroker {
    /// Why something could not be measured.
    struct Failure: Error { let what: String }

    static let program = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { $0 + "/nats-server" }
      .first(where: FileSystem.exists)

    private let folder: String
    private var process: ChildProcess
    private let address: String
    private let port: UInt16

    /// Starts it, and waits until it takes connections.
    init() throws {
      folder = try FileSystem.makeTemporaryDirectory(prefix: "framewire-bench-")
      port = UInt16.random(in: 20_000...29_999)
      address = "nats://127.0.0.1:\(port)"
      process = try Self.start(folder, port)
      try waitUntilReady()
    }

    private static func start(_ folder: String, _ port: UInt16) throws -> ChildProcess {
      try ChildProcess(
        program ?? "nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", "\(port)"], environment: [:])
    }

    private func waitUntilReady() throws {
      let isReady = try process.waitForOutput(until: .now + .seconds(30)) { $0.errorText.contains("Server is ready") }
      guard isReady else { throw Failure(what: process.errorText) }
    }

    /// Ends it at once.
    func kill() throws {
      try process.send(.kill)
      _ = try process.wait(until: .now + .seconds(5))
    }

    /// Starts it again, with what it had kept.
    func restart() throws {
      process = try Self.start(folder, port)
      try waitUntilReady()
    }

    deinit {
      try? process.send(.kill)
      _ = try? process.wait(until: .now + .seconds(5))
      try? FileSystem.removeTree(folder)
    }

    /// For programs that use it.
    var environment: [String: String] { ["NATS_URL": address, "USER": "bench", "PATH": "/usr/bin:/bin"] }

    func connect() throws -> NatsConnection {
      try NatsConnection(NatsOptions(servers: [address], name: "bench", patience: .seconds(60)))
    }

    static func nanoseconds(since start: ContinuousClock.Instant) -> Double {
      (ContinuousClock.now - start) / .nanoseconds(1)
    }
  }
#endif
