extension Unicode.Scalar {
  /// Whether a terminal does something when it gets this instead of showing it: controls of ASCII and Latin-1, ends of
  /// lines, and marks that turn the order in which the letters behind them are shown.
  var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text as one line that a terminal shows and does not obey: `\u{1b}` in place of an escape, and so with every
  /// other character of which it would do something. A name can be told from the line around it this way, whatever is
  /// in it.
  public var shownOnTerminal: String { shownOnTerminal { _ in false } }

  /// The same for a text of several lines.
  public var shownOnTerminalInLines: String { shownOnTerminal { $0 == "\n" || $0 == "\t" } }

  private func shownOnTerminal(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    // Nearly all texts are such that nothing happens to them.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isObeyed, !isKept(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// A JSON text in which all that a terminal would obey is written as `\u009b`: the same JSON to who reads it. Behind
  /// ASCII such characters stand in strings only, and those of ASCII are written so already.
  public var withJSONShownOnTerminal: String {
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isObeyed, scalar.value >= 0x7F {
        let digits = String(scalar.value, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
