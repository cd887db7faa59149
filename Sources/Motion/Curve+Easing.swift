extension Curve {
  /// The easings that have a name, in layouts and outside of them: an entry here is all a new one needs.
  public static let easingNames: [String] = easings.map(\.name)

  /// Nil for the straight line.
  private static let easings: [(name: String, bezier: CubicBezier?)] = [
    ("linear", nil), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
  ]

  /// The easing of a name; nil when it has none.
  public init?(easing name: String, lasting duration: Duration) {
    guard let easing = Self.easings.first(where: { $0.name == name }) else { return nil }
    self = easing.bezier.map { .bezier($0, duration) } ?? .linear(duration)
  }

  /// The name of an easing; nil for a spring and for a Bézier curve that has none.
  var easingName: String? {
    switch self {
    case .linear: Self.easings.first { $0.bezier == nil }?.name
    case .bezier(let curve, _): Self.easings.first { $0.bezier == curve }?.name
    case .spring: nil
    }
  }
}
