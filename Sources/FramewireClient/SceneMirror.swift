public import Frames
public import Wire

/// A scene as its subscriber knows it: the last snapshot with every delta applied since.
///
/// Invariant: `frames` is a picture that the daemon published as revision `rev` of `epoch`, or empty before the first
/// snapshot; what is known of it, where the mirror began at a revision without its picture. An event that does not
/// continue it changes nothing and says so.
public struct SceneMirror: Equatable, Sendable {
  /// What an event did.
  public enum Outcome: Equatable, Sendable {
    /// `frames` is another revision.
    case frames
    /// `state` or `diagnostics` is news.
    case diagnostics
    /// The event tells nothing about frames or diagnostics.
    case nothing
    /// The event starts from a revision that is not here: subscribe again, from nothing.
    case outOfStep
  }

  /// All views as of `rev`, filtered as was asked for.
  public private(set) var frames = FrameSet()
  /// Of the daemon that `frames` came from; nil before the first snapshot.
  public private(set) var epoch: String?
  /// Of `frames`; 0 before the first snapshot.
  public private(set) var rev = 0
  /// The layout that `frames` shows.
  public private(set) var layoutRev = 0
  /// Nothing moves: these are the solved frames.
  public private(set) var isSettled = false
  /// What the scene's file was worth when it was last told.
  public private(set) var state = SceneState.ok
  /// All complaints about the file when they were last told; empty where nobody asked for them.
  public private(set) var diagnostics: [WireDiagnostic] = []

  public init() {}

  /// A mirror that goes on from a revision whose picture somebody else has: of views that have not changed since it
  /// knows nothing.
  public init(since rev: Int, of epoch: String) {
    self.epoch = epoch
    self.rev = rev
  }

  /// Goes on to what the event says; out of step it changes nothing.
  public mutating func apply(_ event: Event) -> Outcome {
    switch event.kind {
    case .snapshot:
      frames = event.picture
      advance(to: event)
      return .frames
    case .delta:
      guard let epoch, epoch == event.instant.epoch, event.base == rev else { return .outOfStep }
      frames.apply(event.diff)
      advance(to: event)
      return .frames
    case .diagnostics:
      state = event.state ?? state
      diagnostics = event.diagnostics ?? []
      return .diagnostics
    case .transition, .heartbeat, .lost, .bye, .other: return .nothing
    }
  }

  private mutating func advance(to event: Event) {
    epoch = event.instant.epoch
    rev = event.instant.rev
    layoutRev = event.instant.layoutRev
    isSettled = event.settled ?? false
    if let state = event.state { self.state = state }
    if let diagnostics = event.diagnostics { self.diagnostics = diagnostics }
  }
}
