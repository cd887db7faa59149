import FramewireClient
import Posix
import Wire

/// A daemon that answers, and how it was started.
struct RunningDaemon {
  let connection: Connection
  let peer: PeerCredentials
  let info: Reply.Info

  /// What is left of a path that begins in the daemon's folder, in ours.
  var folder: String? { try? FileSystem.linkTarget("/proc/\(peer.process)/cwd") }

  /// The command line of `serve` that it was started with, its paths made absolute; nil where the kernel does not tell
  /// us.
  var invocation: Invocation? {
    guard let words = list("cmdline"), let verb = words.firstIndex(of: Verb.serve.name), let folder,
      var invocation = try? Verb.serve.parse(Array(words[(verb + 1)...]))
    else { return nil }
    if invocation.arguments.isEmpty { invocation.arguments = ["."] }
    invocation.arguments = invocation.arguments.map { FileSystem.path($0, from: folder) }
    for option in ["font", "journal", Verb.Option.socket.name] {
      invocation.options[option] = invocation.options[option]?.map { FileSystem.path($0, from: folder) }
    }
    return invocation
  }

  /// Its environment when it was started; nil where the kernel does not tell us.
  var environment: [String: String]? {
    list("environ").map { entries in
      let pairs = entries.compactMap { entry in
        entry.firstIndex(of: "=").map { (String(entry[..<$0]), String(entry[entry.index(after: $0)...])) }
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Where it was told to listen, which is not where it was asked if that is its second socket; nil where the kernel
  /// does not tell us.
  var address: SocketAddress? {
    guard let invocation, let environment else { return nil }
    if let path = invocation.value(Verb.Option.socket.name) { return SocketAddress(path: path) }
    return .default(environment: environment, userID: peer.user)
  }

  /// The scenes that it has open for all; nil when there is no answer.
  var scenes: [Reply.Scene]? {
    guard case .scenes(let scenes) = try? connection.call(.listScenes()) else { return nil }
    return scenes
  }

  /// The numbers of `Stats`; nil when there is no answer.
  var metrics: [String: Double]? {
    guard case .stats(let metrics) = try? connection.call(.stats) else { return nil }
    return metrics
  }

  /// A file of proc(5) in which texts end with NUL.
  private func list(_ name: String) -> [String]? {
    guard let content = try? FileSystem.readFile("/proc/\(peer.process)/\(name)") else { return nil }
    return content.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
