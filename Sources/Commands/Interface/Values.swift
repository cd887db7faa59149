import LayoutModel
import LayoutRuntime

/// What people type for sizes, names and values.
enum TypedValue {
  /// `800x600`, `800×600`; a side may be `_` for "wraps its content".
  static func size(_ text: String) throws(Failure) -> (
    width: EnvironmentClause.Extent, height: EnvironmentClause.Extent
  ) {
    let sides = text.split(whereSeparator: { "xX×".contains($0) }).map(String.init)
    func extent(_ side: String) -> EnvironmentClause.Extent? {
      if side == "_" { return .wrapping }
      guard let number = Double(side), number.isFinite, number >= 0 else { return nil }
      return .fixed(number)
    }
    guard sides.count == 2, let width = extent(sides[0]), let height = extent(sides[1]) else {
      throw Failure(
        message: "'\(text)' is no size", help: "write WIDTHxHEIGHT in points, like 390x844; _ wraps the content",
        code: .badValue)
    }
    return (width, height)
  }

  /// `name=value`, cut at the first `=`.
  static func assignment(_ text: String) throws(Failure) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw Failure(message: "'\(text)' is no assignment", help: "write NAME=VALUE", code: .badValue)
    }
    return (parts[0], parts[1])
  }

  static func number(_ text: String, for name: String) throws(Failure) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw Failure(message: "the value of '\(name)' is a number, not '\(text)'", code: .badValue)
    }
    return number
  }

  /// The trait that a word stands for: `compact.y` is `sizeClass.y=compact`, `phone` is `idiom=phone`.
  static func trait(_ text: String) throws(Failure) -> (name: String, value: String?) {
    if text.contains("=") {
      let (name, value) = try assignment(text)
      return (name, value.isEmpty ? nil : value)
    }
    let shorthand: [String: (String, String)] = [
      "compact.x": ("sizeClass.x", "compact"), "regular.x": ("sizeClass.x", "regular"),
      "compact.y": ("sizeClass.y", "compact"), "regular.y": ("sizeClass.y", "regular"),
      "phone": ("idiom", "phone"), "pad": ("idiom", "pad"), "mac": ("idiom", "mac"), "tv": ("idiom", "tv"),
      "carPlay": ("idiom", "carPlay"), "light": ("style", "light"), "dark": ("style", "dark"),
      "ltr": ("direction", "ltr"), "rtl": ("direction", "rtl"),
    ]
    guard let (name, value) = shorthand[text] else {
      throw Failure(
        message: "'\(text)' is no trait",
        help: "write NAME=VALUE, or one of \(shorthand.keys.sorted().joined(separator: " "))",
        code: .badValue)
    }
    return (name, value)
  }
}
