/// Looks on their way to others.
extension Look {
  /// Whether the way to another look can be drawn: its colours or its lengths differ.
  public func canMove(to other: Look) -> Bool {
    Paint.canMove(background, other.background) || Paint.canMove(color, other.color)
      || Paint.canMove(borderColor, other.borderColor) || radius != other.radius || border != other.border
  }

  /// The look on the way from this one to `target`.
  ///
  /// Colours are mixed in sRGB as it is, multiplied by their opacity: as CSS does it, and as people who name two
  /// colours expect. No colour is taken for the other one with an opacity of 0. Whatever cannot be mixed is the
  /// target's.
  ///
  /// - Parameter weight: 0 is this look, 1 is `target`. A spring may go beyond both; what has bounds stays within them.
  public func mixed(with target: Look, weight: Double) -> Look {
    if weight == 0 { return discretely(as: target) }
    var look = target
    look.background = Paint.mix(background, target.background, weight)
    look.color = Paint.mix(color, target.color, weight)
    look.borderColor = Paint.mix(borderColor, target.borderColor, weight)
    look.radius = Self.mix(radius, target.radius, weight)
    look.border = Self.mix(border, target.border, weight)
    return look
  }

  /// Of both looks the colours and lengths that move on the way to `target`; all else is left out.
  public func movingParts(to target: Look) -> (from: Look, to: Look) {
    var (start, end) = (Look(), Look())
    func move<Value: Equatable>(_ part: WritableKeyPath<Look, Value>, _ moves: Bool) {
      if moves { (start[keyPath: part], end[keyPath: part]) = (self[keyPath: part], target[keyPath: part]) }
    }
    move(\.background, Paint.canMove(background, target.background))
    move(\.color, Paint.canMove(color, target.color))
    move(\.borderColor, Paint.canMove(borderColor, target.borderColor))
    move(\.radius, radius != target.radius)
    move(\.border, border != target.border)
    return (start, end)
  }

  /// The target, with what can be mixed as it is here.
  private func discretely(as target: Look) -> Look {
    var look = target
    if Paint.canMove(background, target.background) { look.background = background }
    if Paint.canMove(color, target.color) { look.color = color }
    if Paint.canMove(borderColor, target.borderColor) { look.borderColor = borderColor }
    (look.radius, look.border) = (radius, border)
    return look
  }

  private static func mix(_ from: Int32, _ to: Int32, _ weight: Double) -> Int32 {
    let length = (Double(from) + (Double(to) - Double(from)) * weight).rounded()
    return Int32(max(0, min(Double(Int32.max), length)))
  }
}

extension Look.Paint {
  fileprivate static func canMove(_ from: Look.Paint?, _ to: Look.Paint?) -> Bool {
    guard from != to else { return false }
    if case .named = from { return false }
    if case .named = to { return false }
    return true
  }

  fileprivate static func mix(_ from: Look.Paint?, _ to: Look.Paint?, _ weight: Double) -> Look.Paint? {
    guard canMove(from, to) else { return to }
    let (start, end) = (from.channels ?? to.channels!.clear, to.channels ?? from.channels!.clear)
    if weight == 1 { return to }
    let opacity = min(1, max(0, start.opacity + (end.opacity - start.opacity) * weight))
    func channel(_ of: KeyPath<Channels, Double>) -> Double {
      if opacity == 0 { return end[keyPath: of] }
      let (a, b) = (start[keyPath: of] * start.opacity, end[keyPath: of] * end.opacity)
      return min(1, max(0, (a + (b - a) * weight) / opacity))
    }
    return .colour(
      Channels(red: channel(\.red), green: channel(\.green), blue: channel(\.blue), opacity: opacity).bytes)
  }

  /// From 0 to 1.
  fileprivate struct Channels {
    var red: Double
    var green: Double
    var blue: Double
    var opacity: Double

    /// The same colour, which is not seen.
    var clear: Channels { Channels(red: red, green: green, blue: blue, opacity: 0) }

    var bytes: UInt32 {
      [red, green, blue, opacity].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }
  }
}

extension Look.Paint? {
  fileprivate var channels: Look.Paint.Channels? {
    guard case .colour(let bytes)? = self else { return nil }
    func channel(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
    return Look.Paint.Channels(red: channel(24), green: channel(16), blue: channel(8), opacity: channel(0))
  }
}
