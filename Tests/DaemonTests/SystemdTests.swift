import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

/// The units of `Packaging/systemd`, asked of systemd itself where it is installed.
@Suite("Units of systemd") struct SystemdTests {
  static let kinds = ["user", "system"]

  /// `make deps` does not install it: an init system is nothing to put on a machine for the sake of tests.
  static func isInstalled(_ tool: String) -> Bool {
    ["/usr/bin", "/bin"].contains { FileSystem.exists(FileSystem.join($0, tool)) }
  }

  /// The package's folder.
  static let root = FileSystem.split(FileSystem.split(FileSystem.split(#filePath).directory).directory).directory

  /// The units as `make install` puts them below `prefix`, in a folder that is gone behind `body`.
  private func withUnits(
    _ prefix: String = "/usr/local", _ body: (_ folder: String, _ make: (String) throws -> Void) throws -> Void
  ) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    func make(_ target: String) throws {
      let run = try ChildProcess.run(
        "make", ["-s", "-C", Self.root, target, "DESTDIR=\(folder)", "PREFIX=\(prefix)"],
        timeout: ServedFolder.patience)
      #expect(run.exit == .code(0), "\(run.errorText)")
    }
    try make("install-units")
    try body(folder, make)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try FileSystem.readFile(path).bytes, as: UTF8.self)
  }

  @Test func `make install puts the units beside the tool, and uninstall takes them away`() throws {
    try withUnits("/opt/framewire") { folder, make in
      for kind in Self.kinds {
        let units = "\(folder)/opt/framewire/lib/systemd/\(kind)"
        let service = try text("\(units)/framewire.service")
        #expect(service.contains("\nExecStart=/opt/framewire/bin/framewire serve "))
        #expect(!service.contains("/usr/local"))
        #expect(try FileSystem.status(of: "\(units)/framewire.socket").permissions == 0o644)
        try make("uninstall")
        #expect(try FileSystem.list(units) == [])
        try make("install-units")
      }
    }
  }

  @Test(.enabled(if: isInstalled("systemd-analyze"), "systemd-analyze is not installed"), arguments: kinds)
  func `systemd finds nothing wrong with them`(kind: String) throws {
    try withUnits { folder, _ in
      let units = ["service", "socket"].map { "\(folder)/usr/local/lib/systemd/\(kind)/framewire.\($0)" }
      // It wants the program to be there.
      let service = try text(units[0]).replacing("/usr/local/bin/framewire", with: ServedFolder.tool)
      try FileSystem.writeFile(units[0], Array(service.utf8))
      let run = try ChildProcess.run(
        "systemd-analyze", (kind == "user" ? ["--user"] : []) + ["verify", "--man=no"] + units,
        environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder, "HOME": folder],
        timeout: ServedFolder.patience)

      #expect(run.exit == .code(0), "\(run.errorText)")
      #expect(!run.errorText.contains("framewire"), "\(run.errorText)")
    }
  }

  /// Of 10, which is a service that may do anything.
  @Test(.enabled(if: isInstalled("systemd-analyze"), "systemd-analyze is not installed"))
  func `the system's daemon is exposed by less than 2`() throws {
    let run = try ChildProcess.run(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=20", "\(Self.root)/Packaging/systemd/system/framewire.service"],
      timeout: ServedFolder.patience)

    #expect(run.exit == .code(0), "\(run.outputText) \(run.errorText)")
  }

  @Test(.enabled(if: isInstalled("systemd-socket-activate"), "systemd-socket-activate is not installed"))
  func `a daemon serves the socket that systemd opened for it`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.writeFile(FileSystem.join(folder, "card.layout"), Array(SampleLayouts.card().utf8))
    let socket = FileSystem.join(folder, "framewire.sock")
    let daemon = try ChildProcess(
      "systemd-socket-activate",
      ["--listen", socket, ServedFolder.tool, "serve", "--socket", socket, "--text", "fixed", "--no-journal", folder])
    defer {
      try? daemon.send(.terminate)
      _ = try? daemon.wait(until: ServedFolder.deadline)
    }
    #expect(try daemon.waitForOutput(until: ServedFolder.deadline) { $0.errorText.contains("Listening on") })

    let connection = try Connection(to: SocketAddress(path: socket))
    guard case .scenes(let scenes) = try connection.call(.listScenes()) else {
      Issue.record("no answer")
      return
    }

    #expect(scenes.map(\.name) == ["card"])
    // The socket is the service manager's, which removes it.
    #expect(FileSystem.exists(socket))
    #expect(!FileSystem.exists(FileSystem.join(folder, "framewire.lock")))
  }
}
