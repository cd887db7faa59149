import FramewireClient
import Posix
import Wire

/// What stands at a daemon's address, and whether somebody answers there.
struct SocketExamination {
  private(set) var findings: [Finding] = []
  /// Whoever answered; nil when nobody did.
  private(set) var daemon: RunningDaemon?
  private let path: String

  init(_ address: SocketAddress) {
    path = address.path
    do throws(SocketError) { try address.validate() } catch {
      fail(.unreachable(error))
      return
    }
    examine(folder: address)
    guard examineFile() else { return }
    connect(to: address)
  }

  private mutating func examine(folder address: SocketAddress) {
    let folder = address.directory
    guard let status = try? FileSystem.status(of: folder, followingLink: !address.ownsDirectory) else {
      // The daemon makes a folder of its own.
      if address.ownsDirectory { return }
      return findings.append(
        .error(.socket, "there is no folder \(folder) to put a socket in", "mkdir -p \(folder)"))
    }
    if address.ownsDirectory {
      let isPrivate =
        status.kind == .directory && status.owner == CurrentProcess.userID && status.permissions & 0o077 == 0
      if isPrivate { return }
      return findings.append(
        .error(
          .socket, "\(folder) is not a private folder of this user (\(Self.words(for: status))); a daemon refuses it",
          "remove it and let the daemon make it, or say --socket PATH"))
    }
    if status.isOpenToOthers {
      findings.append(.openFolder(.socket, folder, status, orSay: "another --socket"))
    }
  }

  /// - Returns: whether there is a socket that somebody may answer at.
  private mutating func examineFile() -> Bool {
    let status: FileStatus
    do throws(PosixError) { status = try FileSystem.status(of: path, followingLink: false) } catch {
      if error.isNotFound {
        findings.append(.warning(.socket, "no daemon: nothing is at \(path)", "framewire serve DIR starts one"))
      } else {
        findings.append(.error(.socket, "cannot look at \(path): \(error.reason)", "run this as the daemon's user"))
      }
      return false
    }
    guard status.kind == .socket else {
      findings.append(.error(.socket, "\(path) is not a socket", "remove it, or say another --socket"))
      return false
    }
    if status.permissions & 0o077 != 0 {
      findings.append(
        .warning(
          .socket, "others may open \(path) (\(Self.words(for: status)))",
          "chmod 600 \(path); of a socket unit, SocketMode=0600"))
    }
    return true
  }

  private mutating func connect(to address: SocketAddress) {
    do throws(ClientError) {
      let socket: UnixConnection
      do throws(SocketError) { socket = try UnixConnection.connect(to: address) } catch {
        if case .system(let cause) = error, cause.isConnectionRefused || cause.isNotFound {
          return findings.append(
            .warning(
              .socket, "no daemon: \(path) is left from one that is gone",
              "framewire serve DIR starts one, and takes its place"))
        }
        throw .unreachable(error)
      }
      let connection = Connection(over: socket)
      guard case .info(let info) = try connection.call(.getInfo) else { throw .closed }
      daemon = RunningDaemon(connection: connection, peer: socket.peer, info: info)
      findings.append(
        .ok(.socket, "\(path): process \(socket.peer.process) of user \(socket.peer.user) answers"))
    } catch { fail(error) }
  }

  private mutating func fail(_ error: ClientError) {
    findings.append(.error(.socket, "\(path): \(error)", Self.advice(on: error)))
  }

  private static func advice(on error: ClientError) -> String {
    switch error {
    case .unreachable(.system(let cause)) where cause.isPermissionDenied: "run this as the user who runs the daemon"
    case .unreachable(.pathTooLong): "say a shorter one with --socket PATH"
    case .closed: "a daemon answers its own user and root: run this as one of them"
    case .timedOut: "the process has the socket and does not answer: stop it and start it again"
    case .refused(.busy): "close connections, or raise serve --max-connections"
    default: "somebody else listens there: say another --socket"
    }
  }

  /// `user 1000, mode 0755`.
  static func words(for status: FileStatus) -> String {
    let digits = String(status.permissions, radix: 8)
    return "user \(status.owner), mode \(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
  }
}

extension Finding {
  /// Of a folder in which others may replace what a daemon has there.
  ///
  /// - Parameter other: what leads elsewhere.
  static func openFolder(
    _ topic: Topic, _ folder: String, _ status: FileStatus, orSay other: String
  ) -> Finding {
    .warning(
      topic, "others may put another \(topic.rawValue) in \(folder) (\(SocketExamination.words(for: status)))",
      "chmod go-w \(folder), or say \(other)")
  }
}

extension FileStatus {
  /// Of a folder: whether others may replace what is in it. With the sticky bit they may not.
  var isOpenToOthers: Bool { permissions & 0o022 != 0 && permissions & 0o1000 == 0 }
}
