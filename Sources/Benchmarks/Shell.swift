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
