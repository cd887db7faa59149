/// What a word of Tailwind means here: `gap-4`, `w-full`, `items-center`. A number counts quarters of 16 points.
enum Utility {
  case clause(String)
  /// The room inside of a view, as insets.
  case padding(String)
  /// The room around it.
  case margin(String)
  /// The room at one edge of it.
  case side(String, String)
  /// What to do instead of what no clause says.
  case help(String)

  /// - Parameter text: all that is glued together, as in `grid-cols-3`.
  init?(_ text: String) {
    if let clause = Self.clauses[text] {
      self = .clause(clause)
    } else if let dash = text.lastIndex(of: "-"), let utility = Self(text[..<dash], text[text.index(after: dash)...]) {
      self = utility
    } else {
      return nil
    }
  }

  private init?(_ stem: Substring, _ value: Substring) {
    let first = String(stem.prefix { $0 != "-" })
    if let part = Self.percentage(value), let length = ["w": "width", "h": "height"][stem] {
      self = .clause("\(length) \(part)%")
      return
    }
    guard let steps = Double(value), steps <= 1000 else {
      guard let help = Self.helps[first], first != "flex" || ["row", "col"].contains(value) else { return nil }
      // `shadow-md`, but not `shadow-color`, which others write before a value.
      guard first == "flex" || Self.sizes.contains(value) else { return nil }
      self = .help(help)
      return
    }
    let points = Self.text(steps * 4)
    if let clause = Self.distances[String(stem)] {
      self = .clause("\(clause) \(points)")
    } else if let clause = Self.counts[String(stem)] {
      self = .clause("\(clause) \(value)")
    } else {
      switch stem {
      case "p": self = .padding(points)
      case "px", "py": self = .padding("(\(stem.dropFirst()): \(points))")
      case "pt", "pb", "pl", "pr": self = .padding("(0, \(Self.edges[stem.dropFirst()] ?? "top"): \(points))")
      case "m": self = .margin(points)
      case "mx", "my": self = .margin("(\(stem.dropFirst()): \(points))")
      case "mt", "mb": self = .side(stem == "mt" ? "top" : "bottom", points)
      case "ml", "mr": self = .side(stem == "ml" ? "left" : "right", points)
      case "inset": self = .clause(steps == 0 ? "fill" : "fill inset \(points)")
      case "inset-x": self = .clause("leading \(points) trailing \(points)")
      case "inset-y": self = .clause("top \(points) bottom \(points)")
      case "opacity": self = .clause("alpha: \(Self.text(steps / 100))")
      default:
        guard let help = Self.helps[first], first != "flex" || stem == "flex" else { return nil }
        self = .help(help)
      }
    }
  }

  /// `50` for `1/2`, where it is a whole number.
  private static func percentage(_ text: Substring) -> Int? {
    let sides = text.split(separator: "/").compactMap { Int($0) }
    guard sides.count == 2, sides[1] > 0, sides[0] <= sides[1], sides[1] <= 100, sides[0] * 100 % sides[1] == 0 else {
      return nil
    }
    return sides[0] * 100 / sides[1]
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static let edges: [Substring: String] = ["t": "top", "b": "bottom", "l": "leading", "r": "trailing"]

  private static let sizes: Set<Substring> = ["sm", "md", "lg", "xl", "full", "none", "auto", "white", "black"]

  private static let distances: [String: String] = [
    "bottom": "bottom", "gap": "gap", "h": "height", "left": "left", "max-h": "height <=", "max-w": "width <=",
    "min-h": "height >=", "min-w": "width >=", "right": "right", "size": "size", "space-x": "gap", "space-y": "gap",
    "top": "top", "w": "width",
  ]

  private static let counts: [String: String] = [
    "border": "border:", "col-span": "span", "grid-cols": "columns", "grid-rows": "rows", "line-clamp": "lines:",
    "row-span": "span 1,",
  ]

  private static let helps: [String: String] = {
    let colour = "a colour is written in hexadecimal digits, as in `background: #3b82f6` or `color: #fff`"
    let cell = "a view's place is `cell COLUMN, ROW`, each counted from 0, and `span COLUMNS, ROWS`"
    let push = "in a stack a `spacer` takes what is left, and what stands behind it is at the end"
    return [
      "basis": "along its row a view is as wide as its `width`, or as its content",
      "bg": colour, "text": colour, "border": colour, "col": cell,
      "flex":
        "a row is an `hstack` and a column a `vstack`; what says no length there takes what its neighbours leave",
      "ml": push, "mr": push, "row": cell,
      "leading": WordsOfOthers.absence(of: "line-height") ?? "",
      "shadow": WordsOfOthers.absence(of: "shadow") ?? "",
      "z": "of views in the same braces the later one is over the earlier",
    ]
  }()

  private static let clauses: [String: String] = [
    "font-bold": "weight: bold", "font-light": "weight: light",
    "font-medium": "weight: medium", "font-normal": "weight: regular", "font-semibold": "weight: semibold",
    "h-full": "y fill", "h-screen": "height == root.height", "items-center": "items center",
    "items-stretch": "items fill", "mx-auto": "center x", "my-auto": "center y",
    "overflow-hidden": "clips: true", "rounded-2xl": "radius: 16", "rounded-lg": "radius: 8",
    "rounded-md": "radius: 6", "rounded-sm": "radius: 2", "rounded-xl": "radius: 12", "self-center": "self center",
    "text-2xl": "fontSize: 24", "text-3xl": "fontSize: 30", "text-base": "fontSize: 16", "text-center": "align: center",
    "text-left": "align: leading", "text-lg": "fontSize: 18", "text-right": "align: trailing",
    "text-sm": "fontSize: 14", "text-xl": "fontSize: 20", "text-xs": "fontSize: 12", "w-full": "x fill",
    "w-screen": "width == root.width",
  ]
}
