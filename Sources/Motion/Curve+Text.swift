extension Curve {
  /// As the layout language writes it, without the duration of an easing: `ease-out`, `bezier(0.1, 0, 0.9, 1)`,
  /// `spring(0.8, 300ms)`.
  public var text: String {
    if let easingName { return easingName }
    switch self {
    case .linear: return "linear"
    case .bezier(let curve, _):
      return "bezier(\([curve.x1, curve.y1, curve.x2, curve.y2].map(\.writtenShort).joined(separator: ", ")))"
    case .spring(let spring):
      return
        "spring(\(spring.dampingRatio.writtenShort), \(Duration.written(milliseconds: spring.response.inMilliseconds)))"
    }
  }
}
