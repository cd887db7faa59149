internal import LayoutSyntax

/// Names, numbers and texts.
extension Spelling {
  /// A name of a configuration, flag or trait: no word of the language is taken for something else there.
  static func freeName(_ name: String, _ site: Site) throws(WrittenComplaint) -> String {
    isIdentifier(name) && name != "_" ? name : try self.name(name, site)
  }

  /// A name that may be anything on one line, in backticks where the language would take it for something else.
  static func name(_ name: String, _ site: Site) throws(WrittenComplaint) -> String {
    guard canBeName(name) else {
      throw WrittenComplaint(
        .badName, message: "a name is one line without '`', and not empty; this one is '\(name)'", site: site)
    }
    return quoted(name)
  }

  static func canBeName(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == 0x60 || $0 == 0x7F }
  }

  /// A name of which that is known.
  static func quoted(_ name: String) -> String {
    guard isIdentifier(name), name != "_" else { return "`\(name)`" }
    let roles = Word(rawValue: name)?.roles ?? []
    return roles.contains(.reserved) || roles.contains(.operand) ? "`\(name)`" : name
  }

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
  }

  /// A word where a value is expected.
  static func word(_ word: String) -> String {
    let isPlain = isIdentifier(word) && word != "_" && !goingOn.contains(word) || word.isWholeNumber
    return isPlain ? word : SourceText.literal(word)
  }

  /// Words that more would have to follow.
  private static let goingOn: Set = ["super", "is", "config", "flag", "trait"]

  /// The name of a trait, perhaps of one axis: `sizeClass.x`.
  static func trait(_ name: String, _ site: Site) throws(WrittenComplaint) -> String {
    if name.hasSuffix(".x") || name.hasSuffix(".y") {
      return try freeName(String(name.dropLast(2)), site) + name.suffix(2)
    }
    return try freeName(name, site)
  }

  /// A number without an exponent, in as few digits as say it.
  static func number(_ value: Double, _ site: Site) throws(WrittenComplaint) -> String {
    guard value.isWritable else { throw .notANumber(value, at: site) }
    if let whole = Int(exactly: value) { return "\(whole)" }
    let words = value.description
    guard let mark = words.firstIndex(of: "e") else { return words }
    // 1.5e-07 is 0.00000015.
    let sign = words.hasPrefix("-") ? "-" : ""
    let digits = words[..<mark].filter(\.isNumber)
    let exponent = Int(words[words.index(after: mark)...]) ?? 0
    if exponent < -200 { return "0" }
    return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
  }

  /// One number where all are the same, else four.
  static func insets(_ insets: Insets, _ site: Site) throws(WrittenComplaint) -> String {
    if insets == Insets(insets.top) { return try number(insets.top, site) }
    let all = [insets.top, insets.leading, insets.bottom, insets.trailing]
    var words: [String] = []
    for inset in all { words.append(try number(inset, site)) }
    return words.joined(separator: ", ")
  }

  /// What stands behind `animate`.
  static func timing(_ timing: Timing, _ site: Site) throws(WrittenComplaint) -> String {
    var words: [String] = []
    if let duration = timing.duration { words.append(try milliseconds(duration, site)) }
    words.append(try curve(of: timing, site))
    if timing.delay != .zero { words.append("delay \(try milliseconds(timing.delay, site))") }
    if timing.stagger != .zero { words.append("stagger \(try milliseconds(timing.stagger, site))") }
    return words.joined(separator: " ")
  }

  /// `ease-out`, `spring(0.8, 300ms)`.
  static func curve(of timing: Timing, _ site: Site) throws(WrittenComplaint) -> String {
    switch timing.curve {
    case .eased(let name): return name
    case .bezier(let numbers):
      var parts: [String] = []
      for value in numbers { parts.append(try number(value, site)) }
      return "bezier(\(parts.joined(separator: ", ")))"
    case .spring(let ratio, let response):
      return "spring(\(try number(ratio, site)), \(try milliseconds(response, site)))"
    }
  }

  private static func milliseconds(_ duration: Duration, _ site: Site) throws(WrittenComplaint) -> String {
    guard duration >= .zero else {
      throw WrittenComplaint(.badTiming, message: "a duration is at least 0, and this is \(duration)", site: site)
    }
    let (seconds, attoseconds) = duration.components
    return try number(Double(seconds) * 1000 + Double(attoseconds) / 1e15, site) + "ms"
  }
}

extension String {
  fileprivate var isWholeNumber: Bool { !isEmpty && utf8.count < 10 && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
