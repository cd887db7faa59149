import Frames
import LayoutModel
import Motion

/// The views whose colours, corners or borders are on their way, beside those whose frames are: few views have both.
///
/// Like `MovingViews` a function of the time that is passed in.
struct MovingLooks: Sendable {
  private struct Fade: Sendable {
    var from: Look
    var to: Look
    var timing: Timing
    var start: Instant
    /// In which transition it got its target.
    var transition: Int
    /// From 0 to 1.
    var way: Trajectory

    func look(at now: Instant) -> (look: Look, isSettled: Bool) {
      let elapsed = now - start
      let sample = way.sample(at: elapsed, under: timing.weights(at: elapsed))
      return (sample.isSettled ? to : from.mixed(with: to, weight: sample.value), sample.isSettled)
    }
  }

  private var fades: [ViewID: Fade] = [:]
  /// The highest number of a transition in which anything got a target.
  private(set) var lastTransition = 0

  var isEmpty: Bool { fades.isEmpty }
  var count: Int { fades.count }

  /// A step of a colour channel of eight bits.
  private static let rest = 1.0 / 256

  /// Sends a view's look to a new one.
  ///
  /// - Parameters:
  ///   - shown: how it looks now, in motion or at rest.
  ///   - transition: its number, for those who ask what set out since.
  mutating func send(
    _ view: ViewID, from shown: Look, to target: Look, _ timing: Timing, at now: Instant, in transition: Int
  ) {
    lastTransition = transition
    fades[view] = Fade(
      from: shown, to: target, timing: timing, start: now, transition: transition,
      way: Trajectory(from: 0, to: 1, timing: timing, tolerance: Self.rest))
  }

  /// Gives a look in motion another target, which it arrives at when it would have anyway.
  mutating func shift(_ view: ViewID, to target: Look, in transition: Int) {
    guard fades[view] != nil else { return }
    lastTransition = transition
    fades[view]!.to = target
    fades[view]!.transition = transition
  }

  /// A view looks as it should from now on.
  mutating func stop(_ view: ViewID) { fades[view] = nil }

  /// How a view in motion will look; nil: it is not in motion.
  func target(of view: ViewID) -> Look? { fades[view]?.to }

  func contains(_ view: ViewID) -> Bool { fades[view] != nil }

  /// How all of them look now; those that have arrived are forgotten.
  mutating func sample(at now: Instant) -> [ViewID: Look] {
    var looks: [ViewID: Look] = [:]
    for (view, fade) in fades {
      let (look, isSettled) = fade.look(at: now)
      looks[view] = look
      if isSettled { fades[view] = nil }
    }
    return looks
  }

  /// What got a target after a transition, ascending: how each goes on from an instant.
  func moves(since transition: Int, at instant: Instant) -> [Move] {
    fades.filter { $0.value.transition > transition }.sorted { $0.key < $1.key }.map { view, fade in
      let elapsed = instant - fade.start
      let delay = max(.zero, fade.timing.delay - elapsed)
      return Move(
        view: view, from: fade.look(at: instant).look, to: fade.to, delay: delay,
        duration: max(.zero, fade.way.end - elapsed - delay), curve: fade.timing.curve)
    }
  }

  /// A look on its way, as somebody may draw it who knows its curve.
  struct Move {
    var view: ViewID
    var from: Look
    var to: Look
    var delay: Duration
    var duration: Duration
    var curve: Curve
  }

  /// Goes on with views that go by other numbers now; those that have none look as they should.
  mutating func renumber(_ number: (ViewID) -> ViewID?) {
    var renumbered: [ViewID: Fade] = [:]
    for (view, fade) in fades { if let view = number(view) { renumbered[view] = fade } }
    fades = renumbered
  }

  /// All of them, ascending.
  var viewIDs: [ViewID] { fades.keys.sorted() }
}
