import Frames
import Geometry
import LayoutEngine
import LayoutModel
import Motion

/// What moves in a scene, and when that is to be shown.
struct SceneMotion: Sendable {
  var moving = MovingViews()
  /// Nothing while nobody wants to know how views look.
  var looks = MovingLooks()
  /// Counts the turns that gave something in motion a target, and when the last one was.
  private(set) var transition = 0
  private(set) var transitionTime = Instant()
  /// The same of looks.
  private(set) var fading = 0
  private(set) var fadingTime = Instant()
  /// When the next frame of what moves is due; nil when nothing moves.
  private(set) var nextFrame: Instant?
  /// Whether what moves was told a target since the last sample, and may have another content by now.
  private var hasNewContents = false

  /// Whether what is shown is what is solved.
  var isSettled: Bool { moving.isEmpty && looks.isEmpty }

  /// So many views are put elsewhere while a view of a new picture is made. By measuring.
  static let framesOfView = 8
  /// What it costs to give a view another look, in views of a new picture: numbers are found for looks by what they
  /// say. By measuring.
  static let costOfLook = 2

  /// What a frame costs, in views of a new picture.
  var frameCost: Int { Self.costOfLook * looks.count + moving.count / Self.framesOfView }

  /// Takes over the new targets of `changed`: at once, or by setting views in motion.
  ///
  /// What has no timing goes to its new target at once. Where it was moving already, it stops there if it goes by a
  /// branch or a configuration that changed; else the rest of the motion goes on.
  ///
  /// - Parameters:
  ///   - live: has the targets.
  ///   - shown: the views as they are shown, by position.
  ///   - positions: those of the views of `live`.
  ///   - shownLook: how a view at a position is seen now; nil: nobody has seen it.
  ///   - timings: nil: nothing sets out.
  ///   - scrolled: the views that somebody has scrolled and not wanted to see it: they and what is in them are where
  ///     they should be.
  ///   - isAtOnce: somebody asked for no animation: moving views with a new target stop there.
  /// - Returns: what is shown at once, and whether any target differs from the one before.
  mutating func retarget(
    _ changed: [ViewID], in live: LayoutScene, from shown: [ViewRecord], at positions: [Int32],
    looking shownLook: (Int) -> Look?, _ timings: ChangeTimings?, scrolledAtOnce scrolled: Set<ViewID>, isAtOnce: Bool,
    at now: Instant
  ) -> (updates: FrameHistory.Updates, hasNewTarget: Bool) {
    var updates = FrameHistory.Updates()
    var hasNewTarget = false
    hasNewContents = true
    let shifts = contentShifts(of: scrolled, in: live, from: shown, at: positions)
    let next = transition + 1
    /// How many views set out before with a timing, for its stagger.
    var places: [Timing: Int] = [:]
    for view in changed {
      let position = Int(positions[view])
      if position < 0 { continue }
      let content = live.content(of: view, besides: shown[position].content)
      let alpha = content?.alpha ?? shown[position].content.alpha
      let target = MovingViews.State(
        rect: live.frame(of: view), alpha: alpha, origin: (content ?? shown[position].content).scroll?.originInView)
      let frame = Frame(target.rect)
      let before = moving.target(of: view)
      let hasMoved =
        before.map { Frame($0.rect) != frame || $0.alpha != target.alpha || $0.origin != target.origin }
        ?? (shown[position].frame != frame || shown[position].content.alpha != alpha
          || shown[position].content.scroll?.originInView != target.origin)
      if !hasNewTarget { hasNewTarget = hasMoved || !(content.map(shown[position].content.isSame) ?? true) }
      // Nobody saw where a hidden view was, so it appears where it should be.
      let appears = shown[position].content.isHidden && content?.isHidden == false
      let drawing = live.inputs.tellsAppearance ? live.drawing(of: view) : nil
      var way: ChangeTimings.Way = appears || isAtOnce ? .atOnce : timings?.way(of: view) ?? .carried
      let scrollsAtOnce = scrolled.contains(view)
      // What is held in view while the content moves is where it should be, too.
      if way == .carried, !scrollsAtOnce, live.layout.isView(view, inAnyOf: scrolled) { way = .atOnce }
      if case .moving = way, !shifts.isEmpty, let parent = live.layout.views[view].parent, let shift = shifts[parent],
        shift.leads(from: shown[position].frame, to: frame)
      {
        way = .atOnce
      }
      if let drawing, retarget(view, from: shownLook(position), to: drawing.look, way, at: now) { hasNewTarget = true }
      if hasMoved, case .moving(let timing) = way {
        let place = places[timing, default: 0]
        places[timing] = place + 1
        let rest = MovingViews.State(
          rect: shown[position].frame.rect, alpha: shown[position].content.alpha,
          origin: shown[position].content.scroll?.originInView)
        moving.send(
          view, from: rest, to: target, timing.staggered(to: place), scrollsAtOnce: scrollsAtOnce, at: now, in: next)
      } else if before == nil {
        // What is in motion is sampled, with its frame.
        guard !looks.contains(view) else { continue }
        updates.frames.append((position, frame))
        if let content { updates.contents.append((position, content)) }
        if let drawing { updates.drawings.append((position, drawing)) }
      } else if way == .atOnce, hasMoved || appears || isAtOnce {
        moving.stop(view, at: target)
      } else {
        moving.shift(view, to: target, scrollsAtOnce: scrollsAtOnce, in: next)
      }
    }
    if moving.lastTransition == next {
      transition = next
      transitionTime = now
    }
    if looks.lastTransition > fading {
      fading = looks.lastTransition
      fadingTime = now
    }
    return (updates, hasNewTarget)
  }

