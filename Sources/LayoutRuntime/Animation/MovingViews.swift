import Geometry
import LayoutModel
import Motion

/// The views of a scene that are not where they should be yet: shown = target + motion.
///
/// A function of the time that is passed in; it wakes nobody and publishes nothing.
struct MovingViews: Sendable {
  /// What of a view can move.
  struct State: Equatable, Sendable {
    var rect: Rect
    var alpha: Double
    /// Of a view that scrolls: where the origin of its content is seen in it; nil of others.
    var origin: Point?
  }

  /// A timing and when it began, shared by all that set out with it.
  private struct Animation: Equatable, Sendable {
    var timing: Timing
    var start: Instant
  }

  private struct MovingView: Sendable {
    var view: ViewID
    /// In which transition it got its target.
    var transition: Int
    /// Its timing and when that began.
    var animation: Int32
    var x: Trajectory
    var y: Trajectory
    var width: Trajectory
    var height: Trajectory
    var alpha: Trajectory
    /// Of a view that scrolls; nil of others.
    var scrolling: Scrolling?

    var target: State {
      State(
        rect: Rect(x: x.target, y: y.target, width: width.target, height: height.target), alpha: alpha.target,
        origin: scrolling?.target)
    }

    func state(under progress: Progress) -> (state: State, isSettled: Bool) {
      let (elapsed, weights) = progress
      let x = x.sample(at: elapsed, under: weights)
      let y = y.sample(at: elapsed, under: weights)
      let width = width.sample(at: elapsed, under: weights)
      let height = height.sample(at: elapsed, under: weights)
      let alpha = alpha.sample(at: elapsed, under: weights)
      // A curve may overshoot, but there is no width below 0 to be shown.
      var state = State(
        rect: Rect(x: x.value, y: y.value, width: max(0, width.value), height: max(0, height.value)),
        alpha: min(1, max(0, alpha.value)))
      var isSettled = x.isSettled && y.isSettled && width.isSettled && height.isSettled && alpha.isSettled
      if let scrolling {
        state.origin = scrolling.origin(at: elapsed, under: weights)
        isSettled = isSettled && elapsed >= scrolling.end
      }
      return (state, isSettled)
    }
  }

  /// Where the origin of a content is on its way. It stands apart because few views scroll, and those that move are
  /// many.
  private final class Scrolling: Sendable {
    let x: Trajectory
    let y: Trajectory

    init(x: Trajectory, y: Trajectory) {
      self.x = x
      self.y = y
    }

    /// One that stands still.
    convenience init(at origin: Point) {
      self.init(
        x: Trajectory(from: origin.x, to: origin.x, timing: .standard),
        y: Trajectory(from: origin.y, to: origin.y, timing: .standard))
    }

    var target: Point { Point(x: x.target, y: y.target) }
    var end: Duration { max(x.end, y.end) }
    var moves: Bool { x.moves || y.moves }

    func origin(at elapsed: Duration, under weights: Weights) -> Point {
      Point(x: x.sample(at: elapsed, under: weights).value, y: y.sample(at: elapsed, under: weights).value)
    }

    /// The same way to another target.
    func shifted(to target: Point) -> Scrolling {
      var (x, y) = (x, y)
      x.shift(to: target.x)
      y.shift(to: target.y)
      return Scrolling(x: x, y: y)
    }
  }

  /// How far an animation is.
  private typealias Progress = (elapsed: Duration, weights: Weights)

  /// Ascending by view.
  private var views: [MovingView] = []
  private var animations: [Animation] = []
  /// The highest number of a transition in which anything got a target.
  private(set) var lastTransition = 0
  /// Those that set out since the last sample and did not move before, in tree order.
  private var arrivals: [MovingView] = []

  /// A step of an alpha channel of eight bits.
  private static let restOfAlpha = 1.0 / 256

  var isEmpty: Bool { views.isEmpty && arrivals.isEmpty }
  var count: Int { views.count + arrivals.count }

  // MARK: Setting out

  /// Where a view is going; nil when it does not move.
  func target(of view: ViewID) -> State? { index(of: view).map { views[$0].target } }

