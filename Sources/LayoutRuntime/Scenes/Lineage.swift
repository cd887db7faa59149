import Frames

/// What must not begin anew when a scene of the same name is opened again: a client that has revision 7 of it may
/// still be there.
struct Lineage: Equatable, Sendable {
  var ids = StreamIDs()
  var revision = Revision.none
  var layoutRevision = Revision.none
}

/// The lineages of scenes that are closed now, the last ones by name.
struct Lineages: Sendable {
  /// Kept by name. Somebody who opens scenes under ever new names costs no more than this. By feel: they are small
  /// pieces between larger ones that go, and whoever comes back to one that is forgotten is sent a snapshot.
  static let most = 128
  /// So many numbers of paths are kept for all of them together.
  static let mostNumbers = StreamIDs.mostAbsent

  private var entries: [String: (lineage: Lineage, order: Int)] = [:]
  /// Those, and some that were taken or kept anew since, in the order in which they were kept.
  private var order: ArraySlice<(scene: String, order: Int)> = []
  private var closings = 0
  private var numbers = 0
  /// Where scenes begin whose lineage is not known: after every revision that was forgotten, so that a client
  /// which still has one is sent a snapshot.
  private var beginning = Lineage()

  var count: Int { entries.count }

  mutating func keep(_ lineage: Lineage, of scene: String) {
    closings += 1
    _ = take(scene)
    entries[scene] = (lineage, closings)
    order.append((scene, closings))
    numbers += lineage.ids.count
    while entries.count > Self.most || numbers > Self.mostNumbers, let oldest = order.popFirst() {
      guard entries[oldest.scene]?.order == oldest.order, let forgotten = take(oldest.scene) else { continue }
      beginning.revision = max(beginning.revision, forgotten.revision)
      beginning.layoutRevision = max(beginning.layoutRevision, forgotten.layoutRevision)
    }
    // Whoever closes and opens the same scenes for ever leaves no more behind.
    if order.count > 2 * Self.most { order = order.filter { entries[$0.scene]?.order == $0.order }[...] }
  }

  private mutating func take(_ scene: String) -> Lineage? {
    guard let lineage = entries.removeValue(forKey: scene)?.lineage else { return nil }
    numbers -= lineage.ids.count
    return lineage
  }

  /// What a scene of this name goes on from.
  mutating func resume(_ scene: String) -> Lineage { take(scene) ?? beginning }
}
