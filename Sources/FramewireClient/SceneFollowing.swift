public import Wire

/// The rule by which a subscriber survives restarts of the daemon, without a socket or a clock: it is told what
/// happened and says what to do.
///
/// Keeps a mirror of the scene and resumes from its revision. While no connection stands the mirror is the last
/// picture known, and `isStale`.
public struct SceneFollowing: Sendable {
  /// What to do after an event.
  public enum Reaction: Equatable, Sendable {
    /// Hand it to whoever watches; the mirror has it.
    case deliver
    /// The stream and the mirror have parted: close and subscribe anew, at once.
    case subscribeAgain
    /// Even a new stream does not begin with a snapshot: subscribing again would go on for ever.
    case fail(ClientError)
  }

  /// What to do after the connection failed or ended.
  public enum Recovery: Equatable, Sendable {
    case retry(after: Duration)
    /// Trying again cannot help.
    case giveUp(ClientError)
  }

  /// The scene as of the last event; empty before the first snapshot.
  public private(set) var mirror = SceneMirror()
  /// No connection stands, or it has not said anything yet.
  public private(set) var isStale = true
  /// What to ask for where there is no mirror to go on from.
  private var wanted: Request.Subscribe
  private var backoff: Backoff
  /// Whether events came before, so that an unknown scene may be one that is not loaded yet.
  private var hasSeenScene = false
  /// The daemon ended the stream and stays.
  private var wasDismissed = false

  /// - Parameter request: with `epoch` and `since` it goes on from there: the first event may be a delta then, and of
  ///   what did not change since the mirror has nothing.
  public init(_ request: Request.Subscribe, backoff: Backoff = Backoff()) {
    wanted = request
    self.backoff = backoff
    if let epoch = request.epoch, let rev = request.since { mirror = SceneMirror(since: rev, of: epoch) }
    (wanted.epoch, wanted.since) = (nil, nil)
  }

  /// What to ask for on a new connection: to go on where the mirror stands.
  public var request: Request.Subscribe {
    var request = wanted
    if let epoch = mirror.epoch {
      request.epoch = epoch
      request.since = mirror.rev
    }
    return request
  }

  /// How long the stream may be silent before the daemon counts as gone: three heartbeats; nil when the subscriber
  /// asked for none.
  public var longestSilence: Duration? { wanted.heartbeatMs.map { Duration.milliseconds($0) * 3 } }

  /// Puts an event into the mirror.
  public mutating func received(_ event: Event) -> Reaction {
    guard mirror.apply(event) != .outOfStep else {
      isStale = true
      if mirror.epoch == nil { return .fail(.malformed(.field("parameters.event.views"))) }
      mirror = SceneMirror()
      return .subscribeAgain
    }
    if event.kind == .bye {
      wasDismissed = event.reason != Event.shutdown
      isStale = true
    } else {
      wasDismissed = false
      hasSeenScene = true
      isStale = false
      backoff.reset()
    }
    return .deliver
  }

  /// - Parameter error: `.closed` when the stream simply ended.
  public mutating func lost(_ error: ClientError) -> Recovery {
    isStale = true
    guard error.mayPass else { return .giveUp(error) }
    if case .refused(.unknownScene) = error, wasDismissed || !hasSeenScene { return .giveUp(error) }
    if case .noDaemon = error, !hasSeenScene { return .giveUp(error) }
    return .retry(after: backoff.next())
  }
}
