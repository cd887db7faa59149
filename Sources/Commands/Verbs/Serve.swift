import Daemon
import LayoutRuntime
import Posix

extension Verb {
  static let serve = Verb(
    name: "serve", summary: "watch folders of layouts, keep them solved, stream what changes",
    arguments: [
      Argument(
        name: "DIR", meaning: "a folder or a layout file; the current folder if none", isOptional: true, repeats: true,
        completion: .directories)
    ],
    options: [
      .socket,
      Option(name: "poll", meaning: "look at the files five times a second instead of being told by the kernel"),
    ],
    examples: [
      ("framewire serve Layouts", "serves a folder"),
      ("framewire serve --socket /tmp/demo.sock .", "serves the current folder somewhere else"),
    ],
    details: """
      Every *.layout file below the folders is loaded, and loaded again when it is saved. A file with a mistake keeps \
      the frames it had. Runs until it is interrupted; SIGHUP makes it look at everything again.
      """
  ) { (invocation, console) throws(Failure) in
    let roots = invocation.arguments.isEmpty ? ["."] : invocation.arguments
    let address = SocketAddress(from: invocation)
    let log = ServeLog(console)
    do throws(DaemonError) {
      let daemon = try Daemon(
        DaemonOptions(roots: roots, address: address, polls: invocation.has("poll"), version: Version.current),
        report: log.write)
      try daemon.run()
    } catch { throw Failure(error) }
    return .success
  }
}

extension Verb.Option {
  /// Of every verb that talks to a daemon, and of `serve`.
  static let socket = Verb.Option(name: "socket", value: "PATH", meaning: "the daemon's socket", completion: .files)
}

extension SocketAddress {
  /// What `--socket` says, else the usual place.
  init(from invocation: Invocation) {
    if let path = invocation.value("socket") {
      self.init(path: path)
    } else {
      self = .default(environment: CurrentProcess.environment, userID: CurrentProcess.userID)
    }
  }
}

/// What `serve` tells while it runs: what it watches and serves, and what is wrong with which file.
struct ServeLog: Sendable {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func write(_ report: DaemonReport) {
    switch report {
    case .started(let roots, let socket, let scenes): welcome(roots, socket, scenes)
    case .diagnosed(let file, let report): diagnosed(file, report)
    case .watching(let message): console.print("\(console.styled("note", .yellow))     \(message)")
    case .stopped(let reason): console.print("\(console.styled("stopped", .dim))  \(reason)")
    }
  }

  private func welcome(_ roots: [String], _ socket: String, _ scenes: [SceneSummary]) {
    console.print("\(console.styled("watching", .bold)) \(roots.joined(separator: ", "))")
    for scene in scenes {
      let size = "\(FrameTable.points(scene.width))×\(FrameTable.points(scene.height))"
      console.print("\(console.styled("scene", .bold))    \(scene.name)  \(size), \(scene.views) views  \(scene.file)")
    }
    console.print("\(console.styled("socket", .bold))   \(socket)")
    let example = scenes.first { !$0.name.contains("/") }?.name ?? "SCENE"
    let option = CurrentProcess.variable("FRAMEWIRE_SOCKET") == socket || isUsual(socket) ? "" : " --socket \(socket)"
    console.print(
      """

      Try in another terminal:
        framewire subscribe \(example)\(option)
        framewire scenes\(option)
      then save one of the files. Control-C ends it.

      """)
  }

  private func isUsual(_ socket: String) -> Bool {
    SocketAddress.default(environment: CurrentProcess.environment, userID: CurrentProcess.userID).path == socket
  }

  private func diagnosed(_ file: String, _ report: DiagnosticReport) {
    switch report.condition {
    case .ok where report.diagnostics.isEmpty: console.print("\(console.styled("ok", .green))       \(file)")
    case .ok: console.print("\(console.styled("ok", .yellow))       \(file)")
    case .stale: console.print("\(console.styled("stale", .red))    \(file): its last good frames stay")
    case .failed: console.print("\(console.styled("failed", .red))   \(file): it has never been right")
    }
    let text = DiagnosticsPrinter(usesColors: console.colorsOutput).text(of: report)
    console.write(text)
  }
}

extension Failure {
  init(_ error: DaemonError) {
    switch error {
    case .socket(.alreadyServed(let path, let process)):
      self.init(
        message: "\(path) is served already\(process.map { " by process \($0)" } ?? "")",
        help: "stop that one, or serve somewhere else with --socket PATH", code: .temporary)
    case .socket(let error): self.init(message: error.description, code: .cannotCreate)
    case .root(let error): self.init(message: error.description, code: .noInput)
    case .system(let error): self.init(message: error.description, code: .internalError)
    }
  }
}
