import DaemonHarness
import Posix
import Testing

/// The client in JavaScript passes its own tests, in nodejs and in Chromium. What it understands of the conversations
/// is in `ClientTests`.
@Suite("The client in JavaScript") struct JavaScriptClientTests {
  private static let tests = Repository.path("Clients/javascript/test")

  /// With types that are those of the interface, which `UPDATE_GOLDEN=1` writes anew.
  @Test func `passes its own tests in nodejs, with a daemon`() throws {
    let files = try FileSystem.list(Self.tests).map(\.name)
      .filter { $0.hasSuffix(".test.js") && $0 != "chromium.test.js" }.sorted()
    #expect(files.count >= 4)
    try expectSuccess(files)
  }

  @Test func `holds all conversations in Chromium, and draws on a canvas there`() throws {
    try expectSuccess(["chromium.test.js"])
  }

  /// Runs files of tests, with a daemon that serves the layouts of the repository.
  private func expectSuccess(_ files: [String]) throws {
    let node = ["/usr/local/bin/node", "/usr/bin/node"].first { FileSystem.exists($0) }
    var layouts: [String: String] = [:]
    for name in try FileSystem.list(Repository.path("Layouts")).map(\.name) where name.hasSuffix(".layout") {
      let bytes = try FileSystem.readFile(Repository.path("Layouts/\(name)")).bytes
      layouts[name] = String(decoding: bytes, as: UTF8.self)
    }
    let served = try ServedFolder(layouts)
    var environment = ["FRAMEWIRE_SOCKET": served.socket, "PATH": "/usr/local/bin:/usr/bin:/bin"]
    environment["UPDATE_GOLDEN"] = CurrentProcess.variable("UPDATE_GOLDEN")

    let run = try ChildProcess.run(
      try #require(node, "there is no node; 'make deps' installs it"),
      ["--test", "--test-reporter=tap"] + files.map { FileSystem.join(Self.tests, $0) }, environment: environment,
      timeout: ServedFolder.patience * 10)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    // Nothing is passed over for want of something.
    #expect(run.outputText.contains("# skipped 0"))
    // Its daemon ends with it.
    withExtendedLifetime(served) {}
  }
}
