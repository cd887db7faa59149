import Posix

/// What the benchmarks need of the system: files for the peers to read, and programs to run.
enum Shell {
  /// Runs `command` with `sh` and returns what it wrote to standard output; `nil` when it did not end with 0.
  static func output(of command: String) -> String? {
    guard let shell = try? ChildProcess.run("sh", ["-c", command], timeout: longest), shell.exit == .code(0) else {
      return nil
    }
    return shell.outputText
  }

  /// Building a peer takes minutes.
  private static let longest = Duration.seconds(3600)

  /// Says on standard error what is being measured: tables come last, and some cases take long.
  static func printAside(_ text: String) { StandardStream.error.writeLine(text) }

  static func exists(_ path: String) -> Bool { FileSystem.exists(path) }

  /// Writes the whole file; says and returns `false` when that is not possible.
  static func write(_ text: String, to path: String) -> Bool {
    do throws(PosixError) {
      try FileSystem.writeFile(path, Array(text.utf8))
      return true
    } catch {
      print("cannot write \(error)")
      return false
    }
  }
}
