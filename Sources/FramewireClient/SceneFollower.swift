public import Posix
public import Wire

/// Watches a scene across restarts of the daemon: connects, subscribes, resumes; the calling thread waits.
///
/// What to do when is decided by `SceneFollowing`; here it is done.
public final class SceneFollower {
  /// What happened next.
  public enum Update: Equatable, Sendable {
    /// An event; `mirror` has it.
    case event(Event)
    /// The connection is gone, and `mirror` is stale until the next event. The next call waits `retryingAfter`.
    case disconnected(ClientError, retryingAfter: Duration)
  }

  /// The rule, and what it knows so far.
  public private(set) var following: SceneFollowing
  /// The scene as of the last event.
  public var mirror: SceneMirror { following.mirror }

  private let encoding: Encoding
  private let connect: () throws(ClientError) -> Connection
  private let wait: (Duration) -> Void
  private var subscription: Subscription?
  private var pause: Duration?
  /// When the pause ends, for those who do not wait here.
  private var pauseEnd: ContinuousClock.Instant?
  /// When something came last.
  private var lastHeard = ContinuousClock.now

  /// Readable when something may have happened; nil while there is no connection.
  public var descriptor: DescriptorNumber? { subscription?.descriptor }
  /// How many connections were made: another one has another descriptor, perhaps of the same number.
  public private(set) var connections = 0
  /// When to `poll` though nothing is readable: it is time to connect again, or the daemon has been silent for too
  /// long.
  public var nextLook: ContinuousClock.Instant? { pauseEnd ?? following.longestSilence.map { lastHeard + $0 } }

  /// How events come.
  public enum Encoding: Sendable {
    case json
    /// Half the work to read where much moves.
    case binary
  }

  /// Watches what `request` says at `address`.
  ///
  /// - Parameters:
  ///   - encoding: how events come.
  ///   - limits: of what is taken.
  public convenience init(
    _ request: Request.Subscribe, at address: SocketAddress, encoding: Encoding = .json,
    limits: MessageDecoder.Limits = .replies
  ) {
    self.init(
      SceneFollowing(request), encoding: encoding,
      connect: { () throws(ClientError) in try Connection(to: address, limits: limits) }, wait: CurrentProcess.sleep)
  }

  /// - Parameters:
  ///   - encoding: how events come.
  ///   - connect: makes a new connection.
  ///   - wait: lets so much time pass.
  public init(
    _ following: SceneFollowing, encoding: Encoding = .json, connect: @escaping () throws(ClientError) -> Connection,
    wait: @escaping (Duration) -> Void
  ) {
    self.following = following
    self.encoding = encoding
    self.connect = connect
    self.wait = wait
  }

  /// Waits for what happens next.
  ///
  /// - Throws: when trying again cannot help; from then on nothing happens any more.
  public func next() throws(ClientError) -> Update {
    if let pause { wait(pause) }
    while true { if let update = try step(until: nil) { return update } }
  }

  /// What has happened meanwhile, for those who wait for several things in a loop of their own; nil: nothing, and
  /// nothing will before `descriptor` is readable or `nextLook` comes. It waits only for a daemon to accept a
  /// connection.
  ///
  /// - Throws: as `next`.
  public func poll() throws(ClientError) -> Update? {
    let now = ContinuousClock.now
    if let pauseEnd, now < pauseEnd { return nil }
    return try step(until: now)
  }

  private func step(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Update? {
    (pause, pauseEnd) = (nil, nil)
    while true {
      do throws(ClientError) {
        guard let event = try nextEvent(until: deadline) else { return nil }
        switch following.received(event) {
        case .deliver: return .event(event)
        case .subscribeAgain: subscription = nil
        case .fail(let error): throw error
        }
      } catch {
        subscription = nil
        switch following.lost(error) {
        case .giveUp(let error): throw error
        case .retry(let delay):
          (pause, pauseEnd) = (delay, .now + delay)
          return .disconnected(error, retryingAfter: delay)
        }
      }
    }
  }

  private func nextEvent(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Event? {
    let stream: Subscription
    if let subscription {
      stream = subscription
    } else {
      let connection = try connect()
      stream =
        switch encoding {
        case .json: try connection.subscribe(following.request)
        case .binary: try connection.stream(following.request)
        }
      subscription = stream
      connections += 1
      lastHeard = .now
    }
    let patience = following.longestSilence.map { lastHeard + $0 }
    switch try stream.next(until: [deadline, patience].compactMap { $0 }.min()) {
    case .event(let event):
      lastHeard = .now
      return event
    case .silence:
      if let patience, patience <= .now { throw .timedOut }
      return nil
    case .end: throw .closed
    }
  }
}
