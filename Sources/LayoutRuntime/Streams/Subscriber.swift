import Frames

/// One who is told what changes in a scene. What is remembered of it is a handful of numbers; only `every` under a
/// filter keeps a picture.
struct Subscriber: Sendable {
  let scene: String
  let filter: FrameFilter
  let mode: Subscription.Mode
  let wantsDiagnostics: Bool
  /// Whether it draws what moves by itself.
  var drawsMotion = false
  /// The last departure that it was told of.
  var toldDeparture = 0
  /// The layout revision whose changes at once it was told.
  var toldLayout = Revision.none

  /// The revision it was sent last; nil before the first message.
  var sent: Revision?
  /// Up to here nothing changed for it beyond `sent`.
  var seen: Revision?
  /// What it asked to go on from; a snapshot says whether that failed.
  var resuming: Revision?
  /// The next message is a snapshot that says so.
  var mustReset = false
  /// The version of the scene's diagnostics that it was told; nil before the first message, 0 for none.
  var reportVersion: Int?
  /// The unfiltered picture at `sent`, for `every` under a filter.
  var mirror: FrameSet?
  /// Set when its scene is no more; only `bye` is left to be said.
  var farewell: Publication?
  /// Nil: it is told of every move.
  var threshold: MoveThreshold?
  /// Whether the last picture that it was sent was said to be settled.
  var toldSettled = true
  /// Whether it was said to be ready and has not been emptied since.
  var isAnnounced = false
}

extension Scene {
  /// The next message for a subscriber, and nil when there is none.
  mutating func next(for subscriber: inout Subscriber, at now: Instant) -> Publication? {
    if subscriber.sent == nil { return first(for: &subscriber, at: now) }
    if subscriber.mustReset { return snapshot(for: &subscriber, isReset: true, at: now) }
    if subscriber.drawsMotion, let publication = besidesFrames(for: &subscriber) { return publication }
    let frames: Publication? =
      switch subscriber.mode {
      case .latest where subscriber.drawsMotion && !isSettled: nil
      case .latest: mergedDelta(for: &subscriber)
      case .every: nextRevision(for: &subscriber, at: now)
      }
    return frames ?? diagnostics(for: &subscriber)
  }

  /// Whether there may be something that the subscriber was not told.
  func hasNews(for subscriber: Subscriber) -> Bool {
    hasNewFrames(for: subscriber) || (subscriber.wantsDiagnostics && subscriber.reportVersion != reportVersion)
  }

  private mutating func first(for subscriber: inout Subscriber, at now: Instant) -> Publication? {
    // That all is well goes without saying, to somebody who comes anew.
    let isClean = report.condition == .ok && report.diagnostics.isEmpty
    if subscriber.reportVersion == nil { subscriber.reportVersion = isClean ? reportVersion : 0 }
    guard let resuming = subscriber.resuming, canContinue(from: resuming, subscriber) else {
      return snapshot(for: &subscriber, isReset: subscriber.resuming != nil, at: now)
    }
    subscriber.sent = resuming
    subscriber.seen = resuming
    // What it had, to tell what it sees of the next revision.
    if mirror(for: subscriber) != nil { subscriber.mirror = past(resuming)?.picture }
    return next(for: &subscriber, at: now)
  }

  private func canContinue(from revision: Revision, _ subscriber: Subscriber) -> Bool {
    // Kept even when all others are not.
    guard revision != history.revision else { return history.oldest != nil }
    switch subscriber.mode {
    case .latest: return history.changes(since: revision, under: subscriber.filter) != nil
    case .every where subscriber.filter == .everything: return ring[revision.next]?.diff != nil
    case .every: return ring[revision] != nil
    }
  }

  private func mirror(for subscriber: Subscriber) -> FrameSet? {
    subscriber.mode == .every && subscriber.filter != .everything ? history.current : nil
  }

  private func snapshot(for subscriber: inout Subscriber, isReset: Bool, at now: Instant) -> Publication {
    subscriber.sent = history.revision
    subscriber.seen = history.revision
    subscriber.resuming = nil
    subscriber.mustReset = false
    subscriber.mirror = mirror(for: subscriber)
    subscriber.toldSettled = isSettled
    subscriber.toldLayout = layoutRevision
    let picture = history.current.filtered(by: subscriber.filter)
    subscriber.threshold?.noteTold(picture)
    return publication(
      .snapshot(picture, isReset: isReset), isReset ? .reset : .snapshot, filter: subscriber.filter, at: now)
  }

  private mutating func mergedDelta(for subscriber: inout Subscriber) -> Publication? {
    guard let sent = subscriber.sent, let seen = subscriber.seen, seen != history.revision else { return nil }
    guard let diff = changes(since: seen, under: subscriber.filter) else {
      return snapshot(for: &subscriber, isReset: true, at: time)
    }
    if !isSettled, subscriber.threshold?.holdsBack(diff, at: history.revision) == true { return nil }
    subscriber.seen = history.revision
    // That nothing moves any more is news even to somebody who sees none of what moved.
    if diff.isEmpty && (subscriber.toldSettled || !isSettled) { return nil }
    subscriber.sent = history.revision
    subscriber.toldSettled = isSettled
    subscriber.threshold?.noteTold(diff)
    let skipped = history.revision.skipped(since: sent)
    var publication = publication(
      .delta(diff, base: sent, skipped: skipped), .delta, base: sent, filter: subscriber.filter, at: time)
    publication.cause = cause
    return publication
  }

  private mutating func nextRevision(for subscriber: inout Subscriber, at now: Instant) -> Publication? {
    while let seen = subscriber.seen, let sent = subscriber.sent, seen != history.revision {
      guard let entry = ring[seen.next], var diff = entry.diff else {
        subscriber.mustReset = true
        return publication(.lost(from: sent), .lost, base: sent, filter: subscriber.filter, at: now)
      }
      subscriber.seen = entry.revision
      if let before = subscriber.mirror {
        let after = before.applying(diff)
        subscriber.mirror = after
        diff = after.filtered(by: subscriber.filter).diff(from: before.filtered(by: subscriber.filter))
      }
      if subscriber.threshold != nil {
        guard let whole = subscriber.threshold!.merging(diff, isRest: entry.isSettled) else { continue }
        diff = whole
      }
      if diff.isEmpty && (subscriber.toldSettled || !entry.isSettled) { continue }
      subscriber.sent = entry.revision
      subscriber.toldSettled = entry.isSettled
      subscriber.threshold?.noteTold(diff)
      let skipped = entry.revision.skipped(since: sent)
      var publication = publication(
        .delta(diff, base: sent, skipped: skipped), .delta, base: sent, filter: subscriber.filter, at: entry.time
      ).dated(as: entry)
      publication.cause = entry.cause
      return publication
    }
    return nil
  }

  private func diagnostics(for subscriber: inout Subscriber) -> Publication? {
    guard subscriber.wantsDiagnostics, subscriber.reportVersion != reportVersion else { return nil }
    subscriber.reportVersion = reportVersion
    return publication(
      .diagnostics(report), .diagnostics(version: reportVersion), filter: .everything, at: reportTime)
  }
}
