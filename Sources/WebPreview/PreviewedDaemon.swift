import FramewireClient
import Posix
import Wire

/// The daemon whose scenes are shown: one that runs already, or one that was started and ends with us.
struct PreviewedDaemon {
  let address: SocketAddress
  /// Nil: it was there before us.
  let companion: CompanionProcess?
  /// From where it names files; nil where that is not known.
  let folder: String?

  /// How long one that was started may take until it can be connected to.
  static let longestStart = Duration.seconds(20)

  init(_ options: PreviewOptions) throws(PreviewFailure) {
    address = options.socket
    if let socket = try? UnixConnection.connect(to: address, timeout: .seconds(2)) {
      companion = nil
      folder = Self.folder(of: socket)
      if let wanted = options.folder { try Self.check(wanted, isServedOver: socket, from: folder) }
      return
    }
    // At the usual place the daemon makes the folder, and answers for it.
    let words = ["serve", options.folder ?? "."] + (address.ownsDirectory ? [] : ["--socket", address.path])
    let started: CompanionProcess
    do throws(PosixError) { started = try CompanionProcess(options.tool, words) } catch {
      throw PreviewFailure("cannot run '\(options.tool)': \(error)", .unavailable)
    }
    companion = started
    folder = FileSystem.currentFolder
    let deadline = ContinuousClock.now + Self.longestStart
    while (try? UnixConnection.connect(to: address, timeout: .seconds(1))) == nil {
      // It has said why.
      if started.exit() != nil { throw PreviewFailure("no daemon came to serve \(address)", .unavailable) }
      guard ContinuousClock.now < deadline else {
        throw PreviewFailure("the daemon that was started cannot be connected to at \(address)", .unavailable)
      }
      _ = try? started.descriptor.number.wait(for: .readable, until: .now + .milliseconds(10))
    }
  }

  /// Where a process stands, as the kernel says it to its user.
  private static func folder(of socket: UnixConnection) -> String? {
    try? FileSystem.linkTarget("/proc/\(socket.peer.process)/cwd")
  }

  /// Whoever names a folder wants to see that one.
  private static func check(
    _ wanted: String, isServedOver socket: UnixConnection, from folder: String?
  ) throws(PreviewFailure) {
    guard let folder, case .scenes(let scenes)? = try? Connection(over: socket).call(.listScenes()) else { return }
    guard let wanted = try? FileSystem.realPath(wanted) else {
      throw PreviewFailure("there is no '\(wanted)'", .noInput)
    }
    let files = scenes.compactMap { try? FileSystem.realPath(FileSystem.path($0.file, from: folder)) }
    guard files.contains(where: { $0 == wanted || $0.hasPrefix(wanted + "/") }) else {
      throw PreviewFailure(
        "a daemon runs already and has no scene from '\(wanted)'; with --socket PATH there is another one for it",
        .unavailable)
    }
  }
}
