import LayoutSyntax
import Motion

/// `250ms ease-out delay 50ms stagger 20ms`.
extension LayoutResolver {
  /// Reads a timing; nil after a complaint. What is not written is taken from `Timing.standard`.
  ///
  /// - Returns: the timing, and the variable that gives its duration, if there is one.
  mutating func timing(_ node: SyntaxNode, _ site: Site) -> (timing: Timing, duration: TimingVariable?)? {
    var variable: TimingVariable?
    var written: Duration?
    if let duration = node.first(.duration) {
      guard let read = self.duration(duration, duration.milliseconds, site) else { return nil }
      written = read
    }
    var curve: Curve? = .easeInOut(written ?? Timing.defaultDuration)
    if let easing = node.first(.easing) { curve = self.curve(easing, lasting: written, site, &variable) }
    let delay = part(.delay, of: node, site)
    let stagger = part(.stagger, of: node, site)
    guard let curve, let delay, let stagger else { return nil }
    return (Timing(curve, delay: delay, stagger: stagger), variable)
  }

  private mutating func part(_ kind: SyntaxKind, of node: SyntaxNode, _ site: Site) -> Duration? {
    guard let duration = node.first(kind)?.first(.duration) else { return .zero }
    return self.duration(duration, duration.milliseconds, site)
  }

  mutating func duration(_ node: SyntaxNode, _ milliseconds: Double, _ site: Site) -> Duration? {
    if let duration = Duration(milliseconds: milliseconds) { return duration }
    report(.durationRange(node.text, isNegative: milliseconds < 0), at: node, in: site.file)
    return nil
  }

  /// Reads an easing by its name, a curve with arguments, or the name of a duration.
  private mutating func curve(
    _ easing: SyntaxNode, lasting written: Duration?, _ site: Site, _ variable: inout TimingVariable?
  ) -> Curve? {
    // Its mistake is told already.
    if easing.hasError { return nil }
    let arguments = easing.first(.argumentList).map { $0.children.filter { $0.kind == .argument } }
    let duration = written ?? Timing.defaultDuration
    if let curve = Curve(easing: easing.easingName, lasting: duration) {
      guard let arguments else { return curve }
      report(.easingArguments(easing.easingName, arguments.count, "none"), at: easing, in: site.file)
      return nil
    }
    switch easing.easingName {
    case "bezier": return bezier(arguments ?? [], of: easing, lasting: duration, site)
    case "spring": return spring(arguments ?? [], of: easing, lasting: written, site, &variable)
    default: break
    }
    // This name may also stand for a duration: `let quick = 200ms` and `animate quick`.
    if arguments == nil, written == nil, let value = value(ofName: builder.names.name(easing.easingName), easing, site),
      let milliseconds = milliseconds(value, &variable)
    {
      return self.duration(easing, milliseconds, site).map { .easeInOut($0) }
    }
    report(.unknownEasing(easing.easingName), at: easing, in: site.file)
    return nil
  }

  /// `bezier(x1, y1, x2, y2)`.
  private mutating func bezier(
    _ arguments: [SyntaxNode], of easing: SyntaxNode, lasting duration: Duration, _ site: Site
  ) -> Curve? {
    guard arguments.count == 4 else {
      report(.easingArguments("bezier", arguments.count, "4: x1, y1, x2, y2"), at: easing, in: site.file)
      return nil
    }
    let numbers = arguments.map { number($0, site) }
    guard let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2], let y2 = numbers[3] else { return nil }
    guard let curve = CubicBezier(x1, y1, x2, y2) else {
      report(.bezierRange(easing.text), at: easing, in: site.file)
      return nil
    }
    return .bezier(curve, duration)
  }

  /// `spring(dampingRatio, response)`. The response may be left out: the duration then takes its place.
  private mutating func spring(
    _ arguments: [SyntaxNode], of easing: SyntaxNode, lasting written: Duration?, _ site: Site,
    _ variable: inout TimingVariable?
  ) -> Curve? {
    guard (1...2).contains(arguments.count) else {
      report(
        .easingArguments("spring", arguments.count, "1 or 2: the damping ratio and a response"), at: easing,
        in: site.file)
      return nil
    }
    var response = written ?? Timing.defaultResponse
    if arguments.count == 2, let node = arguments[1].value(at: 0) {
      guard let milliseconds = value(node, site).flatMap({ milliseconds($0, &variable) }) else {
        report(.responseType(node.text), at: node, in: site.file)
        return nil
      }
      guard let read = duration(node, milliseconds, site) else { return nil }
      response = read
    }
    guard let ratio = number(arguments[0], site) else { return nil }
    guard let spring = Spring(dampingRatio: ratio, response: response) else {
      report(.springRange(easing.text), at: easing, in: site.file)
      return nil
    }
    return .spring(spring)
  }

  /// The milliseconds of a duration, as the file has them. If the duration is a variable, it goes into `variable`.
  private func milliseconds(_ value: Value, _ variable: inout TimingVariable?) -> Double? {
    switch value {
    case .duration(let milliseconds): return milliseconds
    case .variableDuration(let index, let factor):
      guard case .duration(let milliseconds)? = builder.layout.variables[Int(index)].value else { return nil }
      variable = TimingVariable(variable: index, factor: factor)
      return milliseconds * factor
    default: return nil
    }
  }

  /// Reads a number that is known in the file; nil after a complaint.
  private mutating func number(_ argument: SyntaxNode, _ site: Site) -> Double? {
    guard let node = argument.value(at: 0) else { return nil }
    guard let expression = linear(node, site) else { return nil }
    guard expression.isConstant, let number = expression.constant.known else {
      report(.easingNumber(node.text), at: node, in: site.file)
      return nil
    }
    return number
  }
}

extension Complaint {
  /// Other libraries write `easeInOut`, which is as near to `ease-out` as to what is meant.
  static func unknownEasing(_ name: String) -> Complaint {
    let known = Curve.easingNames + ["bezier", "spring"]
    func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
    guard let meant = known.first(where: { letters($0) == letters(name) }) else {
      return .unknownWord("animate", name, known)
    }
    return Complaint(
      .unknownWord, "'animate' has no '\(name)'\(didYouMean(meant))", replacement: meant,
      help: ["help: a duration stands before it: `animate 300ms \(meant)`"])
  }

  static func durationRange(_ text: String, isNegative: Bool) -> Complaint {
    Complaint(.badTiming, "'\(text)' is \(isNegative ? "less than no time" : "longer than a day")")
  }

  static func easingArguments(_ name: String, _ count: Int, _ wanted: String) -> Complaint {
    Complaint(.badTiming, "'\(name)' has \(count) argument\(count == 1 ? "" : "s"), and it takes \(wanted)")
  }

  static func bezierRange(_ text: String) -> Complaint {
    Complaint(.badTiming, "'\(text)' is no function of time: both x are between 0 and 1")
  }

  static func springRange(_ text: String) -> Complaint {
    Complaint(
      .badTiming,
      "'\(text)' never comes to rest: its damping ratio is between 0.001 and 1000 and its response above 0")
  }

  static func responseType(_ text: String) -> Complaint {
    Complaint(.badTiming, "'\(text)' is no duration, and a spring's response is one, like 400ms")
  }

  static func easingNumber(_ text: String) -> Complaint {
    Complaint(.badTiming, "'\(text)' is not known in the file, and the shape of a curve is")
  }
}
