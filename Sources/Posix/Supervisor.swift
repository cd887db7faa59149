internal import CLinux
internal import Glibc

/// The two plain protocols between a daemon and the service manager that started it: sockets
/// handed over (sd_listen_fds(3)) and messages about our state (sd_notify(3)). No library is needed.
public struct Supervisor: Sendable {
  /// What a service manager is told.
  public enum Message: Hashable, Sendable {
    /// Everything is set up; clients can connect.
    case ready
    case stopping
  }

  /// Where messages go; `nil` when nobody listens.
  let notifySocket: String?
  /// The sockets that were handed over.
  let listening: Range<Int32>

  /// Reads `NOTIFY_SOCKET`, `LISTEN_PID` and `LISTEN_FDS`. Sockets meant for another process are not ours.
  public init(environment: [String: String], process: Int32) {
    notifySocket = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let isForUs = environment["LISTEN_PID"].flatMap { Int32($0) } == process
    let count = isForUs ? environment["LISTEN_FDS"].flatMap { Int32($0) } ?? 0 : 0
    // Sockets begin at 3 (SD_LISTEN_FDS_START).
    listening = 3..<(3 + min(max(0, count), 1024))
  }

  /// The one that started this process. Removes its variables, which are not for our children.
  public static func inherited() -> Supervisor {
    let manager = Supervisor(environment: CurrentProcess.environment, process: CurrentProcess.id)
    for name in ["NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { CurrentProcess.removeVariable(name) }
    return manager
  }

  /// Takes over the first socket; call once.
  public func takeSocket() -> FileDescriptor? { listening.first.map { FileDescriptor($0) } }

  /// Tells the service manager; without one, or when it does not listen, nothing happens.
  ///
  /// - Returns: whether the message is on its way. Nobody needs to care: a service runs on without its manager.
  @discardableResult public func notify(_ message: Message) -> Bool {
    guard let notifySocket else { return false }
    let raw = socket(AF_UNIX, framewire_datagram_socket, 0)
    guard raw >= 0 else { return false }
    let descriptor = FileDescriptor(raw)
    let bytes = Array(message.text.utf8)
    let sent = unsafe withAddress(notifySocket, isAbstract: notifySocket.hasPrefix("@")) { address, length in
      unsafe sendto(descriptor.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
    }
    return sent == bytes.count
  }
}

extension Supervisor.Message {
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .stopping: "STOPPING=1"
    }
  }
}
