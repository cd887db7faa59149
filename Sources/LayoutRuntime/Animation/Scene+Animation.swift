import Frames
import LayoutEngine
import LayoutModel
import Motion

/// Between the targets that are solved and the frames that are shown.
extension Scene {
  /// Whether what is shown is what is solved.
  var isSettled: Bool { moving.isEmpty }

  /// Takes over the new targets of `changed`: at once, or by setting views in motion.
  ///
  /// What has no timing goes to its new target at once; where it was moving already, the rest of the motion goes on.
  ///
  /// - Parameters:
  ///   - shown: the views as they are shown, by position.
  ///   - timings: nil: nothing sets out.
  ///   - isAtOnce: somebody asked for no animation: moving views with a new target stop there.
  /// - Returns: what is shown at once, and whether any target differs from the one before.
  mutating func retarget(
    _ changed: [ViewID], from shown: [ViewRecord], _ timings: ChangeTimings?, isAtOnce: Bool, at now: Instant
  ) -> (updates: [FrameHistory.Update], hasNewTarget: Bool) {
    // Taken in hand once: asked view by view, a scene copies itself each time.
    guard let live else { return ([], false) }
    let positions = positions
    var updates: [FrameHistory.Update] = []
    updates.reserveCapacity(changed.count)
    var hasNewTarget = false
    let departure = departure + 1
    /// How many views set out before with a timing, for its stagger.
    var places: [Timing: Int] = [:]
    for view in changed {
      let position = Int(positions[Int(view.index)])
      if position < 0 { continue }
      let content = live.content(of: view, besides: shown[position].content)
      let alpha = content?.alpha ?? shown[position].content.alpha
      let target = MovingViews.State(rect: live.frame(of: view), alpha: alpha)
      let frame = Frame(target.rect)
      let before = moving.target(of: view)
      let hasMoved =
        before.map { Frame($0.rect) != frame || $0.alpha != target.alpha }
        ?? (shown[position].frame != frame || shown[position].content.alpha != alpha)
      if !hasNewTarget { hasNewTarget = hasMoved || !(content.map(shown[position].content.isSame) ?? true) }
      // Nobody saw where a hidden view was, so it appears where it should be.
      let appears = shown[position].content.isHidden && content?.isHidden == false
      if hasMoved, !appears, let timing = timings?.timing(of: view) {
        let place = places[timing, default: 0]
        places[timing] = place + 1
        let rest = MovingViews.State(rect: shown[position].frame.rect, alpha: shown[position].content.alpha)
        moving.send(view, from: rest, to: target, timing.staggered(to: place), at: now, departure)
      } else if before == nil {
        updates.append(FrameHistory.Update(position: position, frame: frame, content: content))
      } else if appears || isAtOnce {
        moving.stop(view, at: target)
      } else {
        moving.shift(view, to: target, departure)
      }
    }
    if moving.lastDeparture == departure {
      self.departure = departure
      departedAt = now
    }
    return (updates, hasNewTarget)
  }

  /// Publishes `updates` together with where everything that moves is now: a revision is one instant.
  mutating func publish(_ updates: [FrameHistory.Update], at now: Instant) -> FrameDiff? {
    if moving.isEmpty { return publish(updates) }
    let sampled = whereMovingViewsAre(at: now)
    let all = updates.isEmpty ? sampled : (updates + sampled).sorted { $0.position < $1.position }
    // The last frame is sent even when the one before was there already: it says that it is the last.
    return publish(all) ?? (isSettled ? publishRest() : nil)
  }

  /// By position; those that have arrived do not move any more then.
  mutating func whereMovingViewsAre(at now: Instant) -> [FrameHistory.Update] {
    var sampled: [FrameHistory.Update] = []
    sampled.reserveCapacity(moving.count)
    // Taken out while it asks for positions and contents, which are this scene's too.
    var moving = MovingViews()
    swap(&moving, &self.moving)
    moving.sample(at: now) { view, state in
      guard let position = position(of: view) else { return }
      var content = live!.content(of: view)
      content.alpha = state.alpha
      sampled.append(FrameHistory.Update(position: position, frame: Frame(state.rect), content: content))
    }
    swap(&moving, &self.moving)
    return sampled
  }

  /// Publishes the next frame of what moves, when it is due.
  ///
  /// - Returns: whether there is a new revision.
  mutating func publishFrame(at now: Instant, every period: Duration, entering stage: (Stage) -> Void) -> Bool {
    guard let due = nextFrame, due <= now else { return false }
    stage(.diff)
    let diff = publish([], at: now)
    if let diff { note(diff, at: now) }
    scheduleFrame(after: now, every: period)
    return diff != nil
  }

  /// Makes the next frame due at `time`, when anything moves.
  mutating func expectFrame(at time: Instant) {
    if let due = nextFrame, time < due { nextFrame = time }
  }

  /// Frames lie on one grid for all scenes, so that all are due at the same instants and none drifts.
  mutating func scheduleFrame(after now: Instant, every period: Duration) {
    nextFrame = moving.isEmpty ? nil : now.next(onGridOf: period)
  }
}

extension ViewContent {
  /// Whether both are the same apart from alpha, which moves like a frame.
  fileprivate func isSame(as other: ViewContent) -> Bool {
    if alpha == other.alpha { return self == other }
    var copy = self
    copy.alpha = other.alpha
    return copy == other
  }
}

extension Instant {
  /// The first multiple of `period` after this instant.
  func next(onGridOf period: Duration) -> Instant {
    // By division in floating point first: whole quotients of durations are not to be had.
    var count = (sinceStart.inSeconds / period.inSeconds).rounded(.down)
    while period * Int64(count) <= sinceStart { count += 1 }
    return Instant(period * Int64(count))
  }
}

extension SceneInputs {
  func hasSize(of other: SceneInputs) -> Bool {
    environment.width == other.environment.width && environment.height == other.environment.height
  }
}

extension ResolvedLayout {
  /// Whether any change can be animated without being asked to.
  var hasTimings: Bool { !transitions.isEmpty || !animations.isEmpty }
}
