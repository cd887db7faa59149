import Motion

/// Whether what a transaction changes is to be animated: true, false, or nil for "as the file says"; the same for all
/// of its operations, or one for each.
public struct AnimationWishes: Equatable, Sendable, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
  private enum Kind: Equatable {
    case common(Bool?)
    case each([Bool?])
  }

  private let kind: Kind
  /// How what is animated and has no timing of its own moves; nil: in the standard one.
  let timing: Timing?

  /// The same for all.
  public init(_ wish: Bool?) { (kind, timing) = (.common(wish), nil) }

  /// One for each operation, in their order.
  public init(each wishes: [Bool?]) { (kind, timing) = (.each(wishes), nil) }

  /// All of it animated: as the layout says, and else with this timing, whose curve is written as the stream and the
  /// layout language have it (`ease-out`, `spring(0.8)`). Nil when there is no such motion.
  public init?(lasting duration: Duration?, curve: String, delay: Duration, stagger: Duration) {
    guard var timing = Timing(lasting: duration, curve: curve), Timing.durations.contains(delay),
      Timing.durations.contains(stagger)
    else { return nil }
    (timing.delay, timing.stagger) = (delay, stagger)
    (kind, self.timing) = (.common(true), timing)
  }

  public init(booleanLiteral value: Bool) { self.init(value) }
  public init(nilLiteral: ()) { self.init(nil as Bool?) }

  subscript(operation: Int) -> Bool? {
    switch kind {
    case .common(let wish): wish
    case .each(let wishes): wishes[operation]
    }
  }
}
