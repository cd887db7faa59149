import Frames
import LayoutModel
public import LayoutRuntime
public import Wire

/// What a peer asked for, in the runtime's words.
extension Demand {
  /// - Parameters:
  ///   - subscriber: the stream's number, should this be a subscription; whoever asks has it as a peer.
  /// - Returns: nil for what the daemon answers by itself: questions about the service.
  public init?(_ request: Request, subscriber: SubscriberID) throws(WireError) {
    let peer = PeerID(subscriber.value)
    switch request {
    case .getInfo, .getInterfaceDescription: return nil
    case .open(let open):
      self = .open(
        layout: open.layout, scene: open.scene, environment: open.environment.assignments,
        privateTo: open.isPrivate ? peer : nil)
    case .close(let scene): self = .close(scene: scene)
    case .listScenes(let use): self = .list(by: peer, use: use)
    case .load(let load):
      switch load.source {
      case .path(let path): self = .load(path: try Self.documentPath(path))
      case .text(let text, let path):
        let name = try Self.textName(path)
        self = .loadText(name: load.name ?? name, text: Array(text.utf8))
      }
    case .unload(let scene): self = .unload(scene: scene)
    case .forget(let scene): self = .forget(scene: scene)
    case .reload(let scene, let resetState): self = .reload(scene: scene, resettingState: resetState)
    case .snapshot(let snapshot):
      self = .snapshot(
        scene: snapshot.scene, filter: FrameFilter(snapshot.filter), at: snapshot.at.map { Revision(number: $0) })
    case .revisions(let scene, let most): self = .revisions(scene: scene, most: most)
    case .update(let scene, let view, let force): self = .update(scene: scene, view: view, isForced: force)
    case .subscribe(let subscribe): self = .subscribe(subscriber, Subscription(subscribe, inBinary: false))
    case .stream(let subscribe): self = .subscribe(subscriber, Subscription(subscribe, inBinary: true))
    case .apply(let apply):
      var operations: [Operation] = []
      for (index, op) in apply.ops.enumerated() { operations.append(try Operation(op, at: index)) }
      self = .apply(
        scene: apply.scene, operations, ifLayoutRevision: apply.ifLayoutRev.map { Revision(number: $0) },
        animated: AnimationWishes(each: apply.ops.map(\.animate)), awaitingRest: apply.wait == .settled)
    case .sync(let sync):
      self = .sync(
        scene: sync.scene, timeout: .milliseconds(sync.timeoutMs), awaitingRest: sync.settled, by: peer)
    case .hold(let reason): self = .hold(by: peer, reason: reason)
    case .release: self = .release(by: peer)
    case .clock(let action, let scene): self = .clock(ClockAction(action), scene: scene)
    case .get(let scene, let names, let clauses):
      self = .get(scene: scene, names: names, clauses: clauses)
    case .explain(let explain):
      self = .explain(scene: explain.scene, view: explain.view, attribute: explain.attribute)
    case .check(.path(let path)): self = .check(.path(try Self.documentPath(path)))
    case .check(.text(let text, let path)):
      self = .check(.text(name: try Self.textName(path), Array(text.utf8)))
    case .stats: self = .statistics
    case .debug(let part, let scene):
      guard let dump = SceneDump(rawValue: part.rawValue) else { return nil }
      self = .debug(dump, scene: scene)
    }
  }

  private static func documentPath(_ path: String) throws(WireError) -> String {
    // The kernel would read the name before the zero byte.
    if path.utf8.count > ModelLimits.path || path.utf8.contains(0) {
      throw .invalidParameter("path: at most \(ModelLimits.path) bytes, none of them zero")
    }
    return ServedFiles.documentPath(path)
  }

  /// What a text is called that would be the content of this file.
  private static func textName(_ path: String?) throws(WireError) -> String {
    guard let path else { return "text.layout" }
    return try documentPath(path)
  }
}

extension ClockAction {
  fileprivate init(_ action: Request.Clock) {
    switch action {
    case .run: self = .run
    case .pause: self = .pause
    case .step(let ms): self = .step(.milliseconds(ms))
    case .seek(let ms): self = .seek(Instant(.milliseconds(ms)))
    }
  }
}

extension Subscription {
  init(_ request: Request.Subscribe, inBinary isBinary: Bool) {
    self.init(
      scene: request.scene, filter: FrameFilter(request.filter), minDelta: request.filter.minDelta ?? 0,
      mode: request.mode == .every ? .every : .latest,
      wantsDiagnostics: request.diagnostics, wantsTargets: request.animation == .targets, wantsBinary: isBinary)
    if let epoch = request.epoch, let revision = request.since { since = (epoch, Revision(number: revision)) }
  }
}

extension FrameFilter {
  /// `minDelta` is not of the picture but of when it is told: `Subscription.minDelta`.
  init(_ filter: Filter) {
    self.init(
      root: filter.root, depth: filter.depth, kinds: filter.kinds.map { Set($0) },
      fields: filter.fields ?? .standard, space: filter.space == .scene ? .scene : .parent)
  }
}

extension Operation {
  /// One operation of an `Apply`.
  init(_ op: Op, at index: Int) throws(WireError) {
    switch op.action {
    case .set(let assignment): self = .set(assignment)
    case .keyboard(let place, let motion):
      let duration = motion.durationMs.map { Duration.milliseconds($0) }
      guard let operation = Self.keyboard(place, lasting: duration, curve: motion.curve) else {
        let curves = "linear, ease, ease-in, ease-out, ease-in-out, bezier(x1, y1, x2, y2) or spring(ratio, response)"
        throw .badOperation(
          index: index, message: "the keyboard moves for a day at most, by a curve that is one of \(curves)")
      }
      self = operation
    case .append(let views, let stack, let place): self = .append(views, to: stack, index: place)
    case .remove(let views?, let stack): self = .remove(.these(views, from: stack))
    case .remove(nil, let stack?): self = .remove(.all(of: stack))
    case .remove(nil, nil): throw .badOperation(index: index, message: "say which views, or of which stack all")
    case .arrange(let stack, let views): self = .arrange(stack: stack, views)
    case .records(let list, let change): self = .records(list: list, change)
    case .reset(let part): self = .reset(part)
    }
  }
}