  /// Sends a view to a new target, from where it is shown now.
  ///
  /// Call it in tree order and once for each view between two samples.
  ///
  /// - Parameters:
  ///   - rest: where it is shown if it does not move already.
  ///   - timing: with the view's own delay.
  ///   - scrollsAtOnce: its content is where it is to be without a motion.
  ///   - transition: its number, for those who ask what set out since.
  mutating func send(
    _ view: ViewID, from rest: State, to target: State, _ timing: Timing, scrollsAtOnce: Bool = false, at now: Instant,
    in transition: Int
  ) {
    lastTransition = transition
    let index = index(of: view)
    let before = index.map { views[$0] }
    let (elapsed, weights) = before.map { progress(of: animations[Int($0.animation)], at: now) } ?? (.zero, .end)
    func way(
      _ trajectory: Trajectory?, _ rest: Double, _ target: Double, within tolerance: Double = Trajectory.restOfPoints
    ) -> Trajectory {
      let shown = trajectory?.sample(at: elapsed, under: weights)
      return Trajectory(
        from: shown?.value ?? rest, to: target, velocity: shown?.velocity ?? 0, timing: timing, tolerance: tolerance)
    }
    let scrolling = target.origin.map { target in
      if scrollsAtOnce { return Scrolling(at: target) }
      let (rest, before) = (rest.origin ?? target, before?.scrolling)
      return Scrolling(x: way(before?.x, rest.x, target.x), y: way(before?.y, rest.y, target.y))
    }
    let moving = MovingView(
      view: view, transition: transition, animation: animation(timing, at: now),
      x: way(before?.x, rest.rect.x, target.rect.x),
      y: way(before?.y, rest.rect.y, target.rect.y), width: way(before?.width, rest.rect.width, target.rect.width),
      height: way(before?.height, rest.rect.height, target.rect.height),
      alpha: way(before?.alpha, rest.alpha, target.alpha, within: Self.restOfAlpha), scrolling: scrolling)
    if let index { views[index] = moving } else { arrivals.append(moving) }
  }

  /// Gives a moving view another target at once: it jumps by the difference, and its motion goes on.
  ///
  /// - Parameter scrollsAtOnce: that of its content ends.
  mutating func shift(_ view: ViewID, to target: State, scrollsAtOnce: Bool = false, in transition: Int) {
    guard let index = index(of: view) else { return }
    lastTransition = transition
    views[index].transition = transition
    views[index].x.shift(to: target.rect.x)
    views[index].y.shift(to: target.rect.y)
    views[index].width.shift(to: target.rect.width)
    views[index].height.shift(to: target.rect.height)
    views[index].alpha.shift(to: target.alpha)
    views[index].scrolling = target.origin.map { target in
      let before = scrollsAtOnce ? nil : views[index].scrolling
      return before?.shifted(to: target) ?? Scrolling(at: target)
    }
  }

  /// Puts a moving view where it should be; the next sample shows it there and forgets it.
  mutating func stop(_ view: ViewID, at target: State) {
    guard let index = index(of: view) else { return }
    func still(_ value: Double) -> Trajectory { Trajectory(from: value, to: value, timing: .standard) }
    views[index].x = still(target.rect.x)
    views[index].y = still(target.rect.y)
    views[index].width = still(target.rect.width)
    views[index].height = still(target.rect.height)
    views[index].alpha = still(target.alpha)
    views[index].scrolling = target.origin.map { Scrolling(at: $0) }
  }

  /// Goes on with views that go by other numbers now; those that have none stop being known.
  mutating func renumber(_ number: (ViewID) -> ViewID?) {
    takeInArrivals()
    views = views.compactMap { moving in
      guard let view = number(moving.view) else { return nil }
      var moving = moving
      moving.view = view
      return moving
    }.sorted { $0.view < $1.view }
    forgetUnusedAnimations()
  }

  // MARK: Under way

  /// Where all of them are now, in tree order; those that have arrived are there exactly, and forgotten.
  ///
  /// - Parameter body: is also told whether the opacity of the view is on a way of its own, and whether its content is.
  mutating func sample(at now: Instant, _ body: (ViewID, State, _ fades: Bool, _ scrolls: Bool) -> Void) {
    takeInArrivals()
    let progress = animations.map { self.progress(of: $0, at: now) }
    var kept = 0
    for index in views.indices {
      // Looked at where it stands: it is large.
      let (state, isSettled) = views[index].state(under: progress[Int(views[index].animation)])
      body(views[index].view, state, views[index].alpha.moves, views[index].scrolling?.moves ?? false)
      if isSettled { continue }
      if kept != index { views[kept] = views[index] }
      kept += 1
    }
    views.removeLast(views.count - kept)
    forgetUnusedAnimations()
  }

