internal import Glibc

/// Since when a process runs and how much memory it has, as `/proc` tells (proc(5)).
public struct ProcessFigures: Equatable, Sendable {
  /// Seconds since 1970.
  public let start: Double
  /// Bytes.
  public let residentMemory: Int

  /// Nil where the kernel does not tell us.
  public init?(of process: Int32) {
    // The name may have anything in it. Behind it stand the fields from the third on.
    guard let fields = try? Self.text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " "),
      fields.count > 19, let ticks = Double(fields[19]), let memory = try? Self.residentMemory(of: process),
      let boot = try? Self.text("/proc/stat").split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let bootTime = Double(boot.dropFirst(6))
    else { return nil }
    start = bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    residentMemory = memory
  }

  static func residentMemory(of process: Int32) throws(PosixError) -> Int {
    try figure("statm", 1, of: process) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// A number in one of the files that tell of a process.
  ///
  /// - Parameter field: which of the numbers in it, from 0.
  static func figure(_ file: String, _ field: Int, of process: Int32) throws(PosixError) -> Int {
    let path = "/proc/\(process)/\(file)"
    let fields = try text(path).split(whereSeparator: \.isWhitespace)
    guard field < fields.count, let figure = Int(fields[field]) else {
      throw PosixError(code: EINVAL, call: "read", path: path)
    }
    return figure
  }

  private static func text(_ path: String) throws(PosixError) -> String {
    String(decoding: try FileSystem.readFile(path).bytes, as: UTF8.self)
  }
}
