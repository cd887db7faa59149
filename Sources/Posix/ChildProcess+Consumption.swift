/// What a child costs while it runs, as `/proc/PID` says (proc(5)).
extension ChildProcess {
  /// Resident memory in bytes.
  public var residentMemory: Int {
    get throws(PosixError) { try ProcessFigures.residentMemory(of: id) }
  }

  /// Nanoseconds that its first thread was on a processor; to the nanosecond, where `stat` counts in ticks of 10 ms.
  public var processorTime: Int { get throws(PosixError) { try ProcessFigures.figure("schedstat", 0, of: id) } }

  /// How many descriptors it has open.
  package var openDescriptors: Int { get throws(PosixError) { try FileSystem.list("/proc/\(id)/fd").count } }
}
