internal import Glibc

/// What a child costs while it runs, as `/proc/PID` says (proc(5)).
extension ChildProcess {
  /// Resident memory in bytes.
  public var residentMemory: Int {
    get throws(PosixError) { try figure("statm", 1) * sysconf(Int32(_SC_PAGESIZE)) }
  }

  /// Nanoseconds that its first thread was on a processor; to the nanosecond, where `stat` counts in ticks of 10 ms.
  public var processorTime: Int { get throws(PosixError) { try figure("schedstat", 0) } }

  /// How many descriptors it has open.
  package var openDescriptors: Int { get throws(PosixError) { try FileSystem.list("/proc/\(id)/fd").count } }

  private func figure(_ file: String, _ field: Int) throws(PosixError) -> Int {
    let path = "/proc/\(id)/\(file)"
    let fields = String(decoding: try FileSystem.readFile(path).bytes, as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    guard field < fields.count, let figure = Int(fields[field]) else {
      throw PosixError(code: EINVAL, call: "read", path: path)
    }
    return figure
  }
}
