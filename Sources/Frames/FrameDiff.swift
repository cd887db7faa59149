/// What turns one `FrameSet` into another, in the order in which a client applies it: `removed`, then `views`,
/// then `set`, then `changed`.
///
/// The orders below are those of `FrameSet.diff(from:)`; `squashed(with:)` says what it keeps of them.
public struct FrameDiff: Equatable, Sendable {
  /// A view that only moved.
  public struct Move: Equatable, Sendable {
    /// The view that moved.
    public var id: StreamID
    /// Where it is now.
    public var frame: Frame

    public init(id: StreamID, frame: Frame) {
      self.id = id
      self.frame = frame
    }
  }

  /// A view whose content changed; its whole content is sent.
  public struct Change: Equatable, Sendable {
    /// The view that changed.
    public var id: StreamID
    /// All of what is shown in it now.
    public var content: ViewContent

    public init(id: StreamID, content: ViewContent) {
      self.id = id
      self.content = content
    }
  }

  /// Ids that are gone, ascending. Of a subtree, every view.
  public var removed: [StreamID] = []
  /// Views that are new, or whose path, kind, parent or place among their siblings changed; in tree order.
  public var views: [ViewRecord] = []
  /// New frames of views not in `views`, in tree order.
  public var set: [Move] = []
  /// New contents of views not in `views`, in tree order.
  public var changed: [Change] = []

  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool { removed.isEmpty && views.isEmpty && set.isEmpty && changed.isEmpty }
}
