import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Motion

/// A live instance of a layout under a name.
///
/// Its parts are what changes together: what its document says, what is set, what has happened since the last solve,
/// what is solved, what was published, what moves, and who is told. Each is a value with functions of its own; what
/// needs several of them is here.
package struct Scene: Sendable {
  /// Where a scene comes from.
  enum Origin: Equatable, Sendable {
    /// A layout declared it: itself, or one of its previews.
    case declared(preview: String?)
    /// Somebody opened it.
    case opened
  }

  private(set) var name: String
  private(set) var layoutName: String
  let origin: Origin
  /// Whose it is, if it is private.
  let owner: PeerID?
  /// Its own time line; nil: it is on that of all.
  var clock: AnimationClock?
  var document: SceneDocument
  var settings: SceneSettings
  private(set) var pending = PendingChange()
  /// While something of it is done elsewhere: what, and what it has missed since.
  private(set) var absence: Absence?
  /// Its number among the scenes that are to be told what their documents say (`TellingQueue`); nil: it knows.
  var tellingNumber: Int?
  /// The last good layout, live; nil while there never was one. It is large, so it is in a box: what reads of it copies
  /// what it reads.
  private(set) var live: Boxed<LayoutScene>?
  /// What is to be live when it is solved; nil unless an edit of `live` is not solved yet and would show other views.
  private var candidate: Boxed<LayoutScene>?
  /// Whether the last solve asked for too much work, so that what is shown is older.
  private(set) var isExhausted = false
  var published: Published
  var motion = SceneMotion()
  var audience = Audience()

  /// - Parameter outside: what was set in it already; nil: nothing but `base`.
  init(
    name: String, layoutName: String, origin: Origin, privateTo owner: PeerID? = nil, file: String,
    base: OutsideState = OutsideState(), outside: OutsideState? = nil, continuing lineage: Lineage
  ) {
    self.name = name
    self.layoutName = layoutName
    self.origin = origin
    self.owner = owner
    document = SceneDocument(file: file)
    settings = SceneSettings(base: base, outside: outside ?? base, hasNewState: origin == .opened)
    published = Published(continuing: lineage)
  }

  /// Goes by another name from now on, as its layout does.
  mutating func rename(to name: String, of layout: String) {
    (self.name, layoutName) = (name, layout)
    // The file that says so has all of its scenes told anew.
    tellingNumber = nil
  }

  var isPreview: Bool { origin != .opened && origin != .declared(preview: nil) }

  /// The last good layout, shown or not.
  var newest: Boxed<LayoutScene>? { candidate ?? live }

  /// Whether what is shown is what the document says and the outside has set.
  var status: SceneStatus {
    if !isExhausted { return document.status }
    return live!.value.hasFrames ? .stale : .failed
  }

  /// Everything that the frames depend on, besides the layout.
  var inputs: SceneInputs {
    guard let newest else { return SceneInputs() }
    return settings.inputs(
      in: newest.value.written.environment, for: newest.value.written, showing: newest.value.written.pictures,
      document.pictures)
  }

  /// Reads something of what is newest, where it stands.
  @inline(__always) func readNewest<Found>(_ read: (borrowing LayoutScene) -> Found) -> Found? {
    candidate == nil ? live.map { read($0.value) } : read(candidate!.value)
  }

  // MARK: What happens to it

  /// Takes over what its document says now: the layout when it is good, the complaints in any case.
  ///
  /// - Parameters:
  ///   - layout: nil while the document has no good meaning.
  ///   - pictures: those of the document.
  mutating func adopt(
    _ layout: ResolvedLayout?, preview: EnvironmentClause?, from document: Document, pictures: [String: Picture],
    because cause: String
  ) {
    if absence != nil {
      absence!.hasMissedDocument = true
      return
    }
    tellingNumber = nil
    self.document.pictures = pictures
    let isNewMeaning = self.document.adopt(document, hasLayout: layout != nil, isLive: live != nil)
    pending.isDirty = true
    if let layout, document.verdict?.isFailing == false { self.document.findViews(in: layout) }
    guard let layout, live == nil || isNewMeaning else { return }
    // Alone in its document, it is what was edited; among others it is worth asking.
    let isEdited = live == nil || document.shown?.layouts.count == 1 || layout != newest?.value.written
    guard isEdited || preview != settings.preview else { return }
    settings.preview = preview
    goOn(in: layout, isEdited: isEdited, because: cause)
  }

  /// Goes on in another layout, or in the same one whose preview is another.
  mutating func goOn(in layout: ResolvedLayout, isEdited: Bool = true, because cause: String) {
    settings.carryOver(to: layout, renaming: renameViews(as: layout))
    if isEdited { replaceLayout(with: layout) }
    pending.mark(because: cause)
  }

  private mutating func replaceLayout(with layout: ResolvedLayout) {
    let former = live?.value.layout
    let inputs = settings.inputs(for: layout, document.pictures)
    if candidate != nil {
      _ = candidate!.value.edit(to: layout, inputs: inputs)
    } else if live != nil {
      let shown = live!.value.edit(to: layout, inputs: inputs)
      if case .former(let former) = shown, former.hasFrames { (live, candidate) = (Boxed(former), live) }
    } else {
      live = Boxed(LayoutScene(layout, inputs: inputs))
    }
    // Most edits move views and leave the tree as it is; then the picture is revised instead of drawn anew.
    if former.map({ !newest!.value.layout.hasSameTree(as: $0) }) ?? true { pending.hasNewTree = true }
    pending.isNewlyLive = true
  }

  /// Lets views that were renamed keep their numbers in the stream.
  ///
  /// - Returns: those that did.
  private mutating func renameViews(as layout: ResolvedLayout) -> [ResolvedLayout.Renaming] {
    // An edit of numbers leaves settings where they are, and `was` is one of them.
    if let former = newest?.value.written, former.settings.span.isIdentical(to: layout.settings.span) { return [] }
    // Nearly no file says `was`, and a rename is one as long as nobody has seen the new name.
    var renamings = published.unseen(layout.renamings)
    if renamings.isEmpty { return [] }
    let present = Set(layout.viewPaths)
    renamings.removeAll { present.contains($0.former) }
    for renaming in renamings { published.rename(renaming) }
    return renamings
  }

  /// Takes over that picture files say something else.
  mutating func adopt(pictures: [String: Picture], because cause: String) {
    if absence != nil { return absence!.missedPictures.appendOnce(cause) }
    guard let newest, pictures != document.pictures else { return }
    let isConcerned = newest.value.written.pictures.contains { pictures[$0.path] != document.pictures[$0.path] }
    document.pictures = pictures
    if isConcerned { pending.mark(because: cause) }
  }

  /// Whether something is kept only because the same may be asked for again.
  var hasSpares: Bool { live?.value.hasSpares ?? false || hasSpareRevisions }

  private var hasSpareRevisions: Bool { audience.isEmpty && published.hasSpareRevisions }

  /// Forgets that, when nobody is at work.
  mutating func forgetSpares() {
    live?.value.forgetSpares()
    if hasSpareRevisions { published.dropSpareRevisions() }
  }

  /// Takes over that texts have other sizes. Like an edit, this is not animated.
  mutating func measureAgain(because cause: String) {
    guard live != nil else { return }
    if absence != nil { return absence!.missedMeasurements.appendOnce(cause) }
    live!.value.forgetMeasurements()
    candidate?.value.forgetMeasurements()
    pending.isNewlyLive = true
    pending.mark(because: cause)
  }

  /// Replaces what was set from outside.
  ///
  /// - Parameters:
  ///   - difference: what leads there from what was set before; nil: nobody has looked.
  ///   - cost: of what was set; see `SceneSettings.costOfSolving(_:)`.
  ///   - subjects: what was set, and whether that is to be animated; nil: as the file says.
  ///   - timing: how a keyboard that comes or goes moves things, when it says so.
  ///   - standard: how what is animated and has no timing of its own moves, when somebody says so.
  mutating func set(
    _ state: OutsideState, _ difference: StateDifference? = nil, costing cost: Int = 0, because cause: String,
    animated subjects: [(subject: ChangeCauses.Subject, wish: Bool?)],
    moving timing: Timing? = nil, standard: Timing? = nil
  ) {
    let isNews = state != settings.outside
    // Whoever sets what somebody has just set has a say in how it comes about.
    guard isNews || pending.isDirty && !pending.wishes.isEmpty else { return }
    for (subject, wish) in subjects { pending.wishes.add(subject, wish: wish) }
    if let standard { pending.wishes.use(standard) }
    guard isNews else { return }
    if settings.outside[.keyboard] != state[.keyboard] { pending.keyboardTiming = timing }
    settings.replace(with: state, difference)
    pending.cost += cost
    pending.mark(because: cause)
  }

  /// Whether what was set flips a condition that applies at once, so that it cannot wait for the rest of the turn.
  package var cannotWait: Bool {
    pending.isDirty && !pending.isNewlyLive && live != nil && live!.value.facts.hasDirectConditions
      && live!.value.flipsAtOnce(with: inputs)
  }

  /// From now on says how views are drawn, beginning with the next update. Somebody asked, and may ask again.
  mutating func tellAppearance() {
    guard !settings.tellsAppearance else { return }
    settings.tellsAppearance = true
    pending.isDirty = true
  }

  /// Makes the next update solve, whether anything happened or not.
  package mutating func lookAgain() {
    live?.value.lookAgain()
    candidate?.value.lookAgain()
    pending.isDirty = true
  }

  // MARK: The work

  /// What an update came to.
  struct Work {
    var isSolved = false
    /// Structures that were compiled for it.
    var structures = 0
    /// Whether there is a new revision.
    var isPublished = false
    /// What a new solution changed; nil without one that shows.
    var changes: ViewCounts?
  }

  /// Solves once for everything that happened, and publishes the result if it shows; else the next frame of what
  /// moves, when that is due.
  ///
  /// - Parameters:
  ///   - now: on the time line of scenes.
  ///   - period: between two frames of what moves.
  ///   - limit: what the solve may take. When that does not do, nothing is published but a complaint.
  ///   - jobs: takes the solve if it is long; see `takeBack`.
  mutating func update(
    at now: Instant, every period: Duration, within limit: SolveBudget, measuring measurer: some TextMeasuring,
    handing jobs: inout JobDesk,
    entering stage: (Stage) -> Void
  ) -> Work {
    guard pending.isDirty, absence == nil else {
      return publishFrame(at: now, every: period, handing: &jobs, entering: stage)
    }
    pending.isDirty = false
    if live == nil { return finishUpdate(Work(), at: now, every: period) }
    stage(.solve)
    var wanted = inputs
    let before = BeforeSolve(live!, newest!, solvedNextFor: wanted, pending, isMoving: !motion.isSettled)
    let cost = pending.takeCost()
    var isLong = jobs.isLong(setting: cost) || readNewest { jobs.isLong(solving: $0, with: wanted) }!
    if !isLong {
      let statistics = readNewest { $0.statistics }!
      let allowance = jobs.allowance
      let outcome = withNewest { newest in
        swap(&newest.inputs, &wanted)
        return newest.solve(measuring: measurer, within: limit, allowance: allowance) {
          stage($0 == .lower ? .lower : .solve)
        }
      }
      isLong = outcome == .exceeded
      if !isLong {
        return finishSolve(
          outcome, from: (wanted, statistics), before, at: now, every: period, handing: &jobs, entering: stage)
      }
      // What is shown still is what the former inputs led to.
      withNewest { swap(&$0.inputs, &wanted) }
    }
    let solving = Solving(of: copy, for: wanted, within: limit, before, at: now)
    absence = Absence(
      job: jobs.handOut(.solve(solving), for: .scene(name)), work: .solve(before),
      isFirst: published.history.revision == .none, defersFrames: jobs.isLong(publishing: motion.frameCost))
    return publishFrame(at: now, every: period, handing: &jobs, entering: stage)
  }

  /// The scene as it is, for work that is done elsewhere.
  private var copy: Scene {
    var copy = self
    // Who is told of it is nobody's business there.
    copy.audience = Audience()
    return copy
  }

  /// Leaves it to a job to go through a call that sets much. Nobody looks at the scene meanwhile.
  mutating func leave(for call: ApplyCall, within room: SettingsRoom, handing jobs: inout JobDesk) {
    absence = Absence(
      job: jobs.handOut(.apply(Applying(call, to: copy, within: room)), for: .scene(name)), work: .apply,
      isFirst: published.history.revision == .none, defersFrames: jobs.isLong(publishing: motion.frameCost))
  }

  /// Comes back from a call.
  ///
  /// - Returns: what it has missed.
  mutating func comeBack() -> Absence? { absence.take() }

  /// What is solved next, where it stands: it is large, and its solvers are to be changed in place.
  private mutating func withNewest<Result>(_ body: (inout LayoutScene) -> Result) -> Result {
    candidate == nil ? body(&live!.value) : body(&candidate!.value)
  }

  /// Solves a copy, and publishes what comes of it if nothing moves before or after.
  mutating func solveElsewhere(
    for wanted: SceneInputs, within limit: SolveBudget, _ before: BeforeSolve, at now: Instant,
    measuring measurer: some TextMeasuring
  ) -> Solving.Solved {
    let outcome = withNewest { newest in
      newest.inputs = wanted
      return newest.solve(measuring: measurer, within: limit)
    }
    let newest = newest!
    let solved = newest.value
    guard case .solved(let changed) = outcome, motion.isSettled else {
      return Solving.Solved(newest: solved, outcome: outcome, revised: nil)
    }
    if let solved = candidate.take() { live = solved }
    let timings = before.timings(to: newest, pending)
    guard timings?.isEmpty ?? true else { return Solving.Solved(newest: solved, outcome: outcome, revised: nil) }
    let diff = publish(changed, timings, before, at: now)
    return Solving.Solved(
      newest: solved, outcome: outcome,
      revised: Revised(diff, of: self, isFrame: false, time: nil))
  }

  /// Goes on with what was solved elsewhere, and publishes it, unless that is long as well.
  mutating func takeBack(
    _ solved: Solving.Solved, at now: Instant, every period: Duration, handing jobs: inout JobDesk,
    entering stage: (Stage) -> Void
  ) -> Work {
    guard let absence = absence.take(), case .solve(let before) = absence.work, live != nil else {
      preconditionFailure("only a scene that is being solved elsewhere takes a solve back")
    }
    let former = readNewest { ($0.inputs, $0.statistics) }!
    withNewest { $0 = solved.newest }
    let work = finishSolve(
      solved.outcome, from: former, before, published: solved.revised, at: now, every: period, handing: &jobs,
      entering: stage)
    self.absence?.takeOver(absence)
    return work
  }

  /// Shows what was published elsewhere.
  mutating func takeBack(_ revised: Revised, at now: Instant, every period: Duration) -> Work {
    precondition(absence?.work.isPublication == true, "only a scene that is published elsewhere takes that back")
    absence = nil
    return show(revised, Work(), at: now, every: period)
  }

  /// - Parameters:
  ///   - outcome: of the solve of what is newest.
  ///   - former: what that was before: the inputs that are shown, and what was done by then.
  ///   - revised: what comes of it, if it is published already.
  private mutating func finishSolve(
    _ outcome: SolveOutcome, from former: (inputs: SceneInputs, statistics: LayoutScene.Statistics),
    _ before: BeforeSolve, published revised: Revised? = nil, at now: Instant, every period: Duration,
    handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> Work {
    let statistics = readNewest { $0.statistics }!
    let work = Work(
      isSolved: statistics.solves != former.statistics.solves,
      structures: statistics.compilations - former.statistics.compilations)
    stage(.diff)
    guard case .solved(let changed) = outcome else {
      isExhausted = true
      // What is shown still is what the former inputs led to.
      if candidate == nil { live!.value.inputs = former.inputs }
      return finishUpdate(work, at: now, every: period)
    }
    isExhausted = false
    if let solved = candidate.take() { live = solved }
    if let revised { return show(revised, work, at: now, every: period) }
    if jobs.isLong(publishing: costOfPublishing(changed, before)) {
      leave(for: .solution(changed, before), at: now, handing: &jobs)
      return work
    }
    let diff = publish(changed, before, at: now)
    return finishPublishing(counted(diff), of: now, work, at: now, every: period)
  }

  // MARK: Publishing

  /// What it costs to publish a solution, in views of a new picture.
  private func costOfPublishing(_ changed: [ViewID], _ before: BeforeSolve) -> Int {
    if before.isRearranged || pending.hasNewTree { return live!.value.layout.views.count }
    let looks = live!.value.inputs.tellsAppearance ? SceneMotion.costOfLook * changed.count : 0
    return looks + changed.count / SceneMotion.framesOfView
  }

  /// Leaves it to a job to publish something. Nobody looks at the scene meanwhile.
  private mutating func leave(for subject: Publishing.Subject, at now: Instant, handing jobs: inout JobDesk) {
    let publishing = Publishing(subject, of: copy, at: now)
    var isNewTree = false
    if case .solution(_, let before) = subject { isNewTree = before.isRearranged || pending.hasNewTree }
    absence = Absence(
      job: jobs.handOut(.publish(publishing), for: .scene(name)), work: .publish(isNewTree: isNewTree),
      isFirst: published.history.revision == .none, defersFrames: true)
  }

  /// Publishes the next frame of what moves, when it is due.
  private mutating func publishFrame(
    at now: Instant, every period: Duration, handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> Work {
    guard let due = motion.nextFrame, due <= now, absence?.defersFrames != true else { return Work() }
    if absence == nil, jobs.isLong(publishing: motion.frameCost) {
      leave(for: .frame, at: now, handing: &jobs)
      return Work()
    }
    stage(.diff)
    return finishFrame(publish(FrameHistory.Updates(), at: now), of: now, at: now, every: period)
  }

  private mutating func finishFrame(
    _ diff: FrameDiff?, of instant: Instant, at now: Instant, every period: Duration
  ) -> Work {
    if let diff { keep(diff, at: instant) }
    motion.scheduleFrame(after: now, every: period)
    audience.expectNews()
    return Work(isPublished: diff != nil)
  }

  /// Publishes what is solved now.
  ///
  /// - Parameters:
  ///   - changed: views that differ from the solve before.
  ///   - before: what was in force then, which tells how they move.
  mutating func publish(_ changed: [ViewID], _ before: BeforeSolve, at now: Instant) -> FrameDiff? {
    publish(changed, before.timings(to: live!, pending), before, at: now)
  }

  /// - Parameter timings: how they move; nil: all is shown at once.
  private mutating func publish(
    _ changed: [ViewID], _ timings: ChangeTimings?, _ before: BeforeSolve, at now: Instant
  ) -> FrameDiff? {
    let isAtOnce = pending.wishes.forbidAll
    defer { published.tellsAppearance = live!.value.inputs.tellsAppearance }
    if before.isRearranged || pending.hasNewTree {
      let diff = publishTree(
        timings, scrolledAtOnce: before.viewsScrolled(in: live!), isAtOnce: isAtOnce, at: now)
      if diff != nil { published.acceptTarget() }
      return diff
    }
    if motion.isSettled, timings?.isEmpty ?? true, !live!.value.inputs.tellsAppearance {
      let diff = published.publish(changed, of: live!)
      if diff != nil { published.acceptTarget() }
      return diff
    }
    let (updates, hasNewTarget) = motion.retarget(
      changed, in: live!.value, from: published.history.current.views, at: published.positions,
      looking: { published.tellsAppearance ? published.history.look(at: $0) : nil }, timings,
      scrolledAtOnce: before.viewsScrolled(in: live!), isAtOnce: isAtOnce, at: now)
    let diff = publish(updates, at: now)
    if hasNewTarget { published.acceptTarget() }
    return diff
  }

  /// Shows what was published of a copy.
  private mutating func show(_ revised: Revised, _ work: Work, at now: Instant, every period: Duration) -> Work {
    published.goOn(as: revised.published)
    motion = revised.motion
    let instant = revised.time ?? now
    if revised.isFrame { return finishFrame(revised.change?.diff, of: instant, at: now, every: period) }
    return finishPublishing(revised.change, of: instant, work, at: now, every: period)
  }

  /// - Parameter instant: the one that the revision shows.
  private mutating func finishPublishing(
    _ change: (diff: FrameDiff, counts: ViewCounts)?, of instant: Instant, _ work: Work, at now: Instant,
    every period: Duration
  ) -> Work {
    var work = work
    if let change { keep(change.diff, at: instant) }
    work.isPublished = change != nil
    work.changes = change?.counts
    return finishUpdate(work, at: now, every: period)
  }

  /// What was just published, and what it comes to.
  func counted(_ diff: FrameDiff?) -> (diff: FrameDiff, counts: ViewCounts)? {
    diff.map { ($0, ViewCounts($0, back: published.history.stepBack)) }
  }

  private mutating func finishUpdate(_ work: Work, at now: Instant, every period: Duration) -> Work {
    motion.scheduleFrame(after: now, every: period)
    // What set something in motion is told with the first frame that shows it.
    if work.isPublished || motion.isSettled { pending.causes = [] }
    if isExhausted { pending.postponeSolve() } else { pending.finishSolve() }
    reportDiagnostics(at: now)
    audience.expectNews()
    return work
  }

  /// Keeps the revision just published.
  private mutating func keep(_ diff: FrameDiff, at now: Instant) {
    published.keep(diff, because: pending.causes, isSettled: motion.isSettled, at: now)
    pending.causes = []
  }

  private mutating func reportDiagnostics(at now: Instant) {
    let diagnostics =
      (document.diagnostics + settings.lost + (readNewest { $0.diagnostics } ?? [])).firstOccurrences
    published.report.replace(
      with: DiagnosticReport(
        status: status, diagnostics: diagnostics, sources: document.sources.mentioned(by: diagnostics)),
      at: now)
  }
}

extension ResolvedLayout {
  /// Whether the same views stand in the same places; preorder and parents tell.
  func hasSameTree(as other: ResolvedLayout) -> Bool {
    // Views are compared where they stand; to copy one costs more than to compare it.
    views.span.isIdentical(to: other.views.span)
      || views.count == other.views.count
        && views.indices.allSatisfy {
          views[$0].parent == other.views[$0].parent && views[$0].kind == other.views[$0].kind
            && views[$0].path == other.views[$0].path
        }
  }
}

extension [SourceText] {
  /// Those that some place in the diagnostics points into.
  func mentioned(by diagnostics: [Diagnostic]) -> [SourceText] {
    var files: Set<String> = []
    for diagnostic in diagnostics { for place in diagnostic.places { files.insert(place.file) } }
    return files.isEmpty ? [] : filter { files.contains($0.name) }
  }
}
