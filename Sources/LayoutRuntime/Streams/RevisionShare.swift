/// How much of its revisions each scene may keep, in bytes, so that all of them together stay within bounds however
/// many scenes there are.
struct RevisionShare: Equatable, Sendable {
  /// All scenes together, by feel: four of them keep as much as one alone would. It is there as long as the daemon is,
  /// for hardly anybody.
  private static let allRecent = 4 * RevisionRing.Limits.recent.bytes
  /// Scenes of which somebody wants every revision, by feel: two of them keep as much as one alone would.
  private static let allMany = 8 << 20
  /// Scenes of which somebody wanted every revision a moment ago: one alone keeps as much as if nobody had. By
  /// measuring: with 2 MB the thousands of small pieces that are dropped a minute later leave holes, which cost 1.7 MB
  /// for good.
  private static let mostReleased = 256 << 10
  /// However many scenes there are; and of a scene that nobody follows when nobody is at work.
  static let least = 16 << 10

  /// Where nobody wants every revision.
  let recent: Int
  /// Where somebody does.
  let many: Int
  /// Where somebody did, and may come back.
  let released: Int

  /// - Parameters:
  ///   - scenes: how many there are.
  ///   - wanted: how many of them somebody wants every revision of.
  ///   - released: how many of them somebody wanted every revision of a moment ago.
  ///   - most: what a scene may keep for those at most.
  init(scenes: Int, wanted: Int, released: Int, most: Int) {
    recent = max(Self.least, min(RevisionRing.Limits.recent.bytes, Self.allRecent / max(1, scenes)))
    many = min(most, max(Self.least, Self.allMany / max(1, wanted)))
    self.released = min(many, max(Self.least, Self.mostReleased / max(1, released)))
  }

  /// What a scene may keep.
  func bytes(of keeping: Published.Keeping) -> Int {
    switch keeping {
    case .few: recent
    case .many: many
    case .released: released
    }
  }
}

extension Runtime {
  /// Has scenes drop revisions that nobody wants any more, and those beyond their share.
  mutating func shareOutRevisions(at now: Instant) {
    let share = RevisionShare(
      scenes: scenes.count, wanted: scenes.keepingMany, released: scenes.keepingReleased,
      most: options.maxRevisionBytes)
    // A scene that nobody has touched and whose share is what it was keeps what it may.
    var concerned = scenes.takeTouched() + scenes.active
    if share != lastShare { concerned = scenes.names }
    lastShare = share
    for name in concerned where scenes.contains(name) {
      let time = clock(of: name).time(at: now)
      guard scenes[open: name].published.isToDrop(beyond: share, at: time) else { continue }
      scenes[open: name].published.keepRevisions(within: share, at: time)
    }
  }

  /// When time alone lets revisions be dropped.
  var revisionDeadline: Instant? {
    scenes.active.compactMap { name in
      scenes[open: name].published.endOfManyRevisions.flatMap { clock(of: name).worldTime(of: $0) }
    }.min()
  }
}
