import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Motion

/// A live instance of a layout under a name.
///
/// Its parts are what changes together: what its document says, what is set, what has happened since the last solve, what
/// is solved, what was published, what moves, and who is told. Each is a value with functions of its own; what needs
/// several of them is here.
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
  var document: SceneDocument
  var settings: SceneSettings
  private(set) var pending = PendingChange()
  /// While its next solve is done elsewhere.
  private(set) var absence: Absence?
  /// Whether it has to be told what its document says, although that is not news.
  var isToBeTold = false
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
    name: String, layoutName: String, origin: Origin, file: String, base: OutsideState = OutsideState(),
    outside: OutsideState? = nil, continuing lineage: Lineage
  ) {
    self.name = name
    self.layoutName = layoutName
    self.origin = origin
    document = SceneDocument(file: file)
    settings = SceneSettings(base: base, outside: outside ?? base, hasNewState: origin == .opened)
    published = Published(continuing: lineage)
  }

  /// Goes by another name from now on, as its layout does.
  mutating func rename(to name: String, of layout: String) { (self.name, layoutName) = (name, layout) }

  var isPreview: Bool { origin != .opened && origin != .declared(preview: nil) }

  /// The last good layout, shown or not.
  var newest: Boxed<LayoutScene>? { candidate ?? live }

  /// Whether what is shown is what the document says and the outside has set.
  var condition: SceneCondition {
    if !isExhausted { return document.condition }
    return live!.value.hasFrames ? .stale : .failed
  }

  /// Everything that the frames depend on, besides the layout.
  var inputs: SceneInputs { newest.map { settings.inputs(for: $0.value.written, document.pictures) } ?? SceneInputs() }

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
    isToBeTold = false
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
      if let shown, shown.hasFrames { (live, candidate) = (Boxed(shown), live) }
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
  var hasSpares: Bool { live?.value.hasSpares ?? false }

  /// Forgets that, when nobody is at work.
  mutating func forgetSpares() { live?.value.forgetSpares() }

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
  ///   - subjects: what was set, and whether that is to be animated; nil: as the file says.
  ///   - timing: how a keyboard that comes or goes moves things, when it says so.
  ///   - standard: how what is animated and has no timing of its own moves, when somebody says so.
  mutating func set(
    _ state: OutsideState, because cause: String, animated subjects: [(subject: ChangeCauses.Subject, wish: Bool?)],
    moving timing: Timing? = nil, standard: Timing? = nil
  ) {
    let isNews = state != settings.outside
    // Whoever sets what somebody has just set has a say in how it comes about.
    guard isNews || pending.isDirty && !pending.wishes.isEmpty else { return }
    for (subject, wish) in subjects { pending.wishes.add(subject, wish: wish) }
    if let standard { pending.wishes.use(standard) }
    guard isNews else { return }
    if settings.outside[.keyboard] != state[.keyboard] { pending.keyboardTiming = timing }
    settings.replace(with: state)
    pending.mark(because: cause)
  }

  /// Whether what was set flips a condition that applies at once, so that it cannot wait for the rest of the turn.
  package var cannotWait: Bool {
    pending.isDirty && !pending.isNewlyLive && live?.value.flipsAtOnce(with: inputs) ?? false
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
      return Work(isPublished: publishFrame(at: now, every: period, entering: stage))
    }
    pending.isDirty = false
    if live == nil { return finishUpdate(Work(), at: now, every: period) }
    stage(.solve)
    let wanted = inputs
    let before = BeforeSolve(live!.value, solvedNextFor: wanted, pending)
    var isLong = jobs.isOpen && jobs.isLong(solving: newest!.value, with: wanted)
    if !isLong {
      let former = withNewest { ($0.inputs, $0.statistics) }
      let allowance = jobs.allowance
      let outcome = withNewest { newest in
        newest.inputs = wanted
        return newest.solve(measuring: measurer, within: limit, allowance: allowance) {
          stage($0 == .lower ? .lower : .solve)
        }
      }
      isLong = outcome == .exceeded
      if !isLong { return finishSolve(outcome, from: former, before, at: now, every: period, entering: stage) }
      // What is shown still is what the former inputs led to.
      withNewest { $0.inputs = former.0 }
    }
    var copy = newest!.value
    copy.inputs = wanted
    let basis = before.isRearranged || pending.hasNewTree ? published.basis : nil
    absence = Absence(
      job: jobs.handOut(.solve(scene: name, copy, within: limit, picture: basis), for: .scene(name)),
      isFirst: published.history.revision == .none, before: before)
    return Work(isPublished: publishFrame(at: now, every: period, entering: stage))
  }

  /// What is solved next, where it stands: it is large, and its solvers are to be changed in place.
  private mutating func withNewest<Result>(_ body: (inout LayoutScene) -> Result) -> Result {
    candidate == nil ? body(&live!.value) : body(&candidate!.value)
  }

  /// Goes on with what was solved elsewhere, and publishes it.
  ///
  /// - Parameters:
  ///   - solved: what the scene handed out has become.
  ///   - outcome: of its solve.
  ///   - picture: of its views, if that is a new one.
  mutating func takeBack(
    _ solved: LayoutScene, _ outcome: SolveOutcome, drawn picture: NumberedPicture?, at now: Instant,
    every period: Duration,
    entering stage: (Stage) -> Void
  ) -> Work {
    guard let absence = absence.take(), live != nil else {
      preconditionFailure("only a scene that is being solved elsewhere takes a solve back")
    }
    let former = withNewest { ($0.inputs, $0.statistics) }
    withNewest { $0 = solved }
    return finishSolve(
      outcome, from: former, absence.before, drawn: picture, at: now, every: period, entering: stage)
  }

  /// - Parameters:
  ///   - outcome: of the solve of what is newest.
  ///   - former: what that was before: the inputs that are shown, and what was done by then.
  private mutating func finishSolve(
    _ outcome: SolveOutcome, from former: (inputs: SceneInputs, statistics: LayoutScene.Statistics),
    _ before: BeforeSolve, drawn picture: NumberedPicture? = nil, at now: Instant, every period: Duration,
    entering stage: (Stage) -> Void
  ) -> Work {
    let statistics = withNewest { $0.statistics }
    var work = Work(
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
    let viewsBefore = published.history.current.views.count
    let diff = publish(
      changed, before.timings(to: live!.value, pending), isNewTree: before.isRearranged, drawn: picture, at: now)
    if let diff { keep(diff, at: now) }
    work.isPublished = diff != nil
    work.changes = diff.map { ViewCounts($0, from: viewsBefore, to: published.history.current.views.count) }
    return finishUpdate(work, at: now, every: period)
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

  /// Publishes what is solved now.
  ///
  /// - Parameters:
  ///   - changed: views that differ from the solve before.
  ///   - timings: how they move; nil: all is shown at once.
  ///   - picture: of a new tree, if it is drawn already.
  private mutating func publish(
    _ changed: [ViewID], _ timings: ChangeTimings?, isNewTree: Bool, drawn picture: NumberedPicture?, at now: Instant
  ) -> FrameDiff? {
    let isAtOnce = pending.wishes.forbidAll
    defer { published.tellsAppearance = live!.value.inputs.tellsAppearance }
    if isNewTree || pending.hasNewTree {
      let diff = publishTree(timings, drawn: picture, isAtOnce: isAtOnce, at: now)
      if diff != nil { published.acceptTarget() }
      return diff
    }
    if motion.isSettled, timings?.isEmpty ?? true, !live!.value.inputs.tellsAppearance {
      let diff = published.publish(changed, of: live!.value)
      if diff != nil { published.acceptTarget() }
      return diff
    }
    let (updates, hasNewTarget) = motion.retarget(
      changed, in: live!.value, from: published.history.current.views, at: published.positions,
      looking: { published.tellsAppearance ? published.history.look(at: $0) : nil }, timings, isAtOnce: isAtOnce,
      at: now)
    let diff = publish(updates, at: now)
    if hasNewTarget { published.acceptTarget() }
    return diff
  }

  /// Keeps the revision just published.
  mutating func keep(_ diff: FrameDiff, at now: Instant) {
    published.keep(diff, because: pending.causes, isSettled: motion.isSettled, at: now)
    pending.causes = []
  }

  private mutating func reportDiagnostics(at now: Instant) {
    let diagnostics =
      (document.diagnostics + settings.lost + (newest?.value.diagnostics ?? [])).firstOccurrences
    published.report.replace(
      with: DiagnosticReport(
        condition: condition, diagnostics: diagnostics, sources: document.sources.mentioned(by: diagnostics)),
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
