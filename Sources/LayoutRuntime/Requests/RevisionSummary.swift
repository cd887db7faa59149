public import Frames

/// A line of the list of revisions: what was published, and why.
public struct RevisionSummary: Equatable, Sendable {
  /// As `snapshot` takes it.
  public var revision: Revision
  /// The target behind it.
  public var layoutRevision: Revision
  /// When it was published.
  public var time: Instant
  /// Whether nothing moved any more.
  public var isSettled: Bool
  /// What brought it about; nil for a frame of what moves.
  public var cause: String?
  /// How many views differ from the revision before, gone ones included; nil of the first picture.
  public var views: Int?

  public init(
    revision: Revision, layoutRevision: Revision, time: Instant, isSettled: Bool, cause: String?, views: Int?
  ) {
    self.revision = revision
    self.layoutRevision = layoutRevision
    self.time = time
    self.isSettled = isSettled
    self.cause = cause
    self.views = views
  }
}

extension RevisionSummary {
  init(_ entry: RevisionRing.Entry) {
    self.init(
      revision: entry.revision, layoutRevision: entry.layoutRevision, time: entry.time, isSettled: entry.isSettled,
      cause: entry.cause, views: entry.diff.map(Self.views(in:)))
  }

  private static func views(in diff: FrameDiff) -> Int {
    // Nearly always frames alone, each of another view.
    if diff.removed.isEmpty, diff.views.isEmpty, diff.changed.isEmpty, diff.restyled.isEmpty { return diff.set.count }
    var ids = Set(diff.removed)
    ids.formUnion(diff.views.map(\.id))
    ids.formUnion(diff.set.map(\.id))
    ids.formUnion(diff.changed.map(\.id))
    ids.formUnion(diff.restyled.map(\.id))
    return ids.count
  }
}
