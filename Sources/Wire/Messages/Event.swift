public import Frames

/// One message of a subscription: a complete, consistent frame of a scene, or news about the stream.
///
/// The optional fields are those of the interface. The functions that make events say which kind has which.
public struct Event: Equatable, Sendable {
  /// What an event is about, and so which of its optional fields it has.
  public enum Kind: Equatable, Sendable {
    /// All views.
    case snapshot
    /// What turns revision `base` into `rev`.
    case delta
    /// Views start to move; drawn by the client itself.
    case transition
    /// The state of the file changed, or what is wrong with it.
    case diagnostics
    /// Nothing happened for a while.
    case heartbeat
    /// Revisions were lost; a snapshot follows.
    case lost
    /// The last event: the daemon stops or the scene is gone.
    case bye
    /// From a newer daemon; to be ignored.
    case other(String)
  }

  /// How long a revision took, by stage, in milliseconds.
  public struct Timing: Equatable, Sendable {
    /// From waking up to looking at the files.
    public var settle = 0.0
    /// Taking events from the kernel, and files from the disk.
    public var read = 0.0
    /// Text to trees.
    public var parse = 0.0
    /// Trees to layouts.
    public var resolve = 0.0
    /// Emitting and compiling rows.
    public var lower = 0.0
    /// Conditions, solving and reading back, without `measure`.
    public var solve = 0.0
    /// Measuring texts.
    public var measure = 0.0

    public init() {}
  }

  /// A view on its way, for clients that interpolate by themselves.
  public struct Transition: Equatable, Sendable {
    /// The view that moves.
    public var id: StreamID
    /// Where it is when the move begins.
    public var fromFrame: Frame
    /// Where it will be.
    public var toFrame: Frame
    /// Opacity from 0 to 1, at both ends; nil when it stays as it is.
    public var fromAlpha: Double?
    /// Opacity at the end; nil when it stays as it is.
    public var toAlpha: Double?
    /// How far its content is scrolled when the move begins; nil when that stays as it is.
    public var fromScroll: Offset?
    /// How far its content will be scrolled; nil when that stays as it is.
    public var toScroll: Offset?
    /// Without the delay.
    public var durationMs: Double
    /// Before anything moves; nil: none.
    public var delayMs: Double?
    /// As the layout language writes it: `ease-out`, `spring(0.8, 300ms)`.
    public var curve: String

    public init(
      id: StreamID, fromFrame: Frame, toFrame: Frame, fromAlpha: Double? = nil, toAlpha: Double? = nil,
      fromScroll: Offset? = nil, toScroll: Offset? = nil, durationMs: Double, delayMs: Double? = nil, curve: String
    ) {
      self.id = id
      self.fromFrame = fromFrame
      self.toFrame = toFrame
      self.fromAlpha = fromAlpha
      self.toAlpha = toAlpha
      self.fromScroll = fromScroll
      self.toScroll = toScroll
      self.durationMs = durationMs
      self.delayMs = delayMs
      self.curve = curve
    }
  }

  /// How far a content is scrolled, in 64ths of a point.
  public struct Offset: Equatable, Sendable {
    /// To the left.
    public var x: Int32
    /// Up.
    public var y: Int32

    public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// A look on its way, for clients that interpolate by themselves.
  public struct Fade: Equatable, Sendable {
    /// The view whose look moves.
    public var id: StreamID
    /// The colours and lengths that move, as they are when that begins; what is left out is none, or does not move.
    public var from: Look
    /// The same at the end.
    public var to: Look
    /// Without the delay.
    public var durationMs: Double
    /// Before anything moves; nil: none.
    public var delayMs: Double?
    /// As the layout language writes it.
    public var curve: String

    public init(id: StreamID, from: Look, to: Look, durationMs: Double, delayMs: Double? = nil, curve: String) {
      self.id = id
      self.from = from
      self.to = to
      self.durationMs = durationMs
      self.delayMs = delayMs
      self.curve = curve
    }
  }

  /// Where in the life of a scene an event stands.
  public struct Instant: Equatable, Sendable {
    /// Random, new with every start of the daemon.
    public var epoch: String
    /// Counts published frames, from 1; below 2^53.
    public var rev: Int
    /// Counts accepted targets.
    public var layoutRev: Int
    /// Milliseconds of the runtime's clock since the daemon started.
    public var time: Double

