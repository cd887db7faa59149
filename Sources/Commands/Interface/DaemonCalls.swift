import FramewireClient
import Posix
import Settables
import Wire

/// A conversation with the daemon for one verb. Errors come out as what to tell the user.
struct DaemonCalls {
  private let connection: Connection

  /// Connects to the daemon that `--socket` names, or else to the one at the usual place.
  init(_ invocation: Invocation) throws(Failure) {
    let address = SocketAddress(from: invocation)
    do throws(ClientError) { connection = try Connection(to: address) } catch { throw Failure(error) }
  }

  func call(_ request: Request) throws(Failure) -> Reply {
    do throws(ClientError) { return try connection.call(request) } catch { throw Failure(error) }
  }

  /// From where the daemon names files: where its process stands, as the kernel tells its user. Nil where it does not,
  /// and where somebody else listens for the daemon.
  var folder: String? { try? FileSystem.linkTarget("/proc/\(connection.peer.process)/cwd") }

  /// Of its process; nil where the kernel does not tell us.
  var figures: ProcessFigures? { ProcessFigures(of: connection.peer.process) }

  /// Calls any method, and returns the answer as it came.
  func call(_ call: Call) throws(Failure) -> Response {
    do throws(ClientError) { return try connection.call(call) } catch { throw Failure(error) }
  }

  func scenes() throws(Failure) -> [Reply.Scene] {
    guard case .scenes(let scenes) = try call(.listScenes()) else { throw .unexpectedAnswer }
    return scenes
  }

  /// The paths of all views of a scene, in tree order. A `scene` of nil means the only one.
  func viewPaths(of scene: String?) throws(Failure) -> [String] {
    let request = Request.Snapshot(scene: scene, filter: Filter(fields: []))
    guard case .event(let picture) = try call(.snapshot(request)) else { throw .unexpectedAnswer }
    return picture.diff.views.map(\.path)
  }

  /// The lists that a scene has, with their records.
  func lists(of scene: String?) throws(Failure) -> [(list: Reply.Value, records: [SettableRecord])] {
    guard case .values(let values) = try call(.get(scene: scene, names: [])) else { throw .unexpectedAnswer }
    return values.compactMap { value in
      if case .records(let records)? = value.value { (value, records) } else { nil }
    }
  }

  /// Applies operations to one scene. A `scene` of nil means the only one.
  func apply(
    _ ops: [Op], to scene: String?, _ manner: ChangeManner, _ console: Console
  ) throws(Failure) -> Reply.Applied {
    if manner.wait == .settled { try noteStoppedClock(console) }
    let request = Request.Apply(scene: scene, ops: manner.applied(to: ops), wait: manner.wait)
    let reply: Reply
    do throws(ClientError) { reply = try connection.call(.apply(request)) } catch {
      guard case .refused(.badOperation) = error, request.ops.count > 1 else { throw Failure(error) }
      // Says which of them it is.
      throw Failure(message: error.description, code: .badValue)
    }
    guard case .applied(let applied) = reply else { throw .unexpectedAnswer }
    return applied
  }

  /// Applies operations to one scene in the manner that was asked for, and prints what came of it.
  ///
  /// - Parameter explain: says more of it, behind the warnings.
  static func apply(
    _ ops: [Op], to scene: String?, _ invocation: Invocation, _ console: Console,
    explaining explain: (Reply.Applied, DaemonCalls) throws(Failure) -> Void = { (_, _) throws(Failure) in }
  ) throws(Failure) -> ExitCode {
    let daemon = try DaemonCalls(invocation)
    let applied = try daemon.apply(ops, to: scene, ChangeManner(invocation), console)
    console.report(applied.warnings)
    try explain(applied, daemon)
    console.print("revision \(applied.rev)")
    return .success
  }

  /// Waits until nothing moves any more in any of these scenes.
  func settle(_ scenes: [String], _ console: Console) throws(Failure) {
    if scenes.isEmpty { return }
    try noteStoppedClock(console)
    for scene in scenes {
      let request = Request.Apply(scene: scene, ops: [], wait: .settled)
      guard case .applied = try call(.apply(request)) else { throw .unexpectedAnswer }
    }
  }

  private func noteStoppedClock(_ console: Console) throws(Failure) {
    guard case .stats(let metrics) = try call(.stats) else { throw .unexpectedAnswer }
    if metrics["clockRunning"] == 0 {
      console.note(
        "the clock of scenes is stopped, so what moves arrives only after 'framewire clock run'")
    } else if let count = metrics["scenes.clocks"], count > 0 {
      console.note(
        "some scenes are on a clock of their own; of one that is stopped, what moves arrives only after "
          + "'framewire clock run'")
    }
  }
}

extension Failure {
  static let unexpectedAnswer = Failure(message: "the daemon answered something else", code: .internalError)

  package init(_ error: ClientError) {
    switch error {
    case .refused(.unknownScene(let scene, let known)):
      self = .unknownScene(scene.isEmpty ? nil : scene, known: known)
    case .refused(.unknownView(let view, let near)): self = .unknownView(view, near: near)
    case .refused(.unknownName(let kind, let name, let known)): self = .unknownName(kind, name, known: known)
    case .refused(.badOperation(_, let message)): self.init(message: message, code: .badValue)
    default: self.init(message: error.description, code: ExitCode(error))
    }
  }
}
