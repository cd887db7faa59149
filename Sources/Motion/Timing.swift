/// When and how the values of a change move: `300ms spring(0.8) delay 50ms stagger 20ms`.
public struct Timing: Hashable, Sendable {
  /// The way from the old value to the new one, and how long it takes.
  public var curve: Curve
  /// Between the change and the beginning of the motion; at least 0. Until then the value stands still.
  public var delay: Duration
  /// Added to the delay of each view after the first, in document order; at least 0.
  public var stagger: Duration

  public init(_ curve: Curve, delay: Duration = .zero, stagger: Duration = .zero) {
    self.curve = curve
    self.delay = delay
    self.stagger = stagger
  }

  /// What is meant where nothing is said: 250 ms `ease-in-out`.
  public static let standard = Timing(.easeInOut(defaultDuration))
  /// Of a timing that names no duration.
  public static let defaultDuration = Duration.milliseconds(250)
  /// Of a spring that says neither a response nor a duration.
  public static let defaultResponse = Duration.milliseconds(500)

  /// How long a motion, its delay or anything else that a layout waits for may be, whatever is written. By feel: who
  /// waits for a day does not animate.
  public static let durations = Duration.zero...Duration.seconds(86_400)

  /// The timing of the view at `place` among those that move, from 0.
  public func staggered(to place: Int) -> Timing {
    Timing(curve, delay: delay + stagger * place)
  }

  /// The weights of everything that set out with this timing `elapsed` ago; `stagger` is left to `staggered(to:)`.
  public func weights(at elapsed: Duration) -> Weights {
    elapsed < delay ? .start : curve.weights(at: (elapsed - delay).inSeconds)
  }
}
