/// A weight on a spring with friction, let go at some distance from rest: u″ + 2ζω·u′ + ω²·u = 0.
///
/// Everything is in closed form, so a value at any instant needs no instant before it.
public struct Spring: Hashable, Sendable {
  /// ζ: below 1 it overshoots and swings, at 1 it comes to rest soonest without overshooting, above 1 it creeps.
  public let dampingRatio: Double
  /// The time of one full swing without friction: ω = 2π / response.
  public let response: Duration

  /// Without friction it would never end, with too much of it neither. By feel: far beyond anything that looks like
  /// a spring.
  static let dampingRatios = 0.001...1000.0

  /// Nil unless the ratio is one of `dampingRatios` and the response is above 0.
  public init?(dampingRatio: Double, response: Duration = Timing.defaultResponse) {
    guard Self.dampingRatios.contains(dampingRatio), response > .zero else { return nil }
    self.dampingRatio = dampingRatio
    self.response = response
  }

  /// ω, in radians a second.
  var frequency: Double { 2 * Double.pi / response.inSeconds }

  /// How far around critical damping the critical formula is taken: both others divide by the distance from it.
  /// There the three differ by less than a thousandth of a 64th of a point over the screens of this world.
  private static let criticalBand = 1e-6

  private enum Regime {
    /// The swing's frequency, ω√(1 − ζ²).
    case under(swing: Double)
    case critical
    /// Both exponents, the slower first; both below 0.
    case over(slow: Double, fast: Double)
  }

  private var regime: Regime {
    let distance = dampingRatio - 1
    if abs(distance) < Self.criticalBand { return .critical }
    let root = (abs(distance) * (dampingRatio + 1)).squareRoot()
    if distance < 0 { return .under(swing: frequency * root) }
    // The slower exponent by Vieta's formula: -ζ + √(ζ² − 1) cancels for large ζ.
    let fast = -frequency * (dampingRatio + root)
    return .over(slow: frequency * frequency / fast, fast: fast)
  }

  /// How the distance and the velocity at the start enter into those `time` seconds later.
  func weights(at time: Double) -> Weights {
    let ω = frequency
    switch regime {
    case .under(let swing):
      let decay = ω * dampingRatio
      let envelope = Libm.exponential(-decay * time)
      let (sine, cosine) = Libm.turn(swing * time)
      let turned = sine / swing
      return Weights(
        distance: envelope * (cosine + decay * turned), velocity: envelope * turned,
        distanceSlope: -envelope * ω * ω * turned, velocitySlope: envelope * (cosine - decay * turned))
    case .critical:
      let envelope = Libm.exponential(-ω * time)
      return Weights(
        distance: envelope * (1 + ω * time), velocity: envelope * time,
        distanceSlope: -envelope * ω * ω * time, velocitySlope: envelope * (1 - ω * time))
    case .over(let slow, let fast):
      let slowly = Libm.exponential(slow * time)
      let quickly = Libm.exponential(fast * time)
      let gap = slow - fast
      return Weights(
        distance: (slow * quickly - fast * slowly) / gap, velocity: (slowly - quickly) / gap,
        distanceSlope: slow * fast * (quickly - slowly) / gap, velocitySlope: (slow * slowly - fast * quickly) / gap)
    }
  }

  /// When distance and velocity (per second) stay within `tolerance`, in seconds.
  ///
  /// Taken from a bound that only falls: the envelope of the swing, or the sum of both exponentials. So it is never
  /// too early; it is late by at most what the bound is wide.
  func restTime(distance: Double, velocity: Double, tolerance: Double) -> Double {
    let ω = frequency
    if abs(distance) <= tolerance && velocity == 0 && abs(distance) * ω <= tolerance { return 0 }
    switch regime {
    case .under(let swing):
      let decay = ω * dampingRatio
      let other = (velocity + decay * distance) / swing
      let amplitude = (distance * distance + other * other).squareRoot()
      return max(0, Libm.naturalLogarithm(amplitude * max(1, ω) / tolerance) / decay)
    case .critical:
      // u = (distance + b·t)·e^(−ωt), u′ = (b − ω(distance + b·t))·e^(−ωt)
      let b = abs(velocity + ω * distance)
      let scale = max(1, ω)
      let constant = abs(distance) * scale + b
      let slope = b * scale
      // From b·t ≤ 2b/(e·ω)·e^(ωt/2) a time that is late, from which the iteration only comes down.
      var time = 2 * max(0, Libm.naturalLogarithm((constant + 2 * slope / (Libm.exponential(1) * ω)) / tolerance)) / ω
      for _ in 0..<8 { time = max(0, Libm.naturalLogarithm((constant + slope * time) / tolerance)) / ω }
      return time
    case .over(let slow, let fast):
      let a = abs((velocity - fast * distance) / (slow - fast))
      let b = abs((slow * distance - velocity) / (slow - fast))
      let bound = a * max(1, -slow) + b * max(1, -fast)
      return max(0, Libm.naturalLogarithm(bound / tolerance) / -slow)
    }
  }
}
