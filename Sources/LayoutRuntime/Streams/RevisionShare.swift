/// How much of its revisions each scene may keep, in bytes, so that all of them together stay within bounds however many
/// scenes there are.
struct RevisionShare: Equatable, Sendable {
  /// All scenes together, by feel: four of them keep as much as one alone would. It is there as long as the daemon is,
  /// for hardly anybody.
  private static let allRecent = 4 * RevisionRing.Limits.recent.bytes
  /// Scenes of which somebody wants every revision, by feel: two of them keep as much as one alone would.
  private static let allMany = 8 << 20
  /// However many scenes there are.
  private static let least = 16 << 10

  /// Where nobody wants every revision.
  let recent: Int
  /// Where somebody does.
  let many: Int

  /// - Parameters:
  ///   - scenes: how many there are.
  ///   - wanted: how many of them somebody wants every revision of.
  ///   - most: what a scene may keep for those at most.
  init(scenes: Int, wanted: Int, most: Int) {
    recent = max(Self.least, min(RevisionRing.Limits.recent.bytes, Self.allRecent / max(1, scenes)))
    many = min(most, max(Self.least, Self.allMany / max(1, wanted)))
  }
}

extension Runtime {
  /// Has scenes drop revisions that nobody wants any more, and those beyond their share.
  mutating func shareOutRevisions(at now: Instant) {
    let share = RevisionShare(scenes: scenes.count, wanted: scenes.keepingMany, most: settings.maxRevisionBytes)
    // A scene that nobody has touched and whose share is what it was keeps what it may.
    var concerned = scenes.takeTouched().union(scenes.active)
    if share != lastShare { concerned = Set(scenes.names) }
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
