import Frames
import LayoutModel
import LayoutSyntax
import Settables

/// What a request came to, to be put into words once the scenes are solved.
struct Outcome: Sendable {
  enum Result: Sendable {
    case failed(RequestFailure)
    case answered(Answer)
    /// It is in words already.
    case replied(Reply)
    /// The scene's revisions are those after the turn.
    case solved(scene: String)
    case applied(scene: String, warnings: [Diagnostic])
    case updated(scene: String)
    case loaded(file: String)
    case synced(scene: String)
    case looked(scene: String, SceneQuestion)
    case clock(scene: String?)
    case list(for: PeerID?, use: Bool)
    case statistics
  }

  var request: RequestID
  var result: Result
  /// The number of the last scene that was to be told something by then; nil before the end of its turn.
  var telling: Int?
}

extension Runtime {
  /// Lets a command take effect. What it leads to is worked out at the end of the turn.
  mutating func perform(_ command: Command, at now: Instant, entering stage: (Stage) -> Void) {
    if isKept(command) { return }
    switch command {
    case .file(let path, let content):
      stage(.parse)
      noteSave(content, at: path, at: now)
      library.receive(content, at: path, at: now, handing: &jobs)
      deliver(content, at: path)
    case .measureAgain(let cause): for name in scenes.names { scenes[open: name].measureAgain(because: cause) }
    case .finished: break
    case .serve(let roots, let paths): library.serve(paths, roots: roots, at: now, handing: &jobs)
    case .found(let roots, let paths): library.find(paths, roots: roots)
    case .lost(let paths): library.lose(paths, at: now, handing: &jobs)
    case .unsubscribe(let id): unsubscribe(id, at: now)
    case .gather(let isUnderWay):
      holds.isGathering = isUnderWay
      takeInKeptChanges(at: now, entering: stage)
    case .gone(let peer):
      holds.forget(peer)
      endPrivateScenes(of: peer, at: now)
      takeInKeptChanges(at: now, entering: stage)
    case .request(let request, let demand):
      attempt(request) { runtime throws(RequestFailure) in
        try runtime.meet(demand, of: request, at: now, entering: stage)
      }
    case .abandon(let request):
      for index in waiting.indices where waiting[index].request == request { waiting[index].isAbandoned = true }
      for index in checks.indices where checks[index].request == request { checks[index].isAbandoned = true }
      outcomes.removeAll { outcome in
        if case .looked = outcome.result { outcome.request == request } else { false }
      }
      deferred.removeAll { deferred in
        if case .request(request, let demand) = deferred.command { demand.isInVainWithoutAsker } else { false }
      }
    case .stop(let reason): for name in scenes.names { dismissAudience(of: name, because: reason, at: now) }
    }
  }

  /// - Returns: what a demand came to; nil: it is answered later.
  private mutating func meet(
    _ demand: Demand, of request: RequestID, at now: Instant, entering stage: (Stage) -> Void
  ) throws(RequestFailure) -> Outcome.Result? {
    switch demand {
    case .subscribe(let id, let subscription):
      return .answered(.subscribed(scene: try subscribe(id, to: subscription)))
    case .load(let path): try load(path, for: request)
    case .loadText(let name, let text): try load(text, as: name, for: request, entering: stage)
    case .unload(let scene): return try unload(scene, at: now)
    case .forget(let scene): return try forget(scene, at: now)
    case .reload(let scene, let resettingState): try reload(scene, resettingState: resettingState, for: request)
    case .open(let layout, let scene, let environment, let owner):
      try open(layout, as: scene, in: environment, privateTo: owner)
      return .solved(scene: scene)
    case .close(let scene): return try close(scene, at: now)
    case .apply(let scene, let operations, let expected, let wishes, let isAwaitingRest):
      let call = ApplyCall(
        request: request, operations: operations, wishes: wishes, isAwaitingRest: isAwaitingRest, arrival: now)
      return try apply(call, to: scene, ifLayoutRevision: expected)
    // Answered when it is done, which is at once or when the scene is back.
    case .update(let scene, let view, let isForced): try update(scene, view: view, isForced: isForced)
    case .snapshot(let scene, let filter, let revision):
      let name = try sceneName(scene)
      if filter.fields.wantAppearance { scenes[open: name].tellAppearance() }
      return .looked(scene: name, .snapshot(filter, at: revision))
    case .revisions(let scene, let most): return .looked(scene: try sceneName(scene), .revisions(most))
    case .sync(let scene, let timeout, let isAwaitingRest, let peer):
      library.endGrace(at: now)
      let goal = Waiter.Goal.sync(scene: scene, isAwaitingRest: isAwaitingRest, by: peer)
      waiting.append(Waiter(request: request, since: now, timeout: timeout, goal: goal))
    case .hold(let peer, let reason): return try hold(by: peer, because: reason, at: now)
    case .release(let peer): return release(by: peer, at: now, entering: stage)
    case .clock(let action, let scene): return try drive(action, in: scene, at: now)
    case .get(let scene, let names, let clauses):
      return .looked(scene: try sceneName(scene), .values(names, clauses: clauses))
    case .explain(let scene, let view, let attribute):
      let attribute = try attribute.map { name throws(RequestFailure) in try AnchorAttribute(named: name) }
      return .looked(scene: try sceneName(scene), .explanation(of: view, attribute))
    case .debug(let dump, let scene): return .looked(scene: try sceneName(scene), .dump(dump))
    case .check(let subject):
      checks.append(
        CheckUnderWay(request: request, check: Check(subject, within: library.roots, limit: options.workLimit)))
    case .list(let peer, let use): return .list(for: peer, use: use)
    case .statistics: return .statistics
    }
    return nil
  }

