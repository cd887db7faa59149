internal import CLinux
internal import Glibc

/// The two plain protocols between a daemon and the service manager that started it: sockets
/// handed over (sd_listen_fds(3)) and messages about our state (sd_notify(3)), signs of life among them
/// (sd_watchdog_enabled(3)). No library is needed.
public struct Supervisor: Sendable {
  /// What a service manager is told.
  public enum Message: Hashable, Sendable {
    /// Everything is set up; clients can connect.
    case ready
    case stopping
    /// The loop still goes round.
    case alive
  }

  /// Where messages go; `nil` when nobody listens.
  let notifySocket: String?
  /// The sockets that were handed over.
  let listening: Range<Int32>
  /// How often `alive` is to be said: in half of the time after which the manager takes us for dead, but no more often
  /// than `shortestPeriod`. `nil` when it does not ask, or asks another process.
  public let signOfLifePeriod: Duration?

  /// Reads `NOTIFY_SOCKET`, `LISTEN_PID`, `LISTEN_FDS`, `WATCHDOG_USEC` and `WATCHDOG_PID`. What is meant for another
  /// process is not ours.
  public init(environment: [String: String], process: Int32) {
    notifySocket = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let isForUs = environment["LISTEN_PID"].flatMap { Int32($0) } == process
    let count = isForUs ? environment["LISTEN_FDS"].flatMap { Int32($0) } ?? 0 : 0
    // Sockets begin at 3 (SD_LISTEN_FDS_START).
    listening = 3..<(3 + min(max(0, count), 1024))
    // Without an id it is meant for whoever reads it.
    let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
    let microseconds = isWatched ? environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0 : 0
    let isAsked = microseconds > 0 && notifySocket != nil
    signOfLifePeriod = isAsked ? max(.microseconds(microseconds) / 2, Self.shortestPeriod) : nil
  }

  /// A manager that asks for more signs of life would have a processor say nothing else.
  static let shortestPeriod = Duration.milliseconds(10)

  /// The one that started this process. Removes its variables, which are not for our children.
  public static func inherited() -> Supervisor {
    let manager = Supervisor(environment: CurrentProcess.environment, process: CurrentProcess.id)
    for name in [
      "NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
    ] { CurrentProcess.removeVariable(name) }
    return manager
  }

  /// Takes over the first socket; call once.
  public func takeSocket() -> FileDescriptor? { listening.first.map { FileDescriptor($0) } }

  /// Tells the service manager; without one, or when it does not listen, nothing happens. Waits a second at most for
  /// room in the manager's queue, and with a sign of life not at all.
  ///
  /// - Returns: whether the message is on its way. Nobody needs to care: a service runs on without its manager.
  @discardableResult public func notify(_ message: Message) -> Bool {
    guard let notifySocket else { return false }
    let raw = socket(AF_UNIX, framewire_datagram_socket, 0)
    guard raw >= 0 else { return false }
    let descriptor = FileDescriptor(raw)
    let bytes = Array(message.text.utf8)
    try? descriptor.number.setSendTimeout(.seconds(1))
    let flags = Int32(MSG_NOSIGNAL) | (message == .alive ? Int32(MSG_DONTWAIT) : 0)
    let sent = unsafe withAddress(notifySocket, isAbstract: notifySocket.hasPrefix("@")) { address, length in
      unsafe sendto(descriptor.raw, bytes, bytes.count, flags, address, length)
    }
    return sent == bytes.count
  }
}

extension Supervisor.Message {
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .stopping: "STOPPING=1"
    case .alive: "WATCHDOG=1"
    }
  }
}
