public import Frames
public import Settables

/// Everything that can be asked of the runtime. A `scene` that is nil means the only open scene, previews not counted.
///
/// Indirect, since a demand is looked at and handed on several times on its way.
public indirect enum Demand: Equatable, Sendable {
  /// Serves one document more, wherever it lies, and opens its scenes.
  case load(path: String)
  /// Opens the scenes of a document that is no file. Loading the same name again replaces it; a text that has
  /// errors changes nothing.
  case loadText(name: String, text: [UInt8])
  /// Ends all scenes of the scene's layout, until the document is loaded again.
  case unload(scene: String)
  /// Ends all scenes of the documents whose files are gone, or those of the scene's document, which must be gone. What
  /// is set in them is still remembered.
  case forget(scene: String?)
  /// Reads the scene's document again; on demand forgets all state set from outside.
  case reload(scene: String?, resettingState: Bool)
  /// Opens another scene of a layout. The environment is what the scene returns to when its state is reset. One that is
  /// private to a peer ends when the peer is gone; it is not remembered, and only the peer's list has it.
  case open(layout: String, scene: String, environment: [Assignment], privateTo: PeerID? = nil)
  /// Ends one scene.
  case close(scene: String)
  /// Sets state from outside, all of it or, if one operation cannot be done, nothing.
  /// With `ifLayoutRevision` only when that is still the scene's. `animated` says of each operation whether what it
  /// changes is to be animated, nil: as the file says; `ChangeCauses` says what that means for what is set in one turn.
  /// With `awaitingRest` it is answered when nothing moves any more.
  case apply(
    scene: String?, [Operation], ifLayoutRevision: Revision?, animated: AnimationWishes = nil,
    awaitingRest: Bool = false)
  /// Evaluates conditions now, instead of at the end of the turn: those that something happened to, or all.
  case update(scene: String?, view: String?, isForced: Bool)
  /// Asks for the current picture, or with `at` for that of a revision that is kept still.
  case snapshot(scene: String?, filter: FrameFilter, at: Revision?)
  /// Asks for the last revisions that are kept, at most so many.
  case revisions(scene: String?, most: Int)
  /// Begins a stream. It is answered with the scene's name; the stream itself is pulled with
  /// `Runtime.nextDeliveries(at:)`.
  case subscribe(SubscriberID, Subscription)
  /// Is answered when everything before it is in effect: files read, failures confirmed, scenes solved; with
  /// `awaitingRest` when nothing moves in the scene any more. While files are held it waits for that to end, but not
  /// if `by` holds them itself: it would wait for itself.
  case sync(scene: String?, timeout: Duration, awaitingRest: Bool = false, by: PeerID? = nil)
  /// Holds changes of files, so that several take effect together: until as many `release` have come from the same
  /// peer, or `gone`, or `RuntimeLimits.hold` is over.
  case hold(by: PeerID, reason: String)
  /// Ends the peer's last hold. When it was the last of all, what has changed in files meanwhile takes effect.
  case release(by: PeerID)
  /// Drives the time line of a scene by hand, or with nil those of all. What came before it takes effect at the time
  /// before it.
  case clock(ClockAction, scene: String? = nil)
  /// Reports what is wrong with a document, solving every layout and preview in it, without loading it.
  case check(CheckSubject)
  /// Asks why a view is where it is, or one attribute of it: `left`, `firstBaseline`, …
  case explain(scene: String?, view: String, attribute: String?)
  /// Asks for what the outside can set: `#id` or `view.#id`, a variable, a flag, a trait. No names: all there are.
  ///
  /// - Parameter clauses: also in which words of the file each stands.
  case get(scene: String?, names: [String], clauses: Bool = false)
  /// Asks for all scenes, but those that are private to others.
  /// - Parameter use: says of each also who follows it and what is set in it.
  case list(by: PeerID? = nil, use: Bool = false)
  case statistics
  /// Asks for lines for a person who mends this.
  case debug(SceneDump, scene: String?)
}

/// What `check` looks at.
public enum CheckSubject: Equatable, Sendable {
  /// A file; it is read, even when it is loaded.
  case path(String)
  /// Files that are served together, none of them twice: also which layouts two of them have.
  case folder([String])
  /// A text, and the name it goes by in diagnostics; its imports are relative to that name.
  case text(name: String, [UInt8])
}

/// What a subscriber asked for.
public struct Subscription: Equatable, Sendable {
  /// Which revisions a subscriber gets that cannot take all.
  public enum Mode: Equatable, Sendable {
    /// The current picture whenever it is asked for, with everything in between merged.
    case latest
    /// Each revision by itself, as long as the ring has it.
    case every
  }

  /// Nil: the one that is open.
  public var scene: String?
  /// What of the scene is told.
  public var filter: FrameFilter
  /// In points. A frame of an animation in which nothing moved further than this since the last message waits until
  /// something has; what is at rest is always told, and so is what has no length, like a text or an opacity. 0: none
  /// waits.
  public var minDelta: Double
  /// Which revisions are told.
  public var mode: Mode
  /// Whether it is told when the scene's diagnostics or state change.
  public var wantsDiagnostics: Bool
  /// Whether it draws what moves by itself: it is told where each view goes, and gets the frames at the end. See
  /// `objection`.
  public var wantsTargets: Bool
  /// Whether its messages are written down in binary; then it shares none with those who get JSON.
  public var wantsBinary: Bool
  /// The revision that it has already, if that was told in this epoch; goes on from there when that is still
  /// possible.
  public var since: (epoch: String, revision: Revision)?

  public init(
    scene: String? = nil, filter: FrameFilter = .everything, minDelta: Double = 0, mode: Mode = .latest,
    wantsDiagnostics: Bool = false, wantsTargets: Bool = false, wantsBinary: Bool = false,
    since: (epoch: String, revision: Revision)? = nil
  ) {
    self.scene = scene
    self.filter = filter
    self.minDelta = minDelta
    self.mode = mode
    self.wantsDiagnostics = wantsDiagnostics
    self.wantsTargets = wantsTargets
    self.wantsBinary = wantsBinary
    self.since = since
  }

  /// What it asks for and cannot have; nil when all is well.
  ///
  /// A move is one view's way in its parent. In the scene's space, and under a filter by kinds, a frame adds up those
  /// of views around it, each with its own timing, for which there is no one curve.
  var objection: String? {
    guard wantsTargets else { return nil }
    if mode == .every { return "targets are told instead of every revision, so they come with mode latest" }
    if filter.space == .scene { return "targets are told relative to the parent, so they come with space parent" }
    if filter.kinds != nil { return "targets are told of all kinds, since views move with those around them" }
    return nil
  }

  public static func == (left: Subscription, right: Subscription) -> Bool {
    left.scene == right.scene && left.filter == right.filter && left.minDelta == right.minDelta
      && left.mode == right.mode
      && left.wantsDiagnostics == right.wantsDiagnostics && left.wantsTargets == right.wantsTargets
      && left.wantsBinary == right.wantsBinary
      && left.since?.epoch == right.since?.epoch
      && left.since?.revision == right.since?.revision
  }
}