  /// Where a view is now; nil when it does not move.
  func state(of view: ViewID, at now: Instant) -> State? {
    guard let moving = index(of: view).map({ views[$0] }) ?? arrivals.first(where: { $0.view == view }) else {
      return nil
    }
    return moving.state(under: progress(of: animations[Int(moving.animation)], at: now)).state
  }

  /// What got a target after a transition, in tree order: how each goes on from an instant.
  func moves(since transition: Int, at instant: Instant) -> [Move] {
    var copy = self
    copy.takeInArrivals()
    return copy.views.filter { $0.transition > transition }.map { moving in
      let animation = animations[Int(moving.animation)]
      let (elapsed, weights) = progress(of: animation, at: instant)
      func value(_ trajectory: Trajectory) -> Double { trajectory.sample(at: elapsed, under: weights).value }
      let alpha = ViewMove.Alpha(from: min(1, max(0, value(moving.alpha))), to: moving.alpha.target)
      let movesAlpha = alpha.from != alpha.to
      var end = max(moving.x.end, moving.y.end, moving.width.end, moving.height.end)
      if movesAlpha { end = max(end, moving.alpha.end) }
      var origin: (from: Point, to: Point)?
      if let scrolling = moving.scrolling, elapsed < scrolling.end {
        origin = (scrolling.origin(at: elapsed, under: weights), scrolling.target)
        end = max(end, scrolling.end)
      }
      let delay = max(.zero, animation.timing.delay - elapsed)
      return Move(
        view: moving.view,
        from: Rect(
          x: value(moving.x), y: value(moving.y), width: max(0, value(moving.width)),
          height: max(0, value(moving.height))),
        to: moving.target.rect, alpha: movesAlpha ? alpha : nil, origin: origin, delay: delay,
        duration: max(.zero, end - elapsed - delay),
        curve: animation.timing.curve
      )
    }
  }

  /// A view on its way, as somebody may draw it who knows its curve.
  struct Move {
    var view: ViewID
    var from: Rect
    var to: Rect
    var alpha: ViewMove.Alpha?
    /// Of its content.
    var origin: (from: Point, to: Point)?
    var delay: Duration
    var duration: Duration
    var curve: Curve
  }

  /// All of them, in tree order.
  var viewIDs: [ViewID] {
    var copy = self
    copy.takeInArrivals()
    return copy.views.map(\.view)
  }

  /// Those whose opacity moves, or what they scroll.
  var viewIDsWithMovingContent: [ViewID] {
    (views + arrivals).filter {
      $0.alpha.end > .zero && $0.alpha.start != $0.alpha.target || $0.scrolling?.moves ?? false
    }.map(\.view)
  }

  // MARK: Keeping order

  private func index(of view: ViewID) -> Int? {
    let index = views.partitioningIndex { $0.view >= view }
    return index < views.count && views[index].view == view ? index : nil
  }

  private mutating func takeInArrivals() {
    if arrivals.isEmpty { return }
    var merged: [MovingView] = []
    merged.reserveCapacity(views.count + arrivals.count)
    var next = 0
    for arrival in arrivals {
      while next < views.count, views[next].view < arrival.view {
        merged.append(views[next])
        next += 1
      }
      merged.append(arrival)
    }
    merged += views[next...]
    views = merged
    arrivals = []
  }

  private mutating func animation(_ timing: Timing, at now: Instant) -> Int32 {
    let wanted = Animation(timing: timing, start: now)
    // Nearly always that of the view before.
    if animations.last != wanted { animations.append(wanted) }
    return Int32(animations.count - 1)
  }

  private func progress(of animation: Animation, at now: Instant) -> Progress {
    let elapsed = now - animation.start
    return (elapsed, animation.timing.weights(at: elapsed))
  }

  private mutating func forgetUnusedAnimations() {
    if views.isEmpty { animations = [] }
    guard animations.count > 2 * views.count else { return }
    var newIndex = [Int32](repeating: -1, count: animations.count)
    var used: [Animation] = []
    for index in views.indices {
      let old = Int(views[index].animation)
      if newIndex[old] < 0 {
        newIndex[old] = Int32(used.count)
        used.append(animations[old])
      }
      views[index].animation = newIndex[old]
    }
    animations = used
  }
}
