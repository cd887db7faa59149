/// The way of one value to its target, from the first instant to the last.
///
/// It knows no clock: the time since it set out comes as an argument. The value is continuous, begins exactly at
/// `start` and ends exactly at `target`.
public struct Trajectory: Equatable, Sendable {
  /// Where it is at an instant.
  public struct Sample: Equatable, Sendable {
    public var value: Double
    /// Per second.
    public var velocity: Double
    /// Whether it has arrived: the value is the target, and stays there.
    public var isSettled: Bool
  }

  /// Within this distance of rest, and at no more than this a second, nobody sees a point move: the grid that
  /// frames are published on.
  public static let restOfPoints = 1.0 / 64

  public let start: Double
  public let target: Double
  /// Per second, when the motion begins. Only springs take it over.
  public let initialVelocity: Double
  public let timing: Timing
  /// When it arrives, counted from when it set out.
  public let end: Duration

  /// - Parameters:
  ///   - velocity: per second. A motion that begins after a delay begins from rest, since its value stood still.
  ///   - tolerance: what a spring may be off, and move in a second, when it is called settled; above 0.
  public init(
    from start: Double, to target: Double, velocity: Double = 0, timing: Timing,
    tolerance: Double = Trajectory.restOfPoints
  ) {
    self.start = start
    self.target = target
    self.timing = timing
    initialVelocity = timing.delay > .zero ? 0 : velocity
    let rest = timing.curve.restTime(distance: start - target, velocity: initialVelocity, tolerance: tolerance)
    end = rest > 0 ? timing.delay + .seconds(min(rest, Timing.longest.inSeconds)) : .zero
  }

  /// Where it is, `elapsed` after it set out.
  public func sample(at elapsed: Duration) -> Sample { sample(at: elapsed, under: timing.weights(at: elapsed)) }

  /// The same with weights at hand, which all trajectories with this timing share at this instant.
  public func sample(at elapsed: Duration, under weights: Weights) -> Sample {
    if elapsed >= end { return Sample(value: target, velocity: 0, isSettled: true) }
    let distance = start - target
    return Sample(
      // `target + (start − target)` need not be `start` to the last bit.
      value: weights.distance == 1 && weights.velocity == 0
        ? start : target + weights.distance * distance + weights.velocity * initialVelocity,
      velocity: weights.distanceSlope * distance + weights.velocitySlope * initialVelocity, isSettled: false)
  }

  /// From where it is now to another target: no jump, and a spring keeps the velocity.
  public func retargeted(
    to target: Double, at elapsed: Duration, timing: Timing, tolerance: Double = Trajectory.restOfPoints
  ) -> Trajectory {
    let shown = sample(at: elapsed)
    return Trajectory(
      from: shown.value, to: target, velocity: shown.velocity, timing: timing, tolerance: tolerance)
  }
}
