package import LayoutRuntime
internal import LayoutSyntax

/// A scene whose runtime serves others beside the program: tools on a socket, files on the disk.
///
/// The program goes on turning it. What a turn has for the others is kept until the host takes it.
extension Scene {
  /// What turns have for the others.
  struct Host: Sendable {
    /// Whether the layout comes from files, which the host reads and follows.
    var bringsFiles = false
    var effects: [Effect] = []
    var deliveries: [Delivery] = []
  }

  /// A scene of the layout that a file has.
  ///
  /// - Parameters:
  ///   - layout: which one.
  ///   - runtime: has read the file.
  ///   - now: of the last turn.
  /// - Returns: nil, if the runtime has no such scene, or it never had anything to show.
  package init?(showing layout: String, of runtime: Runtime, in surroundings: Surroundings, at now: Duration) {
    guard let text = runtime.textShown(by: layout) else { return nil }
    self.init(CompiledLayout(text), in: surroundings, of: runtime, at: now)
  }

  /// Begins to keep what turns have for others.
  package mutating func beHosted() { if host == nil { host = Host() } }

  /// Gives the runtime to the host for a while, and takes it back.
  package mutating func exchangeRuntime(with other: inout Runtime) { swap(&runtime, &other) }

  /// Of the last turn.
  package var time: Duration { lastTurn }

  /// Whether somebody has brought commands that no turn has acted on.
  package var hasCommands: Bool { runtime.hasCommands }

  /// What turns have had for others since the last call.
  package mutating func takeOut() -> (effects: [Effect], deliveries: [Delivery]) {
    guard let taken = host else { return ([], []) }
    host = Host(bringsFiles: taken.bringsFiles)
    return (taken.effects, taken.deliveries)
  }

  /// Takes over what the file says by now.
  package mutating func readAgain() {
    guard host?.bringsFiles == true, let text = runtime.textShown(by: compiled.resolved.name, unless: compiled.edition)
    else { return }
    compiled = CompiledLayout(text)
  }
}

extension CompiledLayout {
  fileprivate init(_ text: SceneText) {
    self.init(Layout(ParsedText(source: text.source, formatted: nil, resolved: text.layout, diagnostics: [])))
    edition = text.edition
  }
}

extension LayoutMistakes {
  /// What is wrong with a file.
  package init(_ report: DiagnosticReport) {
    self.init(diagnostics: report.diagnostics.map(TextPlaces(report.sources).diagnostic))
  }
}

extension Turn {
  /// Both as one.
  package func followed(by later: Turn) -> Turn {
    let again = Set(later.changed.map(\.view.path))
    return Turn(
      changed: changed.filter { !again.contains($0.view.path) } + later.changed, isSettled: later.isSettled,
      nextFrame: later.nextFrame, refused: refused + later.refused)
  }
}
