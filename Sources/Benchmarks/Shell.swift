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

  /// Makes the allocator keep freed memory up to 64 MB, as it does in a process that has run for a while.
  ///
  /// glibc maps blocks above 128 KB anew each time, until one larger is freed: then that size becomes the limit
  /// (mallopt(3), M_MMAP_THRESHOLD, "dynamic"; at most 32 MB). Without this a build of 1,000 views in a fresh
  /// process times page faults, and the recorded times of that size were taken without them.
  static func keepFreedMemory() {
    unsafe UnsafeMutableRawPointer.allocate(byteCount: (32 << 20) - (1 << 16), alignment: 16).deallocate()
  }

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
