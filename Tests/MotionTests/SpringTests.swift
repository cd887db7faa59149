import TestSupport
import Testing

@testable import Motion

@Suite("Springs") struct SpringTests {
  /// Under-, critically and over-damped, and both sides of the seams between the formulas.
  static let dampingRatios = [0.05, 0.3, 0.8, 0.999, 0.999_999_5, 1, 1.000_000_5, 1.001, 1.5, 4, 40]
  static let responses: [Duration] = [.milliseconds(80), .milliseconds(500), .seconds(2)]

  @Test(arguments: dampingRatios, responses)
  func `the closed form follows the equation of motion`(ratio: Double, response: Duration) throws {
    let spring = try #require(Spring(dampingRatio: ratio, response: response))
    let ω = 2 * Double.pi / response.inSeconds
    let start = (distance: 320.0, velocity: -900.0)
    // The fastest exponent sets the step, so that the integration itself is exact enough to compare with.
    let step = 0.01 / (ω * max(1, 2 * ratio))
    var u = start.distance
    var v = start.velocity
    var time = 0.0

    for count in 1...4000 {
      (u, v) = Self.rungeKutta(u, v, by: step) { u, v in -2 * ratio * ω * v - ω * ω * u }
      time += step
      guard count % 50 == 0 else { continue }
      let weights = spring.weights(at: time)
      let value = weights.distance * start.distance + weights.velocity * start.velocity
      let velocity = weights.distanceSlope * start.distance + weights.velocitySlope * start.velocity
      #expect(abs(value - u) < 1e-3, "after \(time) s")
      #expect(abs(velocity - v) < 1e-3 * ω * max(1, 2 * ratio), "after \(time) s")
    }
  }

  @Test(arguments: dampingRatios, responses)
  func `from its end on it stays within a 64th of rest`(ratio: Double, response: Duration) throws {
    let spring = try #require(Spring(dampingRatio: ratio, response: response))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let distance = Double.random(in: -2000...2000, using: &random)
      let velocity = Double.random(in: -5000...5000, using: &random)

      let end = spring.restTime(distance: distance, velocity: velocity, tolerance: 1.0 / 64)

      for step in 0..<400 {
        let weights = spring.weights(at: end * (1 + Double(step) / 200))
        let value = weights.distance * distance + weights.velocity * velocity
        let speed = weights.distanceSlope * distance + weights.velocitySlope * velocity
        #expect(abs(value) <= 1.0 / 64 * 1.000_01 && abs(speed) <= 1.0 / 64 * 1.000_01, "\(distance), \(velocity)")
      }
    }
  }

  @Test(arguments: dampingRatios)
  func `it does not run on long after it came to rest`(ratio: Double) throws {
    let spring = try #require(Spring(dampingRatio: ratio, response: .milliseconds(500)))

    let end = spring.restTime(distance: 300, velocity: 0, tolerance: 1.0 / 64)

    // The last instant at which the weight was seen to move, from a fine walk backwards.
    let lastMoving = stride(from: end, through: 0, by: -end / 4000).first { time in
      let weights = spring.weights(at: time)
      return abs(weights.distance * 300) > 1.0 / 64 || abs(weights.distanceSlope * 300) > 1.0 / 64
    }
    #expect(try #require(lastMoving) > 0.85 * end)
  }

  @Test func `only below critical damping it overshoots`() throws {
    for ratio in Self.dampingRatios {
      let spring = try #require(Spring(dampingRatio: ratio, response: .milliseconds(500)))
      let lowest = stride(from: 0.0, through: 3, by: 0.001).map { spring.weights(at: $0).distance }.min()!
      // exp(−πζ/√(1−ζ²)) is how far; close to 1 it is nothing that could be seen.
      if ratio < 0.9 { #expect(lowest < -0.001, "\(ratio)") }
      if ratio >= 1 { #expect(lowest >= 0, "\(ratio)") }
    }
  }

  @Test func `without friction, or without time, there is no spring`() {
    #expect(Spring(dampingRatio: 0) == nil)
    #expect(Spring(dampingRatio: -1) == nil)
    #expect(Spring(dampingRatio: 1001) == nil)
    #expect(Spring(dampingRatio: .nan) == nil)
    #expect(Spring(dampingRatio: 1, response: .zero) == nil)
    #expect(Spring(dampingRatio: 0.8)?.response == .milliseconds(500))
  }

  /// One step of the classical fourth-order method for u″ = f(u, u′).
  private static func rungeKutta(
    _ u: Double, _ v: Double, by h: Double, _ acceleration: (Double, Double) -> Double
  ) -> (Double, Double) {
    let (a1, b1) = (v, acceleration(u, v))
    let (a2, b2) = (v + h / 2 * b1, acceleration(u + h / 2 * a1, v + h / 2 * b1))
    let (a3, b3) = (v + h / 2 * b2, acceleration(u + h / 2 * a2, v + h / 2 * b2))
    let (a4, b4) = (v + h * b3, acceleration(u + h * a3, v + h * b3))
    return (u + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), v + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4))
  }
}
