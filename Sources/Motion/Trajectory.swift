/// The way of one value to its target, from the first instant to the last.
///
/// It knows neither a clock nor its timing: the time since it set out and the weights that the timing has then come
/// as arguments, so that thousands of values that set out together share them. The value is continuous, begins
/// exactly at `start` and ends exactly at `target`.
public struct Trajectory: Equatable, Sendable {
  /// Where it is at an instant.
  public struct Sample: Equatable, Sendable {
    /// In the unit of `start` and `target`.
    public var value: Double
    /// Per second.
    public var velocity: Double
    /// Whether it has arrived: the value is the target, and stays there.
    public var isSettled: Bool
  }

  /// Within this distance of rest, and at no more than this a second, nobody sees a point move: the grid that
  /// frames are published on.
  public static let restOfPoints = 1.0 / 64

  /// Where the value sets out.
  public private(set) var start: Double
  /// Where the value ends.
  public private(set) var target: Double
  /// Per second, when the motion begins. Only springs take it over.
  let initialVelocity: Double
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
    initialVelocity = timing.delay > .zero ? 0 : velocity
    let rest = timing.curve.restTime(distance: start - target, velocity: initialVelocity, tolerance: tolerance)
    end = rest > 0 ? timing.delay + .seconds(min(rest, Timing.durations.upperBound.inSeconds)) : .zero
  }

  /// Whether it is ever elsewhere than at its target.
  public var moves: Bool { start != target || initialVelocity != 0 }

  /// Where it is, `elapsed` after it set out.
  ///
  /// - Parameter weights: those of its timing at `elapsed`.
  public func sample(at elapsed: Duration, under weights: Weights) -> Sample {
    if elapsed >= end { return Sample(value: target, velocity: 0, isSettled: true) }
    let distance = start - target
    return Sample(
      // `target + (start − target)` need not be `start` to the last bit.
      value: weights.distance == 1 && weights.velocity == 0
        ? start : target + weights.distance * distance + weights.velocity * initialVelocity,
      velocity: weights.distanceSlope * distance + weights.velocitySlope * initialVelocity, isSettled: false)
  }

  /// Moves the whole way, target included: what is left of the motion is the same.
  public mutating func shift(to newTarget: Double) {
    start += newTarget - target
    target = newTarget
  }
}
