/// How a motion's start enters into a later instant of it:
/// `value = target + distance·(start − target) + velocity·(velocity at the start)`, and likewise its slope.
///
/// They depend on the timing and on the time that passed, but on no value. So thousands of values that set out
/// together share one `exp` and one `sin`.
public struct Weights: Equatable, Sendable {
  /// Share of the way that is left.
  public var distance: Double
  /// In seconds.
  public var velocity: Double
  /// Per second.
  public var distanceSlope: Double
  /// Per second, of the velocity at the start.
  public var velocitySlope: Double

  /// Still at the start.
  public static let start = Weights(distance: 1, velocity: 0, distanceSlope: 0, velocitySlope: 0)
  /// At the target.
  public static let end = Weights(distance: 0, velocity: 0, distanceSlope: 0, velocitySlope: 0)
}
