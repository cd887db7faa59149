import Frames
public import LayoutRuntime
public import Wire

/// The runtime's answers, in the words of the protocol.
extension Wire.Reply {
  /// - Parameter epoch: of this daemon.
  /// - Returns: nil for `subscribed`, which the stream's first event answers.
  init?(_ answer: Answer, epoch: String) {
    switch answer {
    case .loaded(let scenes):
      self = .loaded(scenes.map { Loaded(name: $0.scene, layoutRev: $0.layoutRevision.number) })
    case .unloaded, .closed: self = .done()
    case .forgotten(let scenes): self = .forgotten(scenes)
    case .solved(let scene): self = .layoutRev(scene.layoutRevision.number)
    case .applied(let scene, let warnings):
      self = .applied(
        Applied(
          rev: scene.revision.number, layoutRev: scene.layoutRevision.number,
          warnings: warnings.map { WireDiagnostic($0, in: []) }))
    case .updated(let scene): self = .rev(scene.revision.number)
    case .snapshot(let publication): self = .event(Event(publication, epoch: epoch))
    case .revisions(let revisions): self = .revisions(revisions.map { Revision($0) })
    case .subscribed: return nil
    case .synced(let scene, let report):
      self = .synced(
        Synced(
          rev: scene.revision.number, layoutRev: scene.layoutRevision.number, state: SceneState(report.status),
          diagnostics: report.wireDiagnostics))
    case .values(let values, let sources): self = .values(values.map { Value($0, in: sources) })
    case .explained(let explanation, let sources): self = .explained(Explained(explanation, in: sources))
    case .checked(let report): self = .diagnostics(report.wireDiagnostics)
    case .clock(let time, let isRunning): self = .clock(Clock(time: time.milliseconds, running: isRunning))
    case .holds(let count, let warnings):
      self = .holds(count, warnings: warnings.map { WireDiagnostic($0, in: []) })
    case .scenes(let scenes): self = .scenes(scenes.summaries.map { Scene($0) })
    case .dump(let text): self = .dump(text)
    case .statistics(let metrics):
      self = .stats(Dictionary(metrics.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
    }
  }
}

extension Wire.Reply.Scene {
  init(_ scene: SceneSummary) {
    self.init(
      name: scene.name, layout: scene.layout, file: scene.file, imports: scene.imports,
      state: SceneState(scene.status),
      rev: scene.revision.number, layoutRev: scene.layoutRevision.number, views: scene.views,
      width: Double(scene.width) / 64, height: Double(scene.height) / 64,
      configs: scene.configurations.map { Config(view: $0.view, active: $0.active, names: $0.names) },
      followers: scene.followers, set: scene.set?.map(\.rawValue))
  }
}

extension Wire.Reply.Revision {
  init(_ summary: RevisionSummary) {
    self.init(
      rev: summary.revision.number, layoutRev: summary.layoutRevision.number, time: summary.time.milliseconds,
      settled: summary.isSettled, cause: summary.cause, views: summary.views)
  }
}

extension Event {
  /// A publication as its subscribers get it.
  public init(_ publication: Publication, epoch: String) {
    let instant = Instant(
      epoch: epoch, rev: publication.revision.number, layoutRev: publication.layoutRevision.number,
      time: publication.time.milliseconds)
    switch publication.content {
    case .snapshot(let frames, let isReset):
      self = .snapshot(of: frames, at: instant, settled: publication.isSettled, reset: isReset)
    case .delta(let diff, let base, let skipped):
      self = .delta(
        diff, from: base.number, at: instant, settled: publication.isSettled, skipped: skipped,
        cause: publication.cause)
    case .transition(let moves):
      self = .transition(moves.map { Transition($0) }, at: instant)
      settled = false
    case .fading(let moves):
      self = .fading(moves.map { Fade($0) }, at: instant)
      settled = false
    case .diagnostics(let report):
      self = .diagnostics(report.wireDiagnostics, state: SceneState(report.status), at: instant)
    case .lost(let base): self = .lost(since: base.number, at: instant)
    case .bye(let reason): self = .bye(reason, at: instant)
    }
  }
}

extension Event.Transition {
  fileprivate init(_ move: ViewMove) {
    self.init(
      id: move.id, fromFrame: move.from, toFrame: move.to, fromAlpha: move.alpha?.from, toAlpha: move.alpha?.to,
      fromScroll: move.scroll.map { Event.Offset($0.from) }, toScroll: move.scroll.map { Event.Offset($0.to) },
      durationMs: move.duration.drawnMilliseconds,
      delayMs: move.delay == .zero ? nil : move.delay.drawnMilliseconds, curve: move.curve.text)
  }
}

extension Event.Offset {
  fileprivate init(_ offset: ViewMove.Offset) { self.init(x: offset.x, y: offset.y) }
}

extension Event.Fade {
  fileprivate init(_ move: LookMove) {
    self.init(
      id: move.id, from: move.from, to: move.to, durationMs: move.duration.drawnMilliseconds,
      delayMs: move.delay == .zero ? nil : move.delay.drawnMilliseconds, curve: move.curve.text)
  }
}

extension Duration {
  /// To the microsecond: nobody draws finer, and a spring's rest comes out of a logarithm.
  fileprivate var drawnMilliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}

extension WireError {
  init(_ failure: RequestFailure) {
    switch failure {
    case .unknownScene(let scene, let known): self = .unknownScene(scene ?? "", known: known)
    case .unknownView(let view, let near): self = .unknownView(view, near: near)
    case .unknownName(let kind, let name, let known): self = .unknownName(kind: kind, name: name, known: known)
    case .badOperation(let index, let message): self = .badOperation(index: index, message: message)
    case .impossibleSubscription(let reason): self = .invalidParameter("animation: \(reason)")
    case .nameTaken(let scene): self = .invalidParameter("scene: '\(scene)' is open already")
    case .nameOfFile(let name): self = .invalidParameter("name: '\(name)' is a file that is served")
    case .fileIsThere(let scene, let file):
      self = .invalidParameter(
        "scene: '\(file)', which '\(scene)' comes from, is there; its scenes end when that file is deleted, and "
          + "'framewire check' says what is wrong with it")
    case .tooMuch(let limit, let max, let help): self = .busy(limit: limit, max: max, help: help)
    case .layoutFailed(let report): self = .layoutFailed(report.wireDiagnostics)
    case .revisionConflict(let current): self = .revisionConflict(current: current.number)
    case .revisionGone(let oldest, let newest): self = .revisionGone(oldest: oldest.number, newest: newest.number)
    case .timedOut(let duration):
      let (seconds, attoseconds) = duration.components
      self = .timedOut(waitedMs: Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
  }
}

extension Revision {
  /// From a peer, which counts in JSON's integers; there is none below 0.
  init(number: Int) { self.init(UInt64(max(0, number))) }

  var number: Int { Int(clamping: value) }
}
