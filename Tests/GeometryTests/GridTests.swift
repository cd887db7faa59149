import Geometry
import Testing

@Suite("Numbers on a grid") struct GridTests {
  @Test(arguments: [(0, 0), (1, 64), (-1, -64), (0.0078125, 1), (-0.0078125, 0), (1.5 / 64, 2)] as [(Double, Int32)])
  func `points lie on 64ths, halves up`(_ points: Double, _ expected: Int32) {
    #expect(points.in64ths == expected)
  }

  @Test func `what lies beyond the grid is at its end`() {
    #expect(1e300.in64ths == .max)
    #expect((-1e300).in64ths == .min)
    #expect(Double.infinity.in64ths == .max)
    #expect(Double.nan.in64ths == 0)
  }

  @Test(arguments: [(10, 1, 10), (10.4, 2, 21), (10.25, 2, 21), (-10.25, 2, -21)] as [(Double, Double, Double)])
  func `lengths in device pixels are rounded away from zero at halves`(
    _ points: Double, _ scale: Double, _ pixels: Double
  ) {
    #expect(points.rounded(toPixelsAt: scale) == pixels)
  }
}
