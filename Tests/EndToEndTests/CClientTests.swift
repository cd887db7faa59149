import DaemonHarness
import Posix
import Testing

/// The client in C passes its own tests. What it understands of the conversations is in `ClientTests`.
@Suite("The client in C") struct CClientTests {
  /// Among them 1,000 conversations that were damaged (20,000 when the client is tested by itself), with every access
  /// to memory watched.
  @Test func `passes its own tests, whatever it is told`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }

    let run = try ChildProcess.run(
      "make",
      ["-s", "-C", Repository.path("Clients/c"), "test", "O=\(FileSystem.join(folder, "build"))", "ITERATIONS=1000"],
      timeout: ServedFolder.patience * 10)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    #expect(run.outputText.contains("\n0 of ") && run.outputText.contains("1000 conversations:"), "\(run.outputText)")
  }
}
