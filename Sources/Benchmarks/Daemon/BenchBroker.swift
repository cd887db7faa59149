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
    private let process: ChildProcess
    private let address: String

    /// Starts it, and waits until it takes connections.
    init() throws {
      folder = try FileSystem.makeTemporaryDirectory(prefix: "framewire-bench-")
      let port = UInt16.random(in: 20_000...29_999)
      address = "nats://127.0.0.1:\(port)"
      process = try ChildProcess(
        Self.program ?? "nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", "\(port)"], environment: [:])
      let isReady = try process.waitForOutput(until: .now + .seconds(30)) { $0.errorText.contains("Server is ready") }
      guard isReady else { throw Failure(what: process.errorText) }
    }

    deinit {
      try? process.send(.kill)
      _ = try? process.wait(until: .now + .seconds(5))
      try? FileSystem.removeTree(folder)
    }

    /// For programs that use it.
    var environment: [String: String] { ["NATS_URL": address, "USER": "bench", "PATH": "/usr/bin:/bin"] }

    func connect() throws -> NatsConnection { try NatsConnection(NatsOptions(servers: [address], name: "bench")) }

    static func nanoseconds(since start: ContinuousClock.Instant) -> Double {
      (ContinuousClock.now - start) / .nanoseconds(1)
    }
  }
#endif