  /// Runs what a request asks for and notes what it came to; nil: it has to wait.
  mutating func attempt(
    _ request: RequestID, _ body: (inout Runtime) throws(RequestFailure) -> Outcome.Result?
  ) {
    do throws(RequestFailure) {
      if let result = try body(&self) { outcomes.append(Outcome(request: request, result: result)) }
    } catch {
      outcomes.append(Outcome(request: request, result: .failed(error)))
    }
  }

  /// Closes all scenes of a layout, and forgets what was set in them.
  private mutating func unload(_ wanted: String?, at now: Instant) throws(RequestFailure) -> Outcome.Result {
    let name = try sceneName(wanted)
    let (layout, file) = (scenes[open: name].layoutName, scenes[open: name].document.file)
    library.unload(layout: layout, from: file)
    for name in scenes.names(showing: layout).sorted() {
      let isPrivate = scenes[open: name].owner != nil
      end(name, because: "layout '\(layout)' was unloaded", at: now)
      if !isPrivate { memory.forget(name) }
    }
    scenesAreStale = true
    return .answered(.unloaded)
  }

  private mutating func close(_ wanted: String?, at now: Instant) throws(RequestFailure) -> Outcome.Result {
    let name = try sceneName(wanted)
    let (isDeclared, isPrivate) = (scenes[open: name].origin != .opened, scenes[open: name].owner != nil)
    end(name, because: "scene '\(name)' was closed", at: now)
    if !isPrivate { memory.forget(name) }
    if isDeclared { memory.close(name) }
    return .answered(.closed)
  }

  /// Has a scene looked at again before the next command.
  private mutating func update(_ wanted: String?, view: String?, isForced: Bool) throws(RequestFailure) {
    let name = try sceneName(wanted)
    guard let layout = scenes[open: name].newest?.value.declared else { throw .layoutFailed(currentReport(of: name)) }
    // Conditions are resolved together, so a view says no more than that it is there.
    if let view { _ = try layout.view(at: view) }
    if isForced { scenes[open: name].lookAgain() }
    urgentScene = name
  }

  private mutating func open(
    _ layoutName: String, as name: String, in environment: [Assignment], privateTo owner: PeerID?
  ) throws(RequestFailure) {
    if scenes.contains(name) { throw .nameTaken(scene: name) }
    try checkRoomForScene()
    let (layout, file) = try layout(named: layoutName)
    // A declared scene that was closed comes back as what it was.
    let base = try OutsideState().applying(
      environment.map { .set($0) }, to: layout, resettingTo: OutsideState()
    ).state
    try checkRoom(for: base, insteadOf: OutsideState(), in: name)
    scenes.insert(
      Scene(
        name: name, layoutName: layoutName, origin: .opened, privateTo: owner, file: file, base: base,
        continuing: lineages.resume(name)))
    scenes[open: name].adopt(
      layout, preview: nil, from: library[file]!, pictures: library.pictures.pictures(of: file), because: "open")
  }

