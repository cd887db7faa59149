import DaemonHarness
import Posix
import Testing

/// What people do with the page, in a real browser: the stories are in the folder `Browser`, told with the programs
/// that were built beside this test.
@Suite("The preview in Chromium") struct BrowserTests {
  @Test func `its stories come out as they are told`() throws {
    let tests = FileSystem.split(#filePath).directory
    let libraries = FileSystem.join(tests, "../../.build/venv/lib")
    let rules = (try? FileSystem.list(libraries))?.map {
      FileSystem.join(libraries, "\($0.name)/site-packages/axe_playwright_python/axe.min.js")
    }.first(where: FileSystem.exists)
    let node = ["/usr/local/bin/node", "/usr/bin/node"].first { FileSystem.exists($0) }

    let run = try ChildProcess.run(
      try #require(node, "there is no node; 'make deps' installs it"),
      ["--test", "--test-reporter=tap", FileSystem.join(tests, "Browser/preview.test.js")],
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "FRAMEWIRE_BIN": FileSystem.split(ServedFolder.tool).directory,
        "AXE": try #require(rules, "the rules of accessibility are not there; 'make test' installs them"),
      ], timeout: ServedFolder.patience * 10)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    // Nothing is passed over for want of something.
    #expect(run.outputText.contains("# skipped 0"))
  }
}
