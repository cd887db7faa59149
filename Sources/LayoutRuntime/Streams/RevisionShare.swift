/// How much of its revisions each scene may keep, in bytes, so that all of them together stay within bounds however many
/// scenes there are.
struct RevisionShare: Equatable, Sendable {
  /// All scenes together, by feel: 64 of them keep as much as one alone would.
  private static let allRecent = 64 * RevisionRing.Limits.recent.bytes
  /// Scenes of which somebody wants every revision, by feel: four of them keep as much as one alone would.
  private static let allMany = 64 << 20
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
    let time = clock.time(at: now)
    let wanted = scenes.all.reduce(0) { $1.published.keepsMany ? $0 + 1 : $0 }
    let share = RevisionShare(scenes: scenes.count, wanted: wanted, most: settings.maxRevisionBytes)
    for name in scenes.names where scenes[name]!.published.isToDrop(beyond: share, at: time) {
      scenes[name]!.published.keepRevisions(within: share, at: time)
    }
  }

  /// When time alone lets revisions be dropped.
  var revisionDeadline: Instant? {
    scenes.all.compactMap(\.published.endOfManyRevisions).min().flatMap { clock.worldTime(of: $0) }
  }
}