  private mutating func apply(
    _ call: ApplyCall, to wanted: String?, ifLayoutRevision expected: Revision?
  ) throws(RequestFailure) -> Outcome.Result? {
    let name = try sceneName(wanted)
    // What is recorded but not solved yet will be the next revision: somebody else was faster.
    let current = scenes[open: name].published.layoutRevision
    if let expected, expected != current || scenes[open: name].pending.isDirty && current != .none {
      throw .revisionConflict(current: current)
    }
    let operations = call.operations
    guard operations.count <= OutsideCall.mostOperations else {
      throw .badOperation(
        index: OutsideCall.mostOperations,
        "a call has \(OutsideCall.mostOperations) operations at most; send the rest in another one")
    }
    // To take something back no layout is needed.
    if let state = scenes[open: name].settings.outside.resetting(operations, to: scenes[open: name].settings.base) {
      return set(state, nil, [], by: call, in: name)
    }
    guard let newest = scenes[open: name].newest else { throw .layoutFailed(currentReport(of: name)) }
    let target = CallTarget(
      newest: newest, live: scenes[open: name].live, settings: scenes[open: name].settings,
      pictures: scenes[open: name].document.pictures)
    let room = room(in: name)
    if jobs.isLong(setting: target.cost(of: operations)) {
      scenes[open: name].leave(for: call, within: room, handing: &jobs)
      return nil
    }
    let (state, warnings) = try target.applying(operations, within: room)
    try checkRoom(for: state, insteadOf: target.settings.outside, in: name)
    return set(state, nil, warnings, by: call, in: name)
  }

  /// Sets what a call has come to.
  ///
  /// - Parameter difference: what leads there from what is set; nil: nobody has looked.
  /// - Returns: nil: it is answered later.
  mutating func set(
    _ state: OutsideState, _ difference: StateDifference?, _ warnings: [Diagnostic], by call: ApplyCall,
    in name: String
  ) -> Outcome.Result? {
    let subjects = call.operations.enumerated().map { ($1.subject, call.wishes[$0]) }
    let cost = scenes[open: name].settings.costOfSolving(call.operations)
    scenes[open: name].set(
      state, difference, costing: cost, because: "apply", animated: subjects,
      moving: call.operations.lazy.compactMap(\.timing).last, standard: call.wishes.timing)
    // Few layouts have such conditions, and a scene is copied to be asked.
    if scenes[open: name].live?.value.facts.hasDirectConditions == true, scenes[open: name].cannotWait {
      urgentScene = name
    }
    if !call.isAwaitingRest { return .applied(scene: name, warnings: warnings) }
    waiting.append(
      Waiter(request: call.request, since: call.arrival, goal: .rest(scene: name, warnings: warnings)))
    return nil
  }

  /// The scene's report; before the first solve that of its document.
  private func currentReport(of name: String) -> DiagnosticReport {
    let scene = scenes[open: name]
    guard let verdict = library[scene.document.file]?.verdict, scene.pending.isDirty else {
      return scene.published.report.content
    }
    return DiagnosticReport(
      status: scene.document.status, diagnostics: verdict.diagnostics, sources: verdict.sources)
  }

  // MARK: Answers

  /// Puts an outcome into words, now that everything is solved.
  func reply(to outcome: Outcome, at now: Instant) -> Reply {
    switch outcome.result {
    case .failed(let failure): return .failed(failure)
    case .answered(let answer): return .done(answer)
    case .replied(let reply): return reply
    case .solved(let name): return reply(about: name) { .done(.solved(revision(of: $0))) }
    case .applied(let name, let warnings):
      return reply(about: name) { .done(.applied(revision(of: $0), warnings: warnings)) }
    case .updated(let name): return reply(about: name) { .done(.updated(revision(of: $0))) }
    case .synced(let name):
      return reply(about: name) {
        .done(.synced(revision(of: $0), scenes[open: $0].published.report.content))
      }
    case .loaded(let file):
      let opened = scenes.names(from: file).filter { scenes[open: $0].origin != .opened }
      return .done(.loaded(opened.map { scenes[open: $0].revision }))
    case .looked(let name, let question):
      return reply(about: name) { scenes[open: $0].reply(to: question) { library[$0]?.tree } }
    case .clock(let scene):
      let clock = scene.flatMap { openName($0) }.map { self.clock(of: $0) } ?? clock
      return .done(.clock(clock.time(at: now), isRunning: clock.isRunning))
    case .list(let peer, let use):
      var list = sceneList(for: peer)
      list.tellsUse = use
      return .done(.scenes(list))
    case .statistics:
      return .done(.statistics(metrics))
    }
  }

