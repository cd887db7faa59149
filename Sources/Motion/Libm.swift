internal import Glibc

/// What Swift's standard library lacks of the elementary functions. This is the core's only door to the C library:
/// these four functions read nothing but their argument.
enum Libm {
  static func exponential(_ x: Double) -> Double { exp(x) }
  static func naturalLogarithm(_ x: Double) -> Double { log(x) }
  /// Sine and cosine of an angle in radians.
  static func turn(_ angle: Double) -> (sine: Double, cosine: Double) { (sin(angle), cos(angle)) }
}
