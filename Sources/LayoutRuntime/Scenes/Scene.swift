import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Motion

/// A live instance of a layout under a name: what was set in it, what is solved, what was published.
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
  /// The document that its layout comes from.
  private(set) var file: String
  /// Which meaning of the document it has taken over.
  private var generation = 0
  private(set) var preview: EnvironmentClause?
  /// What it returns to when its state is reset.
  let base: OutsideState
  private(set) var outside: OutsideState
  /// Whether `outside` may not be what is remembered.
  var hasNewState: Bool

  /// The last good layout, live; nil while there never was one.
  private(set) var live: LayoutScene?
  private(set) var condition = SceneCondition.failed
  /// What the document's verdict says; the scene's own complaints are the engine's.
  private var documentDiagnostics: [Diagnostic] = []
  private var sources: [SourceText] = []
  /// The texts that `live` was made from, which are older where its document has errors now.
  private(set) var layoutSources: [SourceText] = []
  /// What was arranged from outside until the last edit had no place for it.
  private var lostPlaces: [Diagnostic] = []
  /// What is known of the pictures of its document, by path.
  private var pictures: [String: Picture] = [:]

  private(set) var history: FrameHistory
  private(set) var layoutRevision: Revision
  /// When the current revision was published, and what brought it about.
  private(set) var time = Instant()
  private(set) var cause: String?
  private(set) var ring = RevisionRing()
  /// Since when nobody wants every revision.
  private var ringReleased: Instant?

  private(set) var report = DiagnosticReport(condition: .failed, diagnostics: [], sources: [])
  /// One more whenever `report` changes.
  private(set) var reportVersion = 0
  private(set) var reportTime = Instant()

  private var ids: StreamIDs
  /// By index of a view: its place in the published picture, below 0 for guides, which are not in it.
  private(set) var positions: [Int32] = []
  /// Whether `live` has not been solved yet.
  private var isNewlyLive = false
  /// Whether the published tree is not that of `live`.
  private var hasNewTree = false
  /// Whether anything happened that the published picture may not show.
  private(set) var isDirty = true
  private var causes: [String] = []
  /// What was set since the last solve, and who wants to see it move.
  private var wishes = ChangeCauses()
  /// How the keyboard said that it moves things.
  private var keyboardTiming: Timing?
  var moving = MovingViews()
  /// Counts the turns that gave something in motion a target, and when the last one was.
  var departure = 0
  var departedAt = Instant()
  /// When the next frame of what moves is due; nil when nothing moves.
  var nextFrame: Instant?
  /// What changed since a revision under a filter, asked for since the last publication.
  private var merged: [MergeKey: FrameDiff] = [:]

  private struct MergeKey: Hashable {
    var since: Revision
    var filter: FrameFilter
  }

  /// - Parameter outside: what was set in it already; nil: nothing but `base`.
  init(
    name: String, layoutName: String, origin: Origin, file: String, base: OutsideState = OutsideState(),
    outside: OutsideState? = nil, continuing lineage: Lineage
  ) {
    self.name = name
    self.layoutName = layoutName
    self.origin = origin
    self.file = file
    self.base = base
    self.outside = outside ?? base
    hasNewState = origin == .opened
    ids = lineage.ids
    layoutRevision = lineage.layoutRevision
    history = FrameHistory(after: lineage.revision)
  }

  var lineage: Lineage { Lineage(ids: ids, revision: history.revision, layoutRevision: layoutRevision) }
  var isPreview: Bool { origin != .opened && origin != .declared(preview: nil) }

  var revision: SceneRevision {
    SceneRevision(scene: name, revision: history.revision, layoutRevision: layoutRevision)
  }

  /// Everything that the frames depend on, besides the layout.
  var inputs: SceneInputs { live.map { inputs(for: $0.declared) } ?? SceneInputs() }

  // MARK: What happens to it

  /// Takes over what its document says now: the layout when it is good, the complaints in any case.
  ///
  /// - Parameters:
  ///   - layout: nil while the document has no good meaning.
  ///   - pictures: those of the document.
  mutating func take(
    _ layout: ResolvedLayout?, preview: EnvironmentClause?, from document: Document, pictures: [String: Picture],
    because cause: String
  ) {
    self.pictures = pictures
    let isNewMeaning = file != document.path || generation != document.generation
    file = document.path
    generation = document.generation
    documentDiagnostics = (document.verdict?.diagnostics ?? []) + document.collisions
    sources = document.verdict?.sources ?? []
    let isFailing = document.verdict?.isFailing ?? true
    if !isFailing { layoutSources = sources }
    condition = layout == nil ? (live == nil ? .failed : .stale) : isFailing ? .stale : .ok
    isDirty = true
    guard let layout, live == nil || isNewMeaning else { return }
    // Alone in its document, it is what was edited; among others it is worth asking.
    let isEdited = live == nil || document.shown?.layouts.count == 1 || layout != live?.declared
    guard isEdited || preview != self.preview else { return }
    self.preview = preview
    let known = outside
    takeNamesOver(from: layout)
    lostPlaces =
      outside.arrangement.isEmpty
      ? [] : ViewForest(layout, outside.arrangement).refusals.map { .lostPlace($0, in: layout) }
    outside = outside.surviving(in: layout)
    if outside != known { hasNewState = true }
    if isEdited {
      let former = live?.layout
      // Given away, so that its solvers are changed in place and not copied.
      let inputs = inputs(for: layout)
      if let older = live.take() {
        live = LayoutScene(layout, inputs: inputs, continuing: older)
      } else {
        live = LayoutScene(layout, inputs: inputs)
      }
      // Most edits move views and leave the tree as it is; then the picture is revised instead of drawn anew.
      if former.map({ !live!.layout.hasSameTree(as: $0) }) ?? true { hasNewTree = true }
      isNewlyLive = true
    }
    note(cause)
  }

  /// Takes over that picture files say something else.
  mutating func take(pictures: [String: Picture], because cause: String) {
    guard let live, pictures != self.pictures else { return }
    let isConcerned = live.declared.pictures.contains { pictures[$0.path] != self.pictures[$0.path] }
    self.pictures = pictures
    guard isConcerned else { return }
    isDirty = true
    note(cause)
  }

  /// Takes over that texts have other sizes. Like an edit, this is not animated.
  mutating func measureAgain(because cause: String) {
    guard live != nil else { return }
    live!.forgetMeasurements()
    isNewlyLive = true
    isDirty = true
    note(cause)
  }

  /// Views that were renamed keep their number in the stream and what was set in them.
  private mutating func takeNamesOver(from layout: ResolvedLayout) {
    // Nearly no file says `was`, and a rename is one as long as nobody has seen the new name.
    let renamings = layout.renamings.filter { ids.knows($0.former) && !ids.knows($0.path) }
    if renamings.isEmpty { return }
    let present = Set(layout.viewPaths)
    for renaming in renamings where !present.contains(renaming.former) {
      ids.rename(renaming.former, to: renaming.path)
      outside.rename(renaming.former, to: renaming.path)
    }
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
    let isNews = state != outside
    // Whoever sets what somebody has just set has a say in how it comes about.
    guard isNews || isDirty && !wishes.isEmpty else { return }
    for (subject, wish) in subjects { wishes.add(subject, wish: wish) }
    guard isNews else { return }
    if outside[.keyboard] != state[.keyboard] { keyboardTiming = timing }
    outside = state
    hasNewState = true
    isDirty = true
    note(cause)
  }

  /// Whether what was set flips a condition that applies at once, so that it cannot wait for the rest of the turn.
  var cannotWait: Bool {
    guard isDirty, !isNewlyLive, let live else { return false }
    return live.flipsAtOnce(with: inputs(for: live.declared))
  }

  /// Makes the next update solve, whether anything happened or not.
  mutating func lookAgain() {
    live?.lookAgain()
    isDirty = true
  }

  /// Keeps many revisions from now on, for those who want every one.
  mutating func keepRevisions(_ limits: RevisionRing.Limits) {
    ringReleased = nil
    ring.limits = limits
  }

  /// For somebody whose connection broke and who goes on where it was.
  static let reconnecting = Duration.seconds(60)

  /// Nobody wants every revision any more; all but a few of those kept are dropped if that is still so after a while.
  mutating func releaseRevisions(at now: Instant) { ringReleased = now }

  private mutating func note(_ cause: String) {
    if !causes.contains(cause) { causes.append(cause) }
  }

  // MARK: The work

  /// Solves once for everything that happened, and publishes the result if it shows; else the next frame of what
  /// moves, when that is due.
  ///
  /// - Parameters:
  ///   - now: on the time line of scenes.
  ///   - period: between two frames of what moves.
  /// - Returns: whether a solve was needed, how many structures were compiled for it, and whether
  ///   there is a new revision.
  mutating func update(
    at now: Instant, every period: Duration, measuring measurer: some TextMeasuring, entering stage: (Stage) -> Void
  ) -> (solved: Bool, compiled: Int, published: Bool) {
    guard isDirty else { return (false, 0, publishFrame(at: now, every: period, entering: stage)) }
    isDirty = false
    var compiled = 0
    var published = false
    var solved = false
    if live != nil {
      let wanted = inputs
      stage(.solve)
      let solves = live!.statistics.solves
      let isResized = !live!.inputs.hasSize(of: wanted)
      // An edit is not animated.
      let mayAnimate =
        !isNewlyLive && !wishes.forbidAll && (keyboardTiming != nil || wishes.wish(isResized: isResized) != false)
      var before = mayAnimate && live!.layout.hasTimings ? live!.branches : nil
      var heights = mayAnimate && (wishes.isWished || !isResized) ? live!.fittingHeights : []
      let rearranged = live!.inputs.arrangement == wanted.arrangement ? nil : live!.layout
      isNewlyLive = false
      live!.inputs = wanted
      let done = live!.statistics
      let changed = live!.solve(measuring: measurer) { stage($0 == .lower ? .lower : .solve) }
      compiled = live!.statistics.compilations - done.compilations
      solved = live!.statistics.solves != solves
      stage(.diff)
      if let rearranged {
        hasNewTree = true
        before = before.flatMap { live!.branches?.asBefore($0, of: rearranged, in: live!.layout) }
        heights = heights.renumbered(from: rearranged, to: live!)
      }
      var timings =
        mayAnimate
        ? ChangeTimings(
          live!.layout, from: before, to: before == nil ? nil : live!.branches, because: wishes, isResized: isResized)
        : nil
      timings?.makeRoom(from: heights, to: live!.fittingHeights)
      if let keyboardTiming { timings?.takeKeyboard(keyboardTiming) }
      keyboardTiming = nil
      var diff: FrameDiff?
      var hasNewTarget = false
      if hasNewTree {
        hasNewTree = false
        diff = publishTree(timings, isAtOnce: wishes.forbidAll, at: now)
        hasNewTarget = diff != nil
      } else {
        let (updates, isNew) = retarget(
          changed, from: history.current.views, timings, isAtOnce: wishes.forbidAll, at: now)
        hasNewTarget = isNew
        diff = publish(updates, at: now)
      }
      if hasNewTarget { layoutRevision = layoutRevision.next }
      published = diff != nil
      if let diff { note(diff, at: now) }
      scheduleFrame(after: now, every: period)
    }
    // What set something in motion is told with the first frame that shows it.
    if published || moving.isEmpty { causes = [] }
    wishes.forget()
    refreshReport(at: now)
    return (solved, compiled, published)
  }

  /// Remembers what led to the revision just published.
  mutating func note(_ diff: FrameDiff, at now: Instant) {
    time = now
    cause = causes.isEmpty ? nil : causes.joined(separator: ", ")
    causes = []
    merged = [:]
    if let released = ringReleased, released + Self.reconnecting <= now {
      ring.limits = .recent
      ringReleased = nil
    }
    let entry = RevisionRing.Entry(
      revision: history.revision, layoutRevision: layoutRevision, time: now, cause: cause, isSettled: isSettled,
      diff: diff, back: history.stepBack)
    ring.append(entry)
  }

  /// Publishes new frames and contents of views at their positions.
  mutating func publish(_ updates: [FrameHistory.Update]) -> FrameDiff? { history.publish(updates) }

  /// Publishes that nothing moves any more.
  mutating func publishRest() -> FrameDiff { history.publishAgain() }

  /// The place of a view in the published picture; nil for what is not in it.
  func position(of view: ViewID) -> Int? {
    let position = positions[Int(view.index)]
    return position < 0 ? nil : Int(position)
  }

  /// Publishes a picture of another tree.
  mutating func publish(_ picture: FrameSet) -> FrameDiff? { history.publish(picture) }

  /// The whole picture of the live layout; numbers its views.
  mutating func picture() -> FrameSet {
    let live = live!
    let old = history.current.views
    var records: [ViewRecord] = []
    records.reserveCapacity(live.layout.views.count)
    positions = Array(repeating: -1, count: live.layout.views.count)
    var shownChildren = Array(repeating: 0, count: live.layout.views.count)
    for (index, view) in live.layout.views.enumerated() where view.kind != .guide {
      // What a guide holds cannot be shown either.
      if let parent = view.parent, positions[Int(parent.index)] < 0 { continue }
      let id = ViewID(Int32(index))
      var place = 0
      if let parent = view.parent {
        place = shownChildren[Int(parent.index)]
        shownChildren[Int(parent.index)] += 1
      }
      positions[index] = Int32(records.count)
      var path = view.path
      let streamID: StreamID
      if records.count < old.count, old[records.count].path == path {
        // Nearly always: the view stands where it stood. The old text is kept, so comparing it again is free.
        path = old[records.count].path
        streamID = old[records.count].id
      } else {
        streamID = ids.id(of: path)
      }
      records.append(
        ViewRecord(
          id: streamID, path: path, kind: view.kind.rawValue,
          parent: view.parent.map { records[Int(positions[Int($0.index)])].id }, index: place,
          frame: Frame(live.frame(of: id)), content: live.content(of: id)))
    }
    return FrameSet(records)
  }

  private mutating func refreshReport(at now: Instant) {
    let diagnostics = (documentDiagnostics + lostPlaces + (live?.diagnostics ?? [])).firstOccurrences
    let newer = DiagnosticReport(
      condition: condition, diagnostics: diagnostics, sources: sources.mentioned(by: diagnostics))
    guard newer != report else { return }
    let isNews = !newer.readsLike(report)
    report = newer
    if isNews {
      reportVersion += 1
      reportTime = now
    }
  }

  /// What the file says, then what the preview says, then what the outside says.
  private func inputs(for layout: ResolvedLayout) -> SceneInputs {
    var inputs = SceneInputs(of: layout, preview: preview)
    outside.override(&inputs)
    for use in layout.pictures { inputs.pictures[use.path] = pictures[use.path] }
    return inputs
  }

  // MARK: What others ask

  /// What leads a subscriber with `filter` from `older` to now; worked out once for all who ask the same.
  mutating func changes(since older: Revision, under filter: FrameFilter) -> FrameDiff? {
    let key = MergeKey(since: older, filter: filter)
    if let known = merged[key] { return known }
    guard let diff = history.changes(since: older, under: filter) else { return nil }
    merged[key] = diff
    return diff
  }

  /// A revision that is kept still: what was shown, and what was said of it. Costs what changed since then.
  func past(_ revision: Revision) -> (picture: FrameSet, entry: RevisionRing.Entry)? {
    guard let entry = ring[revision], let steps = ring.stepsBack(to: revision) else { return nil }
    var picture = history.current
    picture.apply(all: steps)
    return (picture, entry)
  }

  var summary: SceneSummary {
    let layout = live?.layout
    let declared = Dictionary(grouping: layout?.configurations ?? [], by: \.view)
    let configurations = declared.keys.sorted().map { view in
      SceneSummary.Configurations(
        view: layout!.views[Int(view.index)].path, active: live!.activeConfiguration(of: view),
        names: ((declared[view] ?? []).map(\.name) + Configuration.predefined).firstOccurrences)
    }
    let root = history.current.views.first?.frame ?? .zero
    return SceneSummary(
      name: name, layout: layoutName, file: file, condition: condition, revision: history.revision,
      layoutRevision: layoutRevision, views: history.current.views.count, width: root.width, height: root.height,
      configurations: configurations)
  }

  func publication(
    _ content: Publication.Content, _ kind: Publication.SharingKey.Kind, base: Revision? = nil, filter: FrameFilter,
    at now: Instant
  ) -> Publication {
    Publication(
      content: content, revision: history.revision, layoutRevision: layoutRevision, time: now, isSettled: isSettled,
      cause: nil,
      sharing: Publication.SharingKey(
        scene: name, revision: history.revision, base: base, filter: filter, kind: kind))
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