    public init(epoch: String, rev: Int, layoutRev: Int, time: Double) {
      self.epoch = epoch
      self.rev = rev
      self.layoutRev = layoutRev
      self.time = time
    }
  }

  /// What the event is about.
  public var kind: Kind
  /// Where in the life of the scene it stands.
  public var instant: Instant
  /// The revision that a delta starts from; for `lost`, the last one received.
  public var base: Int?
  /// Nothing moves any more: these are the solved frames.
  public var settled: Bool?
  /// Revisions merged into this delta, or lost.
  public var skipped: Int?
  /// A snapshot that does not continue what was asked for.
  public var reset: Bool?
  /// `file:NAME`, and the like.
  public var cause: String?
  /// How long the revision took, by stage.
  public var timing: Timing?
  /// What a delta does to the frames its `base` had; of a snapshot, all its views and looks.
  public var diff = FrameDiff()
  /// Of `transition`: the views that begin to move.
  public var moves: [Transition]?
  /// Of `transition`: the views whose colours and lengths begin to move.
  public var fades: [Fade]?
  /// Of `diagnostics`: what the scene's file is worth.
  public var state: SceneState?
  /// Of `diagnostics`: all complaints about the file, not only new ones.
  public var diagnostics: [WireDiagnostic]?
  /// Of `bye`: why, for a person.
  public var reason: String?

  /// An event with none of the optional fields.
  public init(_ kind: Kind, at instant: Instant) {
    self.kind = kind
    self.instant = instant
  }
}

extension Event {
  /// All of `frames`.
  ///
  /// - Parameter reset: whether the subscriber asked to resume and could not.
  public static func snapshot(
    of frames: FrameSet, at instant: Instant, settled: Bool, reset: Bool = false
  ) -> Event {
    var event = Event(.snapshot, at: instant)
    event.settled = settled
    event.reset = reset ? true : nil
    event.diff.looks = frames.looks.map(NumberedLook.init).sorted { $0.id < $1.id }
    event.diff.views = frames.views
    return event
  }

  /// What turns `base` into the instant's revision.
  ///
  /// - Parameter skipped: revisions between the two that this event stands for as well.
  public static func delta(
    _ diff: FrameDiff, from base: Int, at instant: Instant, settled: Bool, skipped: Int = 0, cause: String? = nil,
    timing: Timing? = nil
  ) -> Event {
    var event = Event(.delta, at: instant)
    event.base = base
    event.settled = settled
    event.skipped = skipped > 0 ? skipped : nil
    event.cause = cause
    event.timing = timing
    event.diff = diff
    return event
  }

  /// The complete set of diagnostics; empty when all is well again.
  public static func diagnostics(_ diagnostics: [WireDiagnostic], state: SceneState, at instant: Instant) -> Event {
    var event = Event(.diagnostics, at: instant)
    event.state = state
    event.diagnostics = diagnostics
    return event
  }

  /// Views begin to move, each as `moves` say.
  public static func transition(_ moves: [Transition], at instant: Instant) -> Event {
    var event = Event(.transition, at: instant)
    event.moves = moves
    return event
  }

  /// Looks begin to move, each as `fades` say.
  public static func fading(_ fades: [Fade], at instant: Instant) -> Event {
    var event = Event(.transition, at: instant)
    event.fades = fades
    return event
  }

  /// Nothing has happened since the instant's revision, and the daemon is there.
  public static func heartbeat(at instant: Instant) -> Event { Event(.heartbeat, at: instant) }

  /// Revisions from `base` to the instant's were overwritten before they could be sent.
  public static func lost(since base: Int, at instant: Instant) -> Event {
    var event = Event(.lost, at: instant)
    event.base = base
    event.skipped = instant.rev - base
    return event
  }

  /// The reason in the `bye` of a daemon that stops, and may be started again.
  public static let shutdown = "shutdown"

  /// The last event of a subscription.
  ///
  /// - Parameter reason: `shutdown`, or words for a person.
  public static func bye(_ reason: String, at instant: Instant) -> Event {
    var event = Event(.bye, at: instant)
    event.reason = reason
    return event
  }

  /// The picture of a snapshot.
  public var picture: FrameSet {
    FrameSet(diff.views, looks: Dictionary(diff.looks.map { ($0.id, $0.look) }, uniquingKeysWith: { $1 }))
  }
}
