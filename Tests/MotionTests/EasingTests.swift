import TestSupport
import Testing

@testable import Motion

@Suite("Easing") struct EasingTests {
  /// Progress after a quarter, half and three quarters of the time, worked out by bisection from the control
  /// points that CSS Easing Functions Level 1 publishes, outside of this code.
  static let named: [(name: String, curve: CubicBezier, progress: [Double])] = [
    ("ease", .ease, [0.408511, 0.802403, 0.960459]),
    ("ease-in", .easeIn, [0.093465, 0.315357, 0.621862]),
    ("ease-out", .easeOut, [0.378138, 0.684643, 0.906535]),
    ("ease-in-out", .easeInOut, [0.129162, 0.5, 0.870838]),
  ]

  @Test func `the named curves are those of CSS`() {
    for (name, curve, progress) in Self.named {
      for (share, expected) in zip([0.25, 0.5, 0.75], progress) {
        #expect(abs(curve.progress(at: share).value - expected) < 1e-6, "\(name) at \(share)")
      }
    }
  }

  @Test func `a curve whose control points lie on the diagonal is linear`() throws {
    let straight = try #require(CubicBezier(0.2, 0.2, 0.7, 0.7))

    for share in stride(from: 0.0, through: 1, by: 0.01) {
      #expect(abs(straight.progress(at: share).value - share) < 1e-12)
      #expect(abs(straight.progress(at: share).slope - 1) < 1e-9)
    }
  }

  @Test func `every curve begins exactly at 0 and ends exactly at 1`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let curve = Self.randomCurve(&random)
      #expect(curve.progress(at: 0).value == 0)
      #expect(curve.progress(at: 1).value == 1)
      #expect(curve.progress(at: -1).value == 0)
      #expect(curve.progress(at: 2).value == 1)
    }
  }

  @Test func `the solver finds the point of the curve above each instant, upright and flat ones included`() throws {
    var random = SeededGenerator(seed: 2)
    var curves = [CubicBezier(1, 0, 0, 1), CubicBezier(0, 1, 0, 1), CubicBezier(1, 0, 1, 0), CubicBezier(0, 0, 1, 1)]
      .compactMap { $0 }
    try #require(curves.count == 4)
    for _ in 0..<200 { curves.append(Self.randomCurve(&random)) }

    for curve in curves {
      for step in 0...200 {
        // Walk along the curve by its parameter, where both coordinates are plain polynomials.
        let s = Double(step) / 200
        func coordinate(_ a: Double, _ b: Double) -> Double {
          3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
        }
        let (x, y) = (coordinate(curve.x1, curve.x2), coordinate(curve.y1, curve.y2))
        // Where the curve is steep, the last bit of x is many bits of y.
        let slope = abs(curve.progress(at: x).slope)
        let allowed = slope >= CubicBezier.steepest ? 1e-4 : 1e-10 * (1 + slope)
        #expect(abs(curve.progress(at: x).value - y) < allowed, "\(curve) at \(x)")
      }
    }
  }

  @Test func `progress never goes back while its control points stay between 0 and 1`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let curve = Self.randomCurve(&random, heights: 0...1)
      var last = 0.0
      for step in 1...500 {
        let value = curve.progress(at: Double(step) / 500).value
        #expect(value >= last - 1e-12, "\(curve) at step \(step)")
        last = value
      }
    }
  }

  @Test func `the slope is that of the values`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let curve = Self.randomCurve(&random)
      for share in stride(from: 0.05, to: 0.96, by: 0.05) {
        let h = 1e-6
        let difference = (curve.progress(at: share + h).value - curve.progress(at: share - h).value) / (2 * h)
        let slope = curve.progress(at: share).slope
        if abs(slope) < 20 { #expect(abs(slope - difference) < 1e-3 * (1 + abs(slope)), "\(curve) at \(share)") }
      }
    }
  }

  @Test func `a control point before the beginning or after the end makes no curve`() {
    #expect(CubicBezier(-0.1, 0, 1, 1) == nil)
    #expect(CubicBezier(0, 0, 1.1, 1) == nil)
    #expect(CubicBezier(0, .infinity, 1, 1) == nil)
    #expect(CubicBezier(.nan, 0, 1, 1) == nil)
    #expect(CubicBezier(0, -3, 1, 4) != nil)
  }

  private static func randomCurve(
    _ random: inout SeededGenerator, heights: ClosedRange<Double> = -1...2
  ) -> CubicBezier {
    CubicBezier(
      .random(in: 0...1, using: &random), .random(in: heights, using: &random), .random(in: 0...1, using: &random),
      .random(in: heights, using: &random))!
  }
}
