/// How a value gets from where it is to its target.
public enum Curve: Hashable, Sendable {
  /// At a constant speed.
  case linear(Duration)
  /// By the CSS family of easings.
  case bezier(CubicBezier, Duration)
  /// As long as the spring needs; it takes the velocity over that the value already has.
  case spring(Spring)

  /// `CubicBezier.ease`, taking so long.
  public static func ease(_ duration: Duration) -> Curve { .bezier(.ease, duration) }
  /// `CubicBezier.easeIn`, taking so long.
  public static func easeIn(_ duration: Duration) -> Curve { .bezier(.easeIn, duration) }
  /// `CubicBezier.easeOut`, taking so long.
  public static func easeOut(_ duration: Duration) -> Curve { .bezier(.easeOut, duration) }
  /// `CubicBezier.easeInOut`, taking so long.
  public static func easeInOut(_ duration: Duration) -> Curve { .bezier(.easeInOut, duration) }

  /// The same curve meant to take another time: the duration of an easing, the response of a spring, whose end depends
  /// on how far it has to go (`Trajectory.end`). A spring without a response stays as it is.
  public func lasting(_ duration: Duration) -> Curve {
    switch self {
    case .linear: .linear(duration)
    case .bezier(let bezier, _): .bezier(bezier, duration)
    case .spring(let spring): Spring(dampingRatio: spring.dampingRatio, response: duration).map { .spring($0) } ?? self
    }
  }

  /// - Parameter time: seconds since the motion began, its delay over.
  func weights(at time: Double) -> Weights {
    switch self {
    case .linear(let duration):
      Self.eased(over: duration, at: time) { ($0, 1) }
    case .bezier(let bezier, let duration):
      Self.eased(over: duration, at: time, by: bezier.progress)
    case .spring(let spring):
      time <= 0 ? Weights(distance: 1, velocity: 0, distanceSlope: 0, velocitySlope: 1) : spring.weights(at: time)
    }
  }

  private static func eased(
    over duration: Duration, at time: Double, by progress: (Double) -> (value: Double, slope: Double)
  ) -> Weights {
    let length = duration.inSeconds
    if time >= length { return .end }
    if time < 0 { return .start }
    let (value, slope) = progress(time / length)
    return Weights(distance: 1 - value, velocity: 0, distanceSlope: -slope / length, velocitySlope: 0)
  }

  /// Seconds from the beginning to rest.
  func restTime(distance: Double, velocity: Double, tolerance: Double) -> Double {
    switch self {
    case .linear(let duration), .bezier(_, let duration): distance == 0 ? 0 : max(0, duration.inSeconds)
    case .spring(let spring): spring.restTime(distance: distance, velocity: velocity, tolerance: tolerance)
    }
  }
}