  /// By scrolled view how far what is held in view moves in a content that is at once elsewhere: it is where it was for
  /// whoever looks.
  private func contentShifts(
    of scrolled: Set<ViewID>, in live: LayoutScene, from shown: [ViewRecord], at positions: [Int32]
  ) -> [ViewID: ContentShift] {
    var shifts: [ViewID: ContentShift] = [:]
    for view in scrolled where positions[view] >= 0 {
      let before = shown[Int(positions[view])].content
      guard let from = before.scroll?.origin, let to = live.content(of: view, besides: before)?.scroll?.origin else {
        continue
      }
      shifts[view] = ContentShift(x: from.x - to.x, y: from.y - to.y)
    }
    return shifts
  }

  /// Gives a view its new look, at once or on the way.
  ///
  /// - Returns: whether it is to look otherwise than it is seen.
  private mutating func retarget(
    _ view: ViewID, from shown: Look?, to target: Look, _ way: ChangeTimings.Way, at now: Instant
  ) -> Bool {
    guard let shown, shown != target else {
      looks.stop(view)
      return false
    }
    switch way {
    case .moving(let timing) where shown.canMove(to: target):
      looks.send(view, from: shown, to: target, timing, at: now, in: fading + 1)
    // Nothing else is wanted of it.
    case .atOnce where looks.target(of: view) == target: break
    case .carried where shown.canMove(to: target): looks.shift(view, to: target, in: fading + 1)
    default: looks.stop(view)
    }
    return true
  }

  // MARK: Frames

  /// Where everything that moves is now, by position; what has arrived does not move any more then.
  ///
  /// A target comes with a content; between two targets only opacity moves, and contents are large.
  mutating func sample(
    at now: Instant, of live: LayoutScene, at positions: [Int32]
  ) -> FrameHistory.Updates {
    var sampled = FrameHistory.Updates()
    sampled.frames.reserveCapacity(moving.count)
    let tellsContents = hasNewContents
    hasNewContents = false
    if tellsContents { sampled.contents.reserveCapacity(moving.count) }
    let tellsAppearance = live.inputs.tellsAppearance
    var fading = looks.isEmpty ? [:] : looks.sample(at: now)
    moving.sample(at: now) { view, state, fades, scrolls in
      let position = Int(positions[view])
      if position < 0 { return }
      sampled.frames.append((position, Frame(state.rect)))
      // Few scroll, so these contents cost little.
      if tellsContents || scrolls {
        var content = live.content(of: view)
        content.alpha = state.alpha
        if scrolls, let origin = state.origin { content.scroll?.originInView = origin }
        sampled.contents.append((position, content))
      } else if fades {
        sampled.alphas.append((position, state.alpha))
      }
      guard tellsAppearance else { return }
      var drawing = live.drawing(of: view)
      if let look = fading.removeValue(forKey: view) { drawing.look = look }
      sampled.drawings.append((position, drawing))
    }
    if fading.isEmpty { return sampled }
    // Those that only look otherwise.
    var others = FrameHistory.Updates()
    for (view, look) in fading.sorted(by: { $0.key < $1.key }) {
      let position = Int(positions[view])
      if position < 0 { continue }
      others.frames.append((position, Frame(live.frame(of: view))))
      if tellsContents { others.contents.append((position, live.content(of: view))) }
      guard tellsAppearance else { continue }
      var drawing = live.drawing(of: view)
      drawing.look = look
      others.drawings.append((position, drawing))
    }
    sampled.insert(others)
    return sampled
  }

  /// Makes the next frame due at `time`, when anything moves.
  mutating func expectFrame(at time: Instant) {
    if let due = nextFrame, time < due { nextFrame = time }
  }

  /// Frames lie on one grid for all scenes, so that all are due at the same instants and none drifts.
  mutating func scheduleFrame(after now: Instant, every period: Duration) {
    nextFrame = isSettled ? nil : now.next(onGridOf: period)
  }
}

/// A way in a content, in 64ths of a point.
private struct ContentShift {
  var x: Int64
  var y: Int64

  func leads(from start: Frame, to end: Frame) -> Bool {
    Int64(end.x) - Int64(start.x) == x && Int64(end.y) - Int64(start.y) == y
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

extension ViewContent.Scroll {
  /// Where the content's origin is seen in the view, in points.
  var originInView: Point {
    get { Point(x: Double(origin.x) / 64, y: Double(origin.y) / 64) }
    set {
      let offset = offset(showingOriginAt: newValue)
      (offsetX, offsetY) = (offset.x.in64ths, offset.y.in64ths)
    }
  }

  /// How far the content is scrolled when its origin is seen there, in points.
  func offset(showingOriginAt origin: Point) -> Point {
    Point(x: Double(insetLeft) / 64 - origin.x, y: Double(insetTop) / 64 - origin.y)
  }
}

extension ResolvedLayout {
  /// Whether a view stands in one of these.
  fileprivate func isView(_ view: ViewID, inAnyOf others: Set<ViewID>) -> Bool {
    if others.isEmpty { return false }
    return sequence(first: view) { views[$0].parent }.dropFirst().contains { others.contains($0) }
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
