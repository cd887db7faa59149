/// What other libraries for automatic layout call the things of this language, for the hint behind a mistake:
/// `fill safeArea` was meant as `fill safe`, and no edit distance knows that.
public enum WordsOfOthers {
  /// A name in the one spelling of these tables, whoever's habit it was written by: `flex-start` for `flexStart`,
  /// `match-parent` for `match_parent`. What begins with a large letter is a name of somebody's own.
  static func plain(_ name: String) -> String {
    guard let first = name.utf8.first, !isLarge(first) else { return name }
    var plain: [UInt8] = []
    for letter in name.utf8 {
      if isLarge(letter) {
        plain += [UInt8(ascii: "-"), letter | 0x20]
      } else {
        plain.append(letter == UInt8(ascii: "_") ? UInt8(ascii: "-") : letter)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func isLarge(_ letter: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) }

  /// The word of this language for `name`; nil for what nobody is known to write.
  public static func meaning(of name: String) -> String? { words[plain(name)]?.rawValue }

  /// The guide of this language for `name`; nil for what nobody is known to call one.
  public static func guide(of name: String) -> String? {
    words[plain(name)].flatMap { $0.roles.contains(.guide) ? $0.rawValue : nil }
  }

  /// The view that others call `name`.
  public static func view(named name: String) -> String? {
    ["screen", "viewport", "window"].contains(name.lowercased()) ? "root" : nil
  }

  /// The anchor for a length that others call `name`.
  public static func length(of name: String) -> String? {
    ["inner-width": "width", "client-width": "width", "inner-height": "height", "client-height": "height"][plain(name)]
  }

  /// What stands before the value here, where others write `name` before it: `width >=` for `min-width`.
  static func phrase(of name: String) -> String? { properties.contains(name) ? nil : phrases[plain(name)] }

  /// The kind of view that others call `name`, in whatever case.
  public static func kind(named name: String) -> String? { kinds[name.lowercased()]?.rawValue }

  /// How the room of a stack is distributed that others call `name`.
  static func distribution(_ name: String) -> String? {
    switch plain(name) {
    case "space-between", "between": "equalSpacing"
    case "equal", "equally": "fillEqually"
    default: nil
    }
  }

  /// Whether others say with `name` where the room of a stack goes.
  static func isDistribution(_ name: String) -> Bool { distribution(name) != nil || packings.contains(plain(name)) }

  /// How the views of a stack stand across it that others call `name`.
  static func alignment(_ name: String, isColumn: Bool) -> String? {
    switch plain(name) {
    case "stretch": "fill"
    case "start", "flex-start": isColumn ? "leading" : "top"
    case "end", "flex-end": isColumn ? "trailing" : "bottom"
    case "left": "leading"
    case "right": "trailing"
    case "baseline": "firstBaseline"
    case "middle", "centre": "center"
    default: nil
    }
  }

  /// The point that others call `name`, in one word: `top.trailing` for `topTrailing`.
  static func corner(named name: String) -> String? {
    let edges = EdgeName.allCases.map(\.rawValue)
    for first in edges + ["center"] where name.hasPrefix(first) {
      let rest = name.dropFirst(first.count)
      guard let letter = rest.first, letter.isUppercase else { continue }
      let second = letter.lowercased() + rest.dropFirst()
      guard edges.contains(second) || second == "center", first != second else { continue }
      let isTurned = first == "center" || ["top", "bottom"].contains(second)
      return isTurned ? "\(second).\(first)" : "\(first).\(second)"
    }
    return nil
  }

  /// The placement next to a view that others call `name`: `after` for `rightOf`.
  static func neighbour(named name: String) -> String? { neighbours[plain(name)]?.rawValue }

  /// What to do instead of what others call `name`, for which nothing stands here; nil for what nobody is known to
  /// write.
  public static func absence(of name: String) -> String? { absences[plain(name)] }

  /// The clause for what others say with a word alone: `clips: true` for `clips`.
  static func clause(alone name: String) -> String? { clausesAlone[plain(name)] }

  /// What to do instead of a word that others write alone, for which nothing stands here.
  static func help(alone name: String) -> String? { helpsAlone[plain(name)] }

  /// The axis along which others ask for a trait that they call `name`; of one that has none it is `x`.
  static func trait(named name: String) -> String? { traits[plain(name)] }

  /// The points of so many text sizes of a page, `1.5rem`: CSS has 16 for each unless somebody says otherwise.
  static func points(ofTextSizes number: String) -> String? {
    guard let count = Double(number), count < 1000 else { return nil }
    let points = count * 16
    return points == points.rounded() ? "\(Int(points))" : "\(points)"
  }

  /// What takes the place of a unit of CSS.
  static func help(unit: String) -> String? { helpsOfUnits[unit] }

  /// A clause in place of a modifier.
  static func example(ofModifier name: String) -> String? { modifiers[name].map { "`\($0)`" } }

  /// The axis that others call `name`.
  static func axis(named name: String) -> String? { axes[name] }

  /// The unit of this language for `name`; nil for what nobody is known to write.
  static func unit(named name: String) -> String? { units[name] }

  /// How a colour is written here whose parts others put into a function, `rgb(255, 128, 0)` or `rgba(0, 0, 0, 0.5)`.
  ///
  /// - Parameter parts: red, green and blue up to 255, and perhaps how opaque it is, up to 1.
  public static func colour(_ function: String, _ parts: [Double]) -> String? {
    guard function == "rgb" || function == "rgba", parts.count == 3 || parts.count == 4 else { return nil }
    guard parts.prefix(3).allSatisfy((0...255).contains), parts.dropFirst(3).allSatisfy((0...1).contains) else {
      return nil
    }
    let bytes = parts.prefix(3).map { Int($0.rounded()) } + parts.dropFirst(3).map { Int(($0 * 255).rounded()) }
    return bytes.reduce(into: "#") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// The colour of hexadecimal digits that stand in quotes, as in `"#ff8800"`, or behind `0x`.
  public static func colour(written text: String) -> String? {
    let digits = text.drop { $0 == "#" }
    guard [3, 4, 6, 8].contains(digits.count), digits.count + 1 >= text.count else { return nil }
    return digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? "#" + digits : nil
  }

  /// The word behind a property of this language that others call `name`.
  public static func value(_ name: String, of property: String) -> String? { values[property]?[plain(name)] }

  /// The type of a parameter that others call `name`.
  public static func type(named name: String) -> String? { types[name.lowercased()] }

  /// The properties of this language that are no words of it. They are known so that one without its `:` is told; what
  /// they mean stands in the model's catalogue.
  public static let properties: Set<String> = [
    "alpha", "avoid", "background", "border", "borderColor", "clips", "color", "font", "fontSize", "gapAfter", "lines",
    "placeholder", "radius", "role", "stay", "style", "text", "truncate", "was", "weight",
  ]

  private static let packings: Set<String> = [
    "around", "bottom", "center", "centre", "end", "evenly", "flex-end", "flex-start", "leading", "left", "middle",
    "right", "space-around", "space-evenly", "start", "top", "trailing",
  ]

  private static let words: [String: Word] = [
    "align-items": .items,
    "alignment": .items,
    "aspect-ratio": .aspect,
    "baseline": .lastBaseline,
    "distribution": .distribute,
    "edge": .dock,
    "first-b": .firstBaseline,
    "insets": .inset,
    "justify-content": .distribute,
    "keyboard-frame": .keyboard,
    "keyboard-layout-guide": .keyboard,
    "keyboard-safe-area": .keyboardSafe,
    "last-b": .lastBaseline,
    "layout-margins": .margins,
    "layout-margins-guide": .margins,
    "padding": .inset,
    "parent": .super,
    "readable-content": .readable,
    "readable-content-guide": .readable,
    "safe-area": .safe,
    "safe-area-layout-guide": .safe,
    "spacing": .gap,
    "superview": .super,
  ]

  private static let phrases: [String: String] = [
    "align-items": "items",
    "aspect-ratio": "aspect",
    "background-color": "background:",
    "background-colour": "background:",
    "bg": "background:",
    "border-color": "borderColor:",
    "border-colour": "borderColor:",
    "border-radius": "radius:",
    "border-width": "border:",
    "clip-to-bounds": "clips:",
    "clips-to-bounds": "clips:",
    "colour": "color:",
    "corner-radius": "radius:",
    "font-color": "color:",
    "font-family": "font:",
    "font-size": "fontSize:",
    "font-weight": "weight:",
    "foreground-color": "color:",
    "foreground-style": "color:",
    "h": "height",
    "line-break-mode": "truncate:",
    "line-clamp": "lines:",
    "line-limit": "lines:",
    "masks-to-bounds": "clips:",
    "max-height": "height <=",
    "max-lines": "lines:",
    "max-width": "width <=",
    "min-height": "height >=",
    "min-width": "width >=",
    "number-of-lines": "lines:",
    "opacity": "alpha:",
    "text-align": "align:",
    "text-alignment": "align:",
    "text-color": "color:",
    "text-colour": "color:",
    "text-size": "fontSize:",
    "w": "width",
  ]

  private static let neighbours: [String: Word] = [
    "beneath": .below,
    "beside": .after,
    "bottom-of": .below,
    "bottom-to-top-of": .above,
    "end-to-start-of": .before,
    "left-of": .before,
    "next to": .after,
    "over": .above,
    "right-of": .after,
    "start-to-end-of": .after,
    "to-end-of": .after,
    "to-left-of": .before,
    "to-right-of": .after,
    "to-start-of": .before,
    "top-of": .above,
    "top-to-bottom-of": .below,
    "under": .below,
    "underneath": .below,
  ]

  private static let values: [String: [String: String]] = [
    "align": [
      "centre": "center", "end": "trailing", "flex-end": "trailing", "flex-start": "leading", "left": "leading",
      "middle": "center", "right": "trailing", "start": "leading",
    ],
    "avoid": ["none": "nothing", "safe-area": "safe"],
    "stay": ["bottom": "end", "trailing": "end"],
    "truncate": [
      "by-clipping": "clip", "by-truncating-head": "head", "by-truncating-middle": "middle",
      "by-truncating-tail": "tail",
      "center": "middle", "centre": "middle", "ellipsis": "tail", "end": "tail", "false": "clip", "no": "clip",
      "none": "clip", "start": "head", "true": "tail", "yes": "tail",
    ],
  ]

  private static let units: [String: String] = [
    "dip": "pt", "dp": "pt", "millis": "ms", "msec": "ms", "pts": "pt", "sec": "s", "secs": "s", "sp": "pt",
  ]

  private static let modifiers: [String: String] = [
    "background": "background: #eee", "bold": "weight: bold", "clipped": "clips: true", "cornerRadius": "radius: 8",
    "fontWeight": "weight: bold", "foregroundColor": "color: #333", "foregroundStyle": "color: #333",
    "font": "fontSize: 17", "frame": "size 40, 20", "lineLimit": "lines: 1", "offset": "center offset 0, 4",
    "opacity": "alpha: 0.5", "padding": "inset 8", "spacing": "gap 8",
  ]

  private static let traits: [String: String] = [
    "appearance": "x", "color-scheme": "x", "horizontal-size-class": "x", "interface-style": "x", "size-class": "x",
    "theme": "x", "user-interface-style": "x", "vertical-size-class": "y",
  ]

  private static let helpsOfUnits: [String: String] = {
    let text = "sizes of texts and distances are in points, as in `fontSize: 16`; one that others follow is a `let`"
    let share =
      "a part of what there is is a percentage of the parent, as in `width 50%`, or in a grid `columns 1*, 2*`"
    return ["ch": text, "em": text, "fr": share, "vmax": share, "vmin": share]
  }()

  private static let axes: [String: String] = [
    "horizontal": "x", "horizontally": "x", "vertical": "y", "vertically": "y",
  ]

  private static let clausesAlone: [String: String] = [
    "center-horizontally": "center x", "center-vertically": "center y", "centered": "center", "centre": "center",
    "centred": "center", "clip": "clips: true", "clipped": "clips: true", "clips": "clips: true",
    "fill-horizontally": "x fill", "fill-vertically": "y fill", "rounded": "radius: 4", "truncate": "truncate: tail",
  ]

  private static let helpsAlone: [String: String] = {
    let place =
      "each view stands where its placements say, as in `top 8 leading 8`; in a stack, where the stack puts it"
    let image = "an image has the size of its file; `size 40`, or `width 40` and `aspect 16:9`, give it another"
    let table = [
      place: ["absolute", "fixed", "relative", "static", "sticky"],
      image: ["aspect-fill", "aspect-fit", "resizable", "scaled-to-fill", "scaled-to-fit"],
    ]
    return Dictionary(uniqueKeysWithValues: table.flatMap { help, names in names.map { ($0, help) } })
  }()

  private static let types: [String: String] = [
    "bool": "condition",
    "boolean": "condition",
    "cgfloat": "length",
    "char": "text",
    "dimension": "length",
    "double": "number",
    "flag": "condition",
    "float": "number",
    "int": "number",
    "integer": "number",
    "points": "length",
    "str": "text",
    "string": "text",
    "switch": "condition",
    "time": "duration",
  ]

  private static let absences: [String: String] = {
    let float =
      "a view stands where its placements say, as in `leading 8`; what goes on in a next line is in an `hflow`"
    let lines =
      "lines of text are as far apart as their font says; other distances have labels in a `vstack` with a `gap`"
    let letters = "letters stand as far apart as their font says"
    let looks =
      "nothing here draws that; what a program of yours is to draw begins with 'data_', as in `data_shadow: 4`"
    let doings =
      "a view is known by its name to the program that shows it, which decides what it does; what it is to be told "
      + "besides begins with 'data_', as in `data_enabled: false`"
    let table = [
      float: ["clear", "float"],
      lines: ["line-height", "line-height-multiple"],
      letters: ["kerning", "letter-spacing", "tracking", "word-spacing"],
      looks: [
        "backdrop-filter", "border-style", "box-shadow", "drop-shadow", "elevation", "blur", "content-mode", "cursor",
        "filter", "font-style", "gradient", "object-fit", "resize-mode", "rotate", "rotation", "scale", "shadow",
        "shadow-color", "shadow-offset", "shadow-opacity", "shadow-radius", "text-decoration", "text-shadow",
        "text-transform", "tint", "tint-color", "transform",
      ],
      doings: [
        "action", "class", "class-name", "disabled", "enabled", "id", "is-enabled", "key", "on-click", "on-press",
        "on-tap", "ref", "tag", "user-interaction-enabled",
      ],
    ]
    return Dictionary(uniqueKeysWithValues: table.flatMap { help, names in names.map { ($0, help) } })
  }()

  private static let kinds: [String: Word] = [
    "collectionview": .grid,
    "column": .vstack,
    "container": .view,
    "div": .view,
    "field": .input,
    "flexbox": .hflow,
    "flexboxlayout": .hflow,
    "flow": .hflow,
    "flowlayout": .hflow,
    "flowrow": .hflow,
    "gridlayout": .grid,
    "gridview": .grid,
    "a": .button,
    "body": .view,
    "checkbox": .button,
    "circle": .box,
    "divider": .box,
    "flex": .hstack,
    "group": .view,
    "h1": .label,
    "h2": .label,
    "h3": .label,
    "h4": .label,
    "h5": .label,
    "h6": .label,
    "icon": .image,
    "lazyhgrid": .vflow,
    "lazyhstack": .hstack,
    "lazyvgrid": .grid,
    "lazyvstack": .vstack,
    "link": .button,
    "masonry": .grid,
    "imageview": .image,
    "img": .image,
    "ol": .list,
    "p": .label,
    "picture": .image,
    "rect": .box,
    "rectangle": .box,
    "row": .hstack,
    "scroll": .vscroll,
    "scrollview": .vscroll,
    "securefield": .input,
    "span": .label,
    "table": .list,
    "tableview": .list,
    "text": .label,
    "textarea": .input,
    "textfield": .input,
    "textview": .label,
    "toggle": .button,
    "uicollectionview": .grid,
    "ul": .list,
    "uiview": .view,
    "uniformgrid": .grid,
    "wrap": .hflow,
    "wrappanel": .hflow,
    "zstack": .view,
  ]
}
