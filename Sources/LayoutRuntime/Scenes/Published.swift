import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax

/// What a scene has shown: its revisions, the numbers of its views in them, and what was said to be wrong.
struct Published: Sendable {
  private(set) var history: FrameHistory
  private(set) var layoutRevision: Revision
  /// When the current revision was published, and what brought it about.
  private(set) var time = Instant()
  private(set) var cause: String?
  private(set) var ring = RevisionRing()
  /// The last revisions in a row in which nothing moved; nil while there was none.
  private(set) var atRest: ClosedRange<Revision>?
  private(set) var keeping = Keeping.few
  var report = PublishedReport()
  /// Whether the current picture says how views are drawn.
  var tellsAppearance = false
  private var ids: StreamIDs
  /// By index of a view: its place in the published picture, below 0 for guides, which are not in it.
  private(set) var positions: [Int32] = []

  init(continuing lineage: Lineage) {
    ids = lineage.ids
    layoutRevision = lineage.layoutRevision
    history = FrameHistory(after: lineage.revision)
  }

  var lineage: Lineage { Lineage(ids: ids, revision: history.revision, layoutRevision: layoutRevision) }

  // MARK: Revisions

  /// Publishes new frames and contents of views at their positions.
  mutating func publish(_ updates: FrameHistory.Updates) -> FrameDiff? { history.publish(updates) }

  /// Publishes views where they were solved, while nothing moves: what was shown is what was solved before.
  mutating func publish(_ changed: [ViewID], of live: Boxed<LayoutScene>) -> FrameDiff? {
    // Of the scene only what is wanted: it would be copied to be asked for each view.
    let (rects, contents) = (live.value.rects, live.value.contents)
    var updates = FrameHistory.Updates()
    updates.frames.reserveCapacity(changed.count)
    for view in changed {
      if let position = position(of: view) { updates.frames.append((position, Frame(rects[view]))) }
    }
    for view in live.value.viewsWithOtherContent {
      if let position = position(of: view) { updates.contents.append((position, contents[view])) }
    }
    return history.publish(updates)
  }

  /// Publishes a picture of another tree.
  mutating func publish(_ picture: FrameSet, _ drawings: [ViewDrawing]) -> FrameDiff? {
    history.publish(picture, drawn: drawings)
  }

  /// Publishes that nothing moves any more.
  mutating func publishRest() -> FrameDiff { history.publishAgain() }

  /// Shows what a copy has published. Nothing was published here meanwhile; for whom revisions are kept may have
  /// changed.
  mutating func goOn(as copy: Published) {
    history = copy.history
    (ids, positions) = (copy.ids, copy.positions)
    (layoutRevision, tellsAppearance) = (copy.layoutRevision, copy.tellsAppearance)
  }

  /// Says that a new target is what is shown, or will be.
  mutating func acceptTarget() { layoutRevision = layoutRevision.next }

  /// Keeps the revision just published, with what led to it.
  mutating func keep(_ diff: FrameDiff, because causes: [String], isSettled: Bool, at now: Instant) {
    time = now
    cause = causes.isEmpty ? nil : causes.joined(separator: ", ")
    let entry = RevisionRing.Entry(
      revision: history.revision, layoutRevision: layoutRevision, time: now, cause: cause, isSettled: isSettled,
      diff: diff, back: history.stepBack)
    ring.append(entry)
    guard isSettled else { return }
    let restBegan = atRest.flatMap { $0.upperBound.next == history.revision ? $0.lowerBound : nil }
    atRest = (restBegan ?? history.revision)...history.revision
  }

  /// How many revisions are kept, and for whom.
  enum Keeping: Equatable, Sendable {
    /// For those who ask what was shown a moment ago.
    case few
    /// For those who want every one.
    case many
    /// For those who wanted every one and may come back. None does since then.
    case released(since: Instant)
  }

