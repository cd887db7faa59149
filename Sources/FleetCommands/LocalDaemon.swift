import Fleet
import FramewireClient
import Posix
import Settables
import Wire

/// The daemon that serves a followed folder: asked and told over its socket, and connected to again when it was away.
final class LocalDaemon {
  private let address: SocketAddress
  private var connection: Connection?
  /// Whether this is another connection than the last one that `apply` used, so perhaps another daemon.
  private var isNew = true

  init(_ address: SocketAddress) { self.address = address }

  /// Nil where there is no daemon, or it did not answer.
  private func call(_ request: Request, timeout: Duration = .seconds(10)) -> Result<Reply, WireError>? {
    if connection == nil {
      connection = try? Connection(to: address, timeout: .seconds(2))
      isNew = true
    }
    guard let open = connection else { return nil }
    do throws(ClientError) { return .success(try open.call(request, timeout: timeout)) } catch {
      if case .refused(let error) = error { return .failure(error) }
      connection = nil
      return nil
    }
  }

  /// All scenes; nil: no daemon answers.
  func scenes() -> [Reply.Scene]? {
    guard case .success(.scenes(let scenes)) = call(.listScenes) else { return nil }
    return scenes
  }

  /// Waits until it has looked at all files.
  func sync() {
    guard let scene = scenes()?.first?.name else { return }
    _ = call(.sync(Request.Sync(scene: scene, timeoutMs: 5000)))
  }

  /// Ends scenes of files that a push has taken away: whoever pushes wants them gone, not shown for another hour.
  ///
  /// - Parameter files: their paths in the followed folder; scenes say them as the daemon was told of it.
  func forget(_ files: [String]) {
    guard !files.isEmpty else { return }
    for scene in scenes() ?? [] where scene.state != .ok {
      if files.contains(where: { scene.file == $0 || scene.file.hasSuffix("/" + $0) }) {
        _ = call(.forget(scene: scene.name))
      }
    }
  }

  /// Does something that changes several files, so that no scene shows some of it.
  func holding(_ body: () throws(PosixError) -> Void) throws(PosixError) {
    let isHeld = if case .success = call(.hold(reason: "framewire-nats follow")) { true } else { false }
    defer { if isHeld { _ = call(.release) } }
    try body()
  }

  /// What applying came to.
  struct Applied {
    /// Things that are decided and that no scene here has.
    var unknown: [String] = []
    /// What could not be set, in words.
    var complaints: [String] = []
  }

  /// Brings scenes to what is decided, each by one call.
  ///
  /// - Parameter held: what was set before; what was set now when this returns.
  /// - Returns: nil: no daemon answers.
  func apply(_ desk: Desk, _ held: inout HeldDecisions) -> Applied? {
    guard let scenes = scenes() else { return nil }
    let afresh = isNew
    var applied = Applied()
    // What is decided, and whether some scene took it.
    var taken: [Assignment: Bool] = [:]
    for scene in scenes.map(\.name) {
      let wanted = desk.assignments(for: scene)
      for assignment in wanted where taken[assignment] == nil { taken[assignment] = false }
      let change = held.change(of: scene, to: wanted, afresh: afresh)
      guard !change.isEmpty else {
        for assignment in wanted { taken[assignment] = true }
        continue
      }
      switch apply(change, to: scene) {
      case nil: return nil
      case .all:
        held.hold(wanted, in: scene)
        for assignment in wanted { taken[assignment] = true }
      case .part(let done):
        let before = held.scenes[scene] ?? []
        let now = wanted.filter { done.contains($0) || before.contains($0) && !change.contains($0) }
        held.hold(now, in: scene)
        for assignment in now { taken[assignment] = true }
      }
    }
    isNew = false
    if !scenes.isEmpty {
      applied.unknown = taken.filter { !$0.value }.keys.map(Self.words).sorted()
    }
    return applied
  }

  private enum Outcome {
    case all
    /// Some of it is not known in the scene; this is.
    case part([Assignment])
  }

  /// All at once where the scene knows everything; else one by one, so that what it knows is set.
  private func apply(_ change: [Assignment], to scene: String) -> Outcome? {
    func attempt(_ assignments: [Assignment]) -> Bool? {
      let request = Request.Apply(scene: scene, ops: assignments.map { Op(.set($0)) })
      switch call(.apply(request), timeout: .seconds(30)) {
      case nil: return nil
      case .success(.applied(let applied)):
        // A configuration, flag or trait that nothing in the scene asks for is set, and has no effect.
        return applied.warnings.allSatisfy { !Self.withoutEffect.contains($0.code) }
      case .success, .failure: return false
      }
    }
    guard let together = attempt(change) else { return nil }
    if together { return .all }
    var done: [Assignment] = []
    for assignment in change {
      guard let isDone = attempt([assignment]) else { return nil }
      if isDone { done.append(assignment) }
    }
    return .part(done)
  }

  /// Codes of warnings that something is not asked for in a scene.
  private static let withoutEffect: Set = ["W2907", "W2910"]

  private static func words(_ assignment: Assignment) -> String {
    let value: String =
      switch assignment.value {
      case .text(let text)?: text
      case .number(let number)?: "\(number)"
      case .truth(let truth)?: truth ? "on" : "off"
      case .numbers(let numbers)?: numbers.map { $0.map { "\($0)" } ?? "_" }.joined(separator: ",")
      default: ""
      }
    let subject = assignment.subject.map { " \($0)" } ?? ""
    return "\(assignment.settable.rawValue)\(subject) '\(value)' is decided, and no scene here has it"
  }
}
