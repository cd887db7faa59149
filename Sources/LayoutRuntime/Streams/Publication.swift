public import Frames
public import Geometry
public import Motion

/// One message of a stream: a complete, consistent picture, or what leads from the one before to the next.
public struct Publication: Equatable, Sendable {
  /// What a message says.
  public enum Content: Equatable, Sendable {
    /// `isReset`: what the client had cannot be continued.
    case snapshot(FrameSet, isReset: Bool)
    /// Turns `base`, the last picture this subscriber was sent, into `revision`; `skipped` revisions lie between.
    case delta(FrameDiff, base: Revision, skipped: Int)
    /// These views set out, or go somewhere else than they did; no frames until they have arrived. In tree order.
    case transition([ViewMove])
    /// The colours and lengths of these views set out, or go somewhere else than they did. In tree order.
    case fading([LookMove])
    /// All that is wrong now; an empty set says that everything is mended.
    case diagnostics(DiagnosticReport)
    /// The subscriber was too slow for `every`; a snapshot follows.
    case lost(from: Revision)
    /// The last message.
    case bye(reason: String)
  }

  /// What it says.
  public var content: Content
  /// The picture that it is about, or leads to.
  public var revision: Revision
  /// The target behind it.
  public var layoutRevision: Revision
  /// When the revision was published; of diagnostics, when they changed.
  public var time: Instant
  /// Whether nothing moves any more.
  public var isSettled: Bool
  /// What brought the revision about: `file:example.layout`, `apply`; nil in a snapshot.
  public var cause: String?
}

/// How a view's look gets from one to another: what of it moves, and nothing else.
public struct LookMove: Equatable, Sendable {
  /// The view whose look moves.
  public var id: StreamID
  /// What moves, as it is seen now.
  public var from: Look
  /// The same, as it will be.
  public var to: Look
  /// Until it begins to move.
  public var delay: Duration
  /// From then until it has arrived.
  public var duration: Duration
  /// The way between the two.
  public var curve: Curve

  public init(id: StreamID, from: Look, to: Look, delay: Duration, duration: Duration, curve: Curve) {
    self.id = id
    self.from = from
    self.to = to
    self.delay = delay
    self.duration = duration
    self.curve = curve
  }
}

/// A view on its way: where it is at the publication's time, and how it gets to its target.
public struct ViewMove: Equatable, Sendable {
  /// The view that moves.
  public var id: StreamID
  /// Where it is shown now.
  public var from: Frame
  /// Where it will be.
  public var to: Frame
  /// Where its opacity is and where that goes; nil when it stays.
  public var alpha: Alpha?
  /// How far its content is scrolled and how far it will be; nil when it stays.
  public var scroll: Scroll?
  /// Until it begins to move.
  public var delay: Duration
  /// From then until it has arrived. Of a spring: until it is at rest.
  public var duration: Duration
  /// The way between the two.
  public var curve: Curve

  /// From 0 to 1 each.
  public struct Alpha: Equatable, Sendable {
    /// The opacity now.
    public var from: Double
    /// The opacity at the end.
    public var to: Double

    public init(from: Double, to: Double) {
      self.from = from
      self.to = to
    }
  }

  /// How far a content is moved to the left and up, in 64ths of a point.
  public struct Offset: Equatable, Sendable {
    /// To the left.
    public var x: Int32
    /// Up.
    public var y: Int32

    /// Rounds to the grid, halves up.
    public init(_ offset: Point) { (x, y) = (offset.x.in64ths, offset.y.in64ths) }
  }

  /// The way of a content.
  public struct Scroll: Equatable, Sendable {
    /// The offset now.
    public var from: Offset
    /// The offset at the end.
    public var to: Offset

    public init(from: Offset, to: Offset) {
      self.from = from
      self.to = to
    }
  }

  public init(
    id: StreamID, from: Frame, to: Frame, alpha: Alpha? = nil, scroll: Scroll? = nil, delay: Duration,
    duration: Duration, curve: Curve
  ) {
    self.id = id
    self.from = from
    self.to = to
    self.alpha = alpha
    self.scroll = scroll
    self.delay = delay
    self.duration = duration
    self.curve = curve
  }
}