  /// Keeps many revisions from now on, for those who want every one.
  mutating func keepRevisions(_ limits: RevisionRing.Limits) {
    keeping = .many
    ring.limits = limits
  }

  /// For somebody whose connection broke and who goes on where it was.
  static let reconnecting = Duration.seconds(60)

  /// Nobody wants every revision any more; all but a few of those kept are dropped if that is still so after a while.
  mutating func releaseRevisions(at now: Instant) { keeping = .released(since: now) }

  /// When they are to be dropped; nil: they are not, or are not there.
  var endOfManyRevisions: Instant? {
    if case .released(let since) = keeping { since + Self.reconnecting } else { nil }
  }

  /// Whether the scene keeps more, or less, than it may.
  func isToDrop(beyond share: RevisionShare, at now: Instant) -> Bool {
    ring.limits.bytes != share.bytes(of: keeping) || endOfManyRevisions.map { $0 <= now } ?? false
  }

  /// Drops all but a few when their time is over, and what is more than the scene's share of all revisions.
  mutating func keepRevisions(within share: RevisionShare, at now: Instant) {
    if let end = endOfManyRevisions, end <= now { (keeping, ring.limits) = (.few, .recent) }
    let bytes = share.bytes(of: keeping)
    if ring.limits.bytes != bytes { ring.limits.bytes = bytes }
  }

  /// Whether more is kept than for those who may ask when nobody is at work.
  var hasSpareRevisions: Bool { keeping == .few && ring.weight > RevisionShare.least }

  /// Drops that. The scene may keep as much as before again when something happens in it.
  mutating func dropSpareRevisions() { ring.limits.bytes = RevisionShare.least }

  /// A revision that is kept still: what was shown, and what was said of it. Costs what changed since then.
  func past(_ revision: Revision) -> (picture: FrameSet, entry: RevisionRing.Entry)? {
    guard let entry = ring[revision], let steps = ring.stepsBack(to: revision) else { return nil }
    var picture = history.current
    picture.apply(all: steps)
    return (picture, entry)
  }

  // MARK: Views

  /// The renamings whose new names nobody has seen yet.
  func unseen(_ renamings: [ResolvedLayout.Renaming]) -> [ResolvedLayout.Renaming] {
    renamings.filter { ids.knows($0.former) && !ids.knows($0.path) }
  }

  /// Gives the number of a view to its new name, which has none.
  mutating func rename(_ renaming: ResolvedLayout.Renaming) { ids.rename(renaming.former, to: renaming.path) }

  /// The place of a view in the published picture; nil for what is not in it.
  func position(of view: ViewID) -> Int? {
    let position = positions[view]
    return position < 0 ? nil : Int(position)
  }

  /// The whole picture of a layout, and how its views are drawn if somebody asks; numbers its views.
  mutating func picture(of live: LayoutScene) -> (FrameSet, [ViewDrawing]) {
    let drawn = draw(live)
    (ids, positions) = (drawn.ids, drawn.positions)
    return (FrameSet(drawn.views), drawn.drawings)
  }

  /// Gives its numbers away with the basis: a second copy of them would be copied with the first change.
  private mutating func draw(_ live: LayoutScene) -> NumberedPicture {
    let basis = NumberedPicture.Basis(ids: ids, views: history.current.views)
    ids = StreamIDs()
    return NumberedPicture(of: live, from: basis)
  }
}

/// What is said to be wrong with a scene.
struct PublishedReport: Sendable {
  private(set) var content = DiagnosticReport(status: .failed, diagnostics: [], sources: [])
  /// One more whenever `content` reads differently, and when that was.
  private(set) var version = 0
  private(set) var time = Instant()

  /// Whether there is nothing to be said.
  var isClean: Bool { content.status == .ok && content.diagnostics.isEmpty }

  mutating func replace(with newer: DiagnosticReport, at now: Instant) {
    guard newer != content else { return }
    let isNews = !newer.readsLike(content)
    content = newer
    if isNews {
      version += 1
      time = now
    }
  }
}
