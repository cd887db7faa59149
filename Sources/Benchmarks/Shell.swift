import Glibc

/// What the benchmarks need of the system: files for the peers to read, and programs to run.
enum Shell {
  /// Runs `command` with `sh` and returns what it wrote to standard output; `nil` when it did not end with 0.
  static func output(of command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let status = pclose(pipe)
    return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Says on standard error what is being measured: tables come last, and some cases take long.
  static func note(_ text: String) {
    "\(text)\n".withCString { line in _ = Glibc.write(2, line, strlen(line)) }
  }

  /// Makes the allocator keep freed memory up to 64 MB, as it does in a process that has run for a while.
  ///
  /// glibc maps blocks above 128 KB anew each time, until one larger is freed: then that size becomes the limit
  /// (mallopt(3), M_MMAP_THRESHOLD, "dynamic"; at most 32 MB). Without this a build of 1,000 views in a fresh
  /// process times page faults, and the recorded times of that size were taken without them.
  static func keepFreedMemory() {
    UnsafeMutableRawPointer.allocate(byteCount: (32 << 20) - (1 << 16), alignment: 16).deallocate()
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Writes the whole file; says and returns `false` when that is not possible.
  static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else {
      print("cannot write \(path): \(String(cString: strerror(errno)))")
      return false
    }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && written == bytes.count
  }
}
