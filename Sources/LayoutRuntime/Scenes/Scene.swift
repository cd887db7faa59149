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
struct Scene: Sendable {
  /// Where a scene comes from.
  enum Origin: Equatable, Sendable {
    /// A layout declared it: itself, or one of its previews.
    case declared(preview: String?)
    /// Somebody opened it.
    case opened
  }

  let name: String
  let layoutName: String
  let origin: Origin
  private(set) var document: SceneDocument
  var settings: SceneSettings
  private(set) var pending = PendingChange()
  /// While its next solve is done elsewhere.
  private(set) var absence: Absence?
  /// Whether it has to be told what its document says, although that is not news.
  var isToBeTold = false
  /// The last good layout, live; nil while there never was one.
  private(set) var live: LayoutScene?
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

  var isPreview: Bool { origin != .opened && origin != .declared(preview: nil) }

  /// Everything that the frames depend on, besides the layout.
  var inputs: SceneInputs { live.map { settings.inputs(for: $0.declared, document.pictures) } ?? SceneInputs() }

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
    guard let layout, live == nil || isNewMeaning else { return }
    // Alone in its document, it is what was edited; among others it is worth asking.
    let isEdited = live == nil || document.shown?.layouts.count == 1 || layout != live?.declared
    guard isEdited || preview != settings.preview else { return }
    settings.preview = preview
    settings.carryOver(to: layout, renaming: renameViews(as: layout))
    if isEdited { replaceLayout(with: layout) }
    pending.mark(because: cause)
  }

  private mutating func replaceLayout(with layout: ResolvedLayout) {
    let former = live?.layout
    let inputs = settings.inputs(for: layout, document.pictures)
    // Given away, so that its solvers are changed in place and not copied.
    if let older = live.take() {
      live = LayoutScene(layout, inputs: inputs, continuing: older)
    } else {
      live = LayoutScene(layout, inputs: inputs)
    }
    // Most edits move views and leave the tree as it is; then the picture is revised instead of drawn anew.
    if former.map({ !live!.layout.hasSameTree(as: $0) }) ?? true { pending.hasNewTree = true }
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
    guard let live, pictures != document.pictures else { return }
    let isConcerned = live.declared.pictures.contains { pictures[$0.path] != document.pictures[$0.path] }
    document.pictures = pictures
    if isConcerned { pending.mark(because: cause) }
  }

  /// Takes over that texts have other sizes. Like an edit, this is not animated.
  mutating func measureAgain(because cause: String) {
    guard live != nil else { return }
    if absence != nil { return absence!.missedMeasurements.appendOnce(cause) }
    live!.forgetMeasurements()
    pending.isNewlyLive = true
    pending.mark(because: cause)
  }

  /// Replaces what was set from outside.
  ///
  /// - Parameters:
  ///   - subjects: what was set, and whether that is to be animated; nil: as the file says.
  ///   - timing: how a keyboard that comes or goes moves things, when it says so.
  mutating func set(
    _ state: OutsideState, because cause: String, animated subjects: [(subject: ChangeCauses.Subject, wish: Bool?)],
    moving timing: Timing? = nil
  ) {
    let isNews = state != settings.outside
    // Whoever sets what somebody has just set has a say in how it comes about.
    guard isNews || pending.isDirty && !pending.wishes.isEmpty else { return }
    for (subject, wish) in subjects { pending.wishes.add(subject, wish: wish) }
    guard isNews else { return }
    if settings.outside[.keyboard] != state[.keyboard] { pending.keyboardTiming = timing }
    settings.replace(with: state)
    pending.mark(because: cause)
  }

  /// Whether what was set flips a condition that applies at once, so that it cannot wait for the rest of the turn.
  var cannotWait: Bool {
    guard pending.isDirty, !pending.isNewlyLive, let live else { return false }
    return live.flipsAtOnce(with: inputs)
  }

  /// Makes the next update solve, whether anything happened or not.
  mutating func lookAgain() {
    live?.lookAgain()
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
  }

  /// Solves once for everything that happened, and publishes the result if it shows; else the next frame of what
  /// moves, when that is due.
  ///
  /// - Parameters:
  ///   - now: on the time line of scenes.
  ///   - period: between two frames of what moves.
  ///   - jobs: takes the solve if it is long; see `takeBack`.
  mutating func update(
    at now: Instant, every period: Duration, measuring measurer: some TextMeasuring, handing jobs: inout JobDesk,
    entering stage: (Stage) -> Void
  ) -> Work {
    guard pending.isDirty, absence == nil else {
      return Work(isPublished: publishFrame(at: now, every: period, entering: stage))
    }
    pending.isDirty = false
    if live == nil { return finishUpdate(Work(), at: now, every: period) }
    stage(.solve)
    let wanted = inputs
    let before = BeforeSolve(live!, solvedNextFor: wanted, pending)
    if jobs.isLong(solving: live!, with: wanted) {
      var live = live!
      live.inputs = wanted
      absence = Absence(
        job: jobs.handOut(.solve(scene: name, live), for: .scene(name)), isFirst: published.history.revision == .none,
        before: before)
      return Work(isPublished: publishFrame(at: now, every: period, entering: stage))
    }
    let done = live!.statistics
    live!.inputs = wanted
    let changed = live!.solve(measuring: measurer) { stage($0 == .lower ? .lower : .solve) }
    return finishSolve(changed, after: done, before, at: now, every: period, entering: stage)
  }

  /// Goes on with what was solved elsewhere, and publishes it.
  ///
  /// - Parameters:
  ///   - solved: what `live` has become.
  ///   - changed: views that differ from the solve before.
  mutating func takeBack(
    _ solved: LayoutScene, changed: [ViewID], at now: Instant, every period: Duration, entering stage: (Stage) -> Void
  ) -> Work {
    guard let absence = absence.take(), let done = live?.statistics else {
      preconditionFailure("only a scene that is being solved elsewhere takes a solve back")
    }
    live = solved
    return finishSolve(changed, after: done, absence.before, at: now, every: period, entering: stage)
  }

  private mutating func finishSolve(
    _ changed: [ViewID], after done: LayoutScene.Statistics, _ before: BeforeSolve, at now: Instant,
    every period: Duration, entering stage: (Stage) -> Void
  ) -> Work {
    stage(.diff)
    let diff = publish(changed, before.timings(to: live!, pending), isNewTree: before.isRearranged, at: now)
    if let diff { keep(diff, at: now) }
    let statistics = live!.statistics
    let work = Work(
      isSolved: statistics.solves != done.solves, structures: statistics.compilations - done.compilations,
      isPublished: diff != nil)
    return finishUpdate(work, at: now, every: period)
  }

  private mutating func finishUpdate(_ work: Work, at now: Instant, every period: Duration) -> Work {
    motion.scheduleFrame(after: now, every: period)
    // What set something in motion is told with the first frame that shows it.
    if work.isPublished || motion.isSettled { pending.causes = [] }
    pending.finishSolve()
    reportDiagnostics(at: now)
    audience.expectNews()
    return work
  }

  /// Publishes what is solved now.
  ///
  /// - Parameters:
  ///   - changed: views that differ from the solve before.
  ///   - timings: how they move; nil: all is shown at once.
  private mutating func publish(
    _ changed: [ViewID], _ timings: ChangeTimings?, isNewTree: Bool, at now: Instant
  ) -> FrameDiff? {
    let isAtOnce = pending.wishes.forbidAll
    if isNewTree || pending.hasNewTree {
      let diff = publishTree(timings, isAtOnce: isAtOnce, at: now)
      if diff != nil { published.acceptTarget() }
      return diff
    }
    let (updates, hasNewTarget) = motion.retarget(
      changed, in: live!, from: published.history.current.views, at: published.positions, timings, isAtOnce: isAtOnce,
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
      (document.diagnostics + settings.lostPlaces + (live?.diagnostics ?? [])).firstOccurrences
    published.report.replace(
      with: DiagnosticReport(
        condition: document.condition, diagnostics: diagnostics, sources: document.sources.mentioned(by: diagnostics)),
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
