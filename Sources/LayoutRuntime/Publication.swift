public import Frames

/// One message of a stream: a complete, consistent picture, or what leads from the one before to the next.
public struct Publication: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    /// `isReset`: what the client had cannot be continued.
    case snapshot(FrameSet, isReset: Bool)
    /// Turns `base`, the last picture this subscriber was sent, into `revision`; `skipped` revisions lie between.
    case delta(FrameDiff, base: Revision, skipped: Int)
    /// All that is wrong now; an empty set says that everything is mended.
    case diagnostics(DiagnosticReport)
    /// The subscriber was too slow for `every`; a snapshot follows.
    case lost(from: Revision)
    /// The last message.
    case bye(reason: String)
  }

  /// Names publications that are equal for every subscriber, so that bytes made for one serve all.
  public struct SharingKey: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case snapshot, reset, delta, diagnostics(version: Int), lost, bye }

    public var scene: String
    public var revision: Revision
    public var base: Revision?
    public var filter: FrameFilter
    public var kind: Kind
  }

  public var content: Content
  public var revision: Revision
  public var layoutRevision: Revision
  /// When the revision was published; of diagnostics, when they changed.
  public var time: Instant
  /// Whether nothing moves any more.
  public var isSettled: Bool
  /// What brought the revision about: `file:example.layout`, `apply`; nil in a snapshot.
  public var cause: String?
  public var sharing: SharingKey
}
