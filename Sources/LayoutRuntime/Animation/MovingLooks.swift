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
    /// From 0 to 1.
    var way: Trajectory

    func look(at now: Instant) -> (look: Look, isSettled: Bool) {
      let elapsed = now - start
      let sample = way.sample(at: elapsed, under: timing.weights(at: elapsed))
      return (sample.isSettled ? to : from.mixed(with: to, weight: sample.value), sample.isSettled)
    }
  }

  private var fades: [ViewID: Fade] = [:]

  var isEmpty: Bool { fades.isEmpty }

  /// A step of a colour channel of eight bits.
  private static let rest = 1.0 / 256

  /// Sends a view's look to a new one.
  ///
  /// - Parameter shown: how it looks now, in motion or at rest.
  mutating func send(_ view: ViewID, from shown: Look, to target: Look, _ timing: Timing, at now: Instant) {
    fades[view] = Fade(
      from: shown, to: target, timing: timing, start: now,
      way: Trajectory(from: 0, to: 1, timing: timing, tolerance: Self.rest))
  }

  /// Gives a look in motion another target, which it arrives at when it would have anyway.
  mutating func shift(_ view: ViewID, to target: Look) { fades[view]?.to = target }

  /// A view looks as it should from now on.
  mutating func stop(_ view: ViewID) { fades[view] = nil }

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

  /// Goes on with views that go by other numbers now; those that have none look as they should.
  mutating func renumber(_ number: (ViewID) -> ViewID?) {
    var renumbered: [ViewID: Fade] = [:]
    for (view, fade) in fades { if let view = number(view) { renumbered[view] = fade } }
    fades = renumbered
  }

  /// All of them, ascending.
  var viewIDs: [ViewID] { fades.keys.sorted() }
}
