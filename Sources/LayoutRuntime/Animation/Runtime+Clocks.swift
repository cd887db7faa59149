import LayoutSyntax

/// The time lines of scenes: all are on one, and those that somebody drives by themselves each on one of their own.
extension Runtime {
  func clock(of scene: String) -> AnimationClock { scenes[open: scene].clock ?? clock }

  /// What the clock shows of the scene that a subscriber follows.
  public func sceneTime(of subscriber: SubscriberID, at now: Instant) -> Instant {
    guard case .following(let scene, _)? = seats[subscriber] else { return clock.time(at: now) }
    return clock(of: scene).time(at: now)
  }

  /// Drives the clock of a scene, or all clocks.
  mutating func drive(
    _ action: ClockAction, in wanted: String?, at now: Instant
  ) throws(RequestFailure) -> Outcome.Result {
    let name: String?
    if let wanted {
      name = try sceneName(wanted)
      try drive(name!, action, at: now)
    } else {
      name = nil
      try clock.perform(action, at: now)
      // One that is there already, or cannot go so far, stays where it is.
      for name in scenes.clocked { try? drive(name, action, at: now) }
    }
    // Whoever drives the clock wants to see this very instant, on the grid of frames or not. What moves is active.
    for scene in name.map({ [$0] }) ?? scenes.active {
      scenes[open: scene].motion.expectFrame(at: clock(of: scene).time(at: now))
    }
    return .clock(scene: name)
  }

  private mutating func drive(_ scene: String, _ action: ClockAction, at now: Instant) throws(RequestFailure) {
    var own = clock(of: scene)
    try own.perform(action, at: now)
    // What shows the same as all others from now on is theirs.
    let isCommon = own.isRunning == clock.isRunning && own.time(at: now) == clock.time(at: now)
    scenes[open: scene].clock = isCommon ? nil : own
  }
}
