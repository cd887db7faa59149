import Frames

/// The last revisions of a scene one by one, for those who want every one of them. Shared by all; whoever is
/// overtaken learns that it is.
struct RevisionRing: Sendable {
  struct Entry: Sendable {
    var revision: Revision
    var layoutRevision: Revision
    var time: Instant
    var cause: String?
    var isSettled = true
    var diff: FrameDiff
  }

  private var entries: [Entry] = []
  /// Index of the oldest entry; those before it are gone and wait for the array to be compacted.
  private var first = 0
  private var weight = 0
  private let maxRevisions: Int
  private let maxWeight: Int

  /// - Parameters:
  ///   - maxRevisions: entries kept at most.
  ///   - maxWeight: bytes kept at most, as estimated by `weight(of:)`; the newest entry always stays.
  init(maxRevisions: Int, maxWeight: Int) {
    self.maxRevisions = maxRevisions
    self.maxWeight = maxWeight
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    weight += Self.weight(of: entry)
    while entries.count - first > 1 && (entries.count - first > maxRevisions || weight > maxWeight) {
      weight -= Self.weight(of: entries[first])
      first += 1
    }
    if first > 64 && first * 2 > entries.count {
      entries.removeFirst(first)
      first = 0
    }
  }

  /// The entry with this revision; revisions follow one another without gaps.
  subscript(revision: Revision) -> Entry? {
    guard first < entries.count, revision >= entries[first].revision else { return nil }
    let index = first + Int(revision.value - entries[first].revision.value)
    return index < entries.count ? entries[index] : nil
  }

  /// Roughly the bytes that an entry keeps alive; the sizes of the records, texts not counted.
  private static func weight(of entry: Entry) -> Int {
    64 + entry.diff.set.count * 20 + entry.diff.changed.count * 96 + entry.diff.removed.count * 4
      + entry.diff.views.count * 168
  }
}
