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

  /// With and without the programs of the preview. Nothing is built: stand-ins have been.
  @Test(arguments: ["1", "0"]) func `what is installed is what is built`(show: String) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let (built, log) = (FileSystem.join(folder, "built"), FileSystem.join(folder, "log"))
    try FileSystem.createDirectory(built)
    for name in ["framewire", "framewire-show", "framewire-decode"] {
      // `install -s` wants a program, and completions are asked of the first.
      #expect(try ChildProcess.run("cp", ["/bin/true", FileSystem.join(built, name)]).exit == .code(0))
    }

    let run = try ChildProcess.run(
      "make",
      [
        "-C", Repository.root, "--no-print-directory", "install", "PACKAGES=", "SWIFT_NEEDED=0", "FRAMEWIRE_NATS=0",
        "FRAMEWIRE_SHOW=\(show)", "RELEASE=echo >>\(log)", "TOOL=\(built)/framewire", "DESTDIR=\(folder)/root",
      ], environment: CurrentProcess.environment)

    try #require(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    let programs =
      ["--product framewire"] + (show == "1" ? ["framewire-show", "framewire-decode"].map { "--product \($0)" } : [])
    let asked = String(decoding: try FileSystem.readFile(log).bytes, as: UTF8.self)
    #expect(asked.split(separator: "\n").map(String.init) == programs)
    let root = FileSystem.join(folder, "root/usr/local")
    #expect(FileSystem.exists(FileSystem.join(root, "bin/framewire")))
    for name in ["framewire-show", "framewire-decode"] {
      #expect(FileSystem.exists(FileSystem.join(root, "libexec/framewire/\(name)")) == (show == "1"), "\(name)")
    }
  }

  /// Else the build without them would fail at its first step; described is what was checked.
  @Test func `without the preview the package is whole`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    var environment = CurrentProcess.environment
    environment["FRAMEWIRE_SHOW"] = "0"

    let run = try ChildProcess.run(
      "swift", ["package", "--package-path", Repository.root, "--scratch-path", folder, "describe", "--type", "json"],
      environment: environment, timeout: .seconds(120))

    try #require(run.exit == .code(0), "\(run.errorText)")
    #expect(run.outputText.contains("\"framewire\"") && !run.outputText.contains("framewire-show"))
    #expect(!run.outputText.contains("Microhttpd") && !run.outputText.contains("GdkPixbuf"))
  }

  @Test func `the log is shown when that fails`() throws {
    let run = try deps(installingEndsWith: 100)

    #expect(run.exit != .code(0))
    #expect(run.outputText.hasPrefix("installing one two: failed after "))
    // Both calls of apt-get.
    #expect(run.outputText.split(separator: "\n").count == 501)
  }
}
