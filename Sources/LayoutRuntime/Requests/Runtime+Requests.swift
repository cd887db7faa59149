import Frames
import LayoutModel
import LayoutSyntax
import Settables

/// What a request came to, to be put into words once the scenes are solved.
struct Outcome: Sendable {
  enum Result: Sendable {
    case failed(RequestFailure)
    case answered(Answer)
    /// The scene's revisions are those after the turn.
    case solved(scene: String)
    case applied(scene: String, warnings: [Diagnostic])
    case loaded(file: String)
    case snapshot(scene: String, filter: FrameFilter, at: Revision?)
    case synced(scene: String)
    case explained(scene: String, view: String, AnchorAttribute?)
    case values(scene: String, names: [String])
    case clock
    case list
    case statistics
  }

  var request: RequestID
  var result: Result
}

extension Runtime {
  /// Lets a command take effect. What it leads to is worked out at the end of the turn, except that documents are
  /// compiled before a command that asks for names in them.
  mutating func perform(_ command: Command, at now: Instant, entering stage: (Stage) -> Void) {
    switch command {
    case .file(let path, let content):
      stage(.parse)
      library.receive(content, at: path, at: now)
      deliver(content, at: path)
    case .measureAgain(let cause):
      for name in scenes.keys.sorted() { scenes[name]!.measureAgain(because: cause) }
    case .serve(let roots, let paths):
      library.serve(paths, roots: roots, at: now)
    case .subscribe(let request, let id, let subscription):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        .answered(.subscribed(scene: try runtime.subscribe(id, to: subscription)))
      }
    case .unsubscribe(let id):
      unsubscribe(id, at: now)
    case .load(let request, let path):
      load(request, path: path)
    case .loadText(let request, let name, let text):
      load(request, text: text, name: name, entering: stage)
    case .unload(let request, let scene):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        let scene = runtime.scenes[try runtime.sceneName(scene)]!
        runtime.library.unload(layout: scene.layoutName, from: scene.file)
        for name in runtime.scenes.keys.sorted() where runtime.scenes[name]!.layoutName == scene.layoutName {
          runtime.end(name, because: "layout '\(scene.layoutName)' was unloaded", at: now)
          runtime.memory.forget(name)
        }
        runtime.scenesAreStale = true
        return .answered(.unloaded)
      }
    case .reload(let request, let scene, let resettingState):
      settleDocuments(at: now, entering: stage)
      reload(request, scene: scene, resettingState: resettingState)
    case .open(let request, let layout, let scene, let environment):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        try runtime.open(layout, as: scene, in: environment)
        return .solved(scene: scene)
      }
    case .close(let request, let scene):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        let name = try runtime.sceneName(scene)
        let isDeclared = runtime.scenes[name]!.origin != .opened
        runtime.end(name, because: "scene '\(name)' was closed", at: now)
        runtime.memory.forget(name)
        if isDeclared {
          runtime.closedScenes.insert(name)
          runtime.memory.close(name)
        }
        return .answered(.closed)
      }
    case .apply(let request, let scene, let operations, let expected, let wishes, let isAwaitingRest):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        let (name, warnings) = try runtime.apply(operations, to: scene, ifLayoutRevision: expected, animated: wishes)
        if runtime.scenes[name]!.cannotWait { runtime.urgentScene = name }
        if !isAwaitingRest { return .applied(scene: name, warnings: warnings) }
        runtime.waiting.append(
          Waiter(request: request, since: now, goal: .rest(scene: name, warnings: warnings)))
        return nil
      }
    case .update(let request, let scene, let view, let isForced):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        let name = try runtime.sceneName(scene)
        guard let layout = runtime.scenes[name]!.live?.declared else {
          throw .layoutFailed(runtime.currentReport(of: name))
        }
        // Conditions are settled together, so a view says no more than that it is there.
        if let view { _ = try layout.view(at: view) }
        if isForced { runtime.scenes[name]!.lookAgain() }
        runtime.urgentScene = name
        // Answered when it is done, which is at once.
        return nil
      }
    case .snapshot(let request, let scene, let filter, let revision):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        .snapshot(scene: try runtime.sceneName(scene), filter: filter, at: revision)
      }
    case .sync(let request, let scene, let timeout, let isAwaitingRest):
      waiting.append(
        Waiter(
          request: request, since: now, timeout: timeout, goal: .sync(scene: scene, isAwaitingRest: isAwaitingRest)))
    case .clock(let request, let action):
      attempt(request) { runtime throws(RequestFailure) in
        try runtime.clock.perform(action, at: now)
        // Whoever drives the clock wants to see this very instant, on the grid of frames or not.
        let time = runtime.clock.time(at: now)
        for name in runtime.scenes.keys { runtime.scenes[name]!.expectFrame(at: time) }
        return .clock
      }
    case .get(let request, let scene, let names):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        .values(scene: try runtime.sceneName(scene), names: names)
      }
    case .explain(let request, let scene, let view, let attribute):
      settleDocuments(at: now, entering: stage)
      attempt(request) { runtime throws(RequestFailure) in
        var wanted: AnchorAttribute?
        if let attribute { wanted = try AnchorAttribute(named: attribute) }
        return .explained(scene: try runtime.sceneName(scene), view: view, wanted)
      }
    case .check(let request, let subject):
      beginCheck(request, subject)
    case .list(let request):
      outcomes.append(Outcome(request: request, result: .list))
    case .statistics(let request):
      outcomes.append(Outcome(request: request, result: .statistics))
    case .abandon(let request):
      for index in waiting.indices where waiting[index].request == request { waiting[index].isAbandoned = true }
    case .stop(let reason):
      for id in subscribers.keys.sorted() where subscribers[id]!.farewell == nil {
        let scene = scenes[subscribers[id]!.scene]!
        subscribers[id]!.farewell = scene.publication(
          .bye(reason: reason), .bye, filter: .everything, at: clock.time(at: now))
        subscribers[id]!.isAnnounced = false
      }
    }
  }

  /// Runs what a request asks for and notes what it came to; nil: it has to wait.
  private mutating func attempt(
    _ request: RequestID, _ body: (inout Runtime) throws(RequestFailure) -> Outcome.Result?
  ) {
    do throws(RequestFailure) {
      if let result = try body(&self) { outcomes.append(Outcome(request: request, result: result)) }
    } catch {
      outcomes.append(Outcome(request: request, result: .failed(error)))
    }
  }

  private mutating func subscribe(
    _ id: SubscriberID, to subscription: Subscription
  ) throws(RequestFailure) -> String {
    let name = try sceneName(subscription.scene)
    if let objection = subscription.objection { throw .impossibleSubscription(objection) }
    var subscriber = Subscriber(
      scene: name, filter: subscription.filter, mode: subscription.mode,
      wantsDiagnostics: subscription.wantsDiagnostics)
    if subscription.minDelta > 0 { subscriber.threshold = MoveThreshold(points: subscription.minDelta) }
    subscriber.drawsMotion = subscription.wantsTargets
    if let since = subscription.since {
      // Of another epoch there is nothing to go on from, which `none` is sure to say.
      subscriber.resuming = since.epoch == epoch ? since.revision : Revision.none
    }
    if subscription.mode == .every {
      scenes[name]!.keepRevisions(
        RevisionRing.Limits(revisions: settings.maxRevisions, bytes: settings.maxRevisionBytes))
    }
    subscribers[id] = subscriber
    return name
  }

  private mutating func unsubscribe(_ id: SubscriberID, at now: Instant) {
    guard let gone = subscribers.removeValue(forKey: id), gone.mode == .every else { return }
    let isLast = !subscribers.values.contains { $0.scene == gone.scene && $0.mode == .every }
    if isLast { scenes[gone.scene]?.releaseRevisions(at: clock.time(at: now)) }
  }

  private mutating func open(
    _ layoutName: String, as name: String, in environment: [Assignment]
  ) throws(RequestFailure) {
    if scenes[name] != nil { throw .nameTaken(scene: name) }
    let (layout, file) = try layout(named: layoutName)
    // A declared scene that was closed comes back as what it was.
    let base = try OutsideState().applying(
      environment.map { .set($0) }, to: layout, resettingTo: OutsideState()
    ).state
    scenes[name] = Scene(
      name: name, layoutName: layoutName, origin: .opened, file: file, base: base,
      continuing: lineages.take(name))
    scenes[name]!.take(
      layout, preview: nil, from: library[file]!, pictures: library.pictures.pictures(of: file), because: "open")
  }

  private mutating func apply(
    _ operations: [Operation], to wanted: String?, ifLayoutRevision expected: Revision?,
    animated wishes: AnimationWishes
  ) throws(RequestFailure) -> (scene: String, warnings: [Diagnostic]) {
    let name = try sceneName(wanted)
    // What is recorded but not solved yet will be the next revision: somebody else was faster.
    let current = scenes[name]!.layoutRevision
    if let expected, expected != current || scenes[name]!.isDirty && current != .none {
      throw .revisionConflict(current: current)
    }
    let subjects = operations.enumerated().map { ($1.subject, wishes[$0]) }
    // To take something back no layout is needed.
    if let state = scenes[name]!.outside.resetting(operations, to: scenes[name]!.base) {
      scenes[name]!.set(state, because: "apply", animated: subjects)
      return (name, [])
    }
    guard let layout = scenes[name]!.live?.declared else { throw .layoutFailed(currentReport(of: name)) }
    let (state, warnings) = try scenes[name]!.outside.applying(
      operations, to: layout, resettingTo: scenes[name]!.base)
    scenes[name]!.set(
      state, because: "apply", animated: subjects, moving: operations.lazy.compactMap(\.timing).last)
    return (name, warnings)
  }

  /// The scene's report; before the first solve that of its document.
  private func currentReport(of name: String) -> DiagnosticReport {
    let scene = scenes[name]!
    guard let verdict = library[scene.file]?.verdict, scene.isDirty else { return scene.report }
    return DiagnosticReport(condition: scene.condition, diagnostics: verdict.diagnostics, sources: verdict.sources)
  }

  // MARK: Answers

  /// Puts an outcome into words, now that everything is solved.
  func reply(to outcome: Outcome, at now: Instant) -> Reply {
    switch outcome.result {
    case .failed(let failure): return .failed(failure)
    case .answered(let answer): return .done(answer)
    case .solved(let name): return reply(about: name) { .solved($0.revision) }
    case .applied(let name, let warnings): return reply(about: name) { .applied($0.revision, warnings: warnings) }
    case .synced(let name): return reply(about: name) { .synced($0.revision, $0.report) }
    case .loaded(let file):
      let opened = scenes.values.filter { $0.file == file && $0.origin != .opened }
      return .done(.loaded(opened.map(\.revision).sorted { $0.scene < $1.scene }))
    case .snapshot(let name, let filter, let revision):
      guard let scene = scenes[name] else { return reply(about: name) { .solved($0.revision) } }
      return snapshot(of: scene, at: revision, under: filter)
    case .explained(let name, let view, let attribute):
      return reply(about: name) { scene throws(RequestFailure) in try scene.explanation(ofViewAt: view, attribute) }
    case .values(let name, let names):
      return reply(about: name) { scene throws(RequestFailure) in try scene.values(named: names) }
    case .clock:
      return .done(.clock(clock.time(at: now), isRunning: clock.isRunning))
    case .list:
      return .done(.scenes(summaries))
    case .statistics:
      return .done(.statistics(metrics))
    }
  }

  private func snapshot(of scene: Scene, at revision: Revision?, under filter: FrameFilter) -> Reply {
    let current = scene.history.revision
    func publication(_ picture: FrameSet) -> Publication {
      let picture = picture.filtered(by: filter)
      return scene.publication(.snapshot(picture, isReset: false), .snapshot, filter: filter, at: scene.time)
    }
    guard let revision, revision != current else { return .done(.snapshot(publication(scene.history.current))) }
    guard let (picture, entry) = scene.past(revision) else {
      return .failed(.revisionGone(oldest: scene.ring.oldest ?? current, newest: current))
    }
    return .done(.snapshot(publication(picture).dated(as: entry)))
  }

  /// A later command of the same turn may have closed the scene.
  private func reply(about name: String, _ answer: (Scene) throws(RequestFailure) -> Answer) -> Reply {
    guard let scene = scenes[name] else {
      return .failed(.unknownScene(name, known: knownNames(scenes.keys, nearestTo: name)))
    }
    do throws(RequestFailure) { return .done(try answer(scene)) } catch { return .failed(error) }
  }

  private var metrics: [Metric] {
    let metrics = [
      // 0 while somebody drives the clock of scenes by hand.
      Metric("clockRunning", clock.isRunning ? 1 : 0),
      Metric("commands", Double(counters.commands)),
      Metric("compilations", Double(counters.compilations)),
      Metric("documents", Double(library.documents.count)),
      Metric("importVisits", Double(library.imports.visits)),
      Metric("moving", Double(scenes.values.reduce(0) { $0 + $1.moving.count })),
      Metric("parses", Double(library.parses)),
      Metric("publications", Double(counters.publications)),
      Metric("reads", Double(library.requests.count)),
      Metric("resolutions", Double(library.resolutions)),
      Metric("revisions", Double(counters.revisions)),
      Metric("scenes", Double(scenes.count)),
      Metric("solves", Double(counters.solves)),
      Metric("subscribers", Double(subscribers.count)),
      Metric("turns", Double(counters.turns)),
      Metric("views", Double(scenes.values.reduce(0) { $0 + $1.history.current.views.count })),
    ]
    return metrics.sorted { $0.name < $1.name }
  }
}
