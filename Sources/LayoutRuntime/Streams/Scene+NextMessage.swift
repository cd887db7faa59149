import Frames

/// What is next for somebody who follows a scene.
extension Scene {
  /// The next message for all who are equally far in a feed; nil when there is none.
  ///
  /// - Parameter progress: is as far as that message then.
  func next(for progress: inout Progress, of feed: Feed, at now: Instant) -> Publication? {
    if progress.sent == nil { return first(for: &progress, of: feed, at: now) }
    if progress.mustReset { return snapshot(for: &progress, of: feed, isReset: true, at: now) }
    if feed.wantsTargets, let publication = besidesFrames(for: &progress, of: feed) { return publication }
    let frames: Publication? =
      switch feed.mode {
      case .latest where feed.wantsTargets && !motion.isSettled: nil
      case .latest: mergedDelta(for: &progress, of: feed)
      case .every: nextRevision(for: &progress, of: feed, at: now)
      }
    return frames ?? diagnostics(for: &progress, of: feed)
  }

  /// Whether there may be something that was not told. Costs next to nothing.
  func hasNews(for progress: Progress, of feed: Feed) -> Bool {
    hasNewFrames(for: progress, of: feed)
      || (feed.wantsDiagnostics && progress.toldReport != published.report.version)
  }

  /// How many views are looked at to find out what is next: all, or none.
  func viewsToLookAt(for progress: Progress, of feed: Feed) -> Int {
    let (history, filter) = (published.history, feed.filter)
    let all = history.current.views.count
    guard progress.sent != nil, !progress.mustReset, let seen = progress.seen else { return all }
    if history.knowsChanges(since: seen, under: filter) { return 0 }
    guard feed.mode == .every, let step = published.ring[seen.next]?.diff else { return all }
    return history.isSeen(step, since: seen, under: filter) ? 0 : all
  }

  private func first(for progress: inout Progress, of feed: Feed, at now: Instant) -> Publication? {
    if feed.wantsDiagnostics, progress.toldReport == nil {
      // That all is well goes without saying, to somebody who comes anew.
      progress.toldReport = published.report.isClean ? published.report.version : 0
    }
    guard let resuming = progress.resuming, canContinue(from: resuming, in: feed) else {
      return snapshot(for: &progress, of: feed, isReset: progress.resuming != nil, at: now)
    }
    progress.sent = resuming
    progress.seen = resuming
    return next(for: &progress, of: feed, at: now)
  }

  private func canContinue(from revision: Revision, in feed: Feed) -> Bool {
    // While something moved its frames were not told; which of them are missing from what it has, nobody knows any
    // more.
    if feed.wantsTargets, published.atRest?.contains(revision) != true { return false }
    // Kept even when all others are not.
    guard revision != published.history.revision else { return published.history.oldest != nil }
    switch feed.mode {
    case .latest: return published.history.changes(since: revision, under: feed.filter) != nil
    case .every where feed.filter.sendsAllViews: return published.ring[revision.next]?.diff != nil
    case .every: return published.ring[revision] != nil
    }
  }

  private func snapshot(
    for progress: inout Progress, of feed: Feed, isReset: Bool, at now: Instant
  ) -> Publication {
    let history = published.history
    progress.sent = history.revision
    progress.seen = history.revision
    progress.resuming = nil
    progress.mustReset = false
    progress.mirror = nil
    progress.toldSettled = motion.isSettled
    if feed.wantsTargets {
      progress.toldLayout = published.layoutRevision
      if motion.isSettled { (progress.toldTransition, progress.toldFading) = (motion.transition, motion.fading) }
    }
    let picture = history.current.filtered(by: feed.filter)
    progress.threshold?.recordTold(picture)
    return publication(.snapshot(picture, isReset: isReset), at: now)
  }

  private func mergedDelta(for progress: inout Progress, of feed: Feed) -> Publication? {
    let history = published.history
    guard let sent = progress.sent, let seen = progress.seen, seen != history.revision else { return nil }
    guard let diff = changes(since: seen, sent: sent, in: feed) else {
      return snapshot(for: &progress, of: feed, isReset: true, at: published.time)
    }
    if !motion.isSettled, progress.threshold?.holdsBack(diff, at: history.revision) == true { return nil }
    progress.seen = history.revision
    // That nothing moves any more is news even to somebody who sees none of what moved.
    if diff.isEmpty && (progress.toldSettled || !motion.isSettled) { return nil }
    progress.sent = history.revision
    progress.toldSettled = motion.isSettled
    progress.threshold?.recordTold(diff)
    return delta(diff, base: sent)
  }

  private func nextRevision(for progress: inout Progress, of feed: Feed, at now: Instant) -> Publication? {
    while let seen = progress.seen, let sent = progress.sent, seen != published.history.revision {
      guard let entry = published.ring[seen.next], var diff = visible(entry, since: seen, for: &progress, of: feed)
      else {
        progress.mustReset = true
        return publication(.lost(from: sent), at: now)
      }
      progress.seen = entry.revision
      if progress.threshold != nil {
        guard let whole = progress.threshold!.merging(diff, isRest: entry.isSettled) else { continue }
        diff = whole
      }
      if diff.isEmpty && (progress.toldSettled || !entry.isSettled) { continue }
      progress.sent = entry.revision
      progress.toldSettled = entry.isSettled
      progress.threshold?.recordTold(diff)
      var publication = publication(
        .delta(diff, base: sent, skipped: entry.revision.skipped(since: sent)), at: entry.time
      ).dated(as: entry)
      publication.cause = entry.cause
      return publication
    }
    return nil
  }

  /// What is seen of the revision behind `seen`; nil when that is not known any more.
  private func visible(
    _ entry: RevisionRing.Entry, since seen: Revision, for progress: inout Progress, of feed: Feed
  ) -> FrameDiff? {
    guard let diff = entry.diff else { return nil }
    // Nearly always: nobody needs a picture of its own.
    if let visible = published.history.seen(diff, since: seen, under: feed.filter) {
      progress.mirror = nil
      return visible
    }
    let isNewest = entry.revision == published.history.revision
    if isNewest, diff.onlyMoves {
      progress.mirror = nil
      return published.history.changes(since: seen, under: feed.filter)
    }
    guard let before = progress.mirror ?? published.past(seen)?.picture else { return nil }
    let after = before.applying(diff)
    progress.mirror = isNewest ? nil : after
    return after.filtered(by: feed.filter).diff(from: before.filtered(by: feed.filter))
  }

  private func diagnostics(for progress: inout Progress, of feed: Feed) -> Publication? {
    let report = published.report
    guard feed.wantsDiagnostics, progress.toldReport != report.version else { return nil }
    progress.toldReport = report.version
    return publication(.diagnostics(report.content), at: report.time)
  }

  /// What leads from what was sent before to the current revision.
  func delta(_ diff: FrameDiff, base: Revision) -> Publication {
    let skipped = published.history.revision.skipped(since: base)
    var publication = publication(.delta(diff, base: base, skipped: skipped), at: published.time)
    publication.cause = published.cause
    return publication
  }

  /// A message about the scene as it is now.
  func publication(_ content: Publication.Content, at time: Instant) -> Publication {
    Publication(
      content: content, revision: published.history.revision, layoutRevision: published.layoutRevision, time: time,
      isSettled: motion.isSettled, cause: nil)
  }
}
