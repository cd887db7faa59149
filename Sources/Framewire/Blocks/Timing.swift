/// How something gets where it belongs: how long, along which curve, after which delay.
///
/// ```swift
/// If(screen.width >= 600, animate: .easeOut(.milliseconds(250))) { … }
/// Transition(from: .hidden, to: .visible, .spring(0.8, response: .milliseconds(300)))
/// ```
public struct Timing: Sendable {
  enum Curve: Sendable {
    case eased(String)
    case bezier([Double])
    /// Damping ratio and response.
    case spring(Double, Duration)
  }

  var curve: Curve
  /// Nil: the spring's own.
  var duration: Duration?
  var delay: Duration = .zero
  var stagger: Duration = .zero

  init(_ curve: Curve, _ duration: Duration?, _ delay: Duration) {
    self.curve = curve
    self.duration = duration
    self.delay = delay
  }

  /// Always the same speed.
  public static func linear(_ duration: Duration, delay: Duration = .zero) -> Timing {
    Timing(.eased("linear"), duration, delay)
  }
  /// Begins and ends gently, as CSS has it.
  public static func ease(_ duration: Duration, delay: Duration = .zero) -> Timing {
    Timing(.eased("ease"), duration, delay)
  }
  /// Begins gently.
  public static func easeIn(_ duration: Duration, delay: Duration = .zero) -> Timing {
    Timing(.eased("ease-in"), duration, delay)
  }
  /// Ends gently.
  public static func easeOut(_ duration: Duration, delay: Duration = .zero) -> Timing {
    Timing(.eased("ease-out"), duration, delay)
  }
  /// Begins and ends gently.
  public static func easeInOut(_ duration: Duration, delay: Duration = .zero) -> Timing {
    Timing(.eased("ease-in-out"), duration, delay)
  }
  /// A cubic curve of one's own, by its two control points, as CSS has it.
  public static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ duration: Duration, delay: Duration = .zero
  ) -> Timing {
    Timing(.bezier([x1, y1, x2, y2]), duration, delay)
  }
  /// A spring, which goes on with the speed that it finds.
  ///
  /// - Parameters:
  ///   - dampingRatio: below 1 it overshoots.
  ///   - response: how long it would swing undamped; it rests later.
  ///   - delay: how long it waits before it sets out.
  public static func spring(
    _ dampingRatio: Double, response: Duration = .milliseconds(500), delay: Duration = .zero
  ) -> Timing {
    Timing(.spring(dampingRatio, response), nil, delay)
  }

  /// Each view that moves sets out so much later than the one before, in the order of the layout.
  public func stagger(_ step: Duration) -> Timing {
    var result = self
    result.stagger = step
    return result
  }
}
