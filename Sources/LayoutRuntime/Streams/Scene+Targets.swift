import Frames
import LayoutModel

/// For subscribers that draw what moves by themselves: where it goes instead of frames.
extension Scene {
  /// Whether there may be frames, or moves instead of frames, that were not told.
  func hasNewFrames(for progress: Progress, of feed: Feed) -> Bool {
    if !feed.wantsTargets || motion.isSettled || progress.sent == nil {
      let revision = published.history.revision
      return progress.seen != revision && progress.threshold?.heldBackAt != revision
    }
    return progress.toldTransition != motion.transition || progress.toldFading != motion.fading
      || progress.toldLayout != published.layoutRevision
  }

  /// What is told while something moves: what changed at once, then what set out.
  ///
  /// `seen` stays where it is until everything has arrived. So the delta at the end has the frames of all that moved,
  /// and once more what was sent in between.
  func besidesFrames(for progress: inout Progress, of feed: Feed) -> Publication? {
    if motion.isSettled {
      progress.toldTransition = motion.transition
      progress.toldFading = motion.fading
      progress.toldLayout = published.layoutRevision
      return nil
    }
    if progress.toldLayout != published.layoutRevision {
      progress.toldLayout = published.layoutRevision
      if let publication = changesAtOnce(for: &progress, of: feed) { return publication }
    }
    return transition(for: &progress, of: feed) ?? fading(for: &progress, of: feed)
  }

  private func changesAtOnce(for progress: inout Progress, of feed: Feed) -> Publication? {
    let history = published.history
    guard let sent = progress.sent, let seen = progress.seen, sent != history.revision,
      var diff = changes(since: seen, sent: sent, in: feed)
    else { return nil }
    let (moving, contents) = idsOfMoving
    diff.set.removeAll { moving.contains($0.id) }
    // A content has the opacity and the offset of this instant, which whoever draws their way knows better.
    diff.changed.removeAll { contents.contains($0.id) }
    leaveOutFadingLooks(of: &diff)
    if diff.isEmpty { return nil }
    progress.sent = history.revision
    progress.toldSettled = false
    return delta(diff, base: sent)
  }

  /// What leads from the picture at `seen` to the current one; nil when only a snapshot helps.
  ///
  /// Where something was `sent` in between, its views may have come after `seen`. Those that are gone by now have left
  /// no trace in what changed since then.
  func changes(since seen: Revision, sent: Revision, in feed: Feed) -> FrameDiff? {
    guard var diff = published.history.changes(since: seen, under: feed.filter) else { return nil }
    if sent > seen, let later = published.history.changes(since: sent, under: feed.filter) {
      diff.removed = Set(diff.removed).union(later.removed).sorted()
    }
    return diff
  }

  private func transition(for progress: inout Progress, of feed: Feed) -> Publication? {
    let told = progress.toldTransition
    if told == motion.transition { return nil }
    progress.toldTransition = motion.transition
    let filter = feed.filter
    var moves: [ViewMove] = []
    for move in motion.moving.moves(since: told, at: motion.transitionTime) {
      guard let position = published.position(of: move.view) else { continue }
      let view = published.history.current.views[position]
      guard filter.keeps(lineage: lineage(of: move.view), kind: view.kind) else { continue }
      var (from, to) = (Frame(move.from), Frame(move.to))
      if !filter.fields.contains(.frame) { (from, to) = (.zero, .zero) }
      let alpha = filter.fields.contains(.alpha) ? move.alpha : nil
      let scroll = filter.fields.contains(.scroll) ? scroll(of: move) : nil
      guard from != to || alpha != nil || scroll != nil else { continue }
      moves.append(
        ViewMove(
          id: view.id, from: from, to: to, alpha: alpha, scroll: scroll, delay: move.delay, duration: move.duration,
          curve: move.curve))
    }
    if moves.isEmpty { return nil }
    progress.toldSettled = false
    return publication(.transition(moves), at: motion.transitionTime)
  }

  private func scroll(of move: MovingViews.Move) -> ViewMove.Scroll? {
    guard let origin = move.origin, let scroll = live!.value.content(of: move.view).scroll else { return nil }
    return ViewMove.Scroll(
      from: ViewMove.Offset(scroll.offset(showingOriginAt: origin.from)),
      to: ViewMove.Offset(scroll.offset(showingOriginAt: origin.to)))
  }

  /// A look under way is as it is at this instant, which whoever draws the way knows better; so are the numbers that
  /// stand for such looks alone.
  private func leaveOutFadingLooks(of diff: inout FrameDiff) {
    if motion.looks.isEmpty || diff.restyled.isEmpty && diff.looks.isEmpty { return }
    let views = published.history.current.views
    let positions = Set(motion.looks.viewIDs.compactMap { published.position(of: $0) })
    let ids = Set(positions.map { views[$0].id })
    diff.restyled.removeAll { ids.contains($0.id) }
    if diff.looks.isEmpty { return }
    var passing = Set(positions.compactMap { views[$0].appearance.look })
    for (position, view) in views.enumerated() where !positions.contains(position) {
      if let look = view.appearance.look { passing.remove(look) }
    }
    diff.looks.removeAll { passing.contains($0.id) }
  }

  private func fading(for progress: inout Progress, of feed: Feed) -> Publication? {
    let told = progress.toldFading
    progress.toldFading = motion.fading
    guard told != motion.fading, feed.filter.fields.contains(.look) else { return nil }
    var moves: [LookMove] = []
    for move in motion.looks.moves(since: told, at: motion.fadingTime) {
      guard let position = published.position(of: move.view) else { continue }
      let view = published.history.current.views[position]
      guard feed.filter.keeps(lineage: lineage(of: move.view), kind: view.kind) else { continue }
      let (from, to) = move.from.movingParts(to: move.to)
      guard from != to else { continue }
      moves.append(
        LookMove(id: view.id, from: from, to: to, delay: move.delay, duration: move.duration, curve: move.curve))
    }
    if moves.isEmpty { return nil }
    progress.toldSettled = false
    return publication(.fading(moves), at: motion.fadingTime)
  }

  /// The paths of a view and of all around it, its own first.
  private func lineage(of view: ViewID) -> [String] {
    let views = live!.value.layout.views
    return sequence(first: view) { views[$0].parent }.map { views[$0].path }
  }

  /// Those under way, and those among them whose opacity is, or what they scroll.
  private var idsOfMoving: (moving: Set<StreamID>, contents: Set<StreamID>) {
    func ids(_ views: [ViewID]) -> Set<StreamID> {
      Set(views.compactMap { view in published.position(of: view).map { published.history.current.views[$0].id } })
    }
    return (ids(motion.moving.viewIDs), ids(motion.moving.viewIDsWithMovingContent))
  }
}
