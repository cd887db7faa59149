/// Spans of time as people write them, `300ms` or `1.5s`, and as numbers of milliseconds, which is what everybody else
/// counts them in.
extension Duration {
  /// Nil for what takes longer than anything here may, or less than no time: see `Timing.durations`.
  public init?(milliseconds: Double) {
    guard milliseconds >= 0, milliseconds <= Timing.durations.upperBound.inMilliseconds else { return nil }
    self = .milliseconds(milliseconds)
  }

  /// What is written, if it is a duration that something here may take.
  public init?(written text: some StringProtocol) {
    guard let milliseconds = Self.milliseconds(written: text) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// The whole length, rounded to a double.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The whole length, rounded to a double.
  public var inMilliseconds: Double { self / .milliseconds(1) }

  /// The milliseconds that are written, however many: a decimal number and its unit, `ms` or `s`. Nil for anything
  /// else.
  public static func milliseconds(written text: some StringProtocol) -> Double? {
    for (unit, factor) in [("ms", 1.0), ("s", 1000)] where text.hasSuffix(unit) {
      return Double(decimal: text.dropLast(unit.count)).map { $0 * factor }
    }
    return nil
  }

  /// Whole milliseconds without a point.
  public static func written(milliseconds: Double) -> String { "\(milliseconds.writtenShort)ms" }
}

extension Double {
  /// A number in digits. The library's own reading takes `0x1F`, `inf` and `nan` as well, which nobody means.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }) else { return nil }
    self.init(String(text))
  }

  /// Whole numbers without a point.
  var writtenShort: String { self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
}
