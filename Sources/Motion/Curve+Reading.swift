extension Timing {
  /// The timing that somebody outside names: a duration, and a curve as `Curve.text` writes it. What is nil is that of
  /// `Timing.standard`; a spring that names no response takes the duration as one, as in the layout language.
  ///
  /// Nil when the text is no curve, or a number is one that no motion can have.
  public init?(lasting duration: Duration?, curve text: String?) {
    if let duration, !Self.durations.contains(duration) { return nil }
    guard let text else {
      self.init(.easeInOut(duration ?? Self.defaultDuration))
      return
    }
    guard let curve = Curve(text, lasting: duration) else { return nil }
    self.init(curve)
  }
}

extension Curve {
  /// `ease-out`, `bezier(0.1, 0, 0.9, 1)`, `spring(0.8)`, `spring(0.8, 300ms)`.
  fileprivate init?(_ text: String, lasting written: Duration?) {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    var arguments: [Substring]?
    if parts.count == 2 {
      guard parts[1].trimmed.last == ")" else { return nil }
      arguments = parts[1].trimmed.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    }
    let duration = written ?? Timing.defaultDuration
    switch (name, arguments) {
    case ("bezier", let arguments?):
      let numbers = arguments.compactMap { Double(decimal: $0) }
      guard arguments.count == 4, numbers.count == 4,
        let bezier = CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
      else { return nil }
      self = .bezier(bezier, duration)
    case ("spring", let arguments?):
      guard (1...2).contains(arguments.count), let ratio = Double(decimal: arguments[0]) else { return nil }
      var response = written ?? Timing.defaultResponse
      if arguments.count == 2 {
        guard let read = Duration(written: arguments[1]) else { return nil }
        response = read
      }
      guard let spring = Spring(dampingRatio: ratio, response: response) else { return nil }
      self = .spring(spring)
    case (let name, nil):
      self.init(easing: String(name), lasting: duration)
    default: return nil
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
