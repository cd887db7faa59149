/// What is done elsewhere: handed out, waited for, and taken back.
///
/// A scene of which something is done elsewhere is left alone. Commands that would change it are deferred until it is
/// back, and what documents say meanwhile is told to it then, so what comes of them is what would have come of them had
/// the job taken no time. While it is solved, it still moves and is looked at as it was published last; a call that is
/// gone through, or a revision that is made, is waited for by whoever looks as well.
extension Runtime {
  /// Takes a job back that is done.
  ///
  /// - Returns: the commands that waited for it, to be acted on before any other.
  mutating func takeBack(_ job: Job.Finished, at now: Instant, entering stage: (Stage) -> Void) -> [Recorded] {
    let period = options.framePeriod
    switch job.outcome {
    case .parsed(let tree, let parsing):
      library.takeBack(tree, of: parsing, ofJob: job.number, at: now, handing: &jobs)
    case .compiled(let outcome): library.takeBack(outcome, ofJob: job.number)
    case .checked(let check):
      if let index = checks.firstIndex(where: { $0.job == job.number }) { checks[index].takeBack(check) }
    case .looked(let request, let reply): outcomes.append(Outcome(request: request, result: .replied(reply)))
    case .applied(let name, let applied): takeBack(applied, of: job, to: name)
    case .solved(let name, let solved):
      takeBack(job, to: name, at: now) { scene, time, jobs in
        scene.takeBack(solved, at: time, every: period, handing: &jobs, entering: stage)
      }
    case .published(let name, let revised):
      stage(.diff)
      takeBack(job, to: name, at: now, isFrame: revised.isFrame) { scene, time, _ in
        scene.takeBack(revised, at: time, every: period)
      }
    }
    return takeDeferred()
  }

  /// The scene that waits for a job, which may have another name by now. One that was closed and opened anew does not.
  private func scene(waitingFor job: Job.Finished, to name: String) -> String? {
    if scenes.contains(name), scenes[open: name].absence?.job == job.number { return name }
    return scenes.names.first { scenes[open: $0].absence?.job == job.number }
  }

  /// Shows what a scene has come to elsewhere.
  ///
  /// - Parameters:
  ///   - name: that of the scene when the job was handed out.
  ///   - isFrame: whether it only moves on, so that nobody's call is answered by it.
  private mutating func takeBack(
    _ job: Job.Finished, to name: String, at now: Instant, isFrame: Bool = false,
    _ take: (inout Scene, Instant, inout JobDesk) -> Scene.Work
  ) {
    guard let name = scene(waitingFor: job, to: name) else { return }
    let (time, absence) = (clock(of: name).time(at: now), scenes[open: name].absence!)
    count(take(&scenes[open: name], time, &jobs), of: name)
    // What it comes to may be published elsewhere.
    if scenes[open: name].isAbsent { return }
    if !isFrame { settleOutcomes(about: name, at: now, hasMissedDocument: absence.hasMissedDocument) }
    catchUp(name, on: absence)
  }

  /// Sets what a call sets that was gone through elsewhere.
  private mutating func takeBack(_ applied: Applied, of job: Job.Finished, to name: String) {
    attempt(applied.call.request) { runtime throws(RequestFailure) in
      guard let name = runtime.scene(waitingFor: job, to: name), let absence = runtime.scenes[open: name].comeBack()
      else { throw .unknownScene(name, known: knownNames(runtime.commonNames, nearestTo: name)) }
      defer { runtime.catchUp(name, on: absence) }
      let change = try applied.result.get()
      let state = change.difference.state
      try runtime.checkRoom(for: state, insteadOf: runtime.scenes[open: name].settings.outside, in: name)
      return runtime.set(state, change.difference, change.warnings, by: applied.call, in: name)
    }
  }

  /// Tells a scene what it has missed.
  private mutating func catchUp(_ name: String, on absence: Scene.Absence) {
    if absence.hasMissedDocument { tellAgain(name) }
    for cause in absence.missedPictures {
      scenes[open: name].adopt(
        pictures: library.pictures.pictures(of: scenes[open: name].document.file), because: cause)
    }
    for cause in absence.missedMeasurements { scenes[open: name].measureAgain(because: cause) }
  }

