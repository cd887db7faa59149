import Commands
import Fleet
import FramewireClient
import Posix
import Settables
import Wire

/// The daemon that serves a followed folder: asked and told over its socket, and connected to again when it was away.
final class LocalDaemon {
  let address: SocketAddress
  private var connection: Connection?
  /// Whether this is another connection than the last one that `apply` used, so perhaps another daemon.
  private var isNew = true
  /// What was set in scenes that have nothing which asks for it: set again each time, to learn whether something does
  /// by now.
  private var idle: [String: [Assignment]] = [:]

  init(_ address: SocketAddress) { self.address = address }

  /// Nil where there is no daemon, or it did not answer. One that is asked too fast says when to ask again, and is
  /// asked until then or the end of the timeout.
  private func call(_ request: Request, timeout: Duration = .seconds(10)) -> Result<Reply, WireError>? {
    if connection == nil {
      connection = try? Connection(to: address, timeout: .seconds(2))
      isNew = true
    }
    guard let open = connection else { return nil }
    let end = ContinuousClock.now + timeout
    while true {
      do throws(ClientError) { return .success(try open.call(request, timeout: timeout)) } catch {
        guard case .refused(let error) = error else {
          connection = nil
          return nil
        }
        guard case .rateLimited(let pause) = error, .now + .milliseconds(pause) < end else { return .failure(error) }
        CurrentProcess.sleep(for: .milliseconds(pause))
      }
    }
  }

  /// All scenes; nil: no daemon answers.
  func scenes() -> [Reply.Scene]? {
    guard case .success(.scenes(let scenes)) = call(.listScenes()) else { return nil }
    return scenes
  }

  /// Waits until it has looked at all files.
  func sync() {
    guard let scene = scenes()?.first?.name else { return }
    _ = call(.sync(Request.Sync(scene: scene, timeoutMs: 5000)))
  }

  /// Scenes of which the reason is asked that they are not well.
  private static let mostReasons = 8

  /// What the daemon says of scenes that are not well: of each its first error.
  func reasons(for scenes: [Reply.Scene]) -> [String] {
    var reasons: [String] = []
    for scene in scenes.filter({ $0.state != .ok }).prefix(Self.mostReasons) {
      guard case .success(.synced(let synced)) = call(.sync(Request.Sync(scene: scene.name, timeoutMs: 2000))),
        let error = synced.diagnostics.first(where: { $0.severity == .error })
      else { continue }
      let place = error.span.map { " (\($0.file):\($0.line):\($0.column))" } ?? ""
      reasons.append("scene '\(scene.name)': error[\(error.code)]: \(error.message)\(place)")
    }
    return reasons
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

  /// Brings scenes to what is decided, each by one call where it has everything.
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
      var change = held.change(of: scene, to: wanted, afresh: afresh)
      change += (idle[scene] ?? []).filter { wanted.contains($0) && !change.contains($0) }
      guard let outcome = set(change, in: scene) else { return nil }
      let before = held.scenes[scene] ?? []
      // What could not be set or taken back is still what it was.
      let kept = Set(outcome.refused.map(\.of.slot))
      let now = wanted.filter { outcome.set.contains($0) || before.contains($0) && !change.contains($0) }
      held.hold(before.filter { kept.contains($0.slot) } + now, in: scene)
      idle[scene] = outcome.idle
      for assignment in now where !outcome.idle.contains(assignment) { taken[assignment] = true }
      for (assignment, why) in outcome.refused {
        applied.complaints.append("scene '\(scene)': \(why)")
        // The scene has it, and wants something else of it.
        taken[assignment] = true
      }
    }
    isNew = false
    if !scenes.isEmpty {
      applied.unknown = taken.filter { !$0.value }.keys.map(Self.words).sorted()
    }
    return applied
  }

  /// What became of assignments; what is in none of these is not known in the scene.
  private struct Outcome {
    var set: [Assignment] = []
    /// Of those that were set, what nothing in the scene asks for.
    var idle: [Assignment] = []
    var refused: [(of: Assignment, why: String)] = []
  }

  /// All at once where the scene has everything; else one by one, so that what it has is set.
  private func set(_ change: [Assignment], in scene: String) -> Outcome? {
    if change.isEmpty { return Outcome() }
    guard let together = attempt(change, scene) else { return nil }
    if case .set = together { return Outcome(set: change) }
    var outcome = Outcome()
    for assignment in change {
      switch change.count == 1 ? together : attempt([assignment], scene) {
      case nil: return nil
      case .set: outcome.set.append(assignment)
      case .setInVain:
        outcome.set.append(assignment)
        outcome.idle.append(assignment)
      case .unknown: break
      case .refused(let error):
        outcome.refused.append((assignment, "\(Self.name(of: assignment)) cannot be set: \(error)"))
      }
    }
    return outcome
  }

  private enum Attempt {
    case set
    /// A configuration, flag or trait is set that nothing in the scene asks for.
    case setInVain
    /// The scene has nothing of this name.
    case unknown
    case refused(WireError)
  }

  private func attempt(_ assignments: [Assignment], _ scene: String) -> Attempt? {
    let request = Request.Apply(scene: scene, ops: assignments.map { Op(.set($0)) })
    switch call(.apply(request), timeout: .seconds(30)) {
    case nil: return nil
    case .success(.applied(let applied)):
      return applied.warnings.contains(where: \.isOfUnasked) ? .setInVain : .set
    case .failure(.unknownName), .failure(.unknownView), .failure(.unknownScene), .success: return .unknown
    case .failure(let error): return .refused(error)
    }
  }

  private static func name(of assignment: Assignment) -> String {
    let value: String =
      switch assignment.value {
      case .text(let text)?: text
      case .number(let number)?: "\(number)"
      case .truth(let truth)?: truth ? "on" : "off"
      case .numbers(let numbers)?: numbers.map { $0.map { "\($0)" } ?? "_" }.joined(separator: ",")
      default: ""
      }
    return "\(assignment.settable.rawValue)\(assignment.subject.map { " \($0)" } ?? "") '\(value)'"
  }

  private static func words(_ assignment: Assignment) -> String {
    "\(name(of: assignment)) is decided, and no scene here has it"
  }
}
