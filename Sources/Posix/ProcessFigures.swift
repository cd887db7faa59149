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
    guard let fields = Self.text("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " "),
      fields.count > 21, let ticks = Double(fields[19]), let pages = Int(fields[21]),
      let boot = Self.text("/proc/stat")?.split(separator: "\n").first(where: { $0.hasPrefix("btime ") }),
      let bootTime = Double(boot.dropFirst(6))
    else { return nil }
    start = bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    residentMemory = pages * sysconf(Int32(_SC_PAGESIZE))
  }

  private static func text(_ path: String) -> String? {
    (try? FileSystem.readFile(path)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