  // MARK: Who waits for a scene

  /// Whether a command has to wait until a scene is back, or until it is known what a document says.
  func mustWait(_ command: Command) -> Bool {
    guard case .request(_, let demand) = command else { return false }
    return switch demand {
    case .apply(let scene, _, _, _, _), .update(let scene, _, _), .reload(let scene, resettingState: true):
      mustWait(forScene: scene) {
        scenes[open: $0].absence != nil || library.isCompiling(scenes[open: $0].document.file)
      }
    case .snapshot(let scene, let filter, _) where filter.fields.wantAppearance:
      mustWait(forScene: scene) {
        scenes[open: $0].absence != nil && !scenes[open: $0].settings.tellsAppearance || scenes[open: $0].defersLookers
      }
    case .snapshot(let scene, _, _), .revisions(let scene, _), .explain(let scene, _, _), .get(let scene, _, _),
      .debug(_, let scene):
      mustWait(forScene: scene) { scenes[open: $0].defersLookers }
    case .subscribe(_, let subscription): mustWait(forScene: subscription.scene) { _ in false }
    case .open(let layout, _, _, _): library.isCompiling && goodLayout(named: layout) == nil
    case .clock(_, let scene?), .unload(let scene), .close(let scene), .forget(let scene?):
      mustWait(forScene: scene) { _ in false }
    default: false
    }
  }

  /// A scene that is not there may be declared in what is being compiled.
  private func mustWait(forScene wanted: String?, _ mustWait: (String) -> Bool) -> Bool {
    guard let name = try? sceneName(wanted) else { return library.isCompiling }
    return mustWait(name)
  }

  /// The commands that need to wait no longer.
  mutating func takeDeferred() -> [Recorded] {
    let known = deferred
    deferred = []
    return known.filter {
      if !mustWait($0.command) { return true }
      deferred.append($0)
      return false
    }
  }

  /// Whether what is to be said of an outcome is known only when a scene is back, or was told what its document says.
  ///
  /// - Parameter telling: the number of the last scene that was to be told something when the outcome came.
  func isEarly(_ outcome: Outcome, since telling: Int) -> Bool {
    switch outcome.result {
    case .applied(let name, _), .updated(let name):
      guard let name = openName(name) else { return false }
      return isUnderWay(name)
    case .solved(let name):
      guard let name = openName(name) else { return false }
      return isUnderWay(name) || scenes[open: name].tellingNumber.map { $0 <= telling } ?? false
    case .synced(let name):
      guard let name = openName(name) else { return false }
      return isUnderWay(name) || tellings.hasScene(upTo: telling)
    case .looked(let name, _):
      guard let name = openName(name) else { return false }
      return scenes[open: name].defersLookers
    case .loaded(let file):
      return scenes.names(from: file).contains { scenes[open: $0].isAbsent }
        || tellings.hasScene(of: file, upTo: telling)
    case .failed, .answered, .replied, .clock, .list, .statistics: return false
    }
  }

  /// Whether a scene will show more of what it was told and set than it does after this turn.
  private func isUnderWay(_ name: String) -> Bool { scenes[open: name].isAbsent || unfinished.contains(name) }

  /// Puts into words what a scene's solve answers, before what waited for it changes the scene again.
  ///
  /// - Parameter hasMissedDocument: whether it is still to be told what was saved meanwhile, which some wait for.
  private mutating func settleOutcomes(about name: String, at now: Instant, hasMissedDocument: Bool) {
    for index in outcomes.indices {
      switch outcomes[index].result {
      case .solved where hasMissedDocument, .synced where hasMissedDocument: break
      case .solved(let other), .applied(let other, _), .updated(let other), .synced(let other):
        guard openName(other) == name else { break }
        outcomes[index].result = .replied(reply(to: outcomes[index], at: now))
      default: break
      }
    }
  }
}