  /// Has a question answered elsewhere if that takes long.
  ///
  /// - Returns: false when it is to be answered here.
  mutating func handOut(_ outcome: Outcome) -> Bool {
    guard case .looked(let wanted, let question) = outcome.result, let name = openName(wanted),
      jobs.isLong(answering: scenes[open: name].cost(ofAnswerTo: question)), let scene = scenes[name]
    else { return false }
    let files = [scene.document.file] + scene.document.layoutSources.map(\.name)
    let trees = Dictionary(files.compactMap { file in library[file]?.tree.map { (file, $0) } }) { tree, _ in tree }
    let looking = Looking(request: outcome.request, question: question, scene: scene, trees: trees)
    _ = jobs.handOut(.look(looking), for: .request(outcome.request))
    return true
  }

  /// Part by part: to be asked for all at once, the scene would be copied.
  private func revision(of scene: String) -> SceneRevision {
    SceneRevision(
      scene: scenes[open: scene].name, revision: scenes[open: scene].published.history.revision,
      layoutRevision: scenes[open: scene].published.layoutRevision)
  }

  /// A later command of the same turn may have closed the scene. `reply` gets its name, since a scene that is handed on
  /// is copied.
  private func reply(about name: String, _ reply: (String) -> Reply) -> Reply {
    guard let name = openName(name) else {
      return .failed(.unknownScene(name, known: knownNames(commonNames, nearestTo: name)))
    }
    return reply(name)
  }

  private var metrics: [Metric] {
    let states = scenes.map(\.status)
    return [
      // 0 while somebody drives the clock of scenes by hand.
      Metric("clockRunning", clock.isRunning ? 1 : 0),
      Metric("commands", Double(counters.commands)),
      Metric("compilations", Double(counters.compilations)),
      Metric("documents", Double(library.documents.count)),
      Metric("documents.gone", Double(goneFiles.since.count)),
      Metric("documents.loaded", Double(library.documents.loaded.count)),
      Metric("documents.loaded.bytes", Double(library.documents.loaded.bytes)),
      Metric("documents.loaded.bytes.max", Double(options.limits.stateBytes)),
      Metric("documents.loaded.max", Double(options.limits.opened)),
      Metric("holds", Double(holds.count)),
      Metric("holds.files", Double(holds.files)),
      Metric("holds.max", Double(FileHolds.most)),
      Metric("importVisits", Double(library.imports.visits)),
      Metric("moving", Double(scenes.map { $0.motion.moving.count }.reduce(0, +))),
      Metric("parses", Double(library.parses)),
      Metric("publications", Double(counters.publications)),
      Metric("reads", Double(library.requests.lookCount)),
      Metric("resolutions", Double(library.resolutions)),
      Metric("revisions", Double(counters.revisions)),
      Metric("scenes", Double(scenes.count)),
      Metric("scenes.clocks", Double(scenes.clocked.count)),
      Metric("scenes.failed", Double(states.count { $0 == .failed })),
      Metric("scenes.opened", Double(scenes.openedCount)),
      Metric("scenes.opened.max", Double(options.limits.opened)),
      Metric("scenes.stale", Double(states.count { $0 == .stale })),
      Metric("settings.max", Double(options.limits.settings)),
      Metric("settings.most", Double(scenes.map { $0.settings.outside.count }.max() ?? 0)),
      Metric("solves", Double(counters.solves)),
      Metric("state.bytes", Double(scenes.stateBytes)),
      Metric("state.bytes.max", Double(options.limits.stateBytes)),
      Metric("subscribers", Double(seats.count)),
      Metric("turns", Double(counters.turns)),
      Metric("views", Double(viewCount)),
    ]
  }
}

extension Demand {
  /// Whether nothing comes of it when whoever asks is gone: it only looks, or what it leads to ends with who asks.
  public var isInVainWithoutAsker: Bool {
    switch self {
    case .subscribe, .snapshot, .revisions, .sync, .check, .explain, .get, .list, .statistics, .debug, .hold,
      .open(_, _, _, .some):
      true
    case .load, .loadText, .unload, .forget, .reload, .open, .close, .apply, .update, .release, .clock: false
    }
  }

  /// Whether it asks for something that documents declare.
  var asksForNames: Bool {
    switch self {
    case .subscribe, .unload, .forget, .reload, .open, .close, .apply, .update, .snapshot, .revisions, .get, .explain,
      .debug:
      true
    case .hold, .release, .load, .loadText, .sync, .clock, .check, .list, .statistics: false
    }
  }
}
