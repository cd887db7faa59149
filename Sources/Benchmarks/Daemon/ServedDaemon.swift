import FramewireClient
import Posix
import Wire

/// A daemon of this build with a folder and a socket of its own; ended and removed when nobody refers to it.
final class ServedDaemon {
  enum Failure: Error {
    case silent(output: String)
  }

  let file: String
  private let folder: String
  let process: ChildProcess
  private let address: SocketAddress

  /// The `framewire` that was built beside this program.
  static var builtProgram: String? {
    guard let own = CurrentProcess.executablePath else { return nil }
    let program = FileSystem.join(FileSystem.split(own).directory, "framewire")
    return FileSystem.exists(program) ? program : nil
  }

  /// What to say where it is missing.
  static let missing = "there is no framewire beside this program: swift build -c release --product framewire"

  /// Starts `program serve` on a folder with one layout, and waits until it serves.
  ///
  /// - Parameter arguments: further ones of `serve`.
  init(
    _ program: String, serving layout: [UInt8], _ arguments: [String] = [], place: SavePlace = .disk
  ) throws {
    folder = try FileSystem.makeTemporaryDirectory(prefix: "framewire-bench-", in: place.folder)
    file = FileSystem.join(folder, "screen.layout")
    try FileSystem.writeFile(file, layout)
    address = SocketAddress(path: FileSystem.join(folder, "socket"))
    process = try ChildProcess(
      program, ["serve", folder, "--socket", address.path, "--no-journal"] + arguments)
    let isThere = try process.waitForOutput(until: .now + .seconds(60)) { $0.outputText.contains("socket   ") }
    guard isThere else { throw Failure.silent(output: process.outputText + process.errorText) }
  }

  deinit {
    try? process.send(.terminate)
    _ = try? process.wait(until: .now + .seconds(5))
    try? FileSystem.removeTree(folder)
  }

  /// Where it listens.
  var socket: String { address.path }

  func connect() throws -> Connection { try Connection(to: address) }
  func connectRaw() throws -> UnixConnection { try UnixConnection.connect(to: address) }
}
