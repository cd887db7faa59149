/// What turns one `FrameSet` into another, in the order in which a client applies it: `looks`, then `removed`, then
/// `views`, then `set`, then `changed`, then `restyled`.
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

  /// A view that is drawn otherwise.
  public struct Restyle: Equatable, Sendable {
    /// The view.
    public var id: StreamID
    /// How it is drawn now; all of it.
    public var appearance: ViewAppearance

    public init(id: StreamID, appearance: ViewAppearance) {
      self.id = id
      self.appearance = appearance
    }
  }

  /// New frames of views not in `views`, in tree order.
  public var set: [Move] = []
  /// New contents of views not in `views`, in tree order.
  public var changed: [Change] = []
  /// None or one.
  private var rest: [Rest] = []

  /// What few diffs have. It stands apart because scenes keep a thousand diffs.
  private struct Rest: Sendable {
    var looks: [NumberedLook] = []
    var removed: [StreamID] = []
    var views: [ViewRecord] = []
    var restyled: [Restyle] = []
  }

  private subscript<Part>(part: WritableKeyPath<Rest, [Part]>) -> [Part] {
    get { rest.first?[keyPath: part] ?? [] }
    _modify {
      if rest.isEmpty { rest.append(Rest()) }
      yield &rest[0][keyPath: part]
    }
  }

  /// Numbers of looks that stand for something new, ascending. Views that have such a number look otherwise.
  public var looks: [NumberedLook] {
    get { self[\.looks] }
    _modify { yield &self[\.looks] }
  }

  /// Ids that are gone, ascending. Of a subtree, every view.
  public var removed: [StreamID] {
    get { self[\.removed] }
    _modify { yield &self[\.removed] }
  }

  /// Views that are new, or whose path, kind, parent or place among their siblings changed; in tree order.
  public var views: [ViewRecord] {
    get { self[\.views] }
    _modify { yield &self[\.views] }
  }

  /// New appearances of views not in `views`, in tree order.
  public var restyled: [Restyle] {
    get { self[\.restyled] }
    _modify { yield &self[\.restyled] }
  }

  public static func == (left: FrameDiff, right: FrameDiff) -> Bool {
    left.set == right.set && left.changed == right.changed && left.looks == right.looks
      && left.removed == right.removed && left.views == right.views && left.restyled == right.restyled
  }

  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool {
    changed.isEmpty && self.set.isEmpty && (rest.isEmpty || keepsTree && restyled.isEmpty && looks.isEmpty)
  }

  /// Whether views only get other frames.
  public var onlyMoves: Bool { changed.isEmpty && keepsTree && restyled.isEmpty && looks.isEmpty }

  /// Whether it is about what is drawn in views and not about them.
  public var keepsTree: Bool { removed.isEmpty && views.isEmpty }
}
