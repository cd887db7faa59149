internal import CLinux
internal import Glibc

/// Standard input, for verbs that take a document from a pipe.
public enum StandardInput {
  /// Whether somebody would have to type it.
  public static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether it is a file or comes from another program, so that somebody may have meant it to be read.
  public static var isDocument: Bool {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
  }

  /// For an event loop to watch.
  public static var descriptor: DescriptorNumber { DescriptorNumber(rawValue: STDIN_FILENO) }

  /// Reads what is there, at least a byte of it; empty at the end.
  public static func readSome() throws(PosixError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      retryingInterrupts { unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress!, buffer.count) }
    }
    guard count >= 0 else { throw PosixError("read", path: "-") }
    return Array(bytes.prefix(count))
  }

  /// Reads to the end.
  ///
  /// - Parameter limit: in bytes; more is refused with EFBIG.
  public static func read(limit: Int = FileSystem.longestFile) throws(PosixError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { scratch in
        let count = retryingInterrupts { unsafe Glibc.read(STDIN_FILENO, scratch.baseAddress!, scratch.count) }
        if count > 0 { unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[..<count])) }
        return count
      }
      if count == 0 { return bytes }
      guard count > 0 else { throw PosixError("read", path: "-") }
      guard bytes.count <= limit else { throw PosixError(code: EFBIG, call: "read", path: "-") }
    }
  }
}
