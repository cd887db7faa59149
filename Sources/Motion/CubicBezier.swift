/// `cubic-bezier(x1, y1, x2, y2)` of CSS: progress as a function of the share of time that has passed.
///
/// The curve goes from (0, 0) to (1, 1) with two control points between. Both x are in 0 ... 1, which makes the
/// curve a function of time; y may lie outside, and then the progress overshoots.
///
/// Source: CSS Easing Functions Level 1, "Cubic Bézier Easing Functions".
public struct CubicBezier: Hashable, Sendable {
  /// The share of time at the first control point.
  public let x1: Double
  /// The progress at the first control point.
  public let y1: Double
  /// The share of time at the second control point.
  public let x2: Double
  /// The progress at the second control point.
  public let y2: Double

  /// Nil when an x is outside 0 ... 1 or a number is not finite: then it is no function of time.
  public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    guard (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite else { return nil }
    self.init(unchecked: x1, y1, x2, y2)
  }

  private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// `ease` of CSS: quick at first, then slower and slower.
  public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  /// `ease-in` of CSS: from rest.
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  /// `ease-out` of CSS: to rest.
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  /// `ease-in-out` of CSS: from rest to rest.
  public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)

  /// Progress and its slope at a share of the time.
  ///
  /// - Parameter share: in 0 ... 1; outside it the nearer end counts.
  /// - Returns: 0 at 0 and 1 at 1, exactly. The slope is finite, also where the curve stands upright: there it is
  ///   cut at `steepest`.
  public func progress(at share: Double) -> (value: Double, slope: Double) {
    let x = min(max(share, 0), 1)
    let s = parameter(at: x)
    let run = Self.slope(x1, x2, at: s)
    let rise = Self.slope(y1, y2, at: s)
    let slope = abs(rise) <= Self.steepest * run ? (run > 0 ? rise / run : 0) : (rise < 0 ? -1 : 1) * Self.steepest
    if x == 0 || x == 1 { return (x, slope) }
    return (Self.position(y1, y2, at: s), slope)
  }

  /// A change that takes a hundredth of a frame of a second-long motion; by feel. Only a spring that takes over
  /// reads slopes, and an infinite velocity would throw it out of sight.
  static let steepest = 100.0

  /// The curve's parameter where its x is `x`, to about the last bits of a double.
  ///
  /// Newton's method, kept within a bracket: where x(s) is flat (`x1 = 1, x2 = 0` in the middle) a step of
  /// Newton's leaves the bracket or hardly shrinks it, and is replaced by halving.
  private func parameter(at x: Double) -> Double {
    if x == 0 || x == 1 { return x }
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<64 {
      let error = Self.position(x1, x2, at: s) - x
      if abs(error) <= 1e-15 { break }
      if error < 0 { low = s } else { high = s }
      let next = s - error / Self.slope(x1, x2, at: s)
      let halved = (low + high) / 2
      let isUseful = next > low && next < high && abs(next - s) <= (high - low) / 2
      let step = isUseful ? next : halved
      if step == s { break }
      s = step
    }
    return s
  }

  /// One coordinate of the curve: 3(1−s)²s·a + 3(1−s)s²·b + s³.
  private static func position(_ a: Double, _ b: Double, at s: Double) -> Double {
    ((1 + 3 * (a - b)) * s + 3 * (b - 2 * a)) * s * s + 3 * a * s
  }

  private static func slope(_ a: Double, _ b: Double, at s: Double) -> Double {
    (3 * (1 + 3 * (a - b)) * s + 6 * (b - 2 * a)) * s + 3 * a
  }
}
