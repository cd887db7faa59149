package import LayoutRuntime
internal import LayoutSyntax

/// A scene that others see too: tools on a socket, files on the disk. A runtime has it for them while it turns, and
/// while its host has the runtime.
///
/// The program goes on turning it. What a turn has for the others is kept until the host takes it.
extension Scene {
  /// What serves others.
  struct Host: Sendable {
    var runtime: Runtime
    /// Whether the layout comes from files, which the host reads and follows.
    let bringsFiles: Bool
    /// What turns have for the others.
    var effects: [Effect] = []
    var deliveries: [Delivery] = []

    /// - Parameter runtime: that has read files; nil: there are none.
    init(_ runtime: Runtime? = nil) {
      bringsFiles = runtime != nil
      var options = Runtime.Options()
      // A layout is no file that somebody is in the middle of writing.
      (options.quiet, options.grace) = (.zero, .zero)
      self.runtime = runtime ?? Runtime(epoch: "program", options: options)
    }
  }

  /// A scene of the layout that a file has.
  ///
  /// - Parameters:
  ///   - layout: which one.
  ///   - runtime: has read the file.
  ///   - now: of the last turn.
  /// - Returns: nil, if the runtime has no such scene, or it never had anything to show.
  package init?(showing layout: String, of runtime: Runtime, in surroundings: Surroundings, at now: Duration) {
    var host = Host(runtime)
    var live = LayoutRuntime.Scene(named: layout)
    host.runtime.giveBack(&live)
    guard let text = live.textShown() else { return nil }
    self.init(.compiled(CompiledLayout(text)), in: surroundings, live: live, host, at: now)
  }

  /// Begins to keep what turns have for others.
  package mutating func beHosted() {
    if host != nil { return }
    // Others ask for words and places.
    if case .built = content {
      content = .compiled(content.compiled)
      if isLoaded { live.show(content.resolved, of: content.source) }
    }
    host = Host()
    guard isLoaded else { return }
    // The runtime reads what the scene shows, and has the scene from then on.
    loadIntoHost()
    turnRuntime(FixedMetrics())
    host?.runtime.adopt(&live)
  }

  /// The program's own requests; those of others have smaller numbers.
  private static let loading = RequestID(1 << 63)

  mutating func loadIntoHost() {
    content = .compiled(content.compiled)
    let source = content.compiled.source
    let demand = Demand.loadText(name: source.name, text: source.bytes)
    host?.runtime.handle(.request(Self.loading, demand), at: Instant(lastTurn))
  }

  /// Ends the scene for others: the program shows another one from now on. Who follows it is told so, and who waits for
  /// it has an answer.
  mutating func leaveHost(of name: String) {
    guard host != nil else { return }
    host?.runtime.takeIn(&live)
    host?.runtime.handle(.request(Self.loading, .close(scene: name)), at: Instant(lastTurn))
    turnRuntime(FixedMetrics())
    // What the old one has for others is still to be taken out.
    host?.runtime = Host().runtime
  }

  /// Lets the runtime work for everybody, with the scene.
  mutating func turnHost(_ measurer: some TextMeasuring) {
    host?.runtime.takeIn(&live)
    turnRuntime(measurer)
    host?.runtime.giveBack(&live)
  }

  /// Turns until nothing more is to be done. Without files, whatever is looked for is missing.
  private mutating func turnRuntime(_ measurer: some TextMeasuring) {
    guard var host = host.take() else { return }
    let now = Instant(lastTurn)
    repeat {
      for effect in host.runtime.turn(at: now, measuring: measurer) {
        switch effect {
        case .reply(Self.loading, _): break
        case .look(let path, _) where !host.bringsFiles:
          host.runtime.handle(.file(path: path, .missing), at: now)
        default: host.effects.append(effect)
        }
      }
    } while host.runtime.hasCommands
    host.deliveries += host.runtime.nextDeliveries(at: now)
    self.host = host
  }

  /// Gives the runtime to the host for a while, with the scene.
  package mutating func lendRuntime(to other: inout Runtime) {
    guard var host = host.take() else { return }
    host.runtime.takeIn(&live)
    swap(&host.runtime, &other)
    self.host = host
  }

  /// Takes back what was lent.
  package mutating func takeRuntimeBack(from other: inout Runtime) {
    guard var host = host.take() else { return }
    swap(&host.runtime, &other)
    host.runtime.giveBack(&live)
    self.host = host
  }

  /// Of the last turn.
  package var time: Duration { lastTurn }

  /// Whether somebody has brought commands that no turn has acted on.
  package var hasCommands: Bool { host?.runtime.hasCommands ?? false }

  /// What turns have had for others since the last call.
  package mutating func takeOut() -> (effects: [Effect], deliveries: [Delivery]) {
    defer {
      host?.effects = []
      host?.deliveries = []
    }
    return (host?.effects ?? [], host?.deliveries ?? [])
  }

  /// Takes over what the file says by now.
  package mutating func readAgain() {
    guard host?.bringsFiles == true, let text = live.textShown(unless: content.compiled.edition) else { return }
    content = .compiled(CompiledLayout(text))
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
