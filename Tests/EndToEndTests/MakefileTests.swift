import Posix
import Testing

@Suite("What make says") struct MakefileTests {
  /// Runs `make deps` where no package is installed and `apt-get` says 250 lines.
  ///
  /// - Parameter code: what installing ends with.
  private func deps(installingEndsWith code: Int) throws -> ChildProcess {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let programs = [
      "dpkg-query": "exit 1", "id": "echo 0", "swift": "echo 'Swift version 6.2'",
      "apt-get": "seq 250; [ $1 = update ] || exit \(code)",
    ]
    for (name, script) in programs {
      let path = FileSystem.join(folder, name)
      try FileSystem.writeFile(path, Array("#!/bin/sh\n\(script)\n".utf8))
      try FileSystem.setPermissions(of: path, to: 0o755)
    }
    return try ChildProcess.run(
      "make", ["-C", Repository.root, "--no-print-directory", "deps", "PACKAGES=one two"],
      environment: ["PATH": "\(folder):/usr/bin:/bin", "TMPDIR": folder])
  }

  @Test func `what is installed is one line`() throws {
    let run = try deps(installingEndsWith: 0)

    #expect(run.exit == .code(0))
    #expect(run.outputText.hasPrefix("installing one two: done in "))
    #expect(run.outputText.split(separator: "\n").count == 1)
    #expect(run.errorText == "")
  }

  @Test func `the log is shown when that fails`() throws {
    let run = try deps(installingEndsWith: 100)

    #expect(run.exit != .code(0))
    #expect(run.outputText.hasPrefix("installing one two: failed after "))
    // Both calls of apt-get.
    #expect(run.outputText.split(separator: "\n").count == 501)
  }
}
